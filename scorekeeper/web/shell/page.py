"""Pages: values that decide all that is shown before anything is drawn, and the answers drawn from them."""

from typing import Any, Protocol

from flask import Response, make_response, render_template


class Page(Protocol):
    """What a template shows, under the name `page`; `template` is its name, or several of which the first is taken."""

    @property
    def template(self) -> Any:
        """The template."""


def page(shown: Page, status: int = 200) -> Response:
    """Return the answer that shows a page."""
    text = render_template(shown.template, page=shown)
    return make_response(text.encode(errors="backslashreplace"), status)  # half a character has no bytes of its own
