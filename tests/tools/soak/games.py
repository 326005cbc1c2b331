"""The recorded games as phones enter them: the form that begins each game, and the form of each of its plays."""

import json
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import read
from scorekeeper.core.fields import PLAYER
from scorekeeper.desk.stored import play_texts
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web.forms import fields_form as forms
from scorekeeper.web.game.slots import name_of
from scorekeeper.web.seating import form as seating
from scorekeeper.web.seating.addresses import query_of
from tests.apps import open_app

RECORDED = Path(__file__).parents[2] / "games"
PADS = sorted((Path(__file__).parents[2] / "pads" / "games").glob("*.json"))


@dataclass(frozen=True)
class Recorded:
    """A game: its document, the form that begins it, the form of each play, and each play as it is stored.

    `imported` are the plays as they are stored when the document is imported: a form also says what it leaves out.
    """

    slug: str
    document: dict
    begin: dict
    forms: tuple
    stored: tuple
    imported: tuple


FILES = sorted(RECORDED.glob("*/*.json"))
SLUGS = sorted({file.parent.name for file in FILES})


def any_game(chance, slug=None):
    """Return one of the recorded games that can be entered play by play; of that title, if one is named."""
    return recorded(chance.choice([file for file in FILES if slug in (None, file.parent.name)]))


def any_pad(chance):
    """Return the document of a recorded game of a title without code, which has the facts of that title."""
    return json.loads(chance.choice(PADS).read_text())["document"]


MAKING = Lock()
"""Held while a game is made: an app compiles its routes, which Python 3.11 cannot do in two threads at once."""


def recorded(file):
    """Return a recorded game."""
    with MAKING:
        return _made(file)


@cache
def _made(file):
    with _app().test_request_context():
        return _recorded(json.loads(file.read_text())["document"])


@cache
def _app():
    """Return an application to make forms with; its database is not used."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(Path(folder))
        app.extensions["desk"].store.close()
    return app


def _recorded(document):
    read_back = read(json.dumps(document).encode(), all_rulebooks())
    rulebook, table, plays = read_back.rulebook, read_back.table, read_back.plays
    by_class = {kind.make: kind for kind in rulebook.kinds(table)}
    sent = tuple(_form(by_class[type(play)], table, play) for play in plays)
    typed = [_read(by_class[type(play)], table, form) for play, form in zip(plays, sent, strict=True)]
    stored, imported = (play_texts(each, rulebook, table) for each in (typed, plays))
    return Recorded(rulebook.slug, document, _begin(rulebook, table), sent, stored, imported)


def _form(kind, table, play):
    """Return what the form of a play sends."""
    name = slot_of(kind, play)
    filled = forms.fields_form(kind.fields, table, None, kind.values(play), f"{name}-", kind.either)
    fields = {field.name: field.data for field in filled if field.data and field.name != f"{name}-{PLAYER.name}"}
    given = {f"{name}-given": kind.given(play)} if kind.either else {}  # markers are stored as such, not as moves
    return {"play": name, "unchanged": "yes", "sure": "yes"} | given | fields


def slot_of(kind, play):
    """Return the name of the slot of a play at the end of the log."""
    return name_of(kind.name, kind.seat(play) if kind.has_player else None)


def _read(kind, table, form):
    """Return the play that a form sends: it may have fields that the document leaves out."""
    pairs = [(name, each) for name, value in form.items() for each in ([value] if isinstance(value, str) else value)]
    name = form["play"]
    own = {PLAYER.name: int(name.split(".")[1])} if kind.has_player else {}
    fields = [field for field in kind.fields if field.name != PLAYER.name]
    return kind.play(
        forms.values_of(forms.fields_form(fields, table, MultiDict(pairs), None, f"{name}-", kind.either)) | own
    )


def _begin(rulebook, table):
    names = [option.field.name for option in rulebook.seat_options]
    rows = tuple(
        seating.Row(player, {name: table.options[name][seat] for name in names})
        for seat, player in enumerate(table.players)
    )
    options = seating.options_form(rulebook, data=table.options)
    drawn = rulebook.seats.sitting(table.options).first is seating.First.DRAWN
    sat = seating.Seating(rulebook, rows, options=options, place="Café", kept=drawn)
    pairs = {}
    for name, value in query_of(sat):
        pairs.setdefault(name, []).append(value)
    return pairs | {"do": "begin"}
