"""The begin page: its buttons change the form, it keeps all input, and it begins one game only."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.exporting import documents
from scorekeeper.web.seating.form import swapped
from tests.documents import import_documents, read_document
from tests.helpers import Backwards, begin, slip, slot
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
    assert (page.names, page.colours) == (["Anneli", "Benito B.", "Zoë"], ["blue", "green", "grey"])
    assert page.sent["new"] == ""
    page = Seating(press(client, page, "remove:0"))
    page = Seating(press(client, page, "add", new="Carla"))
    assert page.colours == ["green", "grey", "blue"]  # the first free one
    page = Seating(press(client, page, "enter", new="Donny"))
    assert page.colours == ["green", "grey", "blue", "brown"]
    assert page.first(id="adding").given.get("hidden") is not None
    answer = press(client, page, "add", new="Zampano")
    assert answer.status_code == 422
    assert Seating(answer).faults == {"new-fault": "Don Carlo is for at most 4 players, and all seats are taken."}
    assert Seating(answer).sent["new"] == "Zampano"
    assert dump() == written


def test_unadded_typed_name_is_seated_by_start(client):
    page = seated(client, "Anneli")
    answer = press(client, page, "add")
    assert (answer.status_code, Seating(answer).faults) == (422, {"new-fault": "A player needs a name."})
    assert press(client, page, "enter").status_code == 200  # an empty name is an error only with add
    begun = press(client, page, "begin", new="Benito", **{"families-0": "brown"})
    assert begun.status_code == 303
    assert colours_at(client, begun) == ["brown", "blue"]
    assert "Benito" in client.get(begun.location).text


@pytest.mark.parametrize(
    ("button", "names", "colours"),
    [
        ("up:1", ["Benito", "Anneli", "Carla"], ["green", "blue", "grey"]),
        ("down:1", ["Anneli", "Carla", "Benito"], ["blue", "grey", "green"]),
        ("remove:0", ["Benito", "Carla"], ["green", "grey"]),
        ("up:0", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
        ("down:2", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
        ("remove:-1", ["Anneli", "Benito", "Carla"], ["blue", "green", "grey"]),
    ],
)
def test_seats_are_moved_and_removed_with_their_colours(client, button, names, colours):
    page = Seating(press(client, seated(client, "Anneli", "Benito", "Carla"), button))
    assert (page.names, page.colours) == (names, colours)


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
        ("abc", "bcc", "bca"),  # one after the other
        ("abcd", "badc", "badc"),
        ("abc", "ccc", "ccc"),  # two players want it and get an error
        ("aa", "aa", "aa"),
    ],
)
def test_choosing_a_taken_colour_swaps_colours(before, chosen, after):
    assert "".join(swapped(before, chosen)) == after
    assert swapped(("", "blue"), ("blue", "blue")) == ("blue", "blue")


def test_taken_colour_is_swapped_by_any_button(client):
    page = seated(client, "Anneli", "Benito", "Carla")
    moved = Seating(press(client, page, "down:1", **{"families-0": "green"}))
    assert (moved.names, moved.colours) == (["Anneli", "Carla", "Benito"], ["green", "grey", "blue"])
    assert colours_at(client, press(client, page, "begin", **{"families-2": "blue"})) == ["grey", "green", "blue"]


def test_reopened_url_shows_the_same_table(client):
    page = seated(client, "Anneli", "Zoë & Ko", "Carla")
    url = client.post(BEGIN, data=page.sent | {"do": "up:2", "families-0": "brown"}).location
    for _ in range(2):
        again = Seating(client.get(url))
        assert (again.names, again.colours) == (["Anneli", "Carla", "Zoë & Ko"], ["brown", "grey", "green"])
    typed = client.post(BEGIN, data=again.sent | {"do": "up:1", "new": "Don"}).location
    assert Seating(client.get(typed)).sent["new"] == "Don"
    too_long = client.post(BEGIN, data=page.sent | {"do": "up:1", "name-0": "A" * 9_000})
    assert (too_long.status_code, Seating(too_long).names[1]) == (200, "A" * 9_000)


def test_start_url_contains_the_options(client):
    page = Page(client.get("/new/prodigals-club"))
    data = [*page.fields, ("competitions", "last-will"), ("start-votes", "31"), ("do", "seat:Anneli")]
    answer = client.post("/new/prodigals-club", data=MultiDict(data), follow_redirects=True)
    expected = {"competitions": ["last-will", "election", "society"], "start-votes": ["31"], "name-0": ["Anneli"]}
    assert Page(answer).filled == expected
    bare = MultiDict([("csrf_token", dict(data)["csrf_token"]), ("name-0", "Anneli"), ("do", "remove:0")])
    answer = client.post("/new/prodigals-club", data=bare, follow_redirects=True)
    assert Page(answer).filled == {}  # nothing is selected, and no replacement is offered


HIDDEN = "A name cannot contain invisible characters or direction marks. Type it again."


@pytest.mark.parametrize(
    ("names", "colours", "faults"),
    [
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
            ["straße", "Benito", "STRASSE"],
            COLOURS,
            {"name-2-fault": "STRASSE is at the table already. Give the second one another name."},
        ),
        ([" \t ", "Benito"], COLOURS, {"name-0-fault": "A player needs a name."}),
        (
            ["A" * 41, "Benito"],
            COLOURS,
            {"name-0-fault": "A name can have at most 40 characters; this one has 41."},
        ),
        (["Anneli", "Ben\u202eito"], COLOURS, {"name-1-fault": HIDDEN}),
        (
            ["Anneli", "Benito"],
            ("grey", "grey"),
            {"families-1-fault": "Grey already belongs to Anneli. Choose another."},
        ),
        (["Anneli", "Benito"], ("blue", "purple"), {"families-1-fault": "Choose one of these."}),
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
        if name == "Anneli":
            early = Seating(press(client, page, "begin"))
            assert "players-fault" in early.described or early.faults["players-fault"] in early.alert
    assert offered == [False, False, True]


def test_error_of_the_new_name_is_shown_beside_its_field(client, dump):
    written = dump()
    page = seated(client, "Anneli", "Benito")
    for button in ("add", "begin"):
        for new in ("anneli", "x" * 41):
            answer = press(client, page, button, new=new)
            after = Seating(answer)
            assert answer.status_code == 422
            assert [*after.faults] == ["new-fault"]
            assert after.pointed_at == {"new-fault"}
            assert (after.names, after.sent["new"]) == (["Anneli", "Benito"], new)
    assert dump() == written


def test_excess_player_rows_are_refused(client, dump):
    written = dump()
    blank = Seating(client.get(BEGIN)).sent
    answer = client.post(
        BEGIN, data=blank | rows([f"P{seat}" for seat in range(300)], ("blue",) * 300) | {"do": "begin"}
    )
    assert answer.status_code == 422
    assert Seating(answer).faults["players-fault"].startswith("Don Carlo needs 2–4 players.")
    assert dump() == written


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


def test_rematch_keeps_the_colours_without_a_removed_player(client):
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
    ("do", "said", "names", "kept"),
    [
        ("remove:1", {}, ["Ada", "Cleo"], False),
        ("up:2", {}, ["Ada", "Cleo", "Ben"], True),
        ("down:0", {"order": "drawn"}, ["Ben", "Ada", "Cleo"], True),
        ("seat:Dora", {"order": "kept"}, ["Ada", "Ben", "Cleo", "Dora"], True),
        ("up:0", {"order": "drawn"}, ["Ada", "Ben", "Cleo"], False),  # already the first seat
    ],
)
def test_order_is_drawn_unless_seats_are_arranged(client, do, said, names, kept):
    url = club(client, do, **said).location
    for _ in range(2):
        assert ordered(client.get(url)) == (ORDERS[kept], names)


def test_kept_order_is_not_drawn(client, app, backwards):
    refused = club(client, order="drawn", **{"name-2": "ada"})
    assert (refused.status_code, ordered(refused)) == (422, (ORDERS[0], ["Ada", "Ben", "ada"]))
    begun = club(client, order="kept")
    assert sitting(app, begun) == ["Ada", "Ben", "Cleo"]
    assert "Drawn:" not in text(client.get(begun.location))
    assert "Drawn:" not in text(client.get(f"{begin(client, 'Ada', 'Ben')}?drawn=yes"))  # no draw in this title


def test_rematch_order_is_drawn_for_titles_with_handicaps(app, client, backwards):
    url, table = rematch_of(client, app, "prodigals-club")
    form = client.get(url, follow_redirects=True)
    assert ordered(form) == (ORDERS[0], list(table.players))
    begun = client.post(CLUB, data=MultiDict([*Page(form).form(action=CLUB).fields, ("do", "begin")]))
    assert sitting(app, begun) == [*table.players][::-1]


LATE = "The names have changed since you opened this page, so nothing was saved. Look at them again."


@pytest.fixture
def known(client):
    """A game of two: Anneli is person 1, Bentio person 2."""
    return begin(client, "Anneli", "Bentio")


def form_of(client, **changed):
    return dict(Page(client.get(BEGIN)).form(action=BEGIN).fields) | changed


def do(client, button, form=None, **changed):
    """Press a button for a suggested name."""
    data = (form or form_of(client)) | changed | {"do": button}
    return client.post(BEGIN, data=data, follow_redirects=True)


def undo(answer):
    return next((value for _, value in Page(answer).buttons if value.startswith("undo:")), None)


@pytest.mark.ids_of_the_store
def test_suggested_name_is_corrected_and_hidden_until_undone(client, known, dump):
    written = dump()
    assert undo(do(client, "rename:2")) is None  # unchanged
    assert dump() == written
    for button in ("rename:2", "enter"):
        page = do(client, button, form_of(client, new=""), **{"known-2": " Benito "})
        assert "Bentio is now called Benito." in text(page)
        assert Seating(page).chips == ["Anneli", "Benito"]
        assert "Benito" in text(client.get(known))
        back = do(client, undo(page), Seating(page).sent)
        assert "Benito is now called Bentio." in text(back)
    page = do(client, "hide:2")
    assert "Bentio is no longer suggested." in text(page)
    assert Seating(page).chips == ["Anneli"]
    back = do(client, undo(page))
    assert "Bentio is suggested again." in text(back)
    assert Seating(back).chips == ["Anneli", "Bentio"]
    renamed = do(client, "rename:2", **{"known-2": "Benito"})
    other = begin(client, "Anneli", "Bentio")
    answer = do(client, undo(renamed))
    assert (answer.status_code, Page(answer).alert) == (
        422,
        "Bentio is already another player's name. Choose another one.",
    )
    for game in (known, other):
        assert client.post(f"{game}/status", data=slip(client.get(game)) | {"status": "deleted"}).status_code == 303
    assert Seating(client.get(BEGIN)).chips == []


@pytest.mark.ids_of_the_store
def test_refused_suggested_name_is_marked_and_input_stays(client, known, dump):
    begin(client, "Carla", "Donny")
    typed = {"name-0": "Zoe", "families-0": "grey", "new": "Ern", "known-1": "Anni", "known-2": "Benito"}
    page = Page(do(client, "rename:2", **typed))
    assert {name: page.field(name) for name in typed} == typed
    assert "open" in page.first("details").given  # Anni is not confirmed as the name yet
    written = dump()
    for name, fault in (
        ("anneli", "Anneli is already another player's name. Choose another one."),
        ("", "A player needs a name."),
    ):
        answer = do(client, "rename:2", new="Don", **{"known-2": name})
        page = Seating(answer)
        assert (answer.status_code, page.faults) == (422, {"known-2-fault": fault})
        assert page.first("input", id="known-2").has(**{"aria-invalid": "true", "aria-describedby": "known-2-fault"})
        assert (page.field("known-2"), page.field("new")) == (name, "Don")
        assert "open" in page.first("details").given
    assert dump() == written


@pytest.mark.ids_of_the_store
def test_stale_and_unknown_name_changes_are_refused(client, known, dump):
    seen, other = form_of(client), form_of(client)
    late = undo(do(client, "rename:2", **{"known-2": "Benito"}))
    do(client, "rename:2", **{"known-2": "Beppo"})
    written = dump()
    for button, form in (("rename:2", seen | {"known-2": "Bruno"}), ("hide:2", other), (late, form_of(client))):
        answer = do(client, button, form)
        assert (answer.status_code, Page(answer).alert) == (409, LATE)
        assert "Beppo" in Seating(answer).chips
    assert undo(client.get(f"{BEGIN}?changed={late.removeprefix('undo:')}")) is None
    for button in ("rename:9", "hide:9", "undo:9", "rename:", "hide:x", "undo:-1"):
        assert do(client, button).status_code in (200, 409)
        assert client.get(f"{BEGIN}?changed={button}").status_code == 200
    assert dump() == written
