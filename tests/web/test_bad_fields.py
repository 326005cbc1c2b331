"""Junk in each field of all plays and options of all titles: each request gets a response, and no partial write."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web.forms.fields import fields_form
from scorekeeper.web.table.slots import Position, empty_slot, slot_of
from tests.answers import write_fault
from tests.documents import import_documents, read_document
from tests.helpers import slip
from tests.junk import JUNK, UNREADABLE
from tests.written import Written

FORM = "application/x-www-form-urlencoded"
GAMES = Path(__file__).parents[1] / "games"
ODD = [text.encode() for text in ("-1000001", "1000001", "1 2 3 4 5 6 7", "1:2", ":", "yes", "−3", "1 + 1", "0" * 81)]
SENT = [*(junk for junk in JUNK.values() if len(junk) < 4000), *ODD]
ALIKE = 1
PREVIEWED = [JUNK["surrogate"], JUNK["many-digits"], *ODD]


def half_played(service, slug):
    """Import the first half of the title's longest recorded game; return its id and the complete document."""
    texts = [path.read_text() for path in sorted((GAMES / slug).glob("*.json"))]
    longest = max((json.loads(text)["document"] for text in texts), key=lambda each: len(each["plays"]))
    whole = read_document(longest)
    half = read_document(longest | {"plays": longest["plays"][: len(longest["plays"]) // 2]})
    return import_documents(service, [half])[0].id, whole


def as_sent(form):
    """Return the fields of a form as (name, value, group).

    Fields of a group accept the same values and are parsed in the same way, in all kinds of plays.
    """
    found = []
    for node in form.nodes:
        for leaf in node.leaves():
            data = form[leaf.path].data
            alike = (leaf.field.shape, leaf.field.required)
            found += [
                (form[leaf.path].name, each, alike) for each in (data if isinstance(data, list) else [data or ""])
            ]
    return found


def forms(whole, view):
    """Yield the target and the fields of each form of a game: all kinds of plays, and the options."""
    for kind in whole.rulebook.kinds(whole.table):
        example = next((play for play in whole.plays if type(play) is kind.play_type), None)
        seat = 0 if kind.has_player else None
        slot = slot_of(Position(view), example) if example else empty_slot(Position(view), kind, seat)
        yield "plays", [("play", slot.name, "play"), *as_sent(slot.form)]
    options = [option.field for option in whole.rulebook.asked_options]
    if options:
        yield "options", as_sent(fields_form(options, whole.table, data=whole.table.options))


def attacks(found, among_titles):
    """Yield each form with one field replaced by junk, for all fields.

    The first field of a group gets all junk (in each title after the first, every fourth value in turn), and the next
    fields one value each.
    """
    turns = {}
    first = SENT[among_titles - 1 :: 4] if among_titles else SENT
    for where, fields in found:
        pairs = [(name, value) for name, value, _ in fields]
        for at, (name, _, alike) in enumerate(fields):
            turn = turns[alike] = turns.get(alike, -1) + 1
            for junk in SENT[turn : turn + 1] if turn else first:
                if turn <= ALIKE:
                    yield where, dict(pairs), name, junk, [*pairs[:at], (name, junk), *pairs[at + 1 :]]


@pytest.mark.parametrize(("among_titles", "slug"), [*enumerate(sorted(all_rulebooks()))])
def test_junk_in_any_play_field_causes_no_partial_write(client, app, among_titles, slug):
    service, wrong, count = app.extensions["service"], [], 0
    game_id, whole = half_played(service, slug)
    url, written = f"/games/{game_id}", Written(service.store.path)
    carried = slip(client.get(f"{url}/stop"))
    with app.test_request_context():
        found = list(forms(whole, service.view(game_id)))
    for where, fields, name, junk, body in attacks(found, among_titles):
        sent = {"data": urlencode([*body, *carried.items()]), "content_type": FORM}
        if where == "plays" and junk in PREVIEWED:
            fault = write_fault(client.post(f"{url}/preview", **sent), service, written)
            wrong += [(fields, name, junk, fault)] if fault else []
        fault = write_fault(
            client.post(f"{url}/{where}", **sent), service, written, must_refuse=junk in UNREADABLE.values()
        )
        wrong += [(fields, name, junk, fault)] if fault else []
        count += 1
    written.close()
    assert wrong == []
    assert count > (10 if among_titles else 40)
