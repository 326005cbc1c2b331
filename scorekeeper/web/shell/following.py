"""For scripts, a form is answered in one request with the page to which it redirects.

A script asks for this with the header `Prefer` (RFC 7240). A browser without scripts follows the redirect.
"""

import io
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response, current_app, request, session

from .language import local_address

WISH = "return=representation"
"""The value of `Prefer`; `Content-Location` in the answer is then the address of the page."""
OF_A_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING", "HTTP_IF_NONE_MATCH")
"""What the request for the following page does not take over from the form's."""


def init_app(app: Flask) -> None:
    """Answer a script with the page to which a redirect leads."""
    app.after_request(_followed)


def _followed(response: Response) -> Response:
    """Return the page to which the response redirects, if that was asked for.

    The redirect itself stays if it sets a cookie, leads elsewhere, or its page is not a 200.
    """
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
    asked["HTTP_IF_NONE_MATCH"] = '"none"'  # makes `tagged` give the page a tag (freshness.py)
    return {**carried, **of_server, **asked}
