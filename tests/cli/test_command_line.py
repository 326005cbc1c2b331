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
    ONE,
    REFUSED,
    RUNNING,
    TWO,
    UNREADABLE,
    arguments_of,
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


# import and export


def test_commands_work_in_a_pipeline_of_processes(tmp_path, instance):
    games = put_in(tmp_path / "games.jsonl", RUNNING, FINISHED)
    assert as_process("import", games, instance=instance) == (0, f"{ONE} new\n{TWO} new\n")
    status, exported = as_process("export", TWO, instance=instance)
    assert status == 0
    status, output = as_process("score", "-", stdin=exported.encode())
    standings = [(each["player"], each["place"], each["total"]) for each in json.loads(output)["standings"]]
    assert (status, json.loads(output)["finished"], standings) == (0, True, TOTALS[TWO])
    assert scorekeeper("import", "-", instance=instance, stdin=exported.encode()) == (0, f"{TWO} already here\n")


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


# check


def database(instance):
    return closing(sqlite3.connect(instance / "scorekeeper.db", isolation_level=None))


def corrupt(instance, sql, *values):
    with database(instance) as db:
        assert db.execute(sql, values).rowcount > 0


def results(instance):
    with database(instance) as db:
        return db.execute("SELECT * FROM results ORDER BY game_id, line").fetchall()


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


def no_database(path):
    path.parent.mkdir()


def older(path):
    path.parent.mkdir()
    shutil.copy(ROOT / "tests" / "databases" / "24-living-pads.db", path)


def unused(path):
    path.parent.mkdir()
    path.touch()


@pytest.mark.parametrize(
    ("lay_out", "status", "says"),
    [
        (no_database, 2, "no such file. Run `scorekeeper run` to create it, or pass --instance DIR."),
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
