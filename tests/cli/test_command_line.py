"""The commands that read and write game documents, each tested once in a separate process, otherwise by calls."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.instance import open_service
from scorekeeper.store.changes import set_status
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from tests.cli.commands import (
    FINISHED,
    FIVE,
    FOUR,
    ONE,
    REFUSED,
    RUNNING,
    STOP,
    THREE,
    TWO,
    UNREADABLE,
    agent,
    arguments_of,
    document,
    exported,
    games,
    put_in,
    scorekeeper,
)

ROOT = Path(__file__).parents[2]


TOTALS = {TWO: [("Anneli", 1, 12), ("Ève", 2, 6)]}


def as_process(command, *arguments, instance=None, stdin=b""):
    """Run a command; return its exit status and its output, decoded as UTF-8."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "scorekeeper.cli", *arguments_of(command, *arguments, instance=instance)],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"LC_ALL": "C"},
        timeout=60,
        check=False,
    )
    error = run.stderr.decode()
    assert "Traceback" not in error, error
    return run.returncode, run.stdout.decode()


def taken_in(instance, *arguments, **more):
    """Import, and return the first two words of each line: a game's id, and whether it is new or already here."""
    status, output = scorekeeper("import", *arguments, instance=instance, **more)
    assert status == 0, output
    return [tuple(line.split()[:2]) for line in output.splitlines()]


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


# score


def test_score_prints_a_line_per_file(tmp_path):
    odd = os.fsencode(tmp_path) + b"/\xff\n\xe4 odd.json"
    with open(odd, "wb") as file:
        file.write(json.dumps(FINISHED).encode())
    names = [
        str(put_in(tmp_path / "ö.json", FINISHED)),
        str(put_in(tmp_path / "refused.json", REFUSED)),
        "-",
        str(put_in(tmp_path / "unreadable.json", UNREADABLE)),
        str(tmp_path / "missing.json"),
        str(tmp_path),
        str(put_in(tmp_path / "strange.json", RUNNING | {"\ud800\n": 1})),
        str(put_in(tmp_path / "two.json", RUNNING, FINISHED)),
        os.path.relpath(tmp_path / "ö.json", ROOT),
        str(tmp_path / "ö.json"),
        odd,
    ]
    status, output = as_process("score", *names, stdin=json.dumps(RUNNING).encode())
    answers = [json.loads(each) for each in output.split("\n") if each]
    assert status == 2
    assert [answer["file"] for answer in answers] == [*names[:-1], os.fsdecode(odd)]
    kinds = [next(kind for kind in ("standings", "refused", "unreadable") if kind in answer) for answer in answers]
    assert kinds == ["standings", "refused", "standings", *["unreadable"] * 5, *["standings"] * 3]
    assert [line["player"] for line in answers[0]["standings"]] == ["Anneli", "Ève"]
    assert "\\u00c8" not in output
    assert [(each["play"], each["code"]) for each in answers[1]["refused"]] == [
        (2, "code-name-taken"),
        (3, "no-country"),
    ]
    assert answers[2]["next"] == "Anneli"
    same = [{key: value for key, value in answers[index].items() if key != "file"} for index in (0, 8, 9, 10)]
    assert same == [same[0]] * 4


@pytest.mark.parametrize(
    ("documents", "status"),
    [([RUNNING, FINISHED], 0), ([REFUSED, RUNNING], 1), ([RUNNING], 0), ([REFUSED], 1), ([UNREADABLE], 2)],
    ids=["all stand", "one refused", "stands", "refused", "unreadable"],
)
def test_score_exits_with_the_highest_status(tmp_path, documents, status):
    names = [put_in(tmp_path / f"{number}.json", each) for number, each in enumerate(documents)]
    found, output = scorekeeper("score", *names)
    assert found == status
    answers = [json.loads(output)] if len(names) == 1 else [json.loads(each) for each in output.splitlines()]
    assert ["file" in answer for answer in answers] == [len(names) > 1] * len(names)


def test_score_reports_a_missing_file_and_reads_standard_input(tmp_path):
    status, output = scorekeeper("score", tmp_path / "missing.json")
    fault = f"cannot read {tmp_path / 'missing.json'} (No such file or directory); check the path"
    assert (status, json.loads(output)) == (2, {"unreadable": fault})
    status, output = scorekeeper("score", "-", stdin=b"\xef\xbb\xbf" + json.dumps(FINISHED).encode())
    assert (status, json.loads(output)["finished"]) == (0, True)


# import and export


def test_commands_work_in_a_pipeline_of_processes(tmp_path, instance):
    games = put_in(tmp_path / "games.jsonl", RUNNING, FINISHED)
    assert as_process("import", games, instance=instance) == (0, f"{ONE} new\n{TWO} new\n")
    status, exported = as_process("export", TWO, instance=instance)
    assert status == 0
    status, output = as_process("score", "-", stdin=exported.encode())
    standings = [(each["player"], each["place"], each["total"]) for each in json.loads(output)["standings"]]
    assert (status, json.loads(output)["finished"], standings) == (0, True, TOTALS[TWO])
    assert as_process("import", "-", instance=instance, stdin=exported.encode()) == (0, f"{TWO} already here\n")
    assert as_process("check", "--rebuild", instance=instance) == (0, "2 games replayed, 2 valid.\n")


def test_exported_games_can_be_imported(tmp_path, instance):
    unsorted = document(agent("Benito", 6, 0, 5), agent("Anneli", 2, 1), started="2026-02-03T20:15:00.5-03:30")
    first = put_in(tmp_path / "first.json", RUNNING)
    first.write_bytes(b"\xef\xbb\xbf" + json.dumps(RUNNING, indent=3).encode())
    taken = taken_in(instance, first, put_in(tmp_path / "others.jsonl", FINISHED, unsorted))
    assert taken[:2] == [(ONE, "new"), (TWO, "new")]
    assert [new for _, new in taken] == ["new"] * 3
    everything = exported(instance)
    given_id = taken[2][0]
    assert [json.loads(each) for each in everything.split("\n") if each] == [
        RUNNING,
        FINISHED,
        unsorted | {"id": given_id},
    ]

    assert json.loads(exported(instance, TWO)) == FINISHED
    several = exported(instance, given_id, ONE)
    assert [json.loads(each)["id"] for each in several.split("\n") if each] == [given_id, ONE]

    other = tmp_path / "fresh"
    assert taken_in(other, "-", stdin=everything.encode()) == taken
    assert exported(other) == everything

    again = taken_in(instance, "-", stdin=everything.encode())
    assert [game_id for game_id, _ in again] == [game_id for game_id, _ in taken]
    assert all(told != "new" for _, told in again)
    assert exported(instance) == everything


@pytest.mark.parametrize(
    "command", ["run", "demo", "link", "score", "schema", "export", "import", "check", "backup", "restore"]
)
def test_help_shows_placeholders_of_the_documentation(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    words = {*capsys.readouterr().out.replace("]", " ").split()}
    assert "DIR" in words
    documented = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    shown = {word for word in words if word.isalpha() and word.isupper() and len(word) > 2}
    assert {word for word in shown if word not in documented} <= {"JSON"}
    assert not words & {"INSTANCE", "HOST"}


def test_export_of_an_unknown_game_is_refused(instance):
    assert scorekeeper("export", THREE, instance=instance) == (2, "")
    assert scorekeeper("export", b"\xff", instance=instance) == (2, "")
    assert scorekeeper("export", instance=instance) == (0, "")


def test_csv_export_follows_links_and_writes_to_devices(tmp_path, instance):
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    link.symlink_to(real)
    real.write_text("old")
    assert scorekeeper("export", "--csv", link, instance=instance)[0] == 0
    assert link.is_symlink()
    assert "old" not in real.read_text()
    assert scorekeeper("export", "--csv", os.devnull, instance=instance)[0] == 0
    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no such device here")
def test_export_reports_a_full_disk(tmp_path, instance):
    assert scorekeeper("import", put_in(tmp_path / "games.jsonl", FINISHED), instance=instance)[0] == 0
    program = [sys.executable, "-m", "scorekeeper.cli", "export", "--instance", instance]
    with open("/dev/full", "wb") as full:
        run = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, text=True, check=False)
    said = "Cannot complete the command: No space left on device. Correct this and retry.\n"
    assert (run.returncode, run.stderr) == (2, said)


def test_import_is_all_or_nothing(tmp_path, instance):
    good = put_in(tmp_path / "good.json", RUNNING)
    refused = put_in(tmp_path / "refused.jsonl", FINISHED, REFUSED)
    unreadable = put_in(tmp_path / "unreadable.jsonl", FINISHED, UNREADABLE)
    for others, status in [
        ([refused], 1),
        ([unreadable], 2),
        ([tmp_path / "missing.json"], 2),
        ([refused, unreadable], 2),
        ([put_in(tmp_path / "other.json", FINISHED | {"id": ONE})], 1),
    ]:
        found, output = scorekeeper("import", good, *others, instance=instance)
        assert found == status
        assert output
        assert "new" not in output.split()
    assert games(instance) == []

    _, output = scorekeeper("import", good, refused, instance=instance)
    told = json.loads(output)
    assert told["file"] == str(refused)
    assert [(each["play"], each["code"]) for each in told["refused"]] == [(2, "code-name-taken"), (3, "no-country")]


def test_import_option_decides_about_differing_games(tmp_path, instance):
    taken_in(instance, put_in(tmp_path / "stored.json", FINISHED))
    other = FINISHED | {"note": "other", "plays": FINISHED["plays"][:1]}
    files = [put_in(tmp_path / "other.json", other), put_in(tmp_path / "new.json", RUNNING)]
    differs = "; it differs in the entries from number 2 on and the note"
    for different, said, found in (
        ("refuse", None, [FINISHED]),
        ("ours", f"{TWO} kept{differs}\n{ONE} new\n", [RUNNING, FINISHED]),
        ("leave-out", f"{TWO} skipped{differs}\n{ONE} already here\n", [RUNNING, FINISHED]),
        ("theirs", f"{TWO} replaced{differs}\n{ONE} already here\n", [RUNNING, other]),
        ("refuse", f"{TWO} already here\n{ONE} already here\n", [RUNNING, other]),
    ):
        status, output = scorekeeper("import", "--different", different, *files, instance=instance)
        assert (status, said in (None, output)) == (int(said is None), True)
        assert games(instance) == found


def test_deleted_games_are_restored_only_by_option(tmp_path, instance):
    given = put_in(tmp_path / "stored.json", FINISHED)
    taken_in(instance, given)
    service = open_service(instance)
    set_status(service, TWO, GameStatus.DELETED, Submission("a-key-of-the-test", "", 1))
    service.store.close()
    assert taken_in(instance, given) == [(TWO, "already")]
    assert games(instance) == []
    assert taken_in(instance, "--bring-back", given) == [(TWO, "restored")]
    assert games(instance) == [FINISHED]


def test_names_that_match_a_known_player_are_that_player(tmp_path, instance):
    known = document(players=("Anneli", "Straße"), families=("blue", "green"), id=ONE, ended="2026-02-01T20:15:00Z")
    later = document(
        agent("STRASSE", 1),
        agent("aNNELI", 2),
        agent("Éva", 3),
        players=("STRASSE", "aNNELI", "Éva"),
        id=TWO,
        ended="2026-02-02T20:15:00Z",
    )
    first, second = put_in(tmp_path / "first.json", known), put_in(tmp_path / "second.json", later)
    assert taken_in(instance, first, second) == [(ONE, "new"), (TWO, "new")]
    _, found = games(instance)
    assert found["players"] == ["Straße", "Anneli", "Éva"]
    assert [play["player"] for play in found["plays"]] == ["Straße", "Anneli", "Éva"]
    assert taken_in(instance, second) == [(TWO, "already")]


# check


def database(instance):
    return closing(sqlite3.connect(instance / "scorekeeper.db", isolation_level=None))


def corrupt(instance, sql, *values):
    with database(instance) as db:
        assert db.execute(sql, values).rowcount > 0


def results(instance):
    with database(instance) as db:
        return db.execute("SELECT * FROM results ORDER BY game_id, line").fetchall()


def sat_and_stopped(game_id, *plays):
    return document(*plays, STOP, id=game_id, ended="2026-02-01T20:15:00Z")


def test_check_names_games_that_no_longer_replay(tmp_path, instance):
    plays = agent("Anneli", 1), agent("Benito", 2)
    stored = [RUNNING, FINISHED, *(sat_and_stopped(each, *plays) for each in (THREE, FOUR, FIVE))]
    taken_in(instance, put_in(tmp_path / "games.jsonl", *stored))
    status, output = scorekeeper("check", instance=instance)
    assert status == 0
    assert "5" in output
    assert not any(each["id"] in output for each in stored)

    change_play = "UPDATE plays SET body = ? WHERE game_id = ? AND position = 1"
    corrupt(instance, change_play, json.dumps(agent("0", 1)), THREE)
    corrupt(instance, change_play, json.dumps(agent("7", 5)), FOUR)
    corrupt(instance, "UPDATE games SET rulebook = 'monopoly' WHERE id = ?", FIVE)
    status, output = scorekeeper("check", instance=instance)
    assert status == 1
    lines = output.splitlines()
    assert [[each for each in lines if game["id"] in each] == [] for game in stored] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert "entry 2" in next(each for each in lines if THREE in each)
    assert any("5" in each and not any(game["id"] in each for game in stored) for each in lines)


@pytest.mark.parametrize(
    "body", ["{", '{"kind": "agent", "player": "0", "cards": "1"}', "[]"], ids=["no JSON", "type", "list"]
)
def test_check_names_a_game_that_cannot_be_read(tmp_path, instance, body):
    taken_in(instance, put_in(tmp_path / "games.jsonl", RUNNING, FINISHED))
    corrupt(instance, "UPDATE plays SET body = ? WHERE game_id = ? AND position = 0", body, ONE)
    status, output = scorekeeper("check", instance=instance)
    assert status == 1
    assert ONE in output
    assert TWO not in output


def test_rebuild_restores_the_results(tmp_path, instance):
    taken_in(instance, put_in(tmp_path / "games.jsonl", RUNNING, FINISHED))
    written = results(instance)
    assert [(place, total) for *_, place, total in written] == [(place, total) for _, place, total in TOTALS[TWO]]
    corrupt(instance, "DELETE FROM results WHERE line = 1")
    corrupt(instance, "UPDATE results SET total = 99, seat = 1")
    with database(instance) as db:
        db.execute("INSERT INTO results VALUES (?, 0, 0, 'Anneli', 1, 5)", [ONE])
    spoilt = results(instance)
    status, output = scorekeeper("check", instance=instance)
    assert (status, output.count("its history differs from its entries (result)")) == (1, 2)
    assert "run `scorekeeper check --rebuild`" in output
    assert results(instance) == spoilt
    status, output = scorekeeper("check", "--rebuild", instance=instance)
    assert (status, "2" in output) == (0, True)
    assert results(instance) == written
    assert games(instance) == [RUNNING, FINISHED]


CURRENT = "25-status-and-external-result.db"


def no_database(path):
    path.parent.mkdir()


def somebody_elses(path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as disk:
        disk.execute("CREATE TABLE players (shirt_number)")


def of_a_later_version(path):
    shutil.copytree(ROOT / "tests" / "databases", path.parent)
    shutil.copy(path.parent / CURRENT, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as disk:
        disk.execute("PRAGMA user_version = 99")


def cut_off(path):
    of_a_later_version(path)
    path.write_bytes((path.parent / CURRENT).read_bytes()[:5000])


def older(path):
    of_a_later_version(path)
    shutil.copy(path.parent / "24-living-pads.db", path)


def unused(path):
    path.parent.mkdir()
    path.touch()


@pytest.mark.parametrize(
    ("lay_out", "status", "says"),
    [
        (no_database, 2, "no such file. Run `scorekeeper run` to create it, or pass --instance DIR."),
        (somebody_elses, 2, "belongs to another program"),
        (of_a_later_version, 2, "a newer version of Scorekeeper wrote the database. Use that version."),
        (cut_off, 2, "the database is damaged. Stop Scorekeeper and restore a backup with “scorekeeper restore”."),
        (older, 3, "Not checked: the stored results, the lists of games and players, records, and search words."),
        (unused, 0, "0 games replayed, 0 valid."),
    ],
)
def test_check_reports_findings_and_writes_nothing(instance, capsys, lay_out, status, says):
    lay_out(instance / "scorekeeper.db")
    before = contents(instance)
    assert main(["check", "--instance", str(instance)]) == status
    assert says in " ".join("".join(capsys.readouterr()).split())
    assert contents(instance) == before
    if lay_out is no_database:
        assert scorekeeper("export", instance=instance) == (0, "")
        assert contents(instance) == {}


def contents(folder):
    """Return the content and the modification time of each file in a directory."""
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in folder.iterdir()}


def test_printed_texts_contain_no_terminal_commands(tmp_path, instance):
    """Including characters that JSON leaves unescaped: here one that begins a command, like ESC [."""
    hostile = FINISHED | {"note": "\x9b31m\x1b[2J\x7f", "id": "5f8fad5b-d9cb-469f-a165-70867728950e"}
    assert scorekeeper("import", put_in(tmp_path / "1.jsonl", hostile), instance=instance)[0] == 0
    (tmp_path / "2.json").write_text(json.dumps(hostile | {"\x9b31m": 1}))
    outputs = [
        scorekeeper("export", hostile["id"], instance=instance)[1],
        scorekeeper("score", tmp_path / "2.json", instance=instance)[1],
        scorekeeper("import", tmp_path / "2.json", instance=instance)[1],
    ]
    assert json.loads(outputs[0])["note"] == hostile["note"]
    assert [output for output in outputs if not output.replace("\n", "").isprintable()] == []
