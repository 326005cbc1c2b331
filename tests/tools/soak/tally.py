"""The rounds of a part, what it counts, and which promises it finds broken."""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from random import Random

MOST_TOLD = 20  # broken promises of one part


class Tally:
    """Counts what is done, and keeps the promises that were broken. Several threads may use it at once."""

    def __init__(self):
        self.counts, self.broken, self.round = Counter(), [], 0
        self.longest = 1500  # characters that are kept of each
        self._lock = threading.Lock()

    def add(self, what, number=1):
        with self._lock:
            self.counts[what] += number

    def breaks(self, what):
        """Note that a promise was broken in this round."""
        with self._lock:
            self.counts["broken"] += 1
            if len(self.broken) < MOST_TOLD:
                self.broken.append((self.round, str(what)[: self.longest]))

    def holds(self, promise, what):
        """Note that a promise was broken unless it holds; return whether it does."""
        if not promise:
            self.breaks(what)
        return bool(promise)

    @property
    def figures(self):
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


@dataclass
class Rounds:
    """The rounds of a part: at most `many`, as many as fit into `seconds` (0: no limit), or `only` the one of a number.

    Iterating yields the Random of each round.
    """

    part: str
    seed: int
    tally: Tally
    many: int = 1_000_000
    seconds: float = 0
    only: int | None = None

    def __iter__(self):
        began = time.monotonic()
        first = 1 if self.only is None else self.only
        for number in range(first, first + (self.many if self.only is None else 1)):
            if self.seconds and number > first and time.monotonic() - began > self.seconds:
                return
            self.tally.round = number
            yield Random(f"{self.seed} {self.part} {number}")
