"""What is wrong with an answer to something that was sent wrongly."""

import re
from functools import lru_cache

from scorekeeper.desk.upkeep import faults
from tests.pages import Page

VALUES = re.compile(r'value="[^"]*"')
"""What stands in fields: keys and tokens differ from answer to answer, and nobody says them."""


def says(page):
    """Return the longest sentence that a page says out loud, or else in a paragraph."""
    alerts = page.all(role="alert") + page.all(class_="fault")
    return max((each.text for each in alerts or page.all("p")), key=len, default="")


def answer_fault(answer, desk, written, *, must_refuse=False):
    """Return what is wrong with an answer, or None; what it wrote is taken back."""
    fault = write_fault(answer, desk, written, must_refuse=must_refuse)
    if fault or answer.status_code < 400 or answer.request.method == "HEAD":
        return fault
    sentence = _said(VALUES.sub("", answer.text))
    if len(sentence) >= 20 and sentence.endswith((".", "!", "?")):
        return None
    return f"{answer.status_code} without a sentence: {sentence!r}"


def write_fault(answer, desk, written, *, must_refuse=False):
    """Return what is wrong with an answer and with what it wrote, or None, whatever it says; that is taken back."""
    status, changed = answer.status_code, written.changed
    text = answer.text if answer.mimetype.startswith("text/") else ""
    stands = not changed or not any(fault for _, fault in faults(desk))
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
