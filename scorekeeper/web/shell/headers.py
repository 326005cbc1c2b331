"""What every answer carries: the rules for the browser, and compression."""

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
"""What holds for all that a page loads and leads to: the page says it, and its styles and scripts need not."""
PARTS = ("image/svg+xml", "text/css", "text/javascript")
HEADERS = {"X-Content-Type-Options": "nosniff"}
STRICT = {"Strict-Transport-Security": "max-age=31536000"}
"""From then on the browser asks for that name by https alone, at every port, for a year."""
FRESH = "private, no-store"  # a page is fetched anew even when the browser goes back to it
ANSWERED = "private, no-cache"  # going back to what a form was answered must not send the form again
CHANGING = "private, no-cache"  # a page with a tag is asked for with it
NOT_MODIFIED = 304
WORTH_COMPRESSING = 500  # bytes; below that the answer fits one packet anyway


def init_app(app: Flask) -> None:
    """Have every answer carry the headers, and go compressed where the browser takes that."""
    app.after_request(_guarded)
    app.after_request(_compressed)


def _guarded(response: Response) -> Response:
    part = request.endpoint == "static" and response.mimetype in PARTS
    for name, value in (HEADERS | ({} if part else POLICIES) | (STRICT if _has_a_proxy() else {})).items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:  # no file that is the same for all
        response.headers["Cache-Control"] = ANSWERED if request.method == "POST" else FRESH
        response.vary.add("Accept-Language")
    return response


def _has_a_proxy() -> bool:
    """Return whether the answer goes to a name that stands for https; this machine's own serve plain http, too."""
    return request.is_secure and request.host.partition(":")[0].lower() in current_app.config["STRICT_HOSTS"]


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
