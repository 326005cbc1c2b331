"""Scorekeeper: a self-hosted web app that keeps score of board games."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .web import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    """Import the web application on first use, because commands such as `score` do not need it."""
    if name == "create_app":
        from .web import create_app

        return create_app
    raise AttributeError(name)
