"""Try for ten minutes to lose data: `./run soak` kills servers, `./run soak hand` taps at random in a browser.

`./run soak` runs two servers. Phones enter recorded games at the first one (`phones.py`), which is killed in each round
and started again. The second one gets hostile requests and documents (`hostile.py`). In the end, the first has every
entry exactly once, and `scorekeeper check` finds nothing wrong with either.
"""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from .hostile import Intruder
from .phones import Evening
from .server import Server
from .tally import Rounds, Tally


def servers(folder, rounds, tally):
    """Each round lets phones and an intruder work until the phones' server is killed."""
    with Server(folder / "phones") as mortal, Server(folder / "hostile") as steady:
        evening, intruder = Evening(mortal, tally), Intruder(steady, tally)
        for chance in rounds:
            attack = Thread(target=intruder.attack, args=(chance,))
            attack.start()
            evening.play_until_killed(chance)
            attack.join()
        evening.finish()
        intruder.finish()


def hand(folder, rounds, tally):
    """Tap on phones. Only this part needs a browser."""
    from .hand import hand

    hand(folder, rounds, tally)


PARTS = {"servers": servers, "hand": hand}


def main():
    """Run a part and print what it did and what went wrong; return 1 if something did."""
    parser = argparse.ArgumentParser(prog="./run soak", description="Try for minutes to lose data.")
    parser.add_argument("part", nargs="?", choices=PARTS, default="servers", help="servers (default), or hand")
    parser.add_argument("--minutes", type=float, default=10, help="duration (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6, help="seed of the random choices")
    parser.add_argument("--round", type=int, help="run only this round")
    args = parser.parse_args()
    tally, began = Tally(), time.monotonic()
    rounds = Rounds(args.part, args.seed, tally, seconds=args.minutes * 60, only=args.round)
    with TemporaryDirectory() as folder:
        PARTS[args.part](Path(folder), rounds, tally)
    print(f"{tally.figures}; {time.monotonic() - began:,.0f} s, seed {args.seed}")
    for number, fault in tally.broken:
        print(f"  FAULT in round {number}: {fault}")
        print(f"    Again: ./run soak {args.part} --seed {args.seed} --round {number}")
    print("Faults were found." if tally.broken else "No faults.")
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
