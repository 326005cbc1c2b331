"""The application as Flask makes it, but for two things that pages ask for again and again."""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from flask import Flask, has_request_context, request
from flask.templating import Environment

MOST_KEPT = 8192


class Templates(Environment):
    """Templates that see what all of them see as it is: to look through a chain takes a while, at every import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template sees that is asked for with these names besides."""
        return super().make_globals(d) if d else self.globals


class Application(Flask):
    """A Flask application that keeps the addresses that it made on this server, by all that they depend on."""

    jinja_environment = Templates

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self._address = lru_cache(MOST_KEPT, typed=True)(self._made_address)

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """Return the address of a view, as Flask does; those of whole servers are made anew."""
        if not has_request_context() or endpoint.startswith(".") or values.get("_external"):
            return super().url_for(endpoint, **values)
        try:
            return self._address(request.root_path, endpoint, **values)
        except TypeError:  # a list, say, is nothing that could be kept
            return super().url_for(endpoint, **values)

    def _made_address(self, _root: str, endpoint: str, /, **values: Any) -> str:
        return super().url_for(endpoint, **values)
