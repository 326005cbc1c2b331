"""A card as a picture of 1080 x 1350 pixels: its colours, and the elements that `templates/card.svg` draws."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import current_app, render_template

from ...core.messages import Message
from .assets import EMBLEM, PAGES, STYLE
from .language import translated
from .titles import kind_of
from .type_setting import BOLD, ITALIC, Fitted, clean, fitted, width

WIDTH, HEIGHT = 1080, 1350
MIDDLE = WIDTH / 2
LEFT, RIGHT = 138, 942
"""Left and right edge of the rows."""
ROOM = 724
"""Width of a centred line: 90 % of a row."""
FOOT = 1216
"""Base line of the date at the foot."""
SHADES = ("light", "dark")
ACCENT = "#3b3430"
"""Colour of the emblem of a title without its own, and of an unknown kind."""
ACCENTED = re.compile(r"--accent:\s*(#[0-9a-fA-F]{6})\b")
INKS: Mapping[str, tuple[str, str]] = {
    "ink": ("#2a221a", "#f3ebdc"),
    "soft": ("#63564a", "#bfb29e"),
    "paper": ("#f7f0e1", "#241f1a"),
    "sheet": ("#fffdf8", "#2d2822"),
    "rule": ("#dccfb5", "#4a4136"),
    "first": ("#f5e4bb", "#4a3a17"),
    "wood": ("#533726", "#17110d"),
    "grain": ("#3d2618", "#070504"),
    "foil": ("url(#foil)", "url(#foil)"),
    "brass": ("#a97a1f", "#ecc767"),
    "none": ("none", "none"),
    "nobody": ("#63564a", "#bfb29e"),
    "blue": ("#285b8c", "#8cbbe8"),
    "green": ("#2f6a3b", "#8fcf9a"),
    "grey": ("#596069", "#c9d2dd"),
    "brown": ("#86502a", "#dcaa80"),
    "red": ("#a12b45", "#f095a8"),
    "violet": ("#6a3f8c", "#c7a3e6"),
    "teal": ("#0f6a70", "#6fcfd0"),
    "orange": ("#9c4a00", "#f2b06a"),
    "pink": ("#b0226f", "#f5a0cb"),
    "black": ("#1d1a17", "#fffaf0"),
}
"""Colours by name, light and dark; those of players are as in tokens.css."""
CROWN = "M68 36l18 15 14-27 14 27 18-15-8 38H76zM76 78h48v8H76z"
"""A crown in a wreath, in a square of 200 x 200."""
TICK = "M-16-1l10 11L16-12"
SIGNS: Mapping[str, str] = {
    "blue": "M6 .8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 1 0 6 .8z",
    "green": "M1.3 1.3h9.4v9.4H1.3z",
    "grey": "M6 0l6 6-6 6-6-6z",
    "brown": "M6 .8l6 10.4H0z",
    "red": "M6 11.2C2 8.2.3 6 .3 3.8.3 2 1.6.9 3.1.9 4.4.9 5.4 1.6 6 2.7 "
    "6.6 1.6 7.6.9 8.9.9c1.5 0 2.8 1.1 2.8 2.9C11.7 6 10 8.2 6 11.2z",
    "violet": "M6 .4a2.7 2.7 0 0 1 2.3 4.1A2.7 2.7 0 1 1 6.9 8.7L7.6 "
    "11.6H4.4L5.1 8.7A2.7 2.7 0 1 1 3.7 4.5 2.7 2.7 0 0 1 6 .4z",
    "teal": "M6 .2l1.75 3.75 4.1.5-3 2.85.8 4.05L6 9.35l-3.65 2 .8-4.05-3-2.85 4.1-.5z",
    "orange": "M4.2.5h3.6v3.7h3.7v3.6H7.8v3.7H4.2V7.8H.5V4.2h3.7z",
    "pink": "M6 .2a2.4 2.4 0 0 1 2.3 3 2.4 2.4 0 1 1 .9 4.4A2.4 2.4 0 1 1 6 "
    "9.8 2.4 2.4 0 1 1 2.8 7.6a2.4 2.4 0 1 1 .9-4.4A2.4 2.4 0 0 1 6 .2z",
    "black": "M6 .4l5.7 4.1-2.2 6.7h-7L.3 4.5z",
    "nobody": "M6 0l6 6-6 6-6-6zm0 2L2 6l4 4 4-4z",
}  # fmt: skip
"""The sign of each colour, in a square of 12 x 12."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """The emblem of a title: its drawing as a data URL ("": none), or a letter, on a colour."""

    url: str
    letter: str
    accent: str


@dataclass
class Card:
    """A card. `label` describes it for screen readers.

    `drawn` lists its elements in the order of drawing: the name of a macro in `_card.svg`, and its arguments.
    """

    shade: str
    label: str = ""
    emblem: Emblem | None = None
    drawn: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)

    def ink(self, name: str) -> str:
        return INKS[name][SHADES.index(self.shade)]

    def shape(self, colour: str) -> str:
        return SIGNS[colour]

    def text(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        ink: str = "ink",
        *,
        anchor: str = "middle",
        face: str = BOLD,
        spacing: float = 0,
    ) -> None:
        self.drawn.append(("text", (x, y, size, ink, clean(text), anchor, face, spacing)))

    def lines(
        self, x: float, y: float, found: Fitted, ink: str = "ink", *, anchor: str = "middle", face: str = BOLD
    ) -> float:
        """Add lines below each other, the first with its base line at `y`; return the last base line."""
        for line in found.lines:
            self.text(x, y, found.size, line, ink, anchor=anchor, face=face)
            y += found.size * 1.08
        return y - found.size * 1.08

    def sign(self, x: float, y: float, size: float, colour: str) -> None:
        """Add the sign of a colour, centred vertically at `y`, with its left edge at `x`."""
        self.path(SIGNS[colour], colour, x=x, y=y - size / 2, scale=size / 12)

    def path(self, path: str, ink: str, line: float = 0, *, x: float = 0, y: float = 0, scale: float = 1) -> None:
        """Add a path, filled, or with a stroke of width `line`."""
        self.drawn.append(("path", (x, y, scale, ink, path, line)))

    def box(
        self, x: float, y: float, across: float, down: float, ink: str, *, radius: float = 12, rim: str = "none"
    ) -> None:
        self.drawn.append(("box", (x, y, across, down, radius, ink, rim)))

    def tile(self, x: float, y: float, size: float, emblem: Emblem) -> None:
        """Add the emblem of a title as a square tile with its top left corner at `x`, `y`."""
        self.drawn.append(("tile", (x, y, size, emblem)))

    def wreath(self, y: float, scale: float, ink: str = "foil") -> float:
        """Add a wreath in the middle, with its top at `y`; return its bottom."""
        self.drawn.append(("wreath", (MIDDLE - 100 * scale, y, scale, ink)))
        return y + 118 * scale

    def title(self, text: str) -> None:
        """Add the heading in capitals below the emblem."""
        found = fitted(clean(text).upper(), 690, 38, 28, broken=28)
        y = 258.0 - (len(found.lines) - 1) * 12
        for line in found.lines:
            self.text(MIDDLE + 2.5, y, found.size, line, spacing=5 if len(found.lines) == 1 else 2)
            y += found.size * 1.08

    def divider(self, y: float) -> None:
        self.path(f"M390 {y:g}H522M558 {y:g}H690", "foil", 2.5)
        self.path(f"M540 {y - 8:g}l8 8-8 8-8-8z", "foil")

    def foot(self, *texts: str) -> None:
        known = " · ".join(filter(None, map(clean, texts)))
        if not known:
            return
        found = fitted(known, 690, 32, 26, broken=26, face=ITALIC)
        self.lines(MIDDLE, FOOT - (len(found.lines) - 1) * 26, found, "soft", face=ITALIC)

    def svg(self, template: str = "card.svg", **values: object) -> str:
        """Return the drawing; a title's own template can draw more, with further `values`."""
        mark = _data_url(current_app.extensions["assets"]["icons/icon.svg"].body)
        return render_template(template, card=self, mark=mark, **values)


def emblem_of(slug: str, title: Message | str) -> Emblem:
    assets = current_app.extensions["assets"]
    drawn = assets.get(EMBLEM.format(slug))
    accent = None
    for style, name in ((STYLE, f"tile-{slug}"), (PAGES, f"kind-{kind_of(slug)}")):
        found = re.search(rf"\.{re.escape(name)}\s*\{{[^}}]*\}}", assets[style].body.decode(errors="replace"))
        accent = accent or (found and ACCENTED.search(found[0]))
    letter = clean(translated(title))[:1].upper()
    return Emblem(_data_url(drawn.body) if drawn else "", letter, accent[1] if accent else ACCENT)


def emblem_of_app() -> Emblem:
    return Emblem(_data_url(current_app.extensions["assets"]["icons/icon.svg"].body), "", "#5a3d28")


def sized(text: str, room: float, most: float, face: str = BOLD) -> float:
    """Return the font size of a number or word in one line."""
    return min(most, most * room / max(1, width(text, most, face)))


def _data_url(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
