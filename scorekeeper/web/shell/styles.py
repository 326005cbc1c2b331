"""Picking the rules for one class out of a style sheet."""

import re
from collections.abc import Iterator

CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
SELECTORS = re.compile(r",(?![^(]*\))")


def of_class(style: str, name: str) -> str:
    """Return the rules of a style sheet for one class, inside their layers and conditions."""
    return "".join(_taken(style, name))


def _taken(style: str, name: str) -> Iterator[str]:
    """Yield the rules with a selector that names the class, without statements such as `@layer a, b;`."""
    for head, body in _blocks(style):
        if body is not None and head.startswith(("@layer", "@media", "@container", "@supports")):
            inside = "".join(_taken(body, name))
            if inside:
                yield f"{head}{{{inside}}}"
        elif body is not None and not head.startswith("@"):
            fitting = [each.strip() for each in SELECTORS.split(head) if name in CLASS.findall(each)]
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


def _tight(body: str) -> str:
    return ";".join(" ".join(each.split()).replace(": ", ":", 1) for each in body.split(";") if each.strip())
