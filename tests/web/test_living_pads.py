"""The pages that manage pads, the change of a pad during a game, and the time of a game."""

import dataclasses
import json
import shutil
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from scorekeeper.paths import PACKAGE
from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.titles import read_pad
from scorekeeper.web.seating.pad_form import PadForm, pad_values
from tests.checked import findings
from tests.helpers import begin as begin_don_carlo
from tests.helpers import slip, slot
from tests.pads.facts import PHASES, SCIENCE, WIZARD
from tests.pages import Page, text
from tests.seats import at_seat

pytestmark = pytest.mark.ids_of_the_store

SHIPPED = sorted((PACKAGE / "pads" / "titles").glob("*.toml"))
RICH = {
    "title": {"en": "Rummy", "de": "Rommé"},
    "players": [2, 6],
    "unit": ["point", "points"],
    "rounds": {"least": 0, "deals": True, "empty": 0},
    "end": {"limit": {"least": 50, "most": 500, "default": 100}},
    "tie_breaks": ["last round", "best round"],
    "begins": "winner",
}

TIED = {
    "title": "Farm",
    "players": 2,
    "rows": [{"name": {"en": "Gold", "de": "Gold"}, "most": 9}, {"name": {"en": "Sheep", "de": "Schafe"}}],
    "bonuses": [{"name": "Rich", "rows": ["Sheep"], "from": 3, "points": 5}],
    "tie_breaks": ["Sheep"],
    "decimals": 1,
}
ENVELOPE = {"csrf_token", "entry_key", "revision", "seated"}


@pytest.fixture
def client(shared_app, tmp_path):
    app = shared_app.over(tmp_path / "instance")
    yield shared_app.paired_client()
    service = app.extensions["service"]
    assert findings(service) == ()
    with open_snapshot(service.store.path) as database:
        assert verify(database, service.rulebooks).findings == ()
    service.store.close()


def make(client, **fields):
    """Make a pad with these fields, and return its slug."""
    form = dict(Page(client.get("/pads/new")).form(action="/pads/new").fields)
    return client.post("/pads/new", data=form | fields).location.removeprefix("/new/")


def begin(client, slug, *players):
    names = {f"name-{seat}": player for seat, player in enumerate(players or ("Ada", "Bo"))}
    return client.post(f"/new/{slug}", data=slip(client.get(f"/new/{slug}")) | names | {"do": "begin"}).location


def enter(client, game, *points):
    play = slot("round", **{f"points-{at_seat(seat)}": str(each) for seat, each in enumerate(points)})
    assert client.post(f"{game}/plays", data=slip(client.get(game)) | play).status_code == 303


def edit(client, slug, **fields):
    """Send the form of a pad with these fields."""
    form = dict(Page(client.get(f"/pads/{slug}")).form(action=f"/pads/{slug}").fields)
    return client.post(f"/pads/{slug}", data=form | {"do": "save"} | fields)


def slug_of(answer):
    assert answer.status_code == 303, text(answer)
    return answer.location.removeprefix("/pads/").partition("?")[0]


def undo(client, answer):
    """Press Undo on the page after a change."""
    shown = Page(client.get(answer.location))
    button = shown.first("button", id="undo").given["value"]
    url = answer.location.partition("?")[0]
    return client.post(url, data=dict(shown.form(action=url).fields) | {"do": button})


def test_renamed_pad_has_its_name_everywhere_until_undone(client):
    slug = make(client, name="Rumy", limit="100")
    game = begin(client, slug)
    enter(client, game, 100, 20)
    assert f"/pads/{slug}" in Page(client.get("/new")).links
    renamed = edit(client, slug, name=" Rummy ")
    for url in ("/", "/past", "/records", "/years", "/new", game, f"{game}/plays", renamed.location):
        page = text(client.get(url))
        assert "Rummy" in page, url
        assert "Rumy" not in page or url == renamed.location
    assert "Points by round, to 100, most points" in text(client.get(renamed.location))
    assert "1 game, last on" in text(client.get(renamed.location))
    assert json.loads(client.get(f"{game}/document").text)["definition"]["title"] == "Rumy"
    for old in (f"/pads/{slug}", f"/records/{slug}"):
        assert slug_of(client.get(old)).rpartition("/")[2] == slug_of(renamed)
    assert "1 game" in text(client.get(f"/past?title={slug}"))
    assert "New game: Rummy" in text(client.get(f"/new/{slug}"))
    rematch = client.get(client.get(f"{game}/rematch").location)
    assert "New game: Rummy" in text(rematch)
    assert slug_of(undo(client, renamed)) == slug
    assert "Rumy" in text(client.get("/"))
    assert "1 hidden game" in text(client.get("/new"))


def test_pad_edit_applies_to_new_games_only(client):
    slug = make(client, name="Rummy", limit="100")
    old = begin(client, slug)
    after = slug_of(edit(client, slug, limit="50", deals="yes"))
    new = begin(client, after)
    for game in (old, new):
        enter(client, game, 60, 20)
    assert ["Ada wins" in text(client.get(game)) for game in (old, new)] == [False, True]
    assert begin(client, slug) != old
    assert "The game ends when a player has 50." in text(client.get(begin(client, slug)))


@pytest.mark.parametrize(
    "facts",
    [RICH, TIED, WIZARD, SCIENCE, PHASES, *(read_pad(path).definition for path in SHIPPED)],
    ids=lambda each: str(each["title"]),
)
def test_facts_unknown_to_the_form_survive_an_edit(client, facts):
    for headers in ({}, {"Accept-Language": "de"}):
        form_survives(client, facts, headers)


def form_survives(client, facts, headers):
    """The form of a pad, filled in and read in a language, changes only what was typed."""
    with client.application.test_request_context("/", headers=headers):
        form = PadForm(**pad_values(facts))
        assert form.validate()
        assert form.facts(facts) == facts
        form.name.data = "Another name"
        assert form.facts(facts) == {**facts, "title": "Another name"}
        form.limit.data = "70"
        if form.sort.data in ("rounds", "entries"):
            chosen = facts.get("end", {}).get("limit")
            limit = {**chosen, "default": 70} if isinstance(chosen, dict) else 70
            assert form.facts(facts)["end"] == {**facts.get("end", {}), "limit": limit}


@pytest.mark.parametrize(
    ("sent", "facts"),
    [
        ({}, {"wins": "highest", "rounds": {}, "end": {}}),
        ({"sort": "entries", "limit": "50"}, {"wins": "highest", "entry": "turn", "end": {"limit": 50}}),
        ({"sort": "entries", "order": "any", "most": "9"}, {"wins": "highest", "entry": "any", "end": {}}),
        (
            {"decimals": "1", "teams": "yes"},
            {"wins": "highest", "rounds": {}, "end": {}, "decimals": 1, "teams": True},
        ),
        ({"sort": "cooperative", "decimals": "1", "teams": "yes"}, {"cooperative": True}),
        ({"sort": "cooperative", "counted": "yes"}, {"cooperative": True, "rounds": {}}),
        (
            {"sort": "cooperative", "counted": "yes", "decimals": "2"},
            {"cooperative": True, "rounds": {}, "decimals": 2},
        ),
        ({"sort": "winner", "counted": "yes", "decimals": "2"}, {"only_winner": True}),
        ({"sort": "rows", "rows": "Gold", "decimals": "1"}, {"wins": "highest", "rows": ["Gold"], "decimals": 1}),
    ],
)
def test_pad_form_offers_each_way_to_score(client, sent, facts):
    slug = make(client, name="Farm", **sent)
    assert client.application.extensions["service"].rulebooks[slug].definition == {
        "title": "Farm",
        "players": [1, 20],
        **facts,
    }
    if "counted" not in sent or sent["sort"] == "cooperative":
        assert slug_of(edit(client, slug)) == slug  # the form of the pad is filled in from these facts
    assert "teams" in sent or begin(client, slug).startswith("/games/")


def test_changed_winning_condition_keeps_a_chosen_limit(client):
    chosen = {"limit": {"least": 50, "most": 500, "default": 100}}
    facts = {"title": "Dice", "players": [2, 6], "entry": "turn", "end": {**chosen, "rounds": 9}}
    with client.application.test_request_context("/"):
        form = PadForm(**pad_values(facts) | {"order": "any"})
        assert form.facts(facts) == facts | {"entry": "any", "end": chosen}


def test_pads_are_merged_and_separated(client):
    one, other = make(client, name="Scat", limit="100"), make(client, name="Skat", limit="200")
    golf = make(client, name="Golf", wins="lowest")
    for slug in (one, other):
        enter(client, begin(client, slug), 200, 20)
    offered = Page(client.get(f"/pads/{one}/merge")).links
    assert (f"/pads/{one}/merge?into={other}" in offered, any(golf in each for each in offered)) == (True, False)
    asked = client.get(f"/pads/{one}/merge?into={other}")
    assert "Merge Scat into Skat?" in text(asked)
    merged = client.post(f"/pads/{one}/merge", data=dict(Page(asked).form(action=f"/pads/{one}/merge").fields))
    assert slug_of(merged) == other
    assert "2 games" in text(client.get(merged.location))
    refused = client.post(f"/pads/{other}/merge", data=slip(client.get("/pads/new")) | {"into": golf})
    assert (refused.status_code, "merge pads with different winning conditions" in text(refused)) == (409, True)
    assert slug_of(undo(client, merged)) == one
    assert "1 game," in text(client.get(f"/pads/{one}"))


def test_pad_from_a_file_can_be_hidden_and_edited(shared_app, tmp_path):
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED[0].with_name("six-nimmt.toml"), folder)
    shared_app.over(tmp_path / "instance")
    client = shared_app.paired_client()
    (slug,) = (each[len("/new/") :] for each in Page(client.get("/")).links if "six-nimmt~" in each)
    edit(client, slug, do="hide")
    assert f"/new/{slug}" not in Page(client.get("/")).links
    edit(client, slug, do="show")
    after = slug_of(edit(client, slug, name="Take five"))
    assert [each for each in Page(client.get("/")).links if "~" in each] == [f"/new/{after}"]
    assert "Hornochsen" in str(client.application.extensions["service"].rulebooks[after].definition["unit"])
    client.application.extensions["service"].store.close()


def test_played_pads_of_one_name_have_distinct_labels(client):
    for wins in ("highest", "lowest"):
        enter(client, begin(client, make(client, name="Skat", most="1", wins=wins)), 3, 4)
    player = next(each for each in Page(client.get("/players")).links if each.startswith("/players/1"))
    for url in ("/past", "/records", "/years", player, "/players/1/2"):
        assert "Skat (fewest points)" in text(client.get(url)), url


def test_hidden_pad_is_not_offered_but_keeps_its_history(client):
    slug = make(client, name="Skat")
    enter(client, begin(client, slug), 3, 4)
    hearts = next(each for each in Page(client.get("/new")).links if each.startswith("/new/hearts~"))[len("/new/") :]
    for pad in (slug, hearts):
        assert edit(client, pad, do="hide").status_code == 303
        assert f"/new/{pad}" not in Page(client.get("/new")).links
    assert edit(client, hearts, do="show").status_code == 303
    assert f"/new/{hearts}" in Page(client.get("/new")).links
    assert "Skat" in text(client.get("/"))


@pytest.mark.parametrize(
    ("fields", "where", "says"),
    [
        ({"name": ""}, "name", "A game needs a name."),
        ({"limit": "many"}, "limit", "Type a whole number"),
        ({"wins": "lowest"}, "wins", "This pad has been played, so its winning condition is fixed."),
        ({"sort": "winner"}, "sort", "This pad has been played, so its winning condition is fixed."),
        ({"sort": "nobody"}, "sort", "Choose one of these."),
    ],
)
def test_refused_pad_edit_shows_error_and_keeps_input(client, fields, where, says):
    slug = make(client, name="Skat")
    begin(client, slug)
    refused = edit(client, slug, most="7", **fields)
    assert refused.status_code == 422
    assert says in Page(refused).first(id=f"{where}-fault").text
    assert dict(Page(refused).form(action=f"/pads/{slug}").fields)["most"] == "7"
    assert slug_of(edit(client, slug)) == slug


def test_stale_pad_edit_is_shown_again(client):
    slug = make(client, name="Skat")
    form = dict(Page(client.get(f"/pads/{slug}")).form(action=f"/pads/{slug}").fields) | {"do": "save"}
    first = client.post(f"/pads/{slug}", data=form | {"name": "Skaat"})
    assert slug_of(client.post(f"/pads/{slug}", data=form | {"name": "Skaat"})) == slug_of(first)  # sent twice
    late = client.post(f"/pads/{slug}", data=form | {"name": "Scat"})
    assert (late.status_code, "has changed since you opened the page" in text(late)) == (409, True)
    assert dict(Page(late).form(action=f"/pads/{slug_of(first)}").fields)["name"] == "Scat"


def test_recreated_pad_redirects_to_its_successor(client):
    slug = make(client, name="Skat", limit="100")
    after = slug_of(edit(client, slug, limit="200"))
    assert make(client, name="Skat", limit="100") == f"/pads/{after}"
    renamed = slug_of(edit(client, after, name="Skaat"))
    assert make(client, name="Skat", limit="200") == after
    assert renamed in client.get(f"/new/{after}").text


def test_urls_without_a_pad_are_not_found(client):
    token = slip(client.get("/pads/new"))
    for slug in ("nothing", "don-carlo", "x~0123456789ab"):
        assert client.get(f"/pads/{slug}").status_code == 404
        assert client.get(f"/pads/{slug}/merge").status_code == 404
        assert client.post(f"/pads/{slug}", data=token | {"do": "save"}).status_code == 404
        assert client.post(f"/pads/{slug}/merge", data=token).status_code == 404
    slug = make(client, name="Skat")
    assert client.get(f"/pads/{slug}/merge?into=nothing").status_code == 404
    assert client.post(f"/pads/{slug}", data=token | {"do": "dance"}).status_code == 400


def change_pad(client, game, **fields):
    page = client.get(f"{game}/pad")
    return client.post(f"{game}/pad", data=dict(Page(page).form(action=f"{game}/pad").fields) | fields)


def test_pad_of_a_running_game_changes_after_confirmation(client):
    game = begin(client, make(client, name="Skat", limit="100"))
    enter(client, game, 60, 20)
    assert f"{game}/pad" in Page(client.get(f"{game}/more")).links
    asked = change_pad(client, game, wins="lowest", limit="50")
    assert asked.status_code == 422
    assert "The game is over with this. Bo leads instead of Ada." in text(asked)
    again = dict(Page(asked).form(action=f"{game}/pad").fields)
    sure = {"sure": Page(asked).first("button", name="sure").given["value"]}
    other = client.post(f"{game}/pad", data=again | sure | {"limit": "90"})  # not what was confirmed
    assert (other.status_code, "Bo leads instead of Ada." in text(other)) == (422, True)
    assert client.post(f"{game}/pad", data=again | sure).location == game
    assert "Bo wins" in text(client.get(game))
    assert client.post(f"{game}/undo", data=slip(client.get(game))).status_code == 303
    assert "The game ends when a player has 100." in text(client.get(game))
    assert "The pad was changed." in text(client.get(f"{game}/plays"))
    unchanged = change_pad(client, game)
    assert (unchanged.status_code, "No changes to save." in text(unchanged)) == (422, True)
    bad = change_pad(client, game, limit="x", most="7")
    assert "Type a whole number" in Page(bad).first(id="limit-fault").text
    assert dict(Page(bad).form(action=f"{game}/pad").fields)["most"] == "7"


def test_pads_with_options_or_without_points_cannot_be_changed(client):
    rummy = next(each for each in Page(client.get("/new")).links if each.startswith("/new/rummy~"))[len("/new/") :]
    fields = dict(Page(client.get(f"{begin(client, rummy)}/pad")).form(class_="begin").fields)
    assert ("limit" in fields, "wins" in fields) == (False, True)
    for order, offered in (("turn", {"limit", "most", "wins"}), ("any", {"limit", "wins"})):
        game = begin(client, make(client, name="Scrabble here", sort="entries", order=order))
        assert set(dict(Page(client.get(f"{game}/pad")).form(class_="begin").fields)) - ENVELOPE == offered
    game = begin(client, make(client, name="Mafia", sort="winner"))
    assert client.get(f"{game}/pad").status_code == 404
    assert f"{game}/pad" not in Page(client.get(f"{game}/more")).links


def about(client, game, **fields):
    page = client.get(f"{game}/about")
    return client.post(f"{game}/about", data=dict(Page(page).form(action=f"{game}/about").fields) | fields)


def test_date_of_a_game_can_be_changed(client):
    slug = make(client, name="Skat", most="1")
    games = [begin(client, slug) for _ in range(2)]
    for game in games:
        enter(client, game, 3, 4)
    assert about(client, games[1], date="2020-02-29", time="20:15", minutes="90").location == games[1]
    document = json.loads(client.get(f"{games[1]}/document").text)
    assert (document["started"][:16], document["ended"][:16]) == ("2020-02-29T20:15", "2020-02-29T21:45")
    assert "February 29, 2020" in text(client.get(games[1]))
    listed = [each for each in Page(client.get("/past")).links if each in games]
    assert list(dict.fromkeys(listed)) == games
    assert "Undo the time" in client.get(games[1]).text
    assert about(client, games[1], date="2020-03-01").location == games[1]  # the duration stays
    assert json.loads(client.get(f"{games[1]}/document").text)["ended"][:16] == "2020-03-01T21:45"


@pytest.mark.parametrize(
    ("fields", "where", "says"),
    [
        ({"date": "2199-01-01"}, "date", "This is in the future."),
        ({"date": "", "time": ""}, "date", "A date is needed here."),
        ({"date": "", "time": "20:15"}, "date", "Write the date as"),
        ({"time": ""}, "time", "A time is needed here."),
        ({"date": "soon"}, "date", "Write the date as"),
        ({"time": "late"}, "date", "Write the date as"),
        ({"minutes": "-5"}, "minutes", "Type the duration as a whole number of minutes"),
        ({"minutes": ""}, "minutes", "Type the duration as a whole number of minutes"),
    ],
)
def test_invalid_time_is_refused_and_input_stays(client, fields, where, says):
    game = begin(client, make(client, name="Skat", most="1"))
    enter(client, game, 3, 4)
    assert about(client, game, date="2020-02-29", time="20:15", minutes="90").status_code == 303
    refused = about(client, game, note="kept", **fields)
    assert (refused.status_code, says in Page(refused).first(id=f"{where}-fault").text) == (422, True)
    shown = dict(Page(refused).form(action=f"{game}/about").fields)
    assert {name: shown[name].strip() for name in (*fields, "note")} == {**fields, "note": "kept"}


def test_running_game_has_a_start_and_no_end(client):
    game = begin(client, make(client, name="Skat"))
    assert "minutes" not in dict(Page(client.get(f"{game}/about")).form(action=f"{game}/about").fields)
    assert about(client, game, date="2020-02-29", minutes="5").location == game
    assert json.loads(client.get(f"{game}/document").text).get("ended") is None
    enter(client, game, 3, 4)


def tiles(client):
    return [each.given["href"].removeprefix("/new/") for each in Page(client.get("/")).all("a", class_="tile")]


def test_home_tiles_are_the_six_latest_titles(client):
    installed = tiles(client)
    assert len(installed) == 4
    app, minutes, start = client.application, count(), datetime.now(UTC)
    app.extensions["service"] = dataclasses.replace(
        app.extensions["service"], clock=lambda: start + timedelta(minutes=next(minutes))
    )
    pads = [make(client, name=f"Pad {number}") for number in range(5)]
    for slug in pads:
        begin(client, slug)
    begin_don_carlo(client, "Ada", "Bo")
    begin(client, pads[1])
    assert tiles(client) == [pads[1], "don-carlo", *pads[:1:-1], pads[0]]
    assert edit(client, pads[4], do="hide").status_code == 303
    assert tiles(client) == [pads[1], "don-carlo", pads[3], pads[2], pads[0], installed[0]]
    missing = {f"/new/{slug}" for slug in {*installed} - {*tiles(client)}}
    assert missing <= {*Page(client.get("/new")).links}


def test_tile_of_an_edited_pad_links_to_its_successor(client):
    old = make(client, name="Skat")
    begin(client, old)
    assert edit(client, old, name="Skaat").status_code == 303
    first, name = Page(client.get("/")).all("a", class_="tile")[0], "Skaat"
    assert (first.given["href"] == f"/new/{old}", name in first.text) == (False, True)


def test_titles_are_sorted_without_case_and_accents(client):
    names = ["Zug", "CATAN", "azul", "Äpfel", "Catan Junior", "Abalone"]
    slugs = [make(client, name=name, most="1") for name in names]
    for slug in slugs:
        enter(client, begin(client, slug), 3, 4)
    expected = ["Abalone", "Äpfel", "azul", "CATAN", "Catan Junior", "Zug"]
    offered = Page(client.get(f"/pads/{slugs[2]}/merge")).links
    others = [into for link in offered if (into := link.partition("into=")[2]) in slugs]
    assert [names[slugs.index(each)] for each in others] == [each for each in expected if each != "azul"]
    options = [each.text for each in Page(client.get("/past")).first(id="title").all("option")]
    assert [each for each in options if each in names] == expected
