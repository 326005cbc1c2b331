"""Pages: values that decide all that is shown, and the responses rendered from them."""

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Response, make_response, render_template


class Page(Protocol):
    """What a template shows, under the name `page`."""

    @property
    def template(self) -> Any:
        """The name of the template, or several names of which the first that exists is used."""


def page(shown: Page, status: int = 200) -> Response:
    """Return the response that shows a page."""
    return show(shown.template, shown, status)


def show(template: Any, shown: object, status: int = 200, values: Mapping[str, object] | None = None) -> Response:
    """Return the response of a template, in which `page` is what is `shown`: an object, or a dict of values.

    Further `values` are in the template by their own names.
    """
    text = render_template(template, **{**(values or {}), "page": shown})
    return make_response(text.encode(errors="backslashreplace"), status)  # a lone surrogate cannot be encoded
