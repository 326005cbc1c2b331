"""Whether anything else computes on this machine: its figures are then those of a busy one."""

import time
from pathlib import Path

LOOK = 2  # seconds
QUIET = 0.08
"""The part of all processors that may be in use while nothing is measured."""
STAT = Path("/proc/stat")


def others() -> str:
    """Look for two seconds and return what to say of a machine that is not quiet, or "" (also where none can tell)."""
    before = _ticks()
    time.sleep(LOOK)
    used = share(before, _ticks())
    return f"{used:.0%} of the processors were in use by others: these figures are too high" if used > QUIET else ""


def share(before: tuple[int, ...], after: tuple[int, ...]) -> float:
    """Return which part of the time between two looks the processors were not idle, or were lent to others (0 to 1)."""
    passed = [late - early for early, late in zip(before, after, strict=True)]
    idle = sum(passed[3:5])  # idle, and waiting for a disk
    return 1 - idle / sum(passed) if sum(passed) else 0.0


def _ticks() -> tuple[int, ...]:
    if not STAT.exists():
        return (0,)
    return tuple(map(int, STAT.read_text().split("\n", 1)[0].split()[1:9]))
