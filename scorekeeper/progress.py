"""Progress of long operations, shown on the terminal."""

import sys
from time import monotonic

OFTEN = 0.1  # minimum seconds between two updates


class Progress:
    """A progress line on standard error, updated in place; shown only on a terminal."""

    def __init__(self, what: str, counted: str = "games", *, quiet: bool = False) -> None:
        self._what, self._counted = what, counted
        self._shown = sys.stderr.isatty() and not quiet
        self._next = 0.0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._next:
            print(file=sys.stderr)

    def __call__(self, done: int, total: int | None = None) -> None:
        """Show the number of completed items and their `total`, if it is known already."""
        if not self._shown or (monotonic() < self._next and done != total):
            return
        self._next = monotonic() + OFTEN
        counted = f"{done:,} {self._counted} read" if total is None else f"{done:,} of {total:,} {self._counted}"
        print(f"\r{self._what}: {counted}", end="\N{ESC}[K", file=sys.stderr, flush=True)

    def tell(self, doing: str) -> None:
        if self._shown:
            self._next = monotonic()
            print(f"\r{self._what}: {doing}", end="\N{ESC}[K", file=sys.stderr, flush=True)
