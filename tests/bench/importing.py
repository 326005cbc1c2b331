"""What a whole archive takes to leave and to come in again, each in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter


def figures(folder: Path, instance: Path) -> Iterator[tuple[str, str]]:
    """Yield how long export, import and check take for the games of an instance, and how much memory."""
    games, other = folder / "games.jsonl", folder / "imported"
    yield "export of them all", _run(["export"], instance, games)
    yield "import of them all", _run(["import", str(games)], other)
    yield "check of them all", _run(["check"], other)


def _run(command: list[str], instance: Path, output: Path | None = None) -> str:
    start = perf_counter()
    with (output or Path(os.devnull)).open("wb") as out:
        program = [sys.executable, "-m", "scorekeeper.cli", *command, "--instance", str(instance)]
        process = subprocess.Popen(program, stdout=out)
        _, status, used = os.wait4(process.pid, 0)  # the memory of this one alone
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return f"{perf_counter() - start:6,.0f} s    {used.ru_maxrss / 1024:,.0f} MB of memory"
