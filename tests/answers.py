"""Judges the answer to a request that something is wrong with."""

import re
from functools import lru_cache

from scorekeeper.store.check import faults
from tests.pages import Page

VALUES = re.compile(r'value="[^"]*"')
"""The values of fields: keys and tokens differ from answer to answer, and are no part of what a page says."""


def says(page):
    """Return the longest text of the alerts of a page or, if it has none, of its paragraphs."""
    alerts = page.all(role="alert") + page.all(class_="fault")
    return max((each.text for each in alerts or page.all("p")), key=len, default="")


def answer_fault(answer, service, written, *, must_refuse=False):
    """Return what is wrong with an answer, or None; an answer of 400 or more has to have a sentence.

    What the request wrote (see Written) is taken back. With `must_refuse`, it is wrong to accept it.
    """
    fault = write_fault(answer, service, written, must_refuse=must_refuse)
    if fault or answer.status_code < 400 or answer.request.method == "HEAD":
        return fault
    sentence = _said(VALUES.sub("", answer.text))
    if len(sentence) >= 20 and sentence.endswith((".", "!", "?")):
        return None
    return f"{answer.status_code} without a sentence: {sentence!r}"


def write_fault(answer, service, written, *, must_refuse=False):
    """Return what is wrong with the status of an answer and with what the request wrote, or None; take that back."""
    status, changed = answer.status_code, written.changed
    text = answer.text if answer.mimetype.startswith("text/") else ""
    stands = not changed or not any(fault for _, fault in faults(service))
    if changed:
        written.put_back()
    if status >= 500 or "Traceback" in text:
        return f"{status}: {text[:200]}"
    if not stands:
        return "a game no longer stands"
    if changed and status != 303:
        return f"{status}, but written"
    if status == 303 and not re.match(r"/(?![/\\])", answer.location):
        return f"sent to {answer.location}"
    return f"{status}: taken in" if must_refuse and status < 400 else None


@lru_cache(maxsize=64)
def _said(text):
    return says(Page(text))
