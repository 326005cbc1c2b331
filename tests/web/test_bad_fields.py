"""Every field of every play of every title, filled with junk: answered, never with a 5xx, and nothing half-written."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.desk.exchange import import_documents
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.web.forms import play_form
from tests.documents import read_document
from tests.helpers import slip
from tests.junk import JUNK

FORM = "application/x-www-form-urlencoded"
GAMES = Path(__file__).parents[1] / "games"
SENT = [text for text in JUNK.values() if len(text) < 4000] + [
    text.encode() for text in ("-1000001", "1000001", "1 2 3 4 5 6 7", "1:2", ":", "yes", "−3", "1 + 1", "  ", "0" * 81)
]


def half_played(desk, slug):
    """Take in the first half of the title's longest recorded game; return its id, table and all plays."""
    texts = [path.read_text() for path in sorted((GAMES / slug).glob("*.json"))]
    longest = max((json.loads(text)["document"] for text in texts), key=lambda each: len(each["plays"]))
    whole = read_document(longest)
    half = read_document(longest | {"plays": longest["plays"][: len(longest["plays"]) // 2]})
    return import_documents(desk, [half])[0].id, whole


def as_sent(kind, table, play):
    """Return the fields of a play as its form would send them."""
    form = play_form(kind, table, play)
    return [
        (field.name, each)
        for field in form
        for each in (field.data if isinstance(field.data, list) else [field.data or ""])
    ]


@pytest.mark.parametrize("slug", sorted(all_rulebooks()))
def test_junk_in_any_field_is_answered_and_nothing_is_half_written(client, app, slug):
    desk = app.extensions["desk"]
    game_id, whole = half_played(desk, slug)
    address, wrong = f"/games/{game_id}", []
    carried = slip(client.get(f"{address}/stop"))
    assert carried
    for kind in whole.rulebook.kinds(whole.table):
        example = next((play for play in whole.plays if type(play) is kind.make), None)
        with app.test_request_context():
            fields = as_sent(kind, whole.table, example)
        for at, (name, _) in enumerate(fields):
            for number, junk in enumerate(SENT):
                body = [("kind", kind.name), *fields[:at], (name, junk), *fields[at + 1 :]]
                before = desk.view(game_id).game
                key = f"{kind.name}-{at}-{number}-junkjunkjunk"[:60]
                own = carried | {"entry_key": key, "revision": str(before.revision)}
                sent = {"data": urlencode([*body, *own.items()]), "content_type": FORM}
                preview = client.post(f"{address}/preview", **sent)
                answer = client.post(f"{address}/plays", **sent)
                after = desk.view(game_id).game
                if preview.status_code >= 500 or answer.status_code >= 500:
                    wrong.append((kind.name, name, junk, preview.status_code, answer.status_code))
                elif answer.status_code == 303:
                    assert len(after.plays) == len(before.plays) + 1
                    undone = carried | {"entry_key": f"undo{key}", "revision": str(after.revision)}
                    assert client.post(f"{address}/undo", data=undone).status_code == 303
                else:
                    assert 400 <= answer.status_code < 500
                    assert after == before
    assert wrong == []
