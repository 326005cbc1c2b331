"""Corrections: editing, inserting and deleting earlier plays, conflicts, undo and redo, archiving, rematch."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.store.exporting import documents
from tests.helpers import begin, conflict_form, entered, send, slip, slot
from tests.pages import Page, text
from tests.seats import at_seat

NO_MOVES = {"moves": "no"}


@pytest.fixture
def game(app, client):
    """A game of two with four plays: 1/1/4 and 3/3 are in Absurdistan [6], 2/3 and 1/4 in [5]."""
    url = begin(client, "Anneli", "Benito")
    entered(app, url, "1/1/4", "2/3", "3/3", "1/4")
    return url


def document(app, url):
    return next(iter(documents(app.extensions["service"], [url.rsplit("/", 1)[-1]])))


def plays(app, url):
    return ["/".join(map(str, play.code_name)) for play in document(app, url).plays]


def asked(client, url, number, where="at", back=None):
    """Return the page of a correction, opened from the log by default."""
    query = {"next": f"{url}/plays#play-{number}" if back is None else back}
    return Page(client.get(f"{url}/plays/{number}{'/before' * (where == 'before')}", query_string=query))


def correct(client, url, number, where="at", back=None, seat=None, more=(), **fields):
    """Send a correction form with some fields filled in; `seat` assigns the play to another player."""
    page = asked(client, url, number, where, back)
    form = next(each for each in page.forms if "entry_key" in each.hidden and not each.all("button", id="strike"))
    name = form.hidden["play"]
    if seat is not None:
        return post(client, form, slot("agent", seat, f"{where}-{number}", **fields) | dict(more))
    return post(client, form, {f"{name}-{path}": value for path, value in fields.items()} | dict(more))


def post(client, form, fields):
    sent = {name: form.values(name) for name, _ in form.fields} | fields
    return client.post(form.given["action"], data=sent)


def strike(client, url, number, back=None):
    page = asked(client, url, number, back=back)
    return post(client, next(form for form in page.forms if form.all("button", id="strike")), {})


def test_entries_are_corrected_inserted_and_deleted(app, client, game):
    assert correct(client, game, 1, cards="6").status_code == 303
    assert plays(app, game) == ["6", "2/3", "3/3", "1/4"]
    assert correct(client, game, 2, "before", seat=1, cards="3/3/3", more=NO_MOVES).status_code == 303
    assert plays(app, game) == ["6", "3/3/3", "2/3", "3/3", "1/4"]
    assert strike(client, game, 3).status_code == 303
    assert plays(app, game) == ["6", "3/3/3", "3/3", "1/4"]
    trail = Page(client.get(f"{game}/plays"))
    for said in ("Anneli's 1/1/4 was changed to Anneli's 6.", "Benito's 2/3 was deleted."):
        assert said in trail.text
    assert len(trail.all("time")) == 8


def test_insertion_form_is_for_the_player_then_on_turn(client, game):
    for number, seat in ((1, 0), (2, 1), (4, 1)):
        assert asked(client, game, number, "before").form(class_="keypad-form").hidden["play"] == (
            f"agent.{at_seat(seat)}.before-{number}"
        )


def follow(client, answer):
    assert answer.status_code == 303, text(answer)
    return Page(client.get(answer.location))


def marked(page):
    """Return the id and the change text of each marked play in a log."""
    rows = [row for row in page.all("li") if row.all(**{"aria-current": "true"})]
    return [(row.given["id"], row.first("small", class_="log-changed").text) for row in rows]


def who_played_what(app, url):
    return [f"{'ABC'[play.seat]} {'/'.join(map(str, play.code_name))}" for play in document(app, url).plays]


@pytest.fixture
def forgotten(app, client):
    """A game of three in which Ben's first agent was forgotten, so that Cleo's is entered as his, and so on."""
    url = begin(client, "Anja", "Ben", "Cleo")
    entered(app, url, "1/1/4", "2/3", "3/3", "1/5")
    return url


def moving(answer):
    """Return the form that asks whether to shift later plays, and the plays it lists."""
    assert answer.status_code == 409, text(answer)
    form = conflict_form(answer)
    return form, [row.text for row in form.all("li", class_="log-line")]


def test_later_entries_move_with_an_insertion_in_one_change(app, client, forgotten, dump):
    before = dump()
    form, moves = moving(correct(client, forgotten, 2, "before", cards="1/2"))
    assert dump() == before
    assert "Move each of the next 3 entries to the next player?" in form.text
    assert moves == [
        "2 2/3 goes to Country 5 ■ Ben → ◆ Cleo",
        "3 3/3 goes to Absurdistan [6] ◆ Cleo → ● Anja",
        "4 1/5 goes to Absurdistan [6] ● Anja → ■ Ben",
    ]
    answer = post(client, form, {"moves": "yes"})
    assert answer.location == f"{forgotten}/plays#play-2"
    assert who_played_what(app, forgotten) == ["A 1/1/4", "B 1/2", "C 2/3", "A 3/3", "B 1/5"]
    log = follow(client, answer)
    said = "Ben's 1/2 was inserted. Along with it: Cleo's 2/3, Anja's 3/3 and Ben's 1/5."
    assert marked(log) == [("play-2", f"{said} Totals: Anja −1, Ben +1, Cleo +4")]
    assert "it was" not in log.text  # no play is out of turn any more
    assert "Undo the insertion of Ben's 1/2" in log.text
    client.post(f"{forgotten}/undo", data=slip(client.get(forgotten)))
    assert who_played_what(app, forgotten) == ["A 1/1/4", "B 2/3", "C 3/3", "A 1/5"]
    client.post(f"{forgotten}/redo", data=slip(client.get(forgotten)))
    assert who_played_what(app, forgotten)[1:] == ["B 1/2", "C 2/3", "A 3/3", "B 1/5"]


def test_later_entries_can_stay_unchanged(app, client, forgotten):
    alone = correct(client, forgotten, 2, "before", seat=2, cards="1/6")  # out of turn herself: moves nothing
    assert alone.location == f"{forgotten}/plays#play-2"
    client.post(f"{forgotten}/undo", data=slip(client.get(forgotten)))
    form, _ = moving(correct(client, forgotten, 2, "before", cards="1/2"))
    assert ("moves", "no") in form.buttons
    assert post(client, form, {"moves": "no"}).status_code == 303
    assert who_played_what(app, forgotten) == ["A 1/1/4", "B 1/2", "B 2/3", "C 3/3", "A 1/5"]
    assert "it was" in text(client.get(f"{forgotten}/plays"))


def test_immovable_entries_are_named_and_stay(app, client, dump):
    url = begin(client, "Anja", "Ben")
    entered(app, url, "6", "1/2", "0/6", "3/6", "1", "4/6")
    form, moves = moving(correct(client, url, 2, "before", cards="5"))
    assert "Entry 6: Anja has no 6 left." in form.text
    assert (moves, [value for name, value in form.buttons if name == "moves"]) == ([], ["no"])
    before = dump()
    answer = post(client, form, {"moves": "yes"})  # a value of no button
    assert answer.status_code == 409
    assert "Anja has no 6 left." in text(answer)
    assert dump() == before
    assert post(client, form, {"moves": "no"}).status_code == 303


def test_log_of_a_running_game_is_latest_first(client, game):
    def numbers():
        page = Page(client.get(f"{game}/plays"))
        return [row.given["id"] for row in page.first("ol", class_="log").all("li")]

    assert marked(Page(client.get(f"{game}/plays"))) == []
    assert marked(follow(client, correct(client, game, 1, cards="6"))) == [
        ("play-1", "Anneli's 1/1/4 was changed to Anneli's 6.")
    ]
    assert marked(follow(client, strike(client, game, 4))) == [
        ("play-3", "Benito's 1/4 was deleted. Totals: Benito −2")
    ]
    assert numbers() == ["play-3", "play-2", "play-1"]
    stop(client, game)
    assert numbers() == ["play-1", "play-2", "play-3", "play-4"]
    assert marked(Page(client.get(f"{game}/plays"))) == []


BEGUN = {
    # starting page of a correction; its link; `next` parameter; page afterwards ({}: URL of the game)
    "the result": ("", "", ""),
    "the table": (None, f"{{}}?seat={at_seat(1)}&open=panel", f"?seat={at_seat(1)}&open=panel"),
    "a figure": ("/replay?at=2&line=0", "{}/replay?at=2&line=0", "/replay?at=2&line=0"),
    "the log": ("/plays", "{}/plays#play-2", "/plays#play-2"),
    "another server": (None, "//elsewhere{}", ""),
    "another game behind it": (None, "{}/../x", ""),
    "another game like it": (None, "{}0", ""),
    "a script": (None, "javascript:alert(1)", ""),
    "a heap of places": (None, "{}/\U0001f600\r\nx: y", ""),
}


def up(page):
    """Return the target of the back arrow in the bar."""
    return page.first("a", class_="bar-home").given["href"]


@pytest.mark.parametrize("where", BEGUN)
def test_correction_returns_to_its_starting_page(client, game, where):
    begun_at, back, end = BEGUN[where]
    if where == "the result":
        stop(client, game)
    back = back.replace("{}", game)
    ways = [urlsplit(link) for link in Page(client.get(f"{game}{begun_at or ''}")).links]
    begun = [parse_qs(way.query).get("next", [""]) for way in ways if way.path == f"{game}/plays/2"]
    assert begun_at is None or [back] in begun
    page = asked(client, game, 2, back=back)
    assert up(page) == f"{game}{end}"
    inserting = Page(client.get(page.link("Insert an entry before")))
    assert up(inserting) == f"{game}{end}"
    for send_it in (
        lambda: correct(client, game, 2, back=back, cards="4/6"),
        lambda: correct(client, game, 2, "before", back=back, seat=0, cards="5"),
        lambda: strike(client, game, 2, back),
    ):
        answer = send_it()
        assert (answer.status_code, answer.location) == (303, f"{game}{end}")
        client.post(f"{game}/undo", data=slip(client.get(game)))


def test_stale_correction_follows_its_renumbered_entry(app, client, game):
    late = asked(client, game, 3).form(class_="keypad-form")
    assert correct(client, game, 1, "before", seat=1, cards="5", more=NO_MOVES).status_code == 303
    answer = post(client, late, {f"agent.{at_seat(0)}.at-3-cards": "0/6"})
    assert answer.status_code == 409
    form = Page(answer).form(class_="keypad-form")
    assert form.hidden["play"] == f"agent.{at_seat(0)}.at-4"
    assert form.field(f"agent.{at_seat(0)}.at-4-cards") == "0/6"
    assert post(client, form, {}).status_code == 303
    assert plays(app, game) == ["5", "1/1/4", "2/3", "0/6", "1/4"]


def test_stale_form_of_a_deleted_entry_writes_nothing(client, game, dump):
    page = asked(client, game, 4)
    assert strike(client, game, 4).status_code == 303
    stop(client, game)  # now the fourth play
    before = dump()
    for form in page.forms:
        if "entry_key" in form.hidden:
            answer = post(client, form, {})
            assert answer.status_code == 409
            assert "nothing was saved" in text(answer)
            assert Page(answer).all("details", class_="trail")
    assert dump() == before


def test_entry_is_reassigned_after_showing_its_cards(client, game, dump):
    before = dump()
    form = asked(client, game, 1).form(class_="keypad-form")
    answer = post(client, form, {f"agent.{at_seat(0)}.at-1-cards": "1/5", "give": at_seat(1)})
    assert answer.status_code == 200
    given = Page(answer).form(class_="keypad-form")
    assert given.hidden["play"] == f"agent.{at_seat(1)}.at-1"
    assert given.field(f"agent.{at_seat(1)}.at-1-cards") == "1/5"
    for junk in ("9", "x"):
        assert post(client, form, {"give": junk}).status_code in (400, 404)
    assert dump() == before
    assert post(client, given, {}).status_code == 303
    assert "Benito: 1/5 goes to Absurdistan [6]" in text(client.get(f"{game}/plays"))


def test_correction_counts_earlier_entries_only(client, game, dump):
    before, form = dump(), slip(client.get(game))
    for number, cards, said in ((1, "2/3", "Country 5"), (3, "2/3", "2/3 is already in Country 5")):
        sent = slot("agent", 0, f"at-{number}", cards=cards)
        assert said in text(client.post(f"{game}/preview", data=form | sent))
    answer = correct(client, game, 3, cards="1/1/4")
    assert answer.status_code == 422
    assert "1/1/4 is already in Absurdistan [6]: Anneli sent it in entry 1." in text(answer)
    assert dump() == before


@pytest.mark.parametrize(
    ("seat", "where", "cards", "said"),
    [
        (1, "before-3", "0/6", "Totals: Anneli +1"),  # this makes her 3/3 the third agent there
        (1, "at-2", "1/5", "Totals: Anneli +1, Benito ±0"),  # one more for the agent, one less for the later ones
        (0, "at-1", "3/3", ""),  # a later play conflicts
    ],
)
def test_correction_preview_shows_other_changed_totals(client, game, dump, seat, where, cards, said):
    before = dump()
    data = slip(client.get(game)) | slot("agent", seat, where, cards=cards)
    assert Page(client.post(f"{game}/preview", data=data)).parts["totals"] == [said]
    assert dump() == before


def test_table_shows_totals_changed_by_a_correction(client, game):
    assert correct(client, game, 3, "before", back="", seat=1, cards="0/6", more=NO_MOVES).location == game
    said = "Saved: the insertion of Benito's 0/6. Totals: Anneli +1, Benito +2"
    assert Page(client.get(game)).first(class_="bar-passing").text == said
    assert send(client, game, "6").status_code == 303
    assert "Totals" not in Page(client.get(game)).first(class_="bar-passing").text


def again(client, answer, **fields):
    return post(client, conflict_form(answer), fields)


@pytest.mark.parametrize(
    ("fields", "after"),
    [
        ({"do": "strike-all"}, ["3/3", "2/3", "1/4"]),
        ({f"agent.{at_seat(0)}.at-3-nothing": "yes"}, ["3/3", "2/3", "1/4"]),
        ({f"agent.{at_seat(0)}.at-3-cards": "0/6"}, ["3/3", "2/3", "0/6", "1/4"]),
    ],
)
def test_conflicting_later_entry_is_named_and_deleted_or_corrected(app, client, game, fields, after):
    before = plays(app, game)
    answer = correct(client, game, 1, back=f"{game}/replay?at=1", cards="3/3")
    assert (answer.status_code, up(Page(answer))) == (409, f"{game}/replay?at=1")
    assert "3 · Anneli's 3/3" in text(answer)
    assert "3/3 is already in Absurdistan [6]: Anneli sent it in entry 1." in text(answer)
    assert plays(app, game) == before
    answer = again(client, answer, **fields)
    assert (answer.status_code, answer.location) == (303, f"{game}/replay?at=1")
    for button, log in (("undo", before), ("redo", after), ("undo", before)):
        assert client.post(f"{game}/{button}", data=slip(client.get(game))).status_code == 303
        assert plays(app, game) == log
    send(client, game, "6")
    assert not Page(client.get(game)).all(id="redo")
    assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 422


def test_correction_and_conflicting_entries_can_be_changed_together(app, client, game, dump):
    before, conflicts = dump(), correct(client, game, 1, cards="3/3")
    later, earlier = f"agent.{at_seat(0)}.at-3-cards", f"agent.{at_seat(0)}.at-1-cards"
    for cards, reason in (
        ("2/3", "2/3 is already in Country 5: Benito sent it in entry 2."),
        ("x", "Type the digits one after the other"),
    ):
        answer = again(client, conflicts, **{later: cards})
        assert (answer.status_code, reason in text(answer)) == (409, True)
        assert Page(answer).field(later) == cards
    assert Page(conflicts).form(class_="keypad-form").field(earlier) == "3/3"
    assert Page(conflicts).first("h1").text == "Entry 1"
    answer = again(client, conflicts, **{earlier: "x"})
    assert answer.status_code == 422
    answer = post(client, Page(answer).form(class_="keypad-form"), {earlier: "2/3"})
    assert answer.status_code == 409
    assert [each.text[:18] for each in Page(answer).first(class_="conflicts").all("h2")] == ["2 · Benito's 2/3"]
    assert dump() == before
    answer = again(client, answer, **{earlier: "6", f"agent.{at_seat(1)}.at-2-cards": "2/4"})
    assert answer.status_code == 303
    assert plays(app, game) == ["6", "2/4", "3/3", "1/4"]


@pytest.mark.parametrize("other", [f"agent.{at_seat(1)}", f"agent.{at_seat(1)}.before-3", f"agent.{at_seat(1)}.at-2"])
def test_conflicting_correction_ignores_entries_of_other_forms(client, game, dump, other):
    before, sent = dump(), slip(client.get(f"{game}/plays/1")) | slot("agent", 0, "at-1", cards="3/3")
    answer = client.post(f"{game}/plays", data=sent | {"play": [sent["play"], other], f"{other}-cards": "5/5"})
    assert answer.status_code == 409
    assert "3 · Anneli's 3/3" in text(answer)
    assert dump() == before


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"play": f"agent.{at_seat(0)}.at-3", f"agent.{at_seat(0)}.at-3-cards": None}, 409),
        ({"play": f"agent.{at_seat(9)}.at-3"}, 400),
        ({"play": "agent.at-3"}, 400),
        ({"play": "spy.0.at-3"}, 400),
        ({"play": "stop.at-3"}, 400),
        ({"play": f"agent.{at_seat(1)}.at-1"}, 400),  # of the slot of the correction
        ({"play": f"agent.{at_seat(0)}.at-0"}, 404),
        ({"play": f"agent.{at_seat(0)}.at-5", "do": "strike-all"}, 404),
        ({"play": f"agent.{at_seat(0)}.at-{'9' * 20}"}, 404),
        ({"play": f"agent.{at_seat(0)}.at-³"}, 400),
        ({"player": at_seat(1)}, 400),
        ({f"agent.{at_seat(0)}.at-1-player": at_seat(1)}, 400),
    ],
)
def test_contradictory_and_unknown_parts_are_refused(app, client, game, dump, more, status):
    before = dump()
    sent = slip(client.get(f"{game}/plays/1")) | slot("agent", 0, "at-1", cards="3/3")
    sent |= {f"agent.{at_seat(0)}.at-3-cards": "0/6"}
    more = more | ({"play": [sent["play"], more["play"]]} if "play" in more else {})
    sent = {name: value for name, value in (sent | more).items() if value is not None}
    answer = client.post(f"{game}/plays", data=sent)
    assert answer.status_code == status
    assert dump() == before


def test_strike_all_deletes_no_new_entries(app, client, game):
    new = slot("agent", 0, cards="0/6") | slot("agent", 1, cards="0/6")
    sent = slip(client.get(game)) | new | {"play": [f"agent.{at_seat(0)}", f"agent.{at_seat(1)}"], "do": "strike-all"}
    before = plays(app, game)
    assert client.post(f"{game}/plays", data=sent).status_code == 422
    assert plays(app, game) == before


def test_corrected_finished_game_updates_its_result(app, client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | slot("stop"))
    assert "Anneli Don Carlo · Benito" in text(client.get("/"))
    ended = next(iter(documents(app.extensions["service"]))).ended
    for number in (3, 1):
        assert strike(client, game, number).status_code == 303
    assert "Benito Don Carlo · Anneli" in text(client.get("/"))
    assert next(iter(documents(app.extensions["service"]))).ended == ended


def stop(client, url):
    data = slip(client.get(f"{url}/stop")) | slot("stop")
    assert client.post(f"{url}/plays", data=data).status_code == 303


def test_rematch_started_on_two_phones_is_one_game(app, client, dump):
    url = begin(client, "Anneli", "Benito")
    stop(client, url)
    pages = [Page(client.get(f"{url}/rematch", follow_redirects=True)) for _ in range(2)]
    forms = [dict(each.form(action="/new/don-carlo").fields) | {"do": "begin"} for each in pages]
    first = client.post("/new/don-carlo", data=forms[0])
    before = dump()
    assert client.post("/new/don-carlo", data=forms[1]).location == first.location
    assert dump() == before
    other = forms[1] | {"name-1": "Carla"}
    assert client.post("/new/don-carlo", data=other).location != first.location
    stop(client, first.location)
    assert client.post("/new/don-carlo", data=forms[1]).location != first.location  # that game is over
