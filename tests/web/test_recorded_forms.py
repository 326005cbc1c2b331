"""Recorded games played through the forms of their pages: the names in these lead to the same plays and scores."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.document import write
from scorekeeper.store.exchange import documents
from tests.helpers import slip
from tests.pages import Page
from tests.seats import players_of
from tests.tools.soak import FILES, recorded, with_ids

GAMES = {file.parent.name: file for file in FILES}


def filled(page, fields):
    """Return the data of the page's form for a play, filled in with these fields. Raises StopIteration without it."""
    slot = fields["play"]
    form = next(each for each in page.forms if slot in each.values("play"))
    typed = {name: value for name, value in fields.items() if name.startswith(f"{slot}-") and name != f"{slot}-given"}
    names = {each.given.get("name") for each in form.all("input", "select", "textarea")}
    assert all({name, name.rpartition("-")[0]} & names for name in typed)  # a record can also be sent as one value
    others = tuple(f"{each}-" for each in form.values("play"))
    kept = [pair for pair in form.fields if pair[0] not in fields and not pair[0].startswith(others)]
    return MultiDict([*kept, *MultiDict(fields).items(multi=True)])


@pytest.mark.parametrize("title", sorted(GAMES))
def test_recorded_game_is_played_through_its_forms(app, client, title):
    slug, begin, forms, plays = recorded(GAMES[title])
    game = client.post(f"/new/{slug}", data=slip(client.get(f"/new/{slug}")) | begin).location.partition("?")[0]
    ids = [int(key[1:]) for key in players_of(client, game)]
    for fields in (with_ids(form, ids) for form in forms):
        whose = {"seat": fields["play"].split(".")[1]} if "." in fields["play"] else {}
        answer = client.post(f"{game}/plays", data=filled(Page(client.get(game, query_string=whose)), fields))
        assert answer.status_code == 303, (fields, Page(answer).alert)
    service = app.extensions["service"]
    assert write(next(documents(service, [game[7:]])))["plays"] == plays
    expected = json.loads(GAMES[title].read_text("utf-8"))["sheet"]["standings"]
    scored = {each.line.name: each.line.total for each in service.view(game[7:]).replay.standings}
    assert scored == {each["player"]: each["total"] for each in expected}
