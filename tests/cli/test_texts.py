"""The texts of the command line: help, messages, and JSON answers."""

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from tests.documents import game_document

GAMES = Path(__file__).parents[1] / "games"
COMMANDS = ["run", "link", "score", "schema", "export", "import", "check", "backup", "restore", "demo"]
AGENTS = [{"kind": "agent", "player": "Anneli", "cards": [1]}, {"kind": "agent", "player": "Benito", "cards": [6]}]


def given(number, plays, **more):
    known = {"id": f"{number}f8fad5b-d9cb-469f-a165-70867728950e", "started": "2026-02-01T20:15:00+01:00"}
    return game_document("don-carlo", ("Anneli", "Benito"), plays) | known | more


GIVEN = {
    "running.json": given(1, AGENTS),
    "finished.json": given(2, [*AGENTS, {"kind": "stop"}], ended="2026-02-01T21:00:00+01:00"),
    "changed.json": given(2, AGENTS[:1], note="Rematch!"),
    "refused.json": given(3, [*AGENTS, AGENTS[0]]),
    "unreadable.json": given(4, [{"kind": "agent", "player": "Anneli", "cards": 1}]),
    "out-of-turn.json": given(5, AGENTS[1:]),
    "unknown.json": given(6, []) | {"rulebook": "chess"},
}


@pytest.fixture
def ask(tmp_path, capfd, monkeypatch):
    """Return a function that runs a command in a directory with GIVEN, and returns a transcript of it."""
    monkeypatch.chdir(tmp_path)
    for name, document in GIVEN.items():
        Path(name).write_text(json.dumps(document), encoding="utf-8")

    def asked(line):
        status = main([*line.split(), "--instance", "instance"])
        out, errors = capfd.readouterr()
        said = "".join(f"{each}\n" for each in [out.rstrip(), *(f"! {error}" for error in errors.splitlines())] if each)
        said = re.sub(r"\d{4}-\d\d-\d\d( at |-)[\d:]+", "TIME", said.replace(str(tmp_path), "DIR"))
        return f"$ scorekeeper {line}\n{said}" + (f"exit status {status}\n" if status else "")

    return asked


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_the_accepted_text(capsys, monkeypatch, snapshot, command):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    # versions of Python wrap lines differently: one line for the usage and one for each argument
    said = re.sub(r"\n {10,}(?=\S)", " ", capsys.readouterr().out.replace("optional arguments:", "options:"))
    assert re.sub(r"(?<=\S) {2,}(?=\S)", "  ", said) == snapshot


def test_reading_and_writing_commands_have_the_accepted_messages(ask, snapshot):
    lines = [
        "score running.json",
        "score out-of-turn.json",
        "score refused.json",
        "score unreadable.json",
        "score unknown.json",
        "score missing.json finished.json",
        "export",
        "import finished.json running.json",
        "import finished.json",
        "import changed.json",
        *(f"import --on-conflict {how} changed.json" for how in ("keep", "skip", "replace")),
        "import refused.json",
        "import unreadable.json",
        "import missing.json",
        "export 3f8fad5b-d9cb-469f-a165-70867728950e",
        "export --csv games.csv",
        "export --zip games.zip",
        "check",
        "check --rebuild",
    ]
    assert "\n".join(map(ask, lines)) == snapshot


def test_backup_restore_and_check_have_the_accepted_messages(ask, snapshot):
    transcript = [*map(ask, ("backup backup.db", "check", "restore backup.db", "import running.json"))]
    transcript += map(ask, ("backup backup.db", "backup running.json", "backup instance/scorekeeper.db"))
    transcript += map(ask, ("restore missing.db", "restore running.json", "restore instance/scorekeeper.db"))
    transcript += [ask("restore backup.db"), ask("import backup.db")]
    with closing(sqlite3.connect("instance/scorekeeper.db")) as db:
        db.execute("UPDATE plays SET body = '{' WHERE position = 0")
        db.commit()
    transcript.append(ask("check"))
    with closing(sqlite3.connect("instance/scorekeeper.db")) as db:
        db.execute("PRAGMA user_version = 99")
    transcript.append(ask("check"))
    os.truncate("instance/scorekeeper.db", 5_000)
    transcript.append(ask("check"))
    assert "\n".join(transcript) == snapshot


@pytest.mark.parametrize(
    "name",
    [
        "don-carlo/shared-victory-of-2",
        "carta-nostra/out-of-turn",
        "loire/solo-aaron-is-ahead-after-round-c",
        "prodigals-club/shared-victory-of-3",
        "prodigals-club/still-unknown",
    ],
)
def test_score_prints_the_accepted_answer(tmp_path, capsys, snapshot, name):
    document = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))["document"]
    (tmp_path / "game.json").write_text(json.dumps(document), encoding="utf-8")
    main(["score", str(tmp_path / "game.json")])
    answer = json.loads(capsys.readouterr().out)
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in answer.items() if name != "standings"
    ]
    lines += [json.dumps(line, ensure_ascii=False) for line in answer["standings"]]
    assert "\n".join(lines) == snapshot
