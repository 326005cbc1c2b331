"""Draw small faults at random, run the tests on each, and print how many were noticed: `./run mutants`."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

from .drawn import FOLDER, ROOMS, Mutant, draw, make_mutants

ASKED = FOLDER / "asked.json"
ANSWERS = FOLDER / "answers.jsonl"
UNTRIED = "runs while modules are imported only"
"""The answer for a mutant that cannot be tried; it is not counted."""


def main() -> None:
    """Print for each room how many mutants were noticed, and show each of the others."""
    parser = argparse.ArgumentParser(prog="./run mutants", description="Count how many small faults the tests notice.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; all of them if none is named")
    parser.add_argument("--sample", type=int, default=100, metavar="N", help="how many mutants of each room")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed draws others")
    parser.add_argument(
        "--seconds", type=float, default=60, metavar="N", help="how long the tests of one mutant may take"
    )
    asked = parser.parse_args()
    if unknown := set(asked.rooms) - set(ROOMS):
        parser.error(f"There is no room {', '.join(sorted(unknown))}. The rooms are {', '.join(ROOMS)}.")
    rooms = asked.rooms or list(ROOMS)
    print("Making mutants, and learning which tests reach them; the first time takes minutes ...", flush=True)
    make_mutants()
    drawn = {room: draw(room, Random(f"{asked.seed} {room}"), asked.sample) for room in rooms}
    names = [mutant.name for mutants in drawn.values() for mutant in mutants]
    ASKED.write_text(json.dumps({"mutants": names, "seconds": asked.seconds}), encoding="utf-8")
    report(drawn, dict(tried(len(names))))


def tried(count: int) -> Iterator[tuple[str, str]]:
    """Yield the mutants' names and what became of each; the tests run in a process that imports the mutated code."""
    ANSWERS.unlink(missing_ok=True)
    environment = {**os.environ, "PYTHONPATH": ""}
    run = subprocess.Popen([sys.executable, "-m", "tests.tools.mutants.trying"], cwd=FOLDER, env=environment)
    if run.wait():
        sys.exit("The tests cannot be tried on mutants: they fail as it is (see above).")
    answers = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    if len(answers) != count:
        sys.exit("Some mutants have no answer.")
    yield from answers


def report(drawn: dict[str, list[Mutant]], answers: dict[str, str]) -> None:
    """Print what became of the mutants of each room."""
    for room, mutants in drawn.items():
        tried = [mutant for mutant in mutants if answers[mutant.name] != UNTRIED]
        left = [mutant for mutant in tried if answers[mutant.name] != "noticed"]
        print(f"{room}: {len(tried) - len(left)} of {len(tried)} noticed")
        for mutant in left:
            print(f"\n  {mutant.place}  ({answers[mutant.name]})")
            print("".join(f"    {line}\n" for line in mutant.diff))


if __name__ == "__main__":
    main()
