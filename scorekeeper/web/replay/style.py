"""The styles of a page that stands alone: of all there are, those that something on it has a use for."""

import re
from collections.abc import Collection, Iterator

CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
LACKING = re.compile(r":not\([^()]*\)")
"""What an element must not have: it need not be there."""
SELECTORS = re.compile(r",(?![^(]*\))")


def used(style: str, classes: Collection[str]) -> str:
    """Return the rules of a style sheet without those for classes that nothing has."""
    return "".join(_used(style, classes))


def _used(style: str, classes: Collection[str]) -> Iterator[str]:
    for head, body in _blocks(style):
        if body is None:
            yield f"{head};"
        elif head.startswith(("@layer", "@media", "@container", "@supports")):
            inside = used(body, classes)
            if inside:
                yield f"{head}{{{inside}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}"
        else:
            fitting = [each.strip() for each in SELECTORS.split(head) if _fits(each, classes)]
            if fitting:
                yield f"{','.join(fitting)}{{{_tight(body)}}}"


def _blocks(style: str) -> Iterator[tuple[str, str | None]]:
    """Yield what stands before each brace with what stands inside, and statements without braces with None."""
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


def _fits(selector: str, classes: Collection[str]) -> bool:
    return all(name in classes for name in CLASS.findall(LACKING.sub("", selector)))


def _tight(body: str) -> str:
    return ";".join(" ".join(each.split()).replace(": ", ":", 1) for each in body.split(";") if each.strip())
