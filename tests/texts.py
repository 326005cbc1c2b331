"""Readable texts of pages for snapshots, without markup: a change of wording is a difference to look at.

`./run test --snapshot-update PATH` accepts the current texts.
"""

import re
from collections import Counter

from tests.pages import SILENT, Element

BLOCKS = {"p", "li", "tr", "caption", "h1", "h2", "h3", "summary", "label", "legend", "div", "section", "details", "ul"}
BLOCKS |= {
    "ol",
    "dl",
    "dt",
    "dd",
    "table",
    "thead",
    "tbody",
    "form",
    "fieldset",
    "nav",
    "main",
    "article",
    "pre",
    "header",
}
MARKS = {"h1": "# ", "h2": "## ", "h3": "### ", "li": "- ", "caption": "= ", "dt": "- "}
CELLS = {"th", "td"}


def outline(element):
    """Return the lines of an element's text: headings, list items, table rows, and labels of drawings and buttons."""
    return [line for line in (" ".join(each.split()) for each in _lines(element)) if line.strip("-=#| ")]


def merged(variants):
    """Return the lines of several variants of a text, each one once and with the names of its variants if not in all.

    `variants` are lists of lines by name. A line that only some have precedes the one after it there.
    """
    order, found = [], {}
    for name, lines in variants.items():
        seen, at = Counter(), len(order)
        for line in reversed(lines):
            seen[line] += 1
            key = line, seen[line]
            if key not in found:
                order.insert(at, key)
            found.setdefault(key, []).append(name)
            at = order.index(key)
    shown, last = [], ""
    for key in order:
        others = [name for name in variants if name not in found[key]]
        listed = f"not {', '.join(others)}" if len(others) < len(found[key]) else ", ".join(found[key])
        names = f"  [{listed}]" if others else ""
        shown.append(key[0] + ("  [as above]" if names and names == last else names))
        last = names
    return shown


def _lines(element):
    """Yield lines: a block begins a new line, the cells of a row share one."""
    line = MARKS.get(element.tag, "")
    for each in element.content:
        if isinstance(each, str):
            line = _joined(line, re.sub(r"\s+", " ", each.replace("\u00ad", "")))
        elif each.tag in SILENT or "hidden" in each.given or each.given.get("aria-hidden") == "true":
            continue
        elif each.tag == "pre":
            yield from (line, *each.raw.splitlines())
            line = ""
        elif each.tag in BLOCKS:
            yield line
            line = ""
            yield from _lines(each)
        elif each.tag in CELLS:
            line += f"{' | ' if line else ''}{' '.join(outline(each))}"
        else:
            line = _joined(line, _inline(each))
    yield line


def _joined(line, more):
    """Return two neighbouring texts of a line, with a space between words, because styles may separate them."""
    apart = line[-1:].isalnum() or line[-1:] in {".", ":", ")", "]"}
    return f"{line} {more}" if apart and (more[:1].isalnum() or more[:1] == "[") else line + more


def _inline(element):
    said = " ".join(outline(Element("", {}) if element.tag == "svg" else _of(element)))
    if element.given.get("role") == "img" or element.tag == "button":
        said = f"[{element.given.get('aria-label', said)}]"
    return said


def _of(element):
    plain = Element("", element.given)
    plain.content = element.content
    return plain
