"""Correcting: earlier plays amended, inserted and struck, what conflicts with that, undo and redo, shelves, rematch."""

import pytest

from scorekeeper.desk.exchange import documents
from tests.helpers import begin, entered, hidden, send, slip, slot
from tests.pages import Page, text


@pytest.fixture
def game(app, client):
    """A game of two with four plays: 1/1/4 and 3/3 are in Absurdistan [6], 2/3 and 1/4 in [5]."""
    address = begin(client, "Anneli", "Benito")
    entered(app, address, "1/1/4", "2/3", "3/3", "1/4")
    return address


def document(app, address):
    return next(iter(documents(app.extensions["desk"], [address.rsplit("/", 1)[-1]])))


def plays(app, address):
    return ["/".join(map(str, play.code_name)) for play in document(app, address).plays]


def correct(client, address, number, where="", **fields):
    """Send the form of a correction; `where` is "" to amend, "/before" or "/strike"."""
    page = client.get(f"{address}/plays/{number}{where.removesuffix('/strike')}")
    form = Page(page).form(action=f"{address}/plays/{number}{where}")
    return client.post(form.given["action"], data=form.hidden | fields)


def strike(client, address, number):
    return correct(client, address, number, "/strike")


def test_a_play_is_amended(app, client, game):
    assert correct(client, game, 1, cards="6").status_code == 303
    assert plays(app, game) == ["6", "2/3", "3/3", "1/4"]


def test_a_play_is_inserted_before_another(app, client, game):
    assert correct(client, game, 2, "/before", cards="3/3/3", player="1").status_code == 303
    assert plays(app, game) == ["1/1/4", "3/3/3", "2/3", "3/3", "1/4"]


def follow(client, answer):
    assert answer.status_code == 303, text(answer)
    return Page(client.get(answer.location))


def marked(page):
    """Return the id of the marked play in a log and what it says of the change, if one is marked."""
    rows = [row for row in page.all("li") if row.all(**{"aria-current": "true"})]
    return [(row.given["id"], row.first("small", class_="log-changed").text) for row in rows]


def who_played_what(app, address):
    return [f"{'ABC'[play.seat]} {'/'.join(map(str, play.code_name))}" for play in document(app, address).plays]


@pytest.fixture
def forgotten(app, client):
    """A game of three in which Ben's first agent was forgotten, so that Cleo's is entered as his, and so on."""
    address = begin(client, "Anja", "Ben", "Cleo")
    entered(app, address, "1/1/4", "2/3", "3/3", "1/5")
    return address


def test_after_a_forgotten_play_the_later_ones_move_at_one_tap_and_back_at_another(app, client, forgotten):
    answer = correct(client, forgotten, 2, "/before", cards="1/2")
    assert answer.location == f"{forgotten}/plays/2/shift"
    page = follow(client, answer)
    assert "The next 3 plays each move one seat on?" in page.text
    moves = [row.text for row in page.all("li", class_="log-line")]
    assert moves == [
        "3 2/3 goes to Country 5 ■ Ben → ◆ Cleo",
        "4 3/3 goes to Absurdistan [6] ◆ Cleo → ● Anja",
        "5 1/5 goes to Absurdistan [6] ● Anja → ■ Ben",
    ]
    assert page.link("Leave them") == f"{forgotten}/plays#play-2"
    form = page.form(action=f"{forgotten}/plays/2/shift")
    answer = client.post(form.given["action"], data=form.hidden)
    assert answer.location == f"{forgotten}/plays#play-3"
    assert who_played_what(app, forgotten) == ["A 1/1/4", "B 1/2", "C 2/3", "A 3/3", "B 1/5"]
    log = follow(client, answer)
    assert marked(log) == [("play-3", "3 plays moved one seat on.")]
    assert "it was" not in log.text  # nobody is out of turn any more
    assert "Undo the move of 3 plays" in log.text
    client.post(f"{forgotten}/undo", data=slip(client.get(forgotten)))
    assert who_played_what(app, forgotten) == ["A 1/1/4", "B 1/2", "B 2/3", "C 3/3", "A 1/5"]
    client.post(f"{forgotten}/redo", data=slip(client.get(forgotten)))
    assert who_played_what(app, forgotten)[2:] == ["C 2/3", "A 3/3", "B 1/5"]
    trail = text(client.get(f"{forgotten}/plays"))
    assert trail.count("3 plays were changed back.") == trail.count("3 plays were changed again.") == 1


def test_where_nothing_has_to_move_nothing_is_asked(client, forgotten):
    answer = correct(client, forgotten, 2, "/before", cards="1/2", player="2")  # out of turn herself
    assert answer.location == f"{forgotten}/plays#play-2"
    assert follow(client, client.get(f"{forgotten}/plays/2/shift")).all(id="play-2")
    shift = f"{forgotten}/plays/3/shift"
    assert client.post(shift, data=slip(client.get(forgotten))).status_code == 404
    for number in (0, 6, 99):
        assert client.get(f"{forgotten}/plays/{number}/shift").status_code == 404


def test_plays_that_cannot_move_are_named_and_stay(app, client, dump):
    address = begin(client, "Anja", "Ben")
    entered(app, address, "6", "1/2", "0/6", "3/6", "1", "4/6")
    page = follow(client, correct(client, address, 2, "/before", cards="5"))
    assert "Play 7: Anja has no 6 left." in page.alert
    assert not page.all("button", class_="send")
    before = dump()
    answer = client.post(f"{address}/plays/2/shift", data=slip(client.get(address)))
    assert answer.status_code == 409
    assert "Play 7: Anja has no 6 left." in Page(answer).alert
    assert dump() == before


def test_a_forgotten_play_in_whose_way_the_later_ones_are_is_put_in_with_all_of_them_moved(app, client):
    address = begin(client, "Anja", "Ben", "Cleo")
    for cards in ("1", "6", "0/0/6", "0/0/1", "4/6"):
        assert send(client, address, cards).status_code == 303
    answer = correct(client, address, 2, "/before", cards="0/6")
    assert answer.status_code == 409
    assert "6 · Ben's 4/6 Ben has no 6 left." in text(answer)
    assert "The next 4 plays each move one seat on?" in text(answer)
    assert "6 4/6 goes to" in text(answer)
    answer = again(client, address, answer, do="shift")
    assert follow(client, answer).all(id="play-2")
    assert who_played_what(app, address) == ["A 1", "B 0/6", "C 6", "A 0/0/6", "B 0/0/1", "C 4/6"]
    client.post(f"{address}/undo", data=slip(client.get(address)))
    assert who_played_what(app, address) == ["A 1", "B 6", "C 0/0/6", "A 0/0/1", "B 4/6"]


def test_the_log_is_latest_first_while_the_game_goes_on_and_opens_at_what_was_corrected(client, game):
    def numbers():
        page = Page(client.get(f"{game}/plays"))
        return [row.given["id"] for row in page.first("ol", class_="log").all("li")]

    assert marked(Page(client.get(f"{game}/plays"))) == []
    assert marked(follow(client, correct(client, game, 1, cards="6"))) == [
        ("play-1", "Anneli's 1/1/4 was changed to Anneli's 6.")
    ]
    assert marked(follow(client, strike(client, game, 4))) == [("play-3", "Benito's 1/4 was deleted.")]
    assert numbers() == ["play-3", "play-2", "play-1"]
    stop(client, game)
    assert numbers() == ["play-1", "play-2", "play-3", "play-4"]
    assert marked(Page(client.get(f"{game}/plays"))) == []


def finished(client, game):
    stop(client, game)
    return game


BEGUN = {
    "the result": (finished, "", "?back=table", "?back=table", ""),
    "the table": (lambda client, game: game, None, "?back=table", "?back=table", ""),
    "the replay": (lambda client, game: game, "/replay?at=2", "?back=replay", "?back=replay", "/replay?at={}"),
    "the log": (lambda client, game: game, "/plays", "", "", "/plays#play-{}"),
    "nowhere": (lambda client, game: game, None, "?back=//nowhere", "", "/plays#play-{}"),
    "a heap of places": (lambda client, game: game, None, "?back=%F0%9F&back=table", "", "/plays#play-{}"),
}


@pytest.mark.parametrize("where", BEGUN)
def test_a_correction_ends_where_it_was_begun(client, game, where):
    prepared, begun_at, asked, back, end = BEGUN[where]
    game = prepared(client, game)
    address = f"{game}/plays/2{asked}"
    assert begun_at is None or address in Page(client.get(f"{game}{begun_at}")).links
    page = Page(client.get(address))
    ends = {"": (2, {"cards": "4/6"}), "/before": (2, {"cards": "5", "player": "0"}), "/strike": (2, {})}
    cancel, up = page.link("Cancel"), page.first("a", class_="bar-home").given["href"]
    assert cancel == up == f"{game}{end.format(2)}"
    for action, (number, fields) in ends.items():
        shown = Page(client.get(page.link("Insert a play before"))) if action == "/before" else page
        form = shown.form(action=f"{game}/plays/2{action}{back}")
        answer = client.post(form.given["action"], data=form.hidden | slip(client.get(f"{game}/plays")) | fields)
        number = 1 if action == "/strike" and "replay" in back else number
        assert (answer.status_code, answer.location) == (303, f"{game}{end.format(number)}"), action
        client.post(f"{game}/undo", data=slip(client.get(game)))


def test_a_correction_with_conflicts_ends_where_it_was_begun(client, game):
    stop(client, game)
    form = Page(client.get(f"{game}/plays/1?back=table")).form(action=f"{game}/plays/1?back=table")
    answer = client.post(form.given["action"], data=form.hidden | {"cards": "3/3"})
    assert answer.status_code == 409
    assert Page(answer).link("Cancel") == game
    form = next(each for each in Page(answer).forms if each.values("conflict"))
    assert form.given["action"] == f"{game}/plays/1?back=table"
    answer = client.post(form.given["action"], data=dict(form.fields) | {"do": "strike-all"})
    assert (answer.status_code, answer.location) == (303, game)


def test_a_forgotten_play_ends_where_it_was_begun_after_the_others_have_moved(client, forgotten):
    form = Page(client.get(f"{forgotten}/plays/2/before?back=replay"))
    form = form.form(action=f"{forgotten}/plays/2/before?back=replay")
    answer = client.post(form.given["action"], data=form.hidden | {"cards": "1/2"})
    assert answer.location == f"{forgotten}/plays/2/shift?back=replay"
    page = Page(client.get(answer.location))
    assert page.link("Leave them") == f"{forgotten}/replay?at=2"
    form = page.form(action=answer.location)
    answer = client.post(form.given["action"], data=form.hidden)
    assert (answer.status_code, answer.location) == (303, f"{forgotten}/replay?at=3")


def test_a_play_is_struck(app, client, game):
    assert strike(client, game, 2).status_code == 303
    assert plays(app, game) == ["1/1/4", "3/3", "1/4"]


@pytest.mark.parametrize("where", ["", "/before", "/strike"])
def test_a_hidden_field_does_not_turn_one_correction_into_another(app, client, game, where):
    form = Page(client.get(f"{game}/plays/2")).forms
    assert all("act" not in dict(each.fields) for each in form)
    before = plays(app, game)
    for act in ("amend", "insert", "strike"):
        answer = correct(client, game, 2, where, cards="1/1", act=act)
        after = {"": ["1/1/4", "1/1", "3/3", "1/4"], "/before": [before[0], "1/1", *before[1:]]}
        assert answer.status_code == 303
        assert plays(app, game) == after.get(where, ["1/1/4", "3/3", "1/4"])
        client.post(f"{game}/undo", data=slip(client.get(game)))


def test_after_a_strike_that_came_too_late_the_next_tap_amends(app, client, game):
    late = Page(client.get(f"{game}/plays/2")).form(action=f"{game}/plays/2/strike").hidden
    assert send(client, game, "6").status_code == 303
    answer = client.post(f"{game}/plays/2/strike", data=late)
    assert answer.status_code == 409
    assert "nothing was saved" in Page(answer).alert
    form = Page(answer).form(action=f"{game}/plays/2")
    assert client.post(form.given["action"], data=form.hidden | {"cards": "1/1"}).status_code == 303
    assert plays(app, game) == ["1/1/4", "1/1", "3/3", "1/4", "6"]


def test_what_cannot_be_read_about_a_play_that_is_of_another_kind_by_now_is_refused_aloud(client, game):
    late = Page(client.get(f"{game}/plays/4")).form(action=f"{game}/plays/4").hidden
    assert strike(client, game, 4).status_code == 303
    stop = slip(client.get(f"{game}/stop")) | slot("stop")
    assert client.post(f"{game}/plays", data=stop).status_code == 303
    answer = client.post(f"{game}/plays/4", data=late | {"cards": "x"})
    assert answer.status_code == 409
    assert "nothing was saved" in Page(answer).alert


def test_another_player_sent_it(app, client, game):
    assert correct(client, game, 1, cards="1/1/4", player="1").status_code == 303
    assert "Benito: 1/1/4 goes to Absurdistan [6]" in text(client.get(f"{game}/plays"))


def test_what_cannot_stand_itself_is_said_on_its_page(app, client, game):
    answer = correct(client, game, 3, cards="1/1/4")
    assert answer.status_code == 422
    assert "1/1/4 is already in Absurdistan [6]: Anneli sent it in play 1." in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def test_later_plays_in_the_way_are_named_with_their_reason(app, client, game):
    answer = correct(client, game, 1, cards="3/3")
    assert answer.status_code == 409
    assert "3 · Anneli's 3/3" in text(answer)
    assert "3/3 is already in Absurdistan [6]: Anneli sent it in play 1." in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def again(client, game, answer, **fields):
    form = next(form for form in Page(answer).forms if f"{game}/plays/" in form.given["action"])
    return client.post(form.given["action"], data=form.hidden | fields)


def test_they_are_struck_too(app, client, game):
    answer = again(client, game, correct(client, game, 1, cards="3/3"), do="strike-all")
    assert answer.status_code == 303
    assert plays(app, game) == ["3/3", "2/3", "1/4"]


def test_they_are_mended(app, client, game):
    conflicts = correct(client, game, 1, cards="3/3")
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "0/6"})
    assert answer.status_code == 303
    assert plays(app, game) == ["3/3", "2/3", "0/6", "1/4"]


def test_what_mends_must_stand_too(app, client, game):
    conflicts = correct(client, game, 1, cards="3/3")
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "2/3"})
    assert answer.status_code == 409
    assert "2/3 is already in Country 5: Benito sent it in play 2." in text(answer)
    answer = again(client, game, conflicts, do="mend", **{"play3-player": "0", "play3-cards": "x"})
    assert answer.status_code == 409
    assert "Type the digits one after the other" in text(answer)
    assert plays(app, game) == ["1/1/4", "2/3", "3/3", "1/4"]


def repaired(client, game, **changed):
    """Send play 1 as 3/3 with play 3 repaired, with some fields of that form changed, or left out (None)."""
    form = next(each for each in Page(correct(client, game, 1, cards="3/3")).forms if each.values("conflict"))
    sent = dict(form.fields) | {"play3-cards": "0/6"} | changed
    return client.post(form.given["action"], data={name: value for name, value in sent.items() if value is not None})


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"play3-cards": "x"}, 409, "Type the digits one after the other"),
        ({"play3-cards": None}, 409, "Type the digits one after the other"),
        ({"play3-player": "9"}, 409, "Choose one of the players at this table."),
        ({"play3-player": None}, 409, "Choose one of the players at this table."),
        ({"kind-3": None}, 400, "This could not be read."),
        ({"kind-3": "x"}, 400, "This could not be read."),
        ({"conflict": "0"}, 404, "There is no play with that number"),
        (
            {"conflict": "99", "kind-99": "agent", "play99-player": "0", "play99-cards": "6"},
            404,
            "no play with that number",
        ),
        ({"conflict": "99", "kind-99": "agent", "play99-cards": "x"}, 404, "no play with that number"),
        ({"conflict": "99", "do": "strike-all"}, 404, "no play with that number"),
        ({"conflict": "5", "do": "strike-all"}, 404, "no play with that number"),
        ({"conflict": "9" * 400}, 404, "no play with that number"),
        ({"conflict": ""}, 404, "no play with that number"),
        ({"conflict": "³"}, 404, "no play with that number"),
    ],
)
def test_a_repair_that_cannot_be_read_is_refused_and_nothing_is_lost(
    app, client, game, dump, changed, status, sentence
):
    before = dump()
    answer = repaired(client, game, **changed)
    assert answer.status_code == status
    assert sentence in text(answer)
    assert dump() == before
    if status != 400:
        assert Page(answer).field("cards") == "3/3"


def test_a_repair_of_a_play_that_is_not_there_is_refused_where_a_play_is_struck(app, client, game, dump):
    before = dump()
    answer = correct(client, game, 2, "/strike", **{"conflict": "9", "strike-9": "on"})
    assert answer.status_code == 404
    assert "There is no play with that number" in text(answer)
    assert dump() == before


def test_a_correction_that_made_the_game_shorter_is_answered_the_same_when_it_comes_again(app, client, game):
    late = Page(client.get(f"{game}/plays/4")).form(action=f"{game}/plays/4/strike").hidden
    for _ in range(2):
        answer = client.post(f"{game}/plays/4/strike", data=late)
        assert (answer.status_code, answer.location) == (303, f"{game}/plays#play-3")
    assert plays(app, game) == ["1/1/4", "2/3", "3/3"]
    form = next(each for each in Page(correct(client, game, 1, cards="3/3")).forms if each.values("conflict"))
    for _ in range(2):
        answer = client.post(form.given["action"], data=dict(form.fields) | {"do": "strike-all"})
        assert (answer.status_code, answer.location) == (303, f"{game}/plays#play-1")
    assert plays(app, game) == ["3/3", "2/3"]


def test_one_undo_takes_back_a_correction_with_all_that_it_mended_and_a_redo_makes_it_again(app, client, game):
    again(client, game, correct(client, game, 1, cards="3/3"), do="strike-all")
    for button, after in (
        ("undo", ["1/1/4", "2/3", "3/3", "1/4"]),
        ("redo", ["3/3", "2/3", "1/4"]),
        ("undo", ["1/1/4", "2/3", "3/3", "1/4"]),
    ):
        assert client.post(f"{game}/{button}", data=slip(client.get(game))).status_code == 303
        assert plays(app, game) == after
    send(client, game, "6")
    assert not Page(client.get(game)).all(id="redo")
    assert client.post(f"{game}/redo", data=slip(client.get(game))).status_code == 422


def test_a_finished_game_is_put_right_and_its_result_follows(app, client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | slot("stop"))
    assert "Anneli won against Benito" in text(client.get("/"))
    ended = next(iter(documents(app.extensions["desk"]))).ended
    for number in (3, 1):
        assert strike(client, game, number).status_code == 303
    assert "Benito won against Anneli" in text(client.get("/"))
    assert next(iter(documents(app.extensions["desk"]))).ended == ended


def test_the_trail_keeps_what_was_changed_and_when(client, game):
    correct(client, game, 1, cards="6")
    strike(client, game, 2)
    page = text(client.get(f"{game}/plays"))
    assert "Anneli's 1/1/4 was changed to Anneli's 6." in page
    assert "Benito's 2/3 was deleted." in page
    assert len(Page(client.get(f"{game}/plays")).all("time")) == 7


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("1 1 4 4", "4/4"),
        ("0 0 0 0", "No agent can go with these: draw one more card."),
        ("6 6 6", "Anneli has only two 6s left."),
        ("7", "There is no card 7: a family has 0 to 6."),
    ],
)
def test_cannot_send_anything(client, cards, said):
    address = begin(client, "Anneli", "Benito", "Anja")
    answer = client.get(f"{address}/help/open-cards", query_string={"player": "0", "cards": cards})
    assert answer.status_code == 200
    assert said in text(answer)


def test_a_game_is_put_away_deleted_and_brought_back(client, game):
    for shelf in ("away", "deleted"):
        answer = client.post(f"{game}/shelf", data=slip(client.get(game)) | {"shelf": shelf})
        assert (answer.status_code, answer.location) == (303, f"/shelf?done={game.removeprefix('/games/')}")
        assert "Anneli, Benito" not in text(client.get("/"))
        assert "Anneli, Benito" in text(client.get("/shelf"))
        assert send(client, game, "6").status_code == 409
        client.post(
            f"{game}/shelf",
            data=slip(client.get("/shelf")) | {"revision": hidden(client.get(game), "revision"), "shelf": "table"},
        )
        assert "Anneli, Benito" in text(client.get("/"))
    assert send(client, game, "6").status_code == 303


def stop(client, address):
    data = slip(client.get(f"{address}/stop")) | slot("stop")
    assert client.post(f"{address}/plays", data=data).status_code == 303


def test_a_rematch_opens_the_seating_page_filled_in_and_one_tap_begins(app, client, dump):
    address = begin(client, "Anneli", "Benito", colours=("grey", "brown"))
    stop(client, address)
    before = dump()
    page = Page(client.get(Page(client.get(address)).link("Rematch, Anneli first"), follow_redirects=True))
    form = page.form(action="/new/don-carlo")
    assert dump() == before
    first, again = (client.post("/new/don-carlo", data=dict(form.fields) | {"do": "begin"}) for _ in range(2))
    assert first.location == again.location != address
    begun = document(app, first.location)
    assert (begun.table.players, begun.table.options["families"]) == (("Anneli", "Benito"), ("grey", "brown"))


def test_before_a_rematch_people_can_leave_join_and_change_seats(app, client):
    address = begin(client, "Anneli", "Benito", "Carla", colours=("grey", "brown", "blue"))
    stop(client, address)
    page = Page(client.get(f"{address}/rematch", follow_redirects=True))
    for button in ("remove:0", "down:0", "seat:Anneli"):
        sent = dict(page.form(action="/new/don-carlo").fields) | {"do": button}
        page = Page(client.post("/new/don-carlo", data=sent, follow_redirects=True))
    sent = dict(page.form(action="/new/don-carlo").fields) | {"do": "begin"}
    begun = document(app, client.post("/new/don-carlo", data=sent).location)
    assert begun.table.players == ("Carla", "Benito", "Anneli")
    assert begun.table.options["families"] == ("blue", "brown", "green")


def test_the_result_as_text(client, game):
    client.post(f"{game}/plays", data=slip(client.get(f"{game}/stop")) | slot("stop"))
    copied = Page(client.get(game)).first("pre").raw
    assert copied.splitlines()[0].startswith("Don Carlo, ")
    assert copied.splitlines()[1:4] == [
        "Anneli is Don Carlo: 9 points, 1 ahead of Benito",
        "1. Anneli: 9 (influence 3, bonus 0, countries 6)",
        "2. Benito: 8 (influence 3, bonus 0, countries 5)",
    ]
