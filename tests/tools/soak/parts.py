"""The parts of the soak by their names."""

from .clock import clock
from .commands import calls, commands
from .damage import damage
from .disk import disk
from .hostile import hostile
from .racing import racing
from .week import week

PARTS = {
    "week": week,
    "commands": commands,
    "calls": calls,
    "hostile": hostile,
    "racing": racing,
    "disk": disk,
    "damage": damage,
    "clock": clock,
}


def hand(folder, rounds, tally):
    """Tap on phones: only this part needs a browser, and packages that the app does not need."""
    from .hand import hand

    hand(folder, rounds, tally)


WITH_BROWSER = {"hand": hand}
