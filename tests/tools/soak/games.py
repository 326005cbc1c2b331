"""The recorded games as forms: the one that begins each game, and one for each of its plays."""

import json
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import read, write
from scorekeeper.core.fields import PLAYER
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web.forms.fields_form import fields_form, values_of
from scorekeeper.web.game.slots import name_of
from scorekeeper.web.seating import form as seating
from tests.apps import open_app

FILES = sorted((Path(__file__).parents[2] / "games").glob("*/*.json"))
MAKING = Lock()
"""Held while a game is made: an app compiles its routes, which is not safe in two threads in Python 3.11."""


@dataclass(frozen=True)
class Recorded:
    """A recorded game: the form that begins it, the form of each play, and the plays as they are exported then."""

    slug: str
    begin: dict
    forms: tuple
    plays: tuple


def any_game(chance):
    """Return a recorded game at random."""
    with MAKING:
        return _recorded(chance.choice(FILES))


@cache
def _recorded(file):
    document = read(json.dumps(json.loads(file.read_text())["document"]).encode(), all_rulebooks())
    rulebook, table = document.rulebook, document.table
    kinds = {kind.make: kind for kind in rulebook.kinds(table)}
    forms, typed = [], []
    with _app().test_request_context():
        for play in document.plays:
            kind = kinds[type(play)]
            forms.append(_form(kind, table, play))
            typed.append(_typed(kind, table, forms[-1]))
        begin = _begin(rulebook, table)
    return Recorded(rulebook.slug, begin, tuple(forms), tuple(write(replace(document, plays=tuple(typed)))["plays"]))


@cache
def _app():
    """Return an application to make forms with; its database is not used."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_app(Path(folder))
        app.extensions["service"].store.close()
    return app


def _form(kind, table, play):
    """Return the fields that the form of a play sends."""
    slot = name_of(kind.name, kind.seat(play) if kind.has_player else None)
    filled = fields_form(kind.fields, table, None, kind.values(play), f"{slot}-", kind.either)
    fields = {field.name: field.data for field in filled if field.data and field.name != f"{slot}-{PLAYER.name}"}
    given = {f"{slot}-given": kind.given(play)} if kind.either else {}
    return {"play": slot, "unchanged": "yes", "sure": "yes"} | given | fields


def _typed(kind, table, form):
    """Return the play that a form sends: it can have values that the document leaves out."""
    slot = form["play"]
    pairs = [(name, each) for name, value in form.items() for each in ([value] if isinstance(value, str) else value)]
    fields = [field for field in kind.fields if field.name != PLAYER.name]
    values = values_of(fields_form(fields, table, MultiDict(pairs), None, f"{slot}-", kind.either))
    return kind.play(values | ({PLAYER.name: int(slot.split(".")[1])} if kind.has_player else {}))


def _begin(rulebook, table):
    names = [option.field.name for option in rulebook.seat_options]
    rows = tuple(
        seating.Row(player, {name: table.options[name][seat] for name in names})
        for seat, player in enumerate(table.players)
    )
    options = seating.options_form(rulebook, data=table.options)
    drawn = rulebook.seats.sitting(table.options).first is seating.First.DRAWN
    pairs = {}
    for name, value in seating.query_of(seating.Seating(rulebook, rows, options=options, place="Café", kept=drawn)):
        pairs.setdefault(name, []).append(value)
    return pairs | {"do": "begin"}
