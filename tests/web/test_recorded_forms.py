"""Recorded games played through the forms of their pages: they lead to the same plays and scores.

The form that corrects a play is filled in with exactly this play; a play can be deleted, or its conflicts are shown;
and a play can be inserted before it: tried with the first and the last play of each kind.
"""

import json
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.pads.factory import defined, facts_text
from scorekeeper.store.exporting import documents
from scorekeeper.store.settings import keep_definition
from tests.helpers import slip
from tests.pages import Page
from tests.seats import players_of
from tests.tools.soak import FILES, recorded, with_ids

GAMES = {file.parent.name: file for file in FILES}
PADS = {file.stem: file for file in sorted((Path(__file__).parents[1] / "pads" / "games").glob("*.json"))}


def filled(page, fields):
    """Return the data of the page's form for a play, filled in with these fields. Raises StopIteration without it."""
    slot = fields["play"]
    form = next(each for each in page.forms if slot in each.values("play") or ("play", slot) in each.buttons)
    typed = {name: value for name, value in fields.items() if name.startswith(f"{slot}-") and name != f"{slot}-given"}
    names = {each.given.get("name") for each in form.all("input", "select", "textarea")}
    assert all({name, name.rpartition("-")[0]} & names for name in typed)  # a record can also be sent as one value
    others = tuple(f"{each}-" for each in form.values("play"))
    kept = [pair for pair in form.fields if pair[0] not in fields and not pair[0].startswith(others)]
    return MultiDict([*kept, *MultiDict(fields).items(multi=True)])


def attendance(page, fields):
    """Return the data of the page Players for a play that is a button there, such as a player who joins."""
    slot = fields["play"]
    form = next(each for each in page.forms if ("do", f"enter:{slot}") in each.buttons)
    kept = dict(form.fields)
    missed = {f"missed-{name.removeprefix(f'{slot}-')}": each for name, each in fields.items() if f"{slot}-" in name}
    assert missed.keys() <= kept.keys()
    return kept | missed | {"do": f"enter:{slot}"}


def in_cell(fields):
    """Return the fields of a pad's row as its cell sends them: the slot names the row."""
    slot = fields["play"]
    cell = f"{slot}.in-{fields[f'{slot}-row']}"
    named = {name.replace(f"{slot}-", f"{cell}-"): each for name, each in fields.items() if name != f"{slot}-row"}
    return named | {"play": cell}


def send(client, game, fields):
    """Send a play through the form that a page of the game has for it."""
    slot = fields["play"]
    if slot.partition(".")[0] in ("join", "leave", "deal"):
        return client.post(f"{game}/players", data=attendance(Page(client.get(f"{game}/players")), fields))
    fields = in_cell(fields) if f"{slot}-row" in fields else fields
    whose = {"seat": slot.split(".")[1]} if "." in slot else {}
    return client.post(f"{game}/plays", data=filled(Page(client.get(game, query_string=whose)), fields))


def reopened(client, game, number):
    """Send unchanged the form that corrects a play, if it has one, then the one that deletes it; undo the deletion."""
    page = Page(client.get(f"{game}/plays/{number}"))
    forms = [each for each in page.forms if any(slot.endswith(f".at-{number}") for slot in each.values("play"))]
    for form in sorted(forms, key=lambda each: bool(each.all("button", id="strike"))):
        answer = client.post(form.given["action"], data=MultiDict(form.fields))
        if form.all("button", id="strike"):
            assert answer.status_code in (303, 409), (number, answer.status_code)
        else:
            assert (answer.status_code, Page(answer).alert) == (422, "No changes to save."), number
        if answer.status_code == 303:
            assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert forms
    assert client.get(f"{game}/plays/{number}/before").status_code == 200


def played(app, client, file):
    """Play a recorded game through its forms to the recorded scores, and return the exported document."""
    slug, begin, forms, _ = recorded(file)
    game = client.post(f"/new/{slug}", data=slip(client.get(f"/new/{slug}")) | begin).location.partition("?")[0]
    ids = [int(key[1:]) for key in players_of(client, game)]
    for fields in (with_ids(form, ids) for form in forms):
        answer = send(client, game, fields)
        assert answer.status_code == 303, (fields, Page(answer).alert)
    service = app.extensions["service"]
    expected = json.loads(file.read_text("utf-8"))["sheet"]["standings"]
    standings = service.view(game[7:]).replay.standings
    scored = {name: each.line.total for each in standings for name in each.line.name.split(" & ")}  # of a team
    assert scored == {each["player"]: each["total"] for each in expected}
    document = write(next(documents(service, [game[7:]])))
    kinds = [form["play"].partition(".")[0] for form in forms]
    for number in {kinds.index(kind) + 1 for kind in kinds} | {len(kinds) - kinds[::-1].index(kind) for kind in kinds}:
        reopened(client, game, number)
    assert write(next(documents(service, [game[7:]]))) == document
    return document


@pytest.mark.parametrize("title", sorted(GAMES))
def test_recorded_game_is_played_through_its_forms(app, client, title):
    _, _, _, plays = recorded(GAMES[title])
    assert played(app, client, GAMES[title])["plays"] == plays


@pytest.mark.parametrize("name", PADS)
def test_recorded_pad_is_played_through_its_forms(app, client, name):
    document = json.loads(PADS[name].read_text("utf-8"))["document"]
    if "definition" in document:  # a pad that the app does not have
        pad = defined(document["rulebook"], document["definition"])
        with app.extensions["service"].store.writing() as db:
            keep_definition(db, pad.slug, facts_text(pad))
    exported = played(app, client, PADS[name])
    assert {key: exported[key] for key in document} == document
