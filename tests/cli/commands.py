"""Commands, run in a process or by a call, and game documents for them."""

import json
import os
import sys
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

from scorekeeper.cli import main

ONE, TWO, THREE, FOUR, FIVE = (f"{number}f8fad5b-d9cb-469f-a165-70867728950e" for number in range(1, 6))


def agent(player, *cards):
    return {"kind": "agent", "player": player, "cards": list(cards)}


STOP = {"kind": "stop"}


def document(*plays, players=("Anneli", "Benito", "Anja"), families=("blue", "green", "grey"), **known):
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "rulebook": "don-carlo",
        "players": list(players),
        "options": {"families": list(families)},
        "plays": list(plays),
    } | known


RUNNING = document(agent("Anneli", 1), agent("Anja", 6, 1, 1), id=ONE, started="2026-02-01T20:15:00+01:00")


FINISHED = document(
    agent("Anneli", 3, 3, 3),
    agent("Ève", 5),
    STOP,
    players=("Anneli", "Ève"),
    families=("brown", "blue"),
    id=TWO,
    started="2026-02-02T20:15:00+01:00",
    ended="2026-02-02T21:00:00+01:00",
    venue="Düsseldorf",
    note="Revanche!\n\u2028😀",
)


REFUSED = document(agent("Anneli", 1), agent("Anneli", 1), agent("Benito", 4), id=THREE)


UNREADABLE = document(agent("Anneli", 1.0), id=FOUR)


def arguments_of(command, *arguments, instance=None):
    return [command, *(["--instance", instance] if instance else []), *arguments]


def scorekeeper(command, *arguments, instance=None, stdin=b""):
    """Do the same without a process."""
    read, written, complained = (TextIOWrapper(BytesIO(each)) for each in (stdin, b"", b""))
    asked = [os.fsdecode(each) for each in arguments_of(command, *arguments, instance=instance)]
    with patch.multiple(sys, stdin=read, stdout=written, stderr=complained):
        status = main(asked)
    written.flush()
    return status, written.buffer.getvalue().decode()


def put_in(path, *documents):
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
    return path


def exported(instance, *ids):
    status, output = scorekeeper("export", *ids, instance=instance)
    assert status == 0
    return output


def games(instance):
    return [json.loads(line) for line in exported(instance).split("\n") if line]
