"""Headers of every response: security policies, caching, and compression."""

import gzip

from flask import Flask, Response, current_app, request

POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
POLICIES = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
}
"""Headers of pages. Their styles and scripts (PARTS) need none, because the page's headers cover them."""
PARTS = ("image/svg+xml", "text/css", "text/javascript")
HEADERS = {"X-Content-Type-Options": "nosniff"}
STRICT = {"Strict-Transport-Security": "max-age=31536000"}
"""Header that makes browsers use only https for this host name, on every port, for a year."""
FRESH = "private, no-store"  # the browser fetches a page again even when it goes back to it
ANSWERED = "private, no-cache"  # going back to the response of a form must not send the form again
CHANGING = "private, no-cache"  # the browser revalidates a page with its tag
NOT_MODIFIED = 304
WORTH_COMPRESSING = 500  # bytes; anything smaller fits into one packet anyway


def init_app(app: Flask) -> None:
    app.after_request(_guarded)
    app.after_request(_compressed)


def _guarded(response: Response) -> Response:
    part = request.endpoint == "static" and response.mimetype in PARTS
    # Only for configured host names, because the machine's other names also serve http.
    strict = request.is_secure and request.host.partition(":")[0].lower() in current_app.config["STRICT_HOSTS"]
    for name, value in (HEADERS | ({} if part else POLICIES) | (STRICT if strict else {})).items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:  # a page, not a static file
        response.headers["Cache-Control"] = ANSWERED if request.method == "POST" else FRESH
        response.vary.add("Accept-Language")
    return response


def _compressed(response: Response) -> Response:
    response.vary.add("Accept-Encoding")
    if (
        response.status_code != NOT_MODIFIED
        and request.accept_encodings["gzip"]
        and "Content-Encoding" not in response.headers
        and (response.mimetype or "").startswith("text/")
        and not response.is_streamed
    ):
        body = response.get_data()
        if len(body) > WORTH_COMPRESSING:
            response.set_data(gzip.compress(body, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response
