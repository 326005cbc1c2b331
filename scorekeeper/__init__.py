"""Scorekeeper: the bookkeeper's pencil and paper for four games at the table."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .web import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    """Import the web application only when it is asked for: scoring a document does not need it."""
    if name == "create_app":
        from .web import create_app

        return create_app
    raise AttributeError(name)
