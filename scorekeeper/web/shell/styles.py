"""Picking rules out of a style sheet: those for the classes of one page, or those of one class."""

import re
from collections.abc import Callable, Collection, Iterator

CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
NAME = re.compile(rf"{CLASS.pattern}|\[(data-[\w-]+)")
"""A class, or an attribute of ours."""
LACKING = re.compile(r":not\([^()]*\)")
"""A condition for what an element lacks; its names need not be on the page."""
SELECTORS = re.compile(r",(?![^(]*\))")


def used(style: str, names: Collection[str]) -> str:
    """Return a style sheet without the rules for classes, and attributes "data-...", that are not among these."""
    return "".join(_taken(style, lambda selector: _fits(selector, names), others=True))


def of_class(style: str, name: str) -> str:
    """Return the rules of a style sheet for one class, inside their layers and conditions."""
    return "".join(_taken(style, lambda selector: name in CLASS.findall(selector), others=False))


def _taken(style: str, fits: Callable[[str], bool], *, others: bool) -> Iterator[str]:
    """Yield the rules with a fitting selector and, with `others`, statements without selectors (`@layer a, b;`)."""
    for head, body in _blocks(style):
        if body is not None and head.startswith(("@layer", "@media", "@container", "@supports")):
            inside = "".join(_taken(body, fits, others=others))
            if inside:
                yield f"{head}{{{inside}}}"
        elif body is None or head.startswith("@"):
            if others:
                yield f"{head};" if body is None else f"{head}{{{body}}}"
        else:
            fitting = [each.strip() for each in SELECTORS.split(head) if fits(each)]
            if fitting:
                yield f"{','.join(fitting)}{{{_tight(body)}}}"


def _blocks(style: str) -> Iterator[tuple[str, str | None]]:
    """Yield (head, body) of each block on the top level; for a statement without braces the body is None."""
    start = depth = opened = 0
    for found in re.finditer(r"[{};]", style):
        sign, at = found.group(), found.start()
        if sign == "{":
            opened = opened if depth else at
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield " ".join(style[start:opened].split()), style[opened + 1 : at]
                start = at + 1
        elif depth == 0:
            yield " ".join(style[start:at].split()), None
            start = at + 1


def _fits(selector: str, names: Collection[str]) -> bool:
    return all(each in names or data in names for each, data in NAME.findall(LACKING.sub("", selector)))


def _tight(body: str) -> str:
    return ";".join(" ".join(each.split()).replace(": ", ":", 1) for each in body.split(";") if each.strip())
