"""The rounds of the soak, its counts, and the faults it finds."""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from random import Random

MAX_FAULTS = 20


class Tally:
    """Counts actions and keeps the faults. Several threads may use it at once."""

    def __init__(self):
        self.counts, self.broken, self.round = Counter(), [], 0
        self.longest = 1500  # characters kept of each fault
        self._lock = threading.Lock()

    def add(self, what, number=1):
        with self._lock:
            self.counts[what] += number

    def holds(self, promise, fault):
        """Return whether a promise holds; keep the fault if it does not."""
        if not promise:
            with self._lock:
                self.counts["faults"] += 1
                if len(self.broken) < MAX_FAULTS:
                    self.broken.append((self.round, str(fault)[: self.longest]))
        return bool(promise)

    @property
    def figures(self):
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


@dataclass
class Rounds:
    """Yields the Random of each round, made from the seed, the part and the round's number.

    There are at most `many` rounds, as many as fit into `seconds` (0: no limit), or `only` the round of that number.
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
