"""A form answered with the page that follows, in one request: for a script that asks so by `Prefer` (RFC 7240).

A browser without scripts is led on by a redirect, and asks once more.
"""

import io
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response, current_app, request, session

from .language import local_address

WISH = "return=representation"
"""What a script says in `Prefer`; `Content-Location` then names the address of the page that it gets."""
OF_A_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING", "HTTP_IF_NONE_MATCH")
"""What a request to which a redirect leads does not carry on."""


def init_app(app: Flask) -> None:
    """Answer a script with the page to which a redirect leads."""
    app.after_request(_followed)


def _followed(response: Response) -> Response:
    """Return the page that follows; the redirect itself where a cookie is on its way, or that page cannot be made."""
    if response.status_code != 303 or request.headers.get("Prefer") != WISH or session.modified:
        return response
    address = response.location or ""
    if local_address(address) != address:
        return response
    with current_app.app_context(), current_app.request_context(_environ_of(address)):
        page = current_app.full_dispatch_request()
    if page.status_code != 200:
        return response
    page.headers["Content-Location"] = address
    page.headers["Preference-Applied"] = WISH
    return page


def _environ_of(address: str) -> dict[str, object]:
    parts = urlsplit(address)
    path = unquote_to_bytes(parts.path).decode("latin-1")  # as WSGI has it
    carried = {name: value for name, value in request.environ.items() if name not in OF_A_FORM and "." not in name}
    of_server = {name: value for name, value in request.environ.items() if name.startswith("wsgi.")}
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": parts.query, "wsgi.input": io.BytesIO()}
    asked["HTTP_IF_NONE_MATCH"] = '"none"'  # it gets the tag by which it is followed (freshness.py)
    return {**carried, **of_server, **asked}
