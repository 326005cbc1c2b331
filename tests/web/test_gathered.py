"""Several plays collected on a page and sent together: they form one change, or none is entered."""

import pytest

from tests.helpers import carried, slip, slot
from tests.pages import Page, signs, text
from tests.seats import at_seat
from tests.web.prodigals_club import ALL_THREE, begin, sheet

TILES = {f"possessions.{at_seat(0)}-tiles": "6 5", f"possessions.{at_seat(1)}-tiles": "4"}
MARKERS = {
    f"influence.{at_seat(0)}-markers": ["1", "2", "3", "4"],
    f"influence.{at_seat(1)}-markers": ["2", "2", "2", "2"],
}
START = {
    "play": [
        f"possessions.{at_seat(0)}",
        f"possessions.{at_seat(1)}",
        f"influence.{at_seat(0)}",
        f"influence.{at_seat(1)}",
    ],
    "seen": "unusual-tiles",
    **TILES,
    **MARKERS,
}


@pytest.fixture
def url(client):
    return begin(client, "Ada", "Ben", competitions=ALL_THREE)


def gather(client, url, **fields):
    return client.post(f"{url}/plays", data=carried(client, url) | fields)


def scores(client, url):
    return {name: [each.split()[0] for each in row] for name, row in sheet(client, url).items()}


def trail(client, url):
    return Page(client.get(f"{url}/plays")).first("details", class_="trail").text


def test_collected_entries_are_undone_together(client, url):
    answer = gather(client, url, **START, seat=at_seat(1), open="influence")
    assert (answer.status_code, answer.location) == (303, f"{url}?seat={at_seat(1)}&open=influence")
    assert scores(client, url) == {"Possessions": ["28", "17"], "Election": ["42", "42"], "Society": ["10", "8"]}
    assert "Entered together: Ada's set of tiles, Ben's set of tiles" in trail(client, url)
    page = client.get(url)
    assert "Undo 4 changes" in signs(page)
    assert client.post(f"{url}/undo", data=slip(page)).status_code == 303
    assert scores(client, url)["Society"] == ["–", "–"]
    page = client.get(url)
    assert "Redo 4 changes" in signs(page)
    assert client.post(f"{url}/redo", data=slip(page)).status_code == 303
    assert "4 entries were changed again." in trail(client, url)
    assert scores(client, url)["Society"] == ["10", "8"]


def test_unchanged_values_are_saved_only_on_request(client, url):
    gather(client, url, **START)
    again = START | {
        "play": [f"votes.{at_seat(0)}", *START["play"]],
        **TILES,
        **MARKERS,
        f"votes.{at_seat(0)}-change": "",
    }
    answer = gather(client, url, **again)
    assert answer.status_code == 422
    assert "No changes to save" in text(answer)
    assert gather(client, url, **again | {f"votes.{at_seat(0)}-change": "-2"}).status_code == 303
    assert "Undo Ada's vote count" in signs(client.get(url))
    spared = {"play": [f"influence.{at_seat(0)}", f"influence.{at_seat(1)}"], **MARKERS, "unchanged": "yes"}
    assert gather(client, url, **spared).status_code == 303
    assert "Undo 2 changes" in signs(client.get(url))


@pytest.mark.parametrize(
    ("other", "fields", "reason"),
    [
        (f"influence.{at_seat(1)}", {f"influence.{at_seat(1)}-markers": ["1", "2"]}, "four"),
        (f"votes.{at_seat(1)}", {f"votes.{at_seat(1)}-to": "many"}, "not valid"),
        (f"sell.{at_seat(0)}", {f"sell.{at_seat(0)}-tile": "6", f"sell.{at_seat(0)}-discount": "0"}, "no tile"),
    ],
)
def test_one_illegal_entry_refuses_the_complete_submission(client, url, dump, other, fields, reason):
    before, votes = dump(), f"votes.{at_seat(0)}"
    answer = gather(client, url, play=[votes, other], **{f"{votes}-change": "-1"}, **fields)
    assert (answer.status_code, reason in text(answer)) == (422, True)
    assert dump() == before


@pytest.mark.parametrize(
    "names",
    [
        ["votes"],
        [f"votes.{at_seat(7)}"],
        ["votes.1"],
        ["votes.@00"],
        ["hyde-park.0"],
        ["junk.0"],
        [""],
        [f"votes.{at_seat(0)}.Ü"],
        [f"votes.{at_seat(1)}?change=-1", f"votes.{at_seat(1)}?change=-2"],
        [f"votes.{at_seat(0)}"] * 3,
        [f"votes.{at_seat(0)}.t{number}" for number in range(251)],
    ],
    ids=lambda names: f"{names[0][:12]}-{len(names)}",
)
def test_unknown_slots_are_refused(client, url, names):
    status = 303 if names[0] == f"votes.{at_seat(0)}" else 400
    fields = {"play": names, **{f"{name}-change": "-1" for name in ("votes", f"votes.{at_seat(0)}", *names)}}
    assert gather(client, url, **fields).status_code == status
    assert client.post(f"{url}/preview", data=slip(client.get(url)) | fields).status_code == (
        200 if status == 303 else 400
    )


def test_repeated_submission_gets_the_same_response(client, url, dump):
    form = slip(client.get(url)) | START | {"seat": at_seat(1), "open": "influence"}
    first = client.post(f"{url}/plays", data=form)
    before = dump()
    again = client.post(f"{url}/plays", data=form)
    assert [(each.status_code, each.location) for each in (first, again)] == [
        (303, f"{url}?seat={at_seat(1)}&open=influence")
    ] * 2
    assert dump() == before


def test_undo_that_removes_a_player_opens_the_table(client, url):
    seats = slip(client.get(f"{url}/players")) | {"had-0": "Ada", "had-1": "Ben", "do": "save"}
    seats |= {"name-0": "Ada", "name-1": "Ben", "name-2": "Cyn"}
    assert client.post(f"{url}/players", data=seats).status_code == 303
    answer = client.post(f"{url}/undo?seat={at_seat(2)}", data=slip(client.get(f"{url}?seat={at_seat(2)}")))
    assert (answer.status_code, answer.location) == (303, url)
    assert client.get(answer.location).status_code == 200


def groups(page):
    """Return the plays of each expandable line of the log, whether it is open, and its text."""
    found = page.first("ol", class_="log").all("details", class_="log-change")
    return [
        ([each.given["id"] for each in own.all("li")], "open" in own.given, own.first("summary").text) for own in found
    ]


def test_entries_made_together_form_one_log_line(client, url):
    gather(client, url, **START)
    votes = {f"votes.{at_seat(0)}-change": "-1", f"votes.{at_seat(1)}-change": "-2"}
    gather(client, url, play=[f"votes.{at_seat(0)}", f"votes.{at_seat(1)}"], **votes)
    gather(client, url, play=[f"votes.{at_seat(0)}"], **{f"votes.{at_seat(0)}-change": "-3"})
    two = (["play-6", "play-5"], False, "5–6 2 changes: Ada's vote count and Ben's vote count")
    four = ["play-4", "play-3", "play-2", "play-1"]
    said = "1–4 4 changes: Ada's set of tiles, Ben's set of tiles and 2 more"
    log = Page(client.get(f"{url}/plays"))
    assert groups(log) == [two, (four, False, said)]
    (way,) = [link for link in log.links if link.startswith(f"{url}/plays/2?")]
    amended = slip(client.get(way)) | slot("possessions", 1, "at-2", tiles="5")
    act = Page(client.get(way)).form(id="possessions").given["action"]
    assert client.post(act, data=amended).location == f"{url}/plays#play-2"
    log = Page(client.get(f"{url}/plays"))
    assert groups(log) == [two, (four, True, said)]
    assert log.first("li", id="play-2").all("a", **{"aria-current": "true"})
    between = slip(client.get(f"{url}/plays/3/before")) | slot("votes", 0, "before-3", change="-1")
    assert client.post(f"{url}/plays", data=between).status_code == 303
    assert [own for own, *_ in groups(Page(client.get(f"{url}/plays")))] == [
        ["play-7", "play-6"],
        ["play-5", "play-4"],
        ["play-2", "play-1"],
    ]
