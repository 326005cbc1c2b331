"""How long an import of many games takes, and how much memory: `python -m tests.bench.importing GAMES`.

The games are the recorded ones, played by others on other days. Each command is a process of its own, and tells its
seconds, its processor's seconds, and the most memory that it had.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scorekeeper.cli import main
from scorekeeper.core.document import read
from scorekeeper.core.replay import replay
from scorekeeper.rulebooks import all_rulebooks

GAMES = Path(__file__).parents[1] / "games"
PLAYERS = 2_000
FIRST_DAY = datetime(2016, 1, 1, 20, tzinfo=UTC)
MEGABYTE = 1024  # of what the system counts in


def generated(count: int) -> Iterator[dict[str, Any]]:
    """Yield so many documents, always the same ones."""
    chance, recorded = random.Random(5), list(_recorded())  # noqa: S311  (a game, not a secret)
    people = [f"Player {number:04}" for number in range(PLAYERS)]
    often = [1 / (number + 1) ** 0.7 for number in range(PLAYERS)]
    for number in range(count):
        document = chance.choice(recorded)
        seated = dict(zip(document["players"], dict.fromkeys(chance.choices(people, often, k=30)), strict=False))
        began = FIRST_DAY + timedelta(minutes=50 * number)
        yield document | {
            "players": _renamed(document["players"], seated),
            "plays": _renamed(document["plays"], seated),
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            "started": began.isoformat(),
            "ended": (began + timedelta(minutes=chance.randint(20, 90))).isoformat(),
            "venue": chance.choice(["Köln", "at home", "the club"]),
        }


def measured(*arguments: str) -> str:
    """Carry out a command of the app in a process of its own, and return what it took."""
    command = [sys.executable, "-m", "tests.bench.importing", "--", *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return told.stderr.splitlines()[-1]


def _recorded() -> Iterator[dict[str, Any]]:
    for path in sorted(GAMES.rglob("*.json")):
        raw = json.loads(path.read_text(encoding="utf-8"))["document"]
        found = read(json.dumps(raw).encode(), all_rulebooks())
        if not replay(found.rulebook, found.table, found.plays).conflicts:
            yield raw


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(each, names) for key, each in value.items()}
    return value


def _carried_out(arguments: list[str]) -> None:
    began = time.perf_counter()
    status = main(arguments)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MEGABYTE
    took = f"{time.perf_counter() - began:.1f} s, {time.process_time():.1f} s of the processor, {most} MB"
    sys.stderr.write(f"{arguments[0]}: status {status}, {took}\n")


def _run(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        given, packed = Path(folder, "games.jsonl"), Path(folder, "games.zip")
        with given.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(document) + "\n" for document in generated(count))
        here, there = ("--instance", f"{folder}/here"), ("--instance", f"{folder}/there")
        sys.stdout.write(f"{count} games, {given.stat().st_size // 2**20} MB\n")
        for arguments in (
            ("import", *here, str(given)),
            ("export", *here, "--zip", str(packed)),
            ("export", *here, "--csv", f"{folder}/games.csv"),
            ("import", *there, str(packed)),
        ):
            sys.stdout.write(measured(*arguments) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--":
        _carried_out(sys.argv[2:])
    else:
        _run(int(sys.argv[1]))
