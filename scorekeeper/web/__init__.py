"""The web application: pages that the server renders, over the desk. By feature, each with its views and its pages."""

from .app import create_app

__all__ = ["create_app"]
