"""The begin page: its buttons change the form, it keeps all input, and it begins one game only."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.exporting import documents
from scorekeeper.store.results import recent_players
from scorekeeper.web.seating.form import swapped
from tests.documents import import_documents, read_document
from tests.helpers import Backwards, begin, slip, slot
from tests.junk import JUNK
from tests.pages import Page, text
from tests.rows import row_by_row
from tests.seats import at_seat

BEGIN = "/new/don-carlo"
GAMES = Path(__file__).parents[1] / "games"
COLOURS = ("blue", "green", "grey", "brown")


class Seating(Page):
    """The begin page: its form data, its buttons, and its error messages.

    `pointed_at` are the messages referenced by invalid fields, `described` all referenced sentences.
    """

    def __init__(self, answer):
        super().__init__(answer)
        self.sent = dict(self.form(action=BEGIN).fields)

    @property
    def names(self):
        return [value for name, value in self.sent.items() if name.startswith("name-")]

    @property
    def colours(self):
        return [self.sent.get(f"families-{seat}") for seat in range(len(self.names))]

    @property
    def chips(self):
        return [value.removeprefix("seat:") for _, value in self.buttons if value.startswith("seat:")]

    @property
    def faults(self):
        """The error messages, by element id."""
        return {each.given["id"]: each.text for each in self.all(class_="fault")}

    @property
    def described(self):
        return _ids(self.walk())

    @property
    def pointed_at(self):
        return _ids([*self.all(**{"aria-invalid": "true"}), *self.all("fieldset")])


def _ids(elements):
    return {name for each in elements for name in each.given.get("aria-describedby", "").split()}


def press(client, page, button, **changed):
    """Press a button of the form. Returns the next page, or for "begin" the unfollowed response."""
    return client.post(BEGIN, data=page.sent | changed | {"do": button}, follow_redirects=button != "begin")


def seated(client, *names):
    """Return the form after these players were added one by one."""
    page = Seating(client.get(BEGIN))
    for name in names:
        answer = press(client, page, "add", new=name)
        assert answer.status_code == 200
        page = Seating(answer)
    return page


def colours_at(client, answer):
    """Return the players' colours in a game just begun."""
    return [each.given["class"].split("-")[-1] for each in Page(client.get(answer.location)).all(class_="standing")]


def rows(names, colours=COLOURS):
    """Return the fields of the seats."""
    fields = {f"name-{seat}": name for seat, name in enumerate(names)}
    return fields | {f"families-{seat}": colour for seat, colour in enumerate(colours[: len(names)])}


def test_players_are_added_one_by_one_and_get_colours(client, dump):
    written = dump()
    page = seated(client, "Anneli", " Benito  B. ", "Zoe\u0308")
    assert page.names == ["Anneli", "Benito B.", "Zoë"]
    assert page.colours == ["blue", "green", "grey"]
    assert page.sent["new"] == ""
    assert dump() == written


@pytest.mark.parametrize("button", ["add", "enter", "begin"])
def test_unadded_typed_name_is_seated(client, button):
    page = seated(client, "Anneli")
    answer = press(client, page, button, new="Benito")
    if button == "begin":
        assert answer.status_code == 303
        assert "Benito" in client.get(answer.location).text
    else:
        assert Seating(answer).names == ["Anneli", "Benito"]


def test_empty_name_is_an_error_only_with_add(client):
    page = seated(client, "Anneli")
    assert press(client, page, "enter").status_code == 200
    answer = press(client, page, "add")
    assert answer.status_code == 422
    assert Seating(answer).faults == {"new-fault": "A player needs a name."}


@pytest.mark.parametrize(
    ("button", "names", "colours"),
    [
        ("up:1", ["Benito", "Anneli", "Carla"], ["green", "blue", "grey"]),
        ("down:1", ["Anneli", "Carla", "Benito"], ["blue", "grey", "green"]),
        ("remove:0", ["Benito", "Carla"], ["green", "grey"]),
        ("up:0", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
        ("down:2", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
        ("remove:9", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
        ("remove:-1", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
    ],
)
def test_seats_are_moved_and_removed_with_their_colours(client, button, names, colours):
    page = Seating(press(client, seated(client, "Anneli", "Benito", "Carla"), button))
    assert (page.names, page.colours) == (names, colours)


def test_readded_player_gets_the_first_free_colour(client):
    page = Seating(press(client, seated(client, "Anneli", "Benito"), "remove:0"))
    page = Seating(press(client, page, "add", new="Carla"))
    assert (page.names, page.colours) == (["Benito", "Carla"], ["green", "blue"])


def test_full_table_accepts_no_more_players(client):
    page = seated(client, "Anneli", "Benito", "Carla", "Donny")
    assert page.colours == list(COLOURS)
    assert page.first(id="adding").given.get("hidden") is not None
    answer = press(client, page, "add", new="Zampano")
    assert answer.status_code == 422
    assert Seating(answer).faults == {"new-fault": "Don Carlo is for at most 4 players, and all seats are taken."}
    assert Seating(answer).sent["new"] == "Zampano"


def test_known_players_are_offered_latest_first(app, client):
    service, minutes = app.extensions["service"], count()
    app.extensions["service"] = dataclasses.replace(
        service, clock=lambda: datetime(2026, 2, 1, tzinfo=UTC) + timedelta(minutes=next(minutes))
    )
    assert Seating(client.get(BEGIN)).chips == []
    begin(client, "Benito", "Zoë")
    begin(client, "Anneli", "Carla")
    begin(client, "BENITO", "Donny")
    page = Seating(client.get(BEGIN))
    assert page.chips == ["Benito", "Donny", "Anneli", "Carla", "Zoë"]
    page = Seating(press(client, page, "seat:Anneli"))
    assert (page.names, page.chips) == (["Anneli"], ["Benito", "Donny", "Anneli", "Carla", "Zoë"])
    page = Seating(press(client, page, "seat:Anneli"))
    assert page.names == []


@row_by_row(
    ("before", "chosen", "after"),
    [
        ("abc", "abc", "abc"),
        ("abc", "dbc", "dbc"),  # a free one
        ("abc", "bbc", "bac"),  # Benito's
        ("abc", "aba", "cba"),
        ("abc", "bac", "bac"),  # already swapped on the page
        ("abc", "bcc", "bca"),  # one after the other
        ("abcd", "badc", "badc"),
        ("abc", "ccc", "ccc"),  # two players want it and get an error
        ("aa", "aa", "aa"),
    ],
)
def test_choosing_a_taken_colour_swaps_colours(before, chosen, after):
    assert "".join(swapped(before, chosen)) == after


def test_player_without_a_colour_cannot_swap():
    assert swapped(("", "blue"), ("blue", "blue")) == ("blue", "blue")


def test_taken_colour_is_swapped_by_any_button(client, app):
    page = seated(client, "Anneli", "Benito", "Carla")
    moved = Seating(press(client, page, "down:1", **{"families-0": "green"}))
    assert (moved.names, moved.colours) == (["Anneli", "Carla", "Benito"], ["green", "grey", "blue"])
    begun = press(client, page, "begin", **{"families-2": "blue"})
    assert colours_at(client, begun) == ["grey", "green", "blue"]
    refused = press(client, page, "begin", **{"families-0": "grey", "families-1": "grey"})
    assert (refused.status_code, Seating(refused).colours) == (422, ["grey"] * 3)


def test_reopened_url_shows_the_same_table(client):
    page = seated(client, "Anneli", "Zoë & Ko", "Carla")
    url = client.post(BEGIN, data=page.sent | {"do": "up:2", "families-0": "brown"}).location
    for _ in range(2):
        again = Seating(client.get(url))
        assert (again.names, again.colours) == (["Anneli", "Carla", "Zoë & Ko"], ["brown", "grey", "green"])
    typed = client.post(BEGIN, data=again.sent | {"do": "up:1", "new": "Don"}).location
    assert Seating(client.get(typed)).sent["new"] == "Don"


def test_start_url_contains_the_options(client):
    page = Page(client.get("/new/prodigals-club"))
    data = [*page.fields, ("competitions", "last-will"), ("start-votes", "31"), ("do", "seat:Anneli")]
    answer = client.post("/new/prodigals-club", data=MultiDict(data), follow_redirects=True)
    expected = {"competitions": ["last-will", "election", "society"], "start-votes": ["31"], "name-0": ["Anneli"]}
    assert Page(answer).filled == expected
    bare = MultiDict([("csrf_token", dict(data)["csrf_token"]), ("name-0", "Anneli"), ("do", "remove:0")])
    answer = client.post("/new/prodigals-club", data=bare, follow_redirects=True)
    assert Page(answer).filled == {}  # nothing is selected, and no replacement is offered


def test_table_too_long_for_a_url_is_shown_directly(client):
    page = seated(client, "Anneli", "Benito")
    answer = client.post(BEGIN, data=page.sent | {"do": "up:1", "name-0": "A" * 9_000})
    assert (answer.status_code, Seating(answer).names) == (200, ["Benito", "A" * 9_000])


def test_junk_in_the_start_url_causes_no_error(client, dump):
    written = dump()
    for junk in (quote_from_bytes(junk[:9_000]) for junk in JUNK.values()):
        for field in ("new", "name-1", "families-0", "families-0-was", "order", junk):
            answer = client.get(f"{BEGIN}?name-0=Anneli&families-0=blue&{field}={junk}")
            assert answer.status_code == 200
            assert press(client, Seating(answer), "down:0").status_code == 200
        assert client.get(f"/new/loire?triple_values-mines={text}").status_code == 200
    assert dump() == written


def test_start_shows_the_table_in_seat_order(client):
    answer = press(client, seated(client, "Anneli", "Benito"), "begin", **{"families-0": "brown"})
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert page.index("Anneli") < page.index("Benito")
    assert '<a class="standing family-brown"' in page


HIDDEN = "A name cannot contain invisible characters or direction marks. Type it again."


@pytest.mark.parametrize("name", ["אבי", "مریم\u200cخانم", "👩\u200d👧", "❤️"])
def test_names_of_any_script_are_accepted(client, name):
    url = begin(client, name, "Bo")
    assert name in text(client.get(url))


def test_name_with_direction_marks_is_refused_at_its_field(client):
    answer = client.post(BEGIN, data=Seating(client.get(BEGIN)).sent | {"new": "\u202eBo", "do": "add"})
    assert (answer.status_code, Seating(answer).faults) == (422, {"new-fault": HIDDEN})


@pytest.mark.parametrize(
    ("names", "colours", "faults"),
    [
        ([], (), {"players-fault": "Don Carlo needs 2–4 players."}),
        (["Anneli"], COLOURS, {"players-fault": "Don Carlo needs 2–4 players."}),
        (
            ["Anneli", "Benito", "Carla", "Donny", "Zoë"],
            (*COLOURS, "blue"),
            {
                "players-fault": "Don Carlo needs 2–4 players.",
                "families-4-fault": "Blue: Zampiano already belongs to Anneli. Choose another.",
            },
        ),
        (
            ["Anneli", "Anneli"],
            COLOURS,
            {"name-1-fault": "Anneli is at the table already. Give the second one another name."},
        ),
        (
            ["straße", "Benito", "STRASSE"],
            COLOURS,
            {"name-2-fault": "STRASSE is at the table already. Give the second one another name."},
        ),
        (["Anneli", ""], COLOURS, {"name-1-fault": "A player needs a name."}),
        ([" \t ", "Benito"], COLOURS, {"name-0-fault": "A player needs a name."}),
        (
            ["A" * 41, "Benito"],
            COLOURS,
            {"name-0-fault": "A name can have at most 40 characters; this one has 41."},
        ),
        (
            ["Anneli", "Ben\x07ito"],
            COLOURS,
            {"name-1-fault": "A name cannot contain control characters or incomplete characters."},
        ),
        *(
            (["Anneli", f"Ben{hidden}ito"], COLOURS, {"name-1-fault": HIDDEN})
            for hidden in ("\u202e", "\u200f", "\u2067", "\u200b", "\u200d", "\ufeff", "\u3164", "\u00ad")
        ),
        (
            ["Anneli", "Benito"],
            ("grey", "grey"),
            {"families-1-fault": "Grey already belongs to Anneli. Choose another."},
        ),
        (["Anneli", "Benito"], ("blue", "purple"), {"families-1-fault": "Choose one of these."}),
        (["Anneli", "Benito"], ("blue",), {"families-1-fault": "Choose one of these."}),
    ],
)
def test_errors_are_shown_at_their_fields_and_input_stays(client, dump, names, colours, faults):
    written = dump()
    blank = Seating(client.get(BEGIN)).sent
    answer = client.post(BEGIN, data=blank | rows(names, colours) | {"do": "begin"})
    page = Seating(answer)
    assert answer.status_code == 422
    assert page.faults == faults
    assert page.names == [name.strip() for name in names]
    kept = [colour if colour in COLOURS else None for colour in colours[: len(names)]]
    assert page.colours == kept + [None] * (len(names) - len(kept))
    assert dump() == written
    assert page.pointed_at == set(faults) - {"players-fault"}


def test_start_is_disabled_until_enough_players_are_seated(client):
    page, offered = Seating(client.get(BEGIN)), []
    for name in ("Anneli", "anneli", "Benito"):
        answer = press(client, page, "add", new=name)
        page = Seating(answer)
        offered.append("aria-disabled" not in Page(answer).first("button", id="begin").given)
    assert offered == [False, False, True]


def test_wrong_number_of_players_is_announced_to_screen_readers(client):
    page = Seating(press(client, seated(client, "Anneli"), "begin"))
    assert "players-fault" in page.faults
    assert "players-fault" in page.described or page.faults["players-fault"] in page.alert


def test_name_of_forty_characters_is_accepted(client):
    assert begin(client, "A" * 40, "Ä" * 40)


@pytest.mark.parametrize("new", ["anneli", "x" * 41, "a\x1bb"])
def test_error_of_the_new_name_is_shown_beside_its_field(client, dump, new):
    written = dump()
    page = seated(client, "Anneli", "Benito")
    for button in ("add", "begin"):
        answer = press(client, page, button, new=new)
        after = Seating(answer)
        assert answer.status_code == 422
        assert list(after.faults) == ["new-fault"]
        assert after.pointed_at == {"new-fault"}
        assert after.names == ["Anneli", "Benito"]
        assert after.sent["new"] == new
    assert dump() == written


def test_reused_key_with_other_players_is_refused(client, dump):
    page = seated(client, "Anneli", "Benito")
    assert press(client, page, "begin").status_code == 303
    written = dump()
    answer = press(client, page, "begin", **{"name-1": "Carla"})
    after = Seating(answer)
    assert answer.status_code == 409
    assert "has already started a game" in after.alert
    assert (after.names, after.colours) == (["Anneli", "Carla"], ["blue", "green"])
    assert after.sent["entry_key"] != page.sent["entry_key"]
    assert dump() == written
    assert press(client, after, "begin").status_code == 303


def test_name_in_another_case_is_the_same_player(app, client):
    begin(client, "Anneli", "Benito")
    begin(client, "ANNELI", "Carla")
    with app.extensions["service"].store.reading() as db:
        assert sorted(each.name for each in recent_players(db, 9)) == ["Anneli", "Benito", "Carla"]


@pytest.mark.parametrize("seats", [20, 21, 300])
def test_excess_player_rows_are_refused(client, dump, seats):
    written = dump()
    blank = Seating(client.get(BEGIN)).sent
    fields = MultiDict(blank | rows([f"P{seat}" for seat in range(seats)], ("blue",) * seats) | {"do": "begin"})
    answer = client.post(BEGIN, data=fields)
    assert answer.status_code == 422
    assert Seating(answer).faults["players-fault"].startswith("Don Carlo needs 2–4 players.")
    assert dump() == written


def test_unknown_title_is_not_found(client):
    for answer in (client.get("/new/chess"), client.post("/new/chess", data=Seating(client.get(BEGIN)).sent)):
        assert answer.status_code == 404
        assert "Page not found." in answer.text


def rematch_of(client, app, slug):
    """Return the rematch URL of a title's last finished recorded game, and its table."""
    for path in sorted((GAMES / slug).glob("*.json"), reverse=True):
        document = read_document(json.loads(path.read_text())["document"])
        if len(document.table.players) > 2 and replay(document.rulebook, document.table, document.plays).finished:
            (game,) = import_documents(app.extensions["service"], [document])
            return f"/games/{game.id}/rematch", document.table
    raise LookupError(slug)


@pytest.mark.parametrize("slug", sorted(all_rulebooks()))
def test_rematch_form_is_filled_in_and_starts_in_one_request(app, client, dump, slug):
    url, table = rematch_of(client, app, slug)
    before = dump()
    form = Page(client.get(url, follow_redirects=True)).form(action=f"/new/{slug}")
    sent = dict(form.fields)
    assert {value for name, value in sent.items() if name.startswith("name-")} == set(table.players)
    assert dump() == before
    begun = client.post(f"/new/{slug}", data=MultiDict([*form.fields, ("do", "begin")]))
    assert begun.status_code == 303
    again = next(iter(documents(app.extensions["service"], [begun.location.rsplit("/", 1)[-1][:36]])))
    assert set(again.table.players) == set(table.players)
    assert again.plays == ()


def test_removing_a_rematch_player_changes_nothing_else(app, client):
    game = begin(client, "Anneli", "Benito", "Carla", colours=("brown", "blue", "green"))
    page = Seating(client.get(f"{game}/rematch", follow_redirects=True))
    page = Seating(press(client, page, "remove:1"))
    assert (page.names, page.colours) == (["Anneli", "Carla"], ["brown", "green"])
    assert press(client, page, "begin").status_code == 303


CLUB = "/new/prodigals-club"
THREE = {"name-0": "Ada", "name-1": "Ben", "name-2": "Cleo"}
ORDERS = {"order": ["drawn"]}, {"order": ["kept"]}
"""Values of the form's field for the order of play."""


@pytest.fixture
def backwards(app):
    app.extensions["service"] = dataclasses.replace(app.extensions["service"], chance=Backwards())


def ordered(answer):
    """Return the form's order of play, and the players in seating order."""
    page = Page(answer)
    filled = page.filled
    return {"order": filled.get("order")}, [filled[f"name-{seat}"][0] for seat in range(len(page.all(class_="seat")))]


def sitting(app, begun):
    return [*app.extensions["service"].view(begun.location.removeprefix("/games/")[:36]).table.players]


def club(client, do="begin", **said):
    return client.post(
        CLUB, data=slip(client.get(CLUB)) | THREE | {"competitions": ["election", "society"], "do": do} | said
    )


def test_order_of_play_is_drawn_at_start_and_shown(client, app, backwards, dump):
    data = slip(client.get(CLUB)) | THREE | {"competitions": ["election", "society"], "do": "begin", "order": "drawn"}
    begun = client.post(CLUB, data=data)
    written = dump()
    table = Page(client.get(begun.location))
    assert "Drawn: Cleo, Ben and Ada play in this order." in table.text
    assert sitting(app, begun) == ["Cleo", "Ben", "Ada"]
    assert "Drawn:" in text(client.get(next(link for link in table.links if f"seat={at_seat(1)}" in link)))
    again = client.post(CLUB, data=data)
    assert (again.location, dump()) == (begun.location, written)  # sending it again returns the same game
    seat = slip(client.get(begun.location)) | slot("influence", 0, markers=["1", "2", "3", "4"])
    assert client.post(f"{begun.location[:43]}/plays", data=seat).status_code == 303
    assert "Drawn:" not in text(client.get(begun.location))  # only until the first play


@pytest.mark.parametrize(
    ("do", "said", "names"),
    [
        ("place", {}, ["Ada", "Ben", "Cleo"]),
        ("remove:1", {}, ["Ada", "Cleo"]),
        ("up:2", {}, ["Ada", "Cleo", "Ben"]),
        ("down:0", {"order": "drawn"}, ["Ben", "Ada", "Cleo"]),
        ("seat:Dora", {"order": "kept"}, ["Ada", "Ben", "Cleo", "Dora"]),
        ("up:0", {"order": "drawn"}, ["Ada", "Ben", "Cleo"]),  # already the first seat
    ],
)
def test_order_is_drawn_unless_seats_are_arranged(client, do, said, names):
    kept = said.get("order") == "kept" or names == ["Ada", "Cleo", "Ben"] or names[0] == "Ben"
    url = club(client, do, **said).location
    for _ in range(2):
        assert ordered(client.get(url)) == (ORDERS[kept], names)


def test_kept_order_is_not_drawn(client, app, backwards):
    begun = club(client, order="kept")
    assert sitting(app, begun) == ["Ada", "Ben", "Cleo"]
    assert "Drawn:" not in text(client.get(begun.location))
    assert "Drawn:" not in text(client.get(f"{begin(client, 'Ada', 'Ben')}?drawn=yes"))  # no draw in this title


def test_refused_start_keeps_the_order_of_seats(client, backwards):
    refused = club(client, order="drawn", **{"name-2": "ada"})
    assert (refused.status_code, ordered(refused)) == (422, (ORDERS[0], ["Ada", "Ben", "ada"]))


def test_rematch_order_is_drawn_for_titles_with_handicaps(app, client, backwards):
    url, table = rematch_of(client, app, "prodigals-club")
    form = client.get(url, follow_redirects=True)
    assert ordered(form) == (ORDERS[0], list(table.players))
    begun = client.post(CLUB, data=MultiDict([*Page(form).form(action=CLUB).fields, ("do", "begin")]))
    assert sitting(app, begun) == [*table.players][::-1]


def test_rematch_keeps_the_colours(app, client):
    url, table = rematch_of(client, app, "don-carlo")
    sent = dict(Page(client.get(url, follow_redirects=True)).form(action="/new/don-carlo").fields)
    colours_at = [sent[f"families-{seat}"] for seat in range(len(table.players))]
    assert colours_at == list(table.options.get("families") or all_rulebooks()["don-carlo"].seats.colours(table))
