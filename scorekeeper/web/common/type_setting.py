"""Widths of texts in the app's font, and texts fitted to a place in a picture."""

import re
import struct
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
REGULAR, BOLD, ITALIC = "Regular", "Bold", "Italic"
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
"""Characters that XML forbids, or that have no width in a picture."""
SMALLEST = 10
"""Smallest font size, in pixels, for names of the widest letters."""
WIDE, LETTER = 1000, 600
"""Widths of characters without a glyph: of East Asian ones and emojis, and of all others."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text fitted to a place: its font size in pixels, and its lines."""

    size: float
    lines: tuple[str, ...]


def clean(text: str) -> str:
    """Return a text in one line, without characters that a picture cannot contain."""
    return " ".join(CONTROLS.sub(" ", text).split())


def width(text: str, size: float, face: str = REGULAR) -> float:
    """Return the width of a text in pixels, without kerning."""
    known = widths(face)
    return sum(known.get(ord(each), 0) or _width_of(each) for each in text) * size / 1000


def fitted(text: str, room: float, most: float, least: float, *, broken: float = 0, face: str = BOLD) -> Fitted:
    """Return a text in one line if it fits with a font size from `least` to `most`, or else in two or three lines.

    `room` is the width in pixels, and `broken` the largest size of several lines (default: `least`). No text is cut:
    the size shrinks until it fits.
    """
    text = clean(text)
    size = _largest((text,), room, most, face)
    if size >= least or len(text) < 2:
        return Fitted(size, (text,))
    broken = broken or least
    two = _halves(text, face)
    size = _largest(two, room, broken, face)
    if size >= broken * 0.7:
        return Fitted(size, two)
    three = _thirds(text, face)
    return max(Fitted(size, two), Fitted(_largest(three, room, broken * 0.8, face), three), key=lambda each: each.size)


def has_glyphs(text: str) -> bool:
    """Return whether the app's fonts have all characters of a text."""
    known = widths(REGULAR)
    return all(ord(each) in known or each.isspace() or unicodedata.category(each) == "Cf" for each in set(text))


@lru_cache(3)
def widths(face: str) -> Mapping[int, int]:
    """Return the widths of a font's characters, in thousandths of its size, by code point (tables cmap, hmtx)."""
    data = (FONTS / f"NotoSerif-{face}.ttf").read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    (units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (long,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    return {
        code: struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * min(glyph, long - 1))[0] * 1000 // units
        for code, glyph in _glyphs(data, tables[b"cmap"])
    }


def _glyphs(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Yield the characters of a font with their glyphs, from its first table of format 4."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    offsets = (cmap + struct.unpack_from(">I", data, cmap + 4 + 8 * each + 4)[0] for each in range(count))
    at = next(each for each in offsets if struct.unpack_from(">H", data, each)[0] == 4)
    (twice,) = struct.unpack_from(">H", data, at + 6)
    for segment in range(0, twice, 2):
        (end,) = struct.unpack_from(">H", data, at + 14 + segment)
        (start,) = struct.unpack_from(">H", data, at + 16 + twice + segment)
        (delta,) = struct.unpack_from(">H", data, at + 16 + 2 * twice + segment)
        place = at + 16 + 3 * twice + segment
        (offset,) = struct.unpack_from(">H", data, place)
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = struct.unpack_from(">H", data, place + offset + 2 * (code - start))[0] if offset else code
            if glyph:
                yield code, (glyph + delta) % 0x10000


def _width_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return WIDE if unicodedata.east_asian_width(character) in "WF" else LETTER


def _largest(lines: tuple[str, ...], room: float, most: float, face: str) -> float:
    widest = max(width(line, 1, face) for line in lines)
    return max(SMALLEST, min(most, room / widest if widest else most))


def _halves(text: str, face: str) -> tuple[str, ...]:
    """Return a text in two lines of about equal width: broken at a space, or in a word that is too long."""
    breaks = [(text[:at].rstrip(), text[at:].lstrip()) for at in range(1, len(text)) if _can_break(text, at)]
    at_spaces = [each for each in breaks if text[len(each[0])] == " "]
    inside = min(breaks, key=lambda each: _widest(each, face), default=(text,))
    best = min(at_spaces, key=lambda each: _widest(each, face), default=inside)
    return best if _widest(best, face) < 1.4 * _widest(inside, face) else inside


def _thirds(text: str, face: str) -> tuple[str, ...]:
    words = [text[: at + 1].strip() for at in range(len(text)) if _can_break(text, at + 1)]
    target = width(text, 1, face) / 3
    first = min(words, key=lambda each: abs(width(each, 1, face) - target), default=text)
    rest = text[len(first) :].strip()
    return (first, *_halves(rest, face)) if rest else (first,)


def _can_break(text: str, at: int) -> bool:
    """Return whether a text can be broken before this character, without separating a letter from its accent."""
    if at >= len(text):
        return False
    before, after = text[at - 1], text[at]
    joined = unicodedata.category(after) in ("Mn", "Me", "Mc", "Cf", "Sk") or before == "\u200d"
    return not joined and not 0x1F1E6 <= ord(after) <= 0x1F1FF


def _widest(lines: tuple[str, ...], face: str) -> float:
    return max(width(line, 1, face) for line in lines)
