"""Checks on the response to an invalid request."""

import re
from functools import lru_cache

from tests.checked import findings
from tests.pages import Page

VALUES = re.compile(r'value="[^"]*"')
"""Values of form fields. Keys and tokens differ in each response and are not part of the message."""


def says(page):
    """Return the longest text among the alerts of a page, or among its paragraphs if it has no alert."""
    alerts = page.all(role="alert") + page.all(class_="fault")
    return max((each.text for each in alerts or page.all("p")), key=len, default="")


def answer_fault(answer, service, written, *, must_refuse=False):
    """Return the fault in a response, or None. A response of 400 or more needs a complete sentence.

    Undoes what the request wrote (see Written). With `must_refuse`, an accepted request is a fault.
    """
    fault = write_fault(answer, service, written, must_refuse=must_refuse)
    if fault or answer.status_code < 400 or answer.request.method == "HEAD":
        return fault
    sentence = _cached_message(VALUES.sub("", answer.text))
    if len(sentence) >= 20 and sentence.endswith((".", "!", "?")):
        return None
    return f"{answer.status_code} without a sentence: {sentence!r}"


def write_fault(answer, service, written, *, must_refuse=False):
    """Return the fault in a response's status or in what the request wrote, or None; then undo the writes."""
    status, changed = answer.status_code, written.changed
    text = answer.text if answer.mimetype.startswith("text/") else ""
    stands = not changed or not findings(service)
    if changed:
        written.put_back()
    if status >= 500 or "Traceback" in text:
        return f"{status}: {text[:200]}"
    if not stands:
        return "a game no longer stands"
    if changed and status != 303:
        return f"{status}, but written"
    # A redirect must stay on this site: browsers read //host and /\host as another one.
    if status == 303 and not re.match(r"/(?![/\\])", answer.location):
        return f"sent to {answer.location}"
    return f"{status}: taken in" if must_refuse and status < 400 else None


@lru_cache(maxsize=64)
def _cached_message(text):
    # Parsing a page is slow, and many responses are equal.
    return says(Page(text))
