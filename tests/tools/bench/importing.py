"""How long export, import and check of a whole archive take, each in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

PROGRAM = """
import sys
from pathlib import Path
from scorekeeper.cli import main
status, told = main(sys.argv[1:]), Path("/proc/self/status")
sys.stderr.write(told.read_text() if told.exists() else "")
sys.exit(status)
"""
"""A command that prints its peak of memory at its end. (What the system counts for a child includes its parent's.)"""


def figures(folder: Path, instance: Path) -> Iterator[tuple[str, str]]:
    """Yield how long export, import and check take for the games of an instance, and how much memory."""
    games, other = folder / "games.jsonl", folder / "imported"
    yield "export of them all", _run(["export"], instance, games)
    yield "import of them all", _run(["import", str(games)], other)
    yield "check of them all", _run(["check"], other)


def _run(command: list[str], instance: Path, output: Path | None = None) -> str:
    start = perf_counter()
    with (output or Path(os.devnull)).open("wb") as out:
        program = [sys.executable, "-c", PROGRAM, *command, "--instance", str(instance)]
        done = subprocess.run(program, stdout=out, stderr=subprocess.PIPE, text=True, check=True)
    kilobytes = re.findall(r"VmHWM:\s*(\d+)", done.stderr)
    memory = f"{int(kilobytes[-1]) / 1024:,.0f} MB of memory" if kilobytes else "(no measure of memory here)"
    return f"{perf_counter() - start:6,.0f} s    {memory}"
