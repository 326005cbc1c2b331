"""An imported result is edited on its page, and the edit can be undone."""

import re

import pytest

from scorekeeper.pads.factory import named
from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.store.results import finished_before
from scorekeeper.store.rows import find_person, read_changes, read_game
from scorekeeper.titles import ready
from tests.checked import findings
from tests.documents import import_results
from tests.helpers import slip
from tests.pages import Page, text

ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
URL = f"/games/{ID}/result"


@pytest.fixture
def service(app):
    return app.extensions["service"]


@pytest.fixture
def bring(service):
    def bring(slug="prodigals-club", names=("Anneli", "Benito"), lines=((1, 9), (2, 12.5)), **more):
        times = {"started": "2026-03-25T20:15:30+00:00", "ended": "2026-03-25T21:00:10+00:00"}
        known = {name: more.pop(name) for name in [*more] if name in ExternalResult.__slots__}
        about = times | {"venue": "Köln", "note": "late"} | more
        game = result_alone(ID, slug, names, ExternalResult(lines, **known), **about)
        import_results(service, [game], ready())

    return bring


def stored(service):
    with service.store.reading() as db:
        return read_game(db, ID)


def lines(service):
    game = stored(service)
    return list(zip(game.players, game.external.lines, strict=False))


def form(client):
    return dict(Page(client.get(URL)).form(action=URL).fields)


def save(client, **changed):
    return client.post(URL, data=form(client) | changed)


def undo(client):
    form = Page(client.get(f"/games/{ID}")).form(action=f"{URL}/undo")
    for _ in range(2):  # the second is the same form
        assert client.post(f"{URL}/undo", data=dict(form.fields)).status_code == 303


def assert_all_is_right(service):
    assert findings(service) == ()
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()


def test_everything_of_a_result_can_be_edited_and_undone(client, service, bring):
    bring()
    shown = client.get(f"/games/{ID}")
    assert URL in [link.given["href"] for link in Page(shown).all("a")]
    assert "Undo the last change" not in text(shown)
    before = stored(service)
    changed = {"name-0": "Cleo", "name-1": " benito ", "rank-0": "2", "rank-1": "1", "points-0": "10+2,5"}
    changed |= {"points-1": "-3", "date": "2026-04-01", "time": "19:00", "minutes": "61", "venue": "Bonn", "note": "x"}
    answer = save(client, **changed)
    assert (answer.status_code, answer.location) == (303, f"/games/{ID}")
    after = stored(service)
    assert lines(service) == [("Cleo", (2, 12.5)), ("Benito", (1, -3))]
    assert (after.started[:19], after.ended[:19]) == ("2026-04-01T19:00:00", "2026-04-01T20:01:00")
    assert (after.venue, after.note, after.revision) == ("Bonn", "x", before.revision + 1)
    shown = client.get(f"/games/{ID}")
    assert "Benito −3 2 Cleo 12.5" in text(shown)
    assert_all_is_right(service)
    undo(client)
    undone = stored(service)
    assert (lines(service), undone.started, undone.ended, undone.venue, undone.moment) == (
        [("Anneli", (1, 9)), ("Benito", (2, 12.5))],
        before.started,
        before.ended,
        "Köln",
        before.moment,
    )
    assert undone.revision == before.revision + 2
    with service.store.reading() as db:
        assert [str(each.act) for each in read_changes(db, ID)] == ["import", "replace", "undo"]
    assert "Undo the last change" not in text(client.get(f"/games/{ID}"))
    assert_all_is_right(service)
    with service.store.reading() as db:
        assert find_person(db, "Cleo") is None


def test_result_form_counts_once_and_only_if_current(client, service, bring, dump):
    bring(lines=((0, 9), (0, 12.5)))
    before = dump()
    assert save(client).status_code == 303
    assert dump() == before  # nothing was changed in the form
    first, other = form(client), form(client)
    for _ in range(2):
        assert client.post(URL, data=first | {"note": "a"}).status_code == 303
    assert stored(service).revision == 2
    answer = client.post(URL, data=other | {"note": "b"})
    assert (answer.status_code, "changed in the meantime" in text(answer)) == (409, True)
    assert dict(Page(answer).form(action=URL).fields)["note"].strip() == "a"
    assert stored(service).note == "a"


def test_players_are_added_and_removed_and_unknown_ones_get_names(client, service, bring):
    bring(names=("Anneli", "Benito"), lines=((1, 9), (2, 12), (3, 13), (3, 13)))
    assert "Anonymous 2" in text(client.get(URL))
    answer = save(client, **{"name-1": "", "name-2": "Dora", "name-4": "Emil", "rank-4": "1", "points-4": "9"})
    assert answer.status_code == 303
    game = stored(service)
    assert game.players == ("Anneli", "Dora", "Emil")
    assert game.external.lines == ((1, 9), (3, 13), (1, 9), (3, 13))
    assert_all_is_right(service)
    undo(client)
    assert stored(service).players == ("Anneli", "Benito")
    without_ranks = {"rank-0": "", "rank-1": "", "rank-2": "", "rank-3": "", "points-0": "30"}
    assert save(client, **without_ranks).status_code == 303
    assert [place for place, _ in stored(service).external.lines] == [4, 1, 2, 2]  # the lowest win
    assert_all_is_right(service)


def test_unknown_seats_stay_unknown_until_they_are_entered(client, service, bring):
    bring(names=("Anneli", "Benito", "Cleo"), lines=((1, 9), (2, 12), (2, 12)))
    assert [form(client)[f"seat-{at}"] for at in range(3)] == ["", "", ""]
    for typed, known, starts in (
        ({"note": "a"}, False, None),
        ({"seat-1": "1"}, False, 1),  # only the starting player
        ({"seat-0": "3", "seat-2": "2"}, True, 0),
        ({f"seat-{at}": "" for at in range(3)}, False, None),
    ):
        assert save(client, **typed).status_code == 303
        game = stored(service)
        assert (game.external.seats_known, game.external.starts) == (known, starts)
        if known:
            assert game.players == ("Benito", "Cleo", "Anneli")
            assert game.external.lines == ((2, 12), (2, 12), (1, 9))
            assert seats(service) == {"Benito": 0, "Cleo": 1, "Anneli": 2}
        elif starts:
            assert seats(service) == {"Anneli": None, "Benito": 0, "Cleo": None}
        assert_all_is_right(service)


def seats(service):
    query = "SELECT name, seat FROM player_results JOIN players ON players.id = player_id WHERE game_id = ?"
    with service.store.reading() as db:
        return dict(db.execute(query, [ID]).fetchall())


def test_edited_result_keeps_what_its_form_does_not_show(client, service, bring):
    """The seats here are counted from another starting player, or from an unknown one."""
    known = {"seats_known": True, "roles": ("Medic", "", "Pilot"), "expansions": ("Storm",)}
    more = {"parts": {"birds": (4, None, 5)}, "rounds": ((1, 2, 3), (8, 10, 9))}
    bring(names=("Anneli", "Benito", "Cleo"), lines=((1, 9), (2, 12), (2, 12)), **known, **more, starts=1)
    assert [form(client)[f"seat-{at}"] for at in range(3)] == ["3", "1", "2"]
    assert save(client, note="a", **{"points-0": "8"}).status_code == 303
    expected = ExternalResult(((1, 8), (2, 12), (2, 12)), starts=1, **known, **more)
    assert stored(service).external == expected
    assert save(client, **{"name-0": "", "rank-1": "1"}).status_code == 303
    left = stored(service)
    assert left.players == ("Benito", "Cleo")
    assert left.external == ExternalResult(
        ((1, 12), (2, 12)),
        seats_known=True,
        starts=0,
        roles=("", "Pilot"),
        expansions=("Storm",),
        parts={"birds": (None, 5)},
        rounds=((2, 3), (10, 9)),
    )
    assert_all_is_right(service)


def test_unknown_starting_player_of_known_seats_stays_unknown(client, service, bring):
    bring(seats_known=True)
    assert [form(client)[f"seat-{at}"] for at in range(2)] == ["1", "2"]
    assert save(client, note="a").status_code == 303
    assert (stored(service).external.seats_known, stored(service).external.starts) == (True, None)


DAY_ONLY = {"started": "2026-03-25", "ended": None}


def test_unknown_time_of_a_result_stays_unknown_until_entered(client, service, bring):
    bring(lines=((1, 9), (2, 12)), minutes=90, **DAY_ONLY)
    with service.store.reading() as db:
        player = find_person(db, "Anneli").id
    for page in (f"/games/{ID}", "/past", "/", f"/players/{player}"):
        shown = text(client.get(page))
        assert "Mar" in shown
        assert not re.search(r"\d:\d\d", shown)
    assert "March 25, 2026 · 1 h 30 min" in text(client.get(f"/games/{ID}"))
    assert [form(client)[name] for name in ("date", "time", "minutes")] == ["2026-03-25", "", "90"]
    for typed, started, ended, minutes in (
        ({"note": "a", "minutes": "100"}, "2026-03-25", None, 100),
        ({"date": "26.03.2026"}, "2026-03-26", None, 100),
        ({"time": "20:15", "minutes": "90"}, "2026-03-26T20:15", "2026-03-26T21:45", None),
        ({"time": ""}, "2026-03-26", None, 90),
        ({"date": "", "time": ""}, None, None, 90),
    ):
        assert save(client, **typed).status_code == 303
        saved = stored(service)
        assert (saved.dated and saved.started[:16], saved.ended and saved.ended[:16]) == (started, ended)
        assert saved.external.minutes == minutes
    assert_all_is_right(service)


def test_result_without_time_belongs_to_no_evening(service):
    times = ("2026-03-25", "2026-03-24T23:30:00+00:00", "2026-03-25T03:00:00+00:00")
    ids = [ID.replace("1", str(number), 1) for number in range(3)]
    lines, names = ExternalResult(((1, 9), (2, 7))), ("Anneli", "Benito")
    games = [result_alone(each, "loire", names, lines, time) for each, time in zip(ids, times, strict=True)]
    import_results(service, games, ready())
    with service.store.reading() as db:
        evening = finished_before(db, read_game(db, ids[2]), 6 * 3600, 9)
    assert [each.id for each in evening] == [ids[2], ids[1]]


def test_marks_of_winners_decide_a_cooperative_game(client, service, dump):
    title = named("Pandemic", {"title": "Pandemic", "players": [1, 4], "cooperative": True})
    places = ExternalResult(((1, None), (3, None), (1, None)))
    game = result_alone(ID, title.slug, ("Anneli", "Benito", "Cleo"), places)
    import_results(service, [game], {title.slug: title})
    before, sent = dump(), form(client)
    assert "rank-0" not in sent
    assert [f"won-{at}" in sent for at in range(5)] == [True, False, True, False, False]
    assert save(client).status_code == 303
    assert dump() == before
    refused = client.post(URL, data={name: value for name, value in sent.items() if name != "won-0"} | {"won-3": "yes"})
    assert refused.status_code == 422
    assert "won-0" not in dict(Page(refused).form(action=URL).fields)
    assert "A player needs a name." in Page(refused).first(id="name-3-fault").text
    assert save(client, **{"name-3": "Dora", "won-3": "yes"}).status_code == 303
    assert [place for _, (place, _) in lines(service)] == [1, 4, 1, 1]
    assert "Anneli, Cleo and Dora" in text(client.get(f"/games/{ID}"))
    assert save(client, **{"won-1": "yes"}).status_code == 303
    assert [place for _, (place, _) in lines(service)] == [1, 1, 1, 1]
    assert "Won together" in text(client.get(f"/games/{ID}"))
    unmarked = {name: value for name, value in form(client).items() if "won" not in name}
    assert client.post(URL, data=unmarked).status_code == 303
    assert [place for _, (place, _) in lines(service)] == [0, 0, 0, 0]
    assert "Lost together" in text(client.get(f"/games/{ID}"))
    undo(client)
    assert [place for _, (place, _) in lines(service)] == [1, 1, 1, 1]
    assert_all_is_right(service)


SEAT_RANGE = "A seat is a number from 1 to 20"


@pytest.mark.parametrize(
    ("typed", "where", "said"),
    [
        ({"name-0": "x" * 41}, "name-0", "at most 40 characters"),
        ({"name-0": "BENITO"}, "name-1", "This name is here twice."),
        ({"points-2": "3"}, "name-2", "A player needs a name."),
        ({"points-0": "many"}, "points-0", "Points are a number"),
        ({"rank-0": "0.5"}, "rank-0", "A place is a number"),
        ({"rank-0": "2"}, "rank-0", "One player needs place 1"),
        ({"date": "soon"}, "date", "Write the date as"),
        ({"time": "late"}, "date", "Write the date as"),
        ({"date": ""}, "date", "Write the date as"),
        ({"minutes": "an hour"}, "minutes", "Type the duration as a whole number of minutes"),
        ({"venue": "x" * 81}, "venue", "at most 80 characters"),
        ({"note": "x" * 2001}, "note", "at most 2000 characters"),
        ({"seat-0": "x"}, "seat-0", SEAT_RANGE),
        ({"seat-0": "0"}, "seat-0", SEAT_RANGE),
        ({"seat-0": "1", "seat-1": "1"}, "seat-1", "This seat is here twice."),
        ({"seat-0": "2"}, "seat-1", "Give every player a seat"),
        ({"seat-2": "1"}, "name-2", "A player needs a name."),
    ],
)
def test_errors_are_shown_at_their_fields_and_input_stays(client, bring, dump, typed, where, said):
    bring()
    before, sent = dump(), {"note": "kept"} | typed
    answer = save(client, **sent)
    assert answer.status_code == 422
    assert said in Page(answer).first(id=f"{where}-fault").text
    shown = dict(Page(answer).form(action=URL).fields)
    assert {name: shown[name].strip() for name in sent} == sent
    assert dump() == before


def test_result_without_players_is_refused(client, bring):
    bring()
    answer = save(client, **{"name-0": "", "name-1": ""})
    assert (answer.status_code, "A game needs a player." in text(answer)) == (422, True)


def test_result_form_requires_an_active_result_without_plays(client, service, bring):
    bring()
    sent = form(client)
    status = slip(client.get(f"/games/{ID}")) | {"status": "deleted"}
    assert client.post(f"/games/{ID}/status", data=status).status_code == 303
    assert client.get(URL).location == f"/games/{ID}"
    answer = client.post(URL, data=sent | {"revision": "2", "note": "x"})
    assert (answer.status_code, "was archived or deleted" in text(answer)) == (409, True)
    assert client.get(f"/games/{ID.replace('1', '2')}/result").status_code == 404
