"""The page that shows how an uploaded table is read, and takes what the user chooses for it."""

import json
from pathlib import Path

import pytest

from scorekeeper.store.external import ExternalResult
from scorekeeper.store.rows import all_game_ids, read_game
from tests.helpers import sent_files, slip
from tests.pages import Page

TABLES = Path(__file__).parents[1] / "data" / "tables"
AMBIGUOUS = b"Date,Game,Player,Points\n03/04/2025,Catan,Ada,10\n03/04/2025,Catan,Bo,8\n"


@pytest.fixture
def games(app):
    """Return a function that returns the stored games: title, date, players and points."""
    service = app.extensions["service"]

    def games():
        with service.store.reading() as db:
            stored = [read_game(db, each) for each in all_game_ids(db)]
        return [
            (
                str(service.rulebooks[game.rulebook].meta.title),
                game.started,
                dict(zip(game.players, ExternalResult.read(game.external_result).lines, strict=True)),
            )
            for game in stored
        ]

    return games


def uploaded(client, content, name="table.csv"):
    """Send a table; return the URL of the import, and the URL of the table's page, or "" without one."""
    summary = sent_files(client, (content, name)).location
    return summary, client.get(summary).location or ""


def chosen(client, table, **values):
    """Send the form of a table's page with these values changed."""
    fields = dict(Page(client.get(table)).form(id="table").fields)
    return client.post(table, data=fields | {"do": "show"} | values)


def imported(client, summary):
    form = Page(client.get(summary)).form(id="import")
    assert client.post(summary, data=dict(form.fields)).status_code == 303


def questions(client, table):
    return [each.first("h2").text for each in Page(client.get(table)).all("section", class_="question")]


EVERYBODY = b"""<plays total="2" page="1">
<play id="1" date="2025-04-01"><item name="Decrypto" objectid="225694"/><players>
<player name="Ada" username="ada" win="1"/><player name="Bo" username="bo77" win="0"/></players></play>
<play id="2" date="2025-04-02"><item name="Decrypto" objectid="225694"/><players>
<player name="Cy" username="cy" win="1"/></players></play></plays>"""


def test_plays_of_everybody_are_read_for_the_chosen_user(client, games):
    summary, table = uploaded(client, EVERYBODY, "plays.xml")
    assert not table
    form = next(each for each in Page(client.get(summary)).all("form") if each.all("select", name="user"))
    assert [each.text for each in form.all("option")] == ["ada", "bo77", "cy"]
    url, fields = form.given["action"], dict(form.fields)
    assert client.post(url, data=fields | {"user": "<b>"}).status_code == 400
    for user in ("cy", "ada"):  # another choice after Back
        assert client.post(url, data=fields | {"user": user}).status_code == 303
    assert Page(client.get(summary)).first("option", selected="").text == "ada"
    imported(client, summary)
    assert [(title, started, sorted(players)) for title, started, players in games()] == [
        ("Decrypto", "2025-04-01", ["Ada", "Bo"])
    ]


def test_order_of_day_and_month_is_asked_and_answered(client, games):
    summary, table = uploaded(client, AMBIGUOUS)
    assert questions(client, table) == ["03/04/2025: which day?"]
    refused = chosen(client, table, do="go")
    assert refused.status_code == 422
    assert "1 question open" in refused.text
    assert client.post(summary, data=dict(Page(client.get("/data")).form(id="import").fields)).status_code == 409
    assert games() == []
    assert chosen(client, table, day_first="True").location == table
    assert questions(client, table) == []
    assert "April 3, 2025" in client.get(table).text
    assert chosen(client, table, do="go").location == summary
    imported(client, summary)
    assert games() == [("Catan", "2025-04-03", {"Ada": (1, 10), "Bo": (2, 8)})]


def test_column_with_unknown_heading_gets_its_role_from_the_user(client, games):
    summary, table = uploaded(client, (TABLES / "unknown-headings.csv").read_bytes())
    assert len(questions(client, table)) == 2
    chosen(client, table, **{"column-0": "date", "column-1": "game", "column-2": "player", "column-3": "points"})
    assert questions(client, table) == []
    chosen(client, table, do="go")
    imported(client, summary)
    assert games() == [("Skat", "2025-05-01", {"Ada": (1, 120), "Bo": (2, 95), "Cy": (3, 60)})]


def test_choices_are_proposed_for_tables_with_the_same_headings(client):
    _, table = uploaded(client, AMBIGUOUS)
    chosen(client, table, day_first="False", do="go")
    _, table = uploaded(client, AMBIGUOUS.replace(b"Catan", b"Azul"))
    assert questions(client, table) == []
    assert "March 4, 2025" in client.get(table).text
    _, other = uploaded(client, AMBIGUOUS.replace(b"Points", b"Score"))
    assert questions(client, other) == ["03/04/2025: which day?"]


def test_rounds_of_one_game_get_its_title_and_date(app, client):
    summary, table = uploaded(client, (TABLES / "rounds.csv").read_bytes())
    assert len(questions(client, table)) == 2
    chosen(client, table, game=" Schnauz ", by_rounds="True", day="2025-03-01")
    assert chosen(client, table, do="go").location == summary
    imported(client, summary)
    service = app.extensions["service"]
    with service.store.reading() as db:
        (game,) = [read_game(db, each) for each in all_game_ids(db)]
    assert (len(game.plays), game.started) == (4, "2025-03-01")


def test_lowest_points_are_offered_only_for_titles_without_rules(client, games):
    content = b"Date,Game,Ada,Bo\n2025-01-17,Golf,38,41\n2025-01-17,Don Carlo,38,41\n2025-01-17,Hearts,38,41\n"
    summary, table = uploaded(client, content)
    assert [field.given["value"] for field in Page(client.get(table)).all("input", name="lowest")] == ["Golf"]
    chosen(client, table, lowest="Golf", do="go")
    imported(client, summary)
    assert next(lines for title, _, lines in games() if title == "Golf")["Ada"] == (1, 38)


def test_first_games_show_both_values_of_what_is_open(client):
    def shown(content):
        _, table = uploaded(client, content)
        return [each.text for each in Page(client.get(table)).all("li", class_="first-game")]

    (game,) = shown(AMBIGUOUS)
    assert "April 3, 2025 or March 4, 2025" in game
    assert "Ada 10" in game
    (game,) = shown(b"Ada,Bo\n3,4\n")
    assert "Game open" in game
    assert "a game or a round of one game" in game
    (game,) = shown(AMBIGUOUS.replace(b"Game", b"Was"))
    assert "Game open" in game
    assert "April 3, 2025 or March 4, 2025" in game
    assert shown(b"Date,Game\n2025-01-17,Golf\n") == []


def test_invalid_choices_are_refused_and_change_nothing(client):
    def columns():
        return [pair for pair in Page(client.get(table)).form(id="table").fields if pair[0].startswith("column-")]

    _, undated = uploaded(client, (TABLES / "wingspan.csv").read_bytes())
    page = Page(chosen(client, undated, day="2025-02-30", game="Wingspan"))
    assert page.first(id="day-fault").text == "Choose a date, or leave the field empty."
    assert page.first("input", id="day").given["value"] == "2025-02-30"
    _, table = uploaded(client, AMBIGUOUS)
    before = columns()
    for name in ("column-0", "day_first", "by_rounds", "sheet", "lowest"):
        assert chosen(client, table, **{name: "'; DROP"}).status_code == 400, name
    assert chosen(client, table, game="a\0").status_code == 422
    for method in (client.get, client.post):
        assert method(table[:-1] + "99", data=slip(client.get(table))).status_code == 404
    assert columns() == before


def test_every_expected_table_has_a_page_but_not_our_own(client):
    assert uploaded(client, client.get("/data/games.csv").data)[1] == ""
    for name in json.loads((TABLES / "expected.json").read_text()):
        _, table = uploaded(client, (TABLES / name).read_bytes(), name)
        answer = client.get(table)
        assert answer.status_code == 200
        assert name in answer.text
