"""Reads the pages of the rules at hand."""

from dataclasses import fields, is_dataclass

from scorekeeper.core.rules import Drawing
from tests.pages import Page


def sections(client, slug, language="en", **asked):
    """Return the text of every section of a title's page in one line, by its name, with the labels of its drawings.

    `asked` are the parameters of the address: `players=3, competitions=["election", "society"]`.
    """
    answer = client.get(f"/rules/{slug}", query_string=asked, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return {
        each.first("summary").given["id"]: _said(each) for each in Page(answer).all("details", class_="rules-section")
    }


def unsaid(client, slug, facts, language="en"):
    """Return those of the `facts` that are not on the page; each is (parameters, name of the section, sentence)."""
    pages, missing = {}, []
    for asked, section, sentence in facts:
        key = repr(asked)
        if key not in pages:
            pages[key] = sections(client, slug, language, **asked)
        if sentence not in pages[key].get(section, ""):
            missing.append((asked, section, sentence))
    return missing


def _said(section):
    drawn = [each.given["aria-label"] for each in section.walk() if each.given.get("role") == "img"]
    return " ".join([section.text, *drawn]).replace("\N{NO-BREAK SPACE}", " ")


def drawn(sections):
    """Return the words of which the drawings in these sections are made, by what is drawn."""
    found = {}
    for each in _drawings(sections):
        found.setdefault(each.name, set()).update(word for word in _leaves(each.values) if isinstance(word, str))
    return found


def _drawings(value):
    if isinstance(value, Drawing):
        yield value
    elif is_dataclass(value):
        yield from _drawings([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _drawings(each)


def _leaves(value):
    parts = value.values() if hasattr(value, "values") else value if isinstance(value, tuple) else None
    if parts is None:
        yield value
    else:
        for each in parts:
            yield from _leaves(each)
