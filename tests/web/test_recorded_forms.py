"""Recorded and random games played through the forms of their pages: they lead to the same plays and scores.

This covers each kind of play of each title and pad: a form sends the play, and the exported document has it.

The form that corrects a play is filled in with exactly this play; a play can be deleted, or its conflicts are shown;
and a play can be inserted before it: tried with the first and the last play of each kind.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.pads.factory import defined, facts_text
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.exporting import documents
from scorekeeper.store.settings import keep_definition
from tests.documents import read_document, score_document
from tests.helpers import slip
from tests.pages import Page
from tests.recorded import HERE, PADS, TITLES
from tests.rulebooks.at_random import games, standing
from tests.seats import players_of
from tests.tools.soak import in_forms, with_ids

GAMES = {
    "carta-nostra/five-players-the-winner-alone-after-turns": 6,
    "don-carlo/stopped-early": 15,
    "loire/solo-held-out-to-the-end": 15,
    "loire/two-players-share-the-victory": 3,
    "prodigals-club/last-will-with-both-of-4": 30,
    "prodigals-club/stopped-early": 36,
}
"""Recorded games with each kind of play, and the number of plays entered."""
HIDDEN_IN_SOLO_GAMES = ("storage", "start_player")
LONGEST = 10
"""Number of plays entered of a random game."""


def filled(page, fields):
    """Return the data of the page's form for a play, filled in with these fields. Raises StopIteration without it."""
    slot = fields["play"]
    form = next(each for each in page.forms if slot in each.values("play") or ("play", slot) in each.buttons)
    typed = {name: value for name, value in fields.items() if name.startswith(f"{slot}-") and name != f"{slot}-given"}
    names = {each.given.get("name") for each in form.all("input", "select", "textarea")}
    absent = {name for name in typed if not {name, name.rpartition("-")[0]} & names}  # a record can be sent as one
    assert all(fields[name] == "0" for name in absent), (slot, absent)
    fields = {name: value for name, value in fields.items() if name not in absent}
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
    shown = Page(client.get(game, query_string=whose))
    if slot == "stop" and not any(
        {"stop"} & {*form.values("play"), *(value for _, value in form.buttons)} for form in shown.forms
    ):
        shown = Page(client.get(f"{game}/stop"))
    return client.post(f"{game}/plays", data=filled(shown, fields))


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


def played(app, client, document):
    """Play a game through its forms; return its URL, its scores by player, and the kinds of its plays."""
    slug, begin, forms, _ = in_forms(document)
    game = client.post(f"/new/{slug}", data=slip(client.get(f"/new/{slug}")) | begin).location.partition("?")[0]
    ids = [int(key[1:]) for key in players_of(client, game)]
    for fields in (with_ids(form, ids) for form in forms):
        answer = send(client, game, fields)
        assert answer.status_code == 303, (fields, Page(answer).alert)
    standings = app.extensions["service"].view(game[7:]).replay.standings
    scored = {name: each.line.total for each in standings for name in each.line.name.split(" & ")}  # of a team
    return game, scored, [form["play"].partition(".")[0] for form in forms]


def exported(app, game):
    return write(next(documents(app.extensions["service"], [game[7:]])))


def played_and_reopened(app, client, document):
    """Play a game through its forms to the scores of its document, and return the exported document."""
    game, scored, kinds = played(app, client, document)
    answer, status = score_document(document)
    assert (scored, status) == ({each["player"]: each["total"] for each in answer["standings"]}, 0)
    document = exported(app, game)
    for number in {kinds.index(kind) + 1 for kind in kinds} | {len(kinds) - kinds[::-1].index(kind) for kind in kinds}:
        reopened(client, game, number)
    assert exported(app, game) == document
    return document


def typed(document, length):
    """Return a document of its first plays, with only the fields that the table's forms have."""
    left_out = HIDDEN_IN_SOLO_GAMES if document["options"].get("solo") else ()
    plays = [{name: each for name, each in play.items() if name not in left_out} for play in document["plays"]]
    for play in plays:
        if play["kind"] == "tally" and "cloisters" in play["estate"]:  # no cloister is added to cloisters
            play["estate"] |= {"cloisters": {"cards": play["estate"]["cloisters"]["cards"]}}
    return document | {"plays": plays[:length]}


def recorded(name):
    return json.loads((HERE / "games" / f"{name}.json").read_text("utf-8"))["document"]


def kinds_of(found):
    """Return the kinds of play in documents, and the possible kinds: each a title, or "pad", and a name."""
    played, possible = set(), set()
    for document in map(read_document, found):
        slug = document.rulebook.slug if document.rulebook.slug in all_rulebooks() else "pad"
        kinds = document.rulebook.kinds(document.table)
        possible |= {(slug, kind.name) for kind in kinds}
        played |= {(slug, kind.name) for kind in kinds for play in document.plays if type(play) is kind.play_type}
    return played, possible


def test_games_have_each_kind_of_play_of_each_title_and_pad():
    pads, titles = ([json.loads(file.read_text("utf-8"))["document"] for file in files] for files in (PADS, TITLES))
    found, _ = kinds_of([*pads, *(typed(recorded(name), length) for name, length in GAMES.items())])
    _, possible = kinds_of([*pads, *titles])
    assert found == possible


@pytest.mark.parametrize("name", GAMES)
def test_recorded_game_is_played_through_its_forms(app, client, name):
    document = typed(recorded(name), GAMES[name])
    assert played_and_reopened(app, client, document)["plays"] == in_forms(document)[3]


@pytest.mark.parametrize("file", PADS, ids=[file.stem for file in PADS])
def test_recorded_pad_is_played_through_its_forms(app, client, file):
    document = json.loads(file.read_text("utf-8"))["document"]
    if "definition" in document:  # a pad that the app does not have
        pad = defined(document["rulebook"], document["definition"])
        with app.extensions["service"].store.writing() as db:
            keep_definition(db, pad.slug, facts_text(pad))
    exported = played_and_reopened(app, client, document)
    assert {key: exported[key] for key in document} == document


@pytest.mark.parametrize("slug", ["loire", "carta-nostra"])  # markers can be recorded as moves, but are typed as rows
@settings(max_examples=3)
@given(data=st.data())
def test_random_game_is_exported_as_entered_through_its_forms(app, client, slug, data):
    document = typed(standing(data.draw(games(slug, boldness=(0,)))), LONGEST)
    game, _, _ = played(app, client, document)
    without_cloisters = typed({"options": {}, "plays": in_forms(document)[3]}, LONGEST)
    assert exported(app, game)["plays"] == without_cloisters["plays"]
