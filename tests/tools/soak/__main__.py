"""Print, part by part, what was tried and what went wrong: `./run soak`."""

import argparse
import logging
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from .parts import PARTS, WITH_BROWSER
from .tally import Rounds, Tally


def main():
    """Run the parts that are asked for; return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="./run soak", description="Try for minutes whether anything can be lost.")
    known = PARTS | WITH_BROWSER
    some = (
        f"some of these: {', '.join(PARTS)}, all of them if none is named; or {', '.join(WITH_BROWSER)}, in a browser"
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=some)
    parser.add_argument("--minutes", type=float, default=10, help="how long all of it takes (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6, help="what chance begins from")
    parser.add_argument("--round", type=int, help="this round of each part alone")
    asked = parser.parse_args()
    parts = asked.parts or list(PARTS)
    unknown = [each for each in parts if each not in known]
    if unknown:
        parser.error(f"there is no part {unknown[0]}: choose from {', '.join(known)}")
    logging.getLogger("scorekeeper").addHandler(logging.NullHandler())  # its errors (a full disk, say) are meant
    broken = 0
    for part in parts:
        tally, began = Tally(), time.monotonic()
        rounds = Rounds(part, asked.seed, tally, seconds=asked.minutes * 60 / len(parts), only=asked.round)
        with TemporaryDirectory() as folder:
            known[part](Path(folder), rounds, tally)
        say(f"{part:9} {tally.figures}; {time.monotonic() - began:,.0f} s")
        for number, what in tally.broken:
            say(f"  BROKEN in round {number}: {what}")
            say(f"    Again: ./run soak {part} --seed {asked.seed} --round {number}")
        broken += len(tally.broken)
    say(f"Every promise held (seed {asked.seed})." if not broken else f"Promises were broken (seed {asked.seed}).")
    return 1 if broken else 0


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
