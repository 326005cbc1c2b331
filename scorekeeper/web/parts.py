"""A page without the parts that a script holds already from the page before it: what a play weighs on the wire.

Templates put `<!--[-->` and `<!--]-->` around what often stays the same from page to page: around whole elements beside
each other, and never one pair within another. What is not marked is always sent.

Which parts a page had is remembered for a while under the entry key of its first form, which belongs to that answer
alone. A script says in `Holds` that key and how many parts it found; of each part which that page had, too, the answer
has only the number there, `<!--[7]-->`, or `<!--[]-->` where it follows the one before; `static/js/live.js` puts it in.
Whoever says nothing of the kind, or names a page that is not remembered, gets all of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from flask import Flask, Response, current_app, request

from ..cache import Cache

OPENS, CLOSES = "<!--[-->", "<!--]-->"
KEY = re.compile(r'name="entry_key" value="([^"]+)"')
MOST_REMEMBERED = 1000
"""So many pages, each with a number for every part."""


def init_app(app: Flask) -> None:
    """Have a script that says which page it holds get the rest of the next one."""
    app.extensions["parts"] = Cache[Sequence[int]](MOST_REMEMBERED)
    app.after_request(_without_held)


def _without_held(response: Response) -> Response:
    if response.mimetype != "text/html" or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    text = response.get_data(as_text=True)
    before, *marked = text.split(OPENS)
    pieces, key = [piece.partition(CLOSES) for piece in marked], KEY.search(text)
    if not key or not all(closes for _, closes, _ in pieces):
        return response
    parts, held = [hash(part) for part, _, _ in pieces], _held()
    remembered().put(key[1], parts)
    if held:
        response.set_data(before + "".join(_cut(pieces, parts, held)))
    return response


def remembered() -> Cache[Sequence[int]]:
    """Return which parts the pages had that were sent last, by the entry keys on them."""
    found: Cache[Sequence[int]] = current_app.extensions["parts"]
    return found


def _held() -> Sequence[int]:
    key, _, count = request.headers.get("Holds", "").partition("/")
    held = remembered().get(key) or ()
    return held if count == str(len(held)) else ()


def _cut(pieces: Iterable[tuple[str, str, str]], parts: Iterable[int], held: Sequence[int]) -> Iterator[str]:
    """Yield of each part what is to be sent, and what follows it: a number in the place of what is `held`."""
    numbers, expected = {part: number for number, part in enumerate(held)}, 0
    for (text, closes, rest), part in zip(pieces, parts, strict=True):
        number = numbers.get(part)
        if number is None:
            yield f"{OPENS}{text}{closes}{rest}"
        else:
            yield f"<!--[{'' if number == expected else number}]-->{rest}"
            expected = number + 1
