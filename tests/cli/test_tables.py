"""Tables of all forms through the command line: what is stored, what is asked, and the options that answer it."""

import json
from pathlib import Path

import pytest

from scorekeeper.instance import open_service
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.results import summaries
from scorekeeper.store.rows import all_game_ids, read_game
from tests.cli.commands import scorekeeper
from tests.workbooks import xlsx

DATA = Path(__file__).parents[1] / "data" / "tables"
EXPECTED = json.loads((DATA / "expected.json").read_text("utf-8"))


def stored(instance):
    """Return the games here as in expected.json, with all parts, in any order; each with its number of plays."""
    service = open_service(instance)
    try:
        with service.store.reading() as db:
            games = [read_game(db, game_id) for game_id in all_game_ids(db, archived=False)]
            summed = {each.id: each.results for each in summaries(db, [game.id for game in games])}
    finally:
        service.store.close()
    found = []
    for game in games:
        result = game.external or ExternalResult()
        lines = sorted(summed[game.id], key=lambda line: game.players.index(line.name))
        titles = {each.slug: str(each.meta.title) for each in service.rulebooks.values()}
        found.append(
            {
                "game": titles[game.rulebook],
                "date": game.started and game.started[:10],
                "players": [[line.name, line.total, line.place == 1] for line in lines],
                "location": game.venue,
                "note": game.note,
                "minutes": result.minutes,
                "rounds": len(result.rounds) or sum("round" in play for play in game.plays),
                "plays": len(game.plays),
                "parts": {name: list(points) for name, points in result.parts.items()},
            }
        )
    return found


def test_plays_of_everybody_are_read_for_the_named_user(tmp_path):
    plays = "".join(
        f'<play id="{at}" date="2025-04-0{at}"><item name="Catan" objectid="13"/><players>'
        f'<player name="{name}" username="{name.lower()}" win="1"/></players></play>'
        for at, name in enumerate(("Ada", "Bo"), 1)
    )
    (tmp_path / "plays.xml").write_text(f'<plays total="2" page="1">{plays}</plays>')
    status, said = scorekeeper("import", tmp_path / "plays.xml", instance=tmp_path)
    assert (status, "Answer with --user NAME (ada, bo)" in said, stored(tmp_path)) == (2, True, [])
    assert scorekeeper("import", tmp_path / "plays.xml", "--user", "Bo", instance=tmp_path)[0] == 0
    assert [game["players"] for game in stored(tmp_path)] == [[["Bo", None, True]]]


@pytest.mark.parametrize("name", EXPECTED)
def test_table_is_imported_exactly(tmp_path, name):
    expected, table = EXPECTED[name], DATA / name
    if "refused" in expected:
        status, said = scorekeeper("import", table, *expected["args"], instance=tmp_path)
        option = expected["then"][0]
        assert (status, option in said) == (2, True)
        assert stored(tmp_path) == []
    args = [*expected["args"], *expected.get("then", [])]
    status, said = scorekeeper("import", table, *args, instance=tmp_path)
    assert (status, f"{len(expected['games'])} new" in said) == (0, True)
    found = stored(tmp_path)
    assert len(found) == len(expected["games"])
    for each in expected["games"]:
        (game,) = [one for one in found if all(one[key] == each[key] for key in ("game", "date", "players"))]
        assert all(game[key] == each.get(key) for key in ("location", "note", "minutes"))
        assert game["rounds"] == each.get("rounds", 0)
        assert each.get("parts", {}).items() <= game["parts"].items()
    assert f"{len(found)} already here" in scorekeeper("import", table, *args, instance=tmp_path)[1]
    assert scorekeeper("check", instance=tmp_path)[0] == 0


def test_rounds_become_a_game_on_a_pad(tmp_path):
    args = EXPECTED["rounds.csv"]["args"]
    scorekeeper("import", DATA / "rounds.csv", *args, instance=tmp_path)
    assert [game["plays"] for game in stored(tmp_path)] == [4]  # three rounds, and the end of the game
    document = scorekeeper("export", instance=tmp_path)[1]
    assert [each["kind"] for each in json.loads(document)["plays"]] == ["round", "round", "round", "stop"]
    kept = tmp_path / "game.json"
    kept.write_text(document, "utf-8")
    assert "already here" in scorekeeper("import", kept, instance=tmp_path)[1]
    other = tmp_path / "other"
    assert scorekeeper("import", kept, instance=other)[0] == 0
    assert scorekeeper("score", kept, instance=other)[0] == 0


def test_columns_are_printed_with_their_roles(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("Game,Player,Weather\nCatan,Ada,rain\n", "utf-8")
    status, said = scorekeeper("import", table, instance=tmp_path)
    assert status == 0
    assert [line.partition(": ")[2] for line in said.splitlines()[:3]] == [
        "“Game” is read as game (by its heading)",
        "“Player” is read as player (by its heading)",
        "“Weather” is not used (the heading is not known)",
    ]


def test_unknown_roles_and_dates_of_options_are_refused(tmp_path):
    for option in (("--map", "a=b"), ("--map", "player"), ("--date", "3.4.2025")):
        with pytest.raises(SystemExit) as refused:
            scorekeeper("import", DATA / "us.csv", *option, instance=tmp_path)
        assert refused.value.code == 2
    assert stored(tmp_path) == []


def test_equal_lines_without_number_are_several_games(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("Date,Game,Ada,Bo\n2025-04-03,Azul,3,4\n2025-04-03,Azul,3,4\n", "utf-8")
    for counted in ("2 new", "2 already here"):
        assert scorekeeper("import", table, instance=tmp_path)[1].splitlines()[-1] == counted


def test_choices_apply_to_all_tables_of_the_command(tmp_path):
    first, second, book = tmp_path / "first.csv", tmp_path / "second.csv", tmp_path / "book.xlsx"
    first.write_text("wer,Spiel,Punkte\nAda,Catan,3\n", "utf-8")
    second.write_text("who,Game,Score\nBo,Golf,4\nAda,Golf,5\n", "utf-8")
    lines = [["wer", "Punkte"], ["Cy", 9]]
    book.write_bytes(xlsx(**{"2024": lines, "2025": [*lines, ["Dee", 8]]}))
    options = ["--map", "wer=player", "--map", "who=player", "--lowest", "golf", "--game", "Azul"]
    status, said = scorekeeper("import", first, second, book, *options, "--map", "wen=player", instance=tmp_path)
    assert (status, "no column is named “wen”" in said, stored(tmp_path)) == (2, True, [])
    status, said = scorekeeper("import", first, second, book, *options, instance=tmp_path)
    assert (status, "Answer with --sheet NAME (2024, 2025)" in said) == (2, True)
    for counted in ("4 new", "4 already here"):
        sheets = ["--sheet", "2024", "--sheet", "2025"]
        status, said = scorekeeper("import", first, second, book, *options, *sheets, instance=tmp_path)
        assert (status, said.splitlines()[-1]) == (0, counted)
    found = {(game["game"], tuple(map(tuple, game["players"]))) for game in stored(tmp_path)}
    assert ("Golf", (("Bo", 4, True), ("Ada", 5, False))) in found
    assert ("Azul", (("Cy", 9, True), ("Dee", 8, False))) in found


def test_lowest_points_win_in_chosen_title_that_is_known(tmp_path):
    table = tmp_path / "table.csv"
    for day in ("2025-01-01", "2025-01-02"):
        table.write_text(f"Date,Game,Ada,Bo\n{day},Minigolf,38,41\n", "utf-8")
        options = ["--lowest", "Minigolf"] if day == "2025-01-02" else []
        assert scorekeeper("import", table, *options, instance=tmp_path)[0] == 0
    won = {game["date"]: [name for name, _, won in game["players"] if won] for game in stored(tmp_path)}
    assert won == {"2025-01-01": ["Bo"], "2025-01-02": ["Ada"]}


def test_own_table_is_reimported_identically(tmp_path):
    for name in ("abende.csv", "groups.csv", "cells.csv"):
        scorekeeper("import", DATA / name, instance=tmp_path / "first")
    exported = tmp_path / "games.csv"
    for language in ("en", "de"):
        scorekeeper("export", "--csv", exported, "--language", language, instance=tmp_path / "first")
        assert scorekeeper("import", exported, instance=tmp_path / "first") == (0, "10 already here\n")
        assert "10 new" in scorekeeper("import", exported, instance=tmp_path / language)[1]
