"""Zips and tables on the command line, and its output on a terminal."""

import csv
import gzip
import json
import re
import sys
import zipfile
from importlib.metadata import PackageNotFoundError
from io import BytesIO, TextIOWrapper
from unittest.mock import Mock, patch

import pytest

from scorekeeper import paths
from scorekeeper.cli import main
from scorekeeper.instance import open_service
from scorekeeper.store.changes import set_status
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from tests.cli.commands import FINISHED, ONE, REFUSED, RUNNING, TWO, UNREADABLE, games, put_in, scorekeeper
from tests.cli.terminal import terminal


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def stored(tmp_path, instance):
    assert scorekeeper("import", put_in(tmp_path / "games.jsonl", RUNNING, FINISHED), instance=instance)[0] == 0


def zip_of(path, **documents):
    with zipfile.ZipFile(path, "w") as archive:
        for name, document in documents.items():
            archive.writestr(f"{name}.json", json.dumps(document))
    return path


def test_zip_export_can_be_imported(tmp_path, instance, stored):
    there = tmp_path / "games.zip"
    assert scorekeeper("export", "--zip", there, instance=instance) == (0, "")
    with zipfile.ZipFile(there) as archive:
        assert archive.namelist() == ["2026-02-01-don-carlo-1f8fad5b.json", "2026-02-02-don-carlo-2f8fad5b.json"]
    fresh = tmp_path / "fresh"
    for given, stdin in ((there, b""), ("-", there.read_bytes())):
        status, said = scorekeeper("import", given, instance=fresh, stdin=stdin)
        assert (status, [line.split()[0] for line in said.splitlines()]) == (0, [ONE, TWO])
    assert games(fresh) == games(instance)
    chosen = scorekeeper("export", TWO, ONE, instance=fresh)[1]
    assert [json.loads(line)["id"] for line in chosen.split("\n") if line] == [TWO, ONE]


def test_table_is_exported_in_both_languages(tmp_path, instance, stored):
    for language, separator, heading in (("en", ",", "Player"), ("de", ";", "Spieler")):
        table = tmp_path / f"{language}.csv"
        assert scorekeeper("export", "--csv", table, "--language", language, TWO, instance=instance) == (0, "")
        with table.open(encoding="utf-8-sig", newline="") as file:
            first, *rows = csv.reader(file, delimiter=separator)
        assert first[5] == heading
        assert [(row[5], row[9], row[10]) for row in rows] == [("Anneli", "1", "12"), ("Ève", "2", "6")]


def test_results_can_be_reimported_from_csv_and_bg_stats(tmp_path, instance, stored):
    for option, left_out in (("--csv", ["1 unfinished game."]), ("--bgstats", [])):
        there, fresh = tmp_path / "there", tmp_path / option
        assert scorekeeper("export", option, there, instance=instance) == (0, "")
        for said, more in (("1 new", ()), ("1 already here", ["--results"])):
            status, printed = scorekeeper("import", *more, there, instance=fresh)
            *reported, counted = printed.splitlines()
            assert (status, counted) == (0, said)
            assert [json.loads(each)["left_out"] for each in reported] == left_out
        assert games(fresh) == []
        status, _ = scorekeeper("export", TWO, instance=fresh)
        assert status == 2
        assert scorekeeper("check", instance=fresh)[0] == 0
    (tmp_path / "junk").write_text("a,b")
    status, said = scorekeeper("import", tmp_path / "junk", instance=tmp_path / "fresh")
    assert (status, "no line with headings" in said) == (2, True)


PLAYS = """<plays username="a" total="1" page="1"><play id="1" date="2026-02-03" quantity="2" length="30">
<item name="Catan" objecttype="thing" objectid="13"/><players><player name="Anneli" score="9" win="1"/>
</players></play></plays>"""


def test_import_detects_file_types_by_content(tmp_path, instance, stored):
    table, play, fresh = tmp_path / "x.json", tmp_path / "bg.csv", tmp_path / "fresh"
    assert scorekeeper("export", "--csv", table, TWO, instance=instance)[0] == 0
    assert scorekeeper("export", "--bgstats", play, TWO, instance=instance)[0] == 0
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(play.read_bytes().replace(TWO.encode(), TWO.replace("2", "3").encode())))
    archive = tmp_path / "archive.txt"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("plays", PLAYS)
        zipped.writestr("games.csv", json.dumps(RUNNING))
    files = (put_in(tmp_path / "y.xml", FINISHED), table, play, packed, archive)
    status, said = scorekeeper("import", *files, instance=fresh)
    assert status == 0
    assert said.splitlines() == [
        f"{TWO} new",
        f"{ONE} new",
        json.dumps(
            {
                "file": f"{archive}, plays",
                "left_out": "2026-02-03, Catan with Anneli: imported once, because BoardGameGeek has one result for "
                "2 games",
            }
        ),
        "2 new, 2 already here",
    ]
    assert scorekeeper("import", archive, instance=fresh)[1].splitlines()[-1] == "1 already here"
    bad = tmp_path / "bad"
    bad.write_text("<plays>")
    status, said = scorekeeper("import", archive, bad, instance=tmp_path / "empty")
    assert (status, json.loads(said)) == (
        2,
        {"file": str(bad), "unreadable": "it is cut off or damaged; save it again"},
    )
    assert games(tmp_path / "empty") == []


def test_conflicting_results_are_refused_kept_or_skipped_as_chosen(tmp_path, instance):
    table, other = tmp_path / "games.csv", tmp_path / "other.csv"
    headings = "Game,Player,Rank,Number of the game\n"
    table.write_text(f"{headings}Catan,Ada,1,{ONE}\nCatan,Bo,2,{ONE}\n")
    other.write_text(f"{headings}Catan,Ada,2,{ONE}\nCatan,Bo,1,{ONE}\nCatan,Ada,1,{TWO}\n")
    assert scorekeeper("import", table, instance=instance)[1].endswith("\n1 new\n")
    status, said = scorekeeper("import", other, instance=instance)
    (reason,) = json.loads(said.splitlines()[-1])["refused"]
    assert (status, reason["code"], "It differs in the result." in reason["message"]) == (1, "id-taken", True)
    for options, told in (
        (("--on-conflict", "fail", table), "1 already here\n"),
        (("--on-conflict", "skip", other), "1 new, 1 skipped\n"),
        (("--on-conflict", "keep", other), "1 already here, 1 kept\n"),
        (("--different", "theirs", other), "1 already here, 1 replaced\n"),
    ):
        status, said = scorekeeper("import", *options, instance=instance)
        assert (status, said.endswith(f"\n{told}")) == (0, True)


def test_cooperative_title_is_named_and_can_be_competitive(tmp_path):
    table = tmp_path / "games.csv"
    table.write_text("Game,Player,Won\nHarbour Storm,Ada,yes\nHarbour Storm,Bo,yes\n")
    status, said = scorekeeper("import", table, instance=tmp_path / "one")
    assert (status, "Harbour Storm is cooperative" in said, '--competitive "Harbour Storm"' in said) == (0, True, True)
    options = "--competitive", "Harbour Storm", table
    assert scorekeeper("import", *options, instance=tmp_path / "other")[1].endswith("\n1 new\n")


def test_csv_export_includes_archived_games_only_by_id(tmp_path, instance, stored):
    service = open_service(instance)
    set_status(service, TWO, GameStatus.ARCHIVED, Submission("a-key-of-the-test", "", service.view(TWO).game.revision))
    service.store.close()
    for ids, found in (([], {ONE}), ([TWO], {TWO})):
        assert scorekeeper("export", "--csv", tmp_path / "a.csv", *ids, instance=instance) == (0, "")
        with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
            _, *rows = csv.reader(file)
        assert {row[-1] for row in rows} == found


def test_failed_export_leaves_no_file(tmp_path, instance, stored):
    for option in ("--zip", "--csv"):
        status, _ = scorekeeper("export", option, tmp_path / "missing" / "a", instance=instance)
        assert status == 2
        status, _ = scorekeeper("export", option, tmp_path / "a", RUNNING["id"].replace("1", "9"), instance=instance)
        assert status == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.jsonl", "instance"]


def test_zip_with_problems_is_refused_and_names_each(tmp_path, instance):
    bad = zip_of(tmp_path / "bad.zip", good=RUNNING, a=UNREADABLE, b=REFUSED, c={})
    status, said = scorekeeper("import", bad, put_in(tmp_path / "d.jsonl", FINISHED, {}, {}), instance=instance)
    told = [json.loads(line) for line in said.splitlines()]
    assert status == 2
    assert [(each.get("entry"), "unreadable" in each) for each in told] == [
        ("a.json", True),
        ("c.json", True),
        (None, True),
    ]
    assert told[-1]["unreadable"] == "line 2: format is missing"
    status, said = scorekeeper("import", zip_of(tmp_path / "b.zip", good=RUNNING, b=REFUSED), instance=instance)
    (told,) = [json.loads(line) for line in said.splitlines()]
    assert (status, told["entry"], [each["play"] for each in told["refused"]]) == (1, "b.json", [2, 3])
    assert games(instance) == []


def no_terminal(path):
    return path.open("w", encoding="utf-8"), path.read_text


@pytest.mark.parametrize(
    ("command", "done"),
    [
        (["import", "GIVEN"], "import: 2 of 2 games"),
        (["export"], "export: 2 of 2 games"),
        (["check"], "check: 2 of 2 games"),
        (["check", "--rebuild"], "rebuild: 2 of 2 games"),
    ],
    ids=["import", "export", "check", "rebuild"],
)
def test_progress_is_shown_only_on_a_terminal(tmp_path, instance, command, done):
    given = put_in(tmp_path / "games.jsonl", RUNNING, FINISHED)
    assert scorekeeper("import", given, instance=instance)[0] == 0
    command = [str(given) if each == "GIVEN" else each for each in command]
    for errors, told in ((terminal(), True), (no_terminal(tmp_path / "errors"), False)):
        (file, said), written = errors, TextIOWrapper(BytesIO())
        with file, patch.multiple(sys, stdout=written, stderr=file):
            assert main([command[0], "--instance", str(instance), *command[1:]]) == 0
        everything = said()
        assert (f"\r{done}\x1b[K" in everything) == (everything != "") == told
        written.flush()
        assert b"\r" not in written.buffer.getvalue()


def test_version_is_printed(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert re.fullmatch(r"scorekeeper \d+(\.\d+)+\n", capsys.readouterr().out)


def test_version_of_a_checkout_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.metadata.version", Mock(side_effect=PackageNotFoundError))
    assert re.fullmatch(r"\d+(\.\d+)+", paths.version())
    monkeypatch.setattr(paths, "CHECKOUT", tmp_path)
    assert paths.version() == "unknown"


def test_title_with_another_name_is_named(tmp_path):
    file = tmp_path / "pages.xml"
    play = '<play id="1"><item name="Pandemie" objectid="30549"/><players><player name="Ada" win="1"/>'
    file.write_text(f'<plays username="ada" total="1" page="1">{play}</players></play></plays>')
    status, said = scorekeeper("import", file, instance=tmp_path / "one")
    assert (status, said.endswith("\n1 new\n")) == (0, True)
    assert "“Pandemie” is imported as Pandemic" in said
