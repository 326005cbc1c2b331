"""The command that looks whether everything stored is right."""

import argparse
from contextlib import closing

from ..core.answer import REFUSED, STANDS
from ..core.messages import Message
from ..desk.upkeep import faults
from ..instance import open_desk
from ..progress import Progress
from ..titles import installed


def check_games(asked: argparse.Namespace) -> int:
    """Replay every stored game, and name those that no longer stand."""
    set_aside = installed(asked.instance).set_aside
    for title in set_aside:
        print(title)
    desk = open_desk(asked.instance)
    fallen: list[tuple[str, Message]] = []
    stand = 0
    with closing(desk.store), Progress("check") as progress:
        for game_id, fault in faults(desk, rebuild=asked.rebuild, progress=progress):
            fallen += [(game_id, fault)] if fault else []
            stand += fault is None
    for game_id, fault in fallen:
        print(f"{game_id} no longer stands: {fault}")
    print(f"{stand + len(fallen)} games replayed, {stand} stand.")
    return REFUSED if fallen or set_aside else STANDS
