"""Games of all titles and a pad without scripts, using forms only, including confirmations and refusals."""

import re

import pytest

from tests.documents import game_document, import_documents, read_document
from tests.reader import Reader
from tests.seats import at_seat
from tests.web.sharing import link_on

ROUND = {"kind": "round", "points": {"Ada": [7], "Bo": [3]}}
POINTS = {"kind": "points", "player": "Ada", "points": [7]}


@pytest.fixture
def reader(client):
    return Reader(client, "/")


def begin(reader, slug, title, *names, **options):
    """Add the players on the begin page, and begin."""
    reader.open(f"/new/{slug}")
    for name in names:
        reader.press("Add", new=name)
    reader.press(f"Start {title}", options)
    assert reader.url.startswith("/games/"), reader.page.visible.text


def load(app, reader, slug, names, plays, **options):
    """Import a game with these plays, and open its table."""
    (game,) = import_documents(app.extensions["service"], [read_document(game_document(slug, names, plays, options))])
    reader.open(f"/games/{game.id}")


def totals(reader):
    """Return the totals in the strip of players."""
    return [each.first("b").text for each in reader.page.all(class_="standing")]


def test_don_carlo_is_played_without_scripts(reader):
    begin(reader, "don-carlo", "Don Carlo", "Anneli", "Benito")
    reader.press("Send agent", cards="1 3")
    assert reader.status == 422
    assert "with 2 players there is no country [4]" in reader.page.alert
    assert reader.page.field(f"agent.{at_seat(0)}-cards") == "1 3"
    reader.press("Send agent", cards="1/2")
    assert "Benito sends an agent" in reader.page.visible.text
    assert totals(reader) == ["4", "0"]  # with Egoistria
    reader.follow("More")
    reader.follow("End, archive or delete")
    reader.press("End it and score")
    reader.follow("Skip")
    assert "Anneli is Don Carlo" in reader.page.visible.text


def test_round_of_prodigals_club_is_played_without_scripts(app, reader):
    names = ("Ada", "Ben", "Cleo")
    markers = [{"kind": "influence", "player": name, "markers": [9, 8, 6, 4]} for name in names]
    load(app, reader, "prodigals-club", names, markers, competitions=["election", "society"])
    reader.follow("Hyde Park ›")
    heard = {f"hyde-park-megaphones-{at_seat(seat)}": at for seat, at in enumerate("210")}
    reader.press("Enter Hyde Park", heard | {"hyde-park-rewards": "3 1"})
    assert totals(reader) == ["35", "37", "38"]
    reader.press("Enter Dame Beatrice", {f"influence.{at_seat(1)}.dame-beatrice-markers": "10"})  # the first of Ben's
    assert [each.text.split()[0] for each in reader.page.all(class_="paper-cell")][3:] == ["27", "28", "27"]
    reader.press("End round 1", {f"end-round-reserved-{at_seat(1)}": "1"})
    assert "Round 2 of 5 Order of play: Ben, Ada, Cleo ■ ● ◆" in reader.page.visible.text


def test_phone_is_paired_by_typed_key_and_watches_a_game(app, client, reader):
    begin(reader, "don-carlo", "Don Carlo", "Anna", "Benito")
    game, other = reader.url, app.test_client()
    reader.open(link_on(client.get(f"{game}/share"), "pair-link"))
    reader.open(f"{game}/share")
    key = re.search(r"[A-Z0-9]{5}-[A-Z0-9]{5}", reader.page.visible.text)[0]
    reader.press("Share this game")
    guest = Reader(other, reader.page.first(id="watch-link").text)
    assert (guest.url, guest.page.forms) == (game, [])
    reader.press("Stop sharing this game")
    assert "Sharing ended." in reader.page.visible.text
    guest.open(game)
    guest.follow("Pair this phone")
    guest.press("Pair this phone", key=key)
    guest.open(game)
    guest.press("Send agent", cards="1/2")
    assert totals(guest) == ["4", "0"]


def last_change(reader):
    """Return the message that briefly covers the title: the last entry, or what was saved or undone."""
    return reader.page.first(class_="bar-passing").text


KNOWN = [{"kind": "influence", "player": name, "markers": [9, 8, 6, 4]} for name in ("Ann", "Bob")]


def test_sale_is_undone_and_redone_without_scripts(app, reader):
    tiles = [{"kind": "possessions", "player": name, "tiles": [7, 6, 5, 2]} for name in ("Ann", "Bob")]
    load(app, reader, "prodigals-club", ("Ann", "Bob"), tiles, competitions=["possessions", "election"])
    reader.open(f"{reader.url}?seat={at_seat(0)}&open=possessions")
    for tile in ("7", "6"):
        reader.press("Save changes", {f"sell.{at_seat(0)}-tile": tile, f"sell.{at_seat(0)}-discount": "0"})
        assert last_change(reader) == f"Ann sells {tile} for {tile} pounds."
    for change, said in (("Undo", "Undone"), ("Redo", "Redone")):
        for _ in range(2):
            reader.press(f"{change} Ann's sale")
            assert last_change(reader) == f"{said}: Ann's sale."


def test_each_change_is_named_when_saved_and_when_undone(app, reader):
    load(app, reader, "prodigals-club", ("Ann", "Bob"), KNOWN, competitions=["society", "election"])
    game = reader.url
    reader.open(f"{game}?open=election-all")
    reader.press("Save changes", {f"votes.{at_seat(0)}-change": "-1", f"votes.{at_seat(1)}-change": "-2"})
    assert last_change(reader) == "2 changes saved."
    reader.press("Undo 2 changes")
    assert last_change(reader) == "2 changes undone."
    reader.open(f"{game}?open=hyde-park")
    reader.press("Enter Hyde Park", {f"hyde-park-megaphones-{at_seat(seat)}": "0" for seat in (0, 1)})
    reader.open(f"{game}?open=end-round")
    reader.press("End round 1")
    reader.press("Undo the end of the round")
    assert last_change(reader) == "Round 1 reopened."
    reader.press("Undo Hyde Park")
    assert last_change(reader) == "Undone: Hyde Park of round 1."
    reader.open(f"{game}/about")
    reader.press("Save", venue="Attic")
    assert last_change(reader) == "Saved: the location."
    reader.open(f"{game}/stop")
    reader.press("End it and score")
    reader.open(game)
    reader.press("Undo: Reopen the game")
    assert last_change(reader) == "Game reopened."


@pytest.mark.parametrize(
    ("facts", "plays", "ends"),
    [
        ({}, [ROUND], True),
        ({"entry": "turn"}, [POINTS], True),
        ({"entry": "any"}, [POINTS], True),
        ({}, [], False),
        ({"end": {"limit": 66}}, [ROUND], False),
        ({"end": {"rounds": 5}}, [ROUND], False),
        ({"rows": ["Coins", "Cards"]}, [{"kind": "row", "player": "Ada", "row": "coins", "number": [7]}], False),
    ],
    ids=["round", "turn", "any", "no entries", "limit", "rounds", "rows"],
)
def test_end_button_requires_entries_and_an_open_pad(app, reader, facts, plays, ends):
    facts = {"title": "Pad", "players": [2, 20]} | facts
    document = game_document("pad", ("Ada", "Bo"), plays) | {"definition": facts}
    (game,) = import_documents(app.extensions["service"], [read_document(document)])
    reader.open(f"/games/{game.id}")
    assert ("End game" in reader.page.visible.text) == ends
    if ends and plays == [ROUND]:
        reader.follow("End game")
        assert "End the game here?" in reader.page.visible.text
        reader.press("End it and score")
        assert "Ada wins : 4 points ahead of Bo" in reader.page.visible.text
