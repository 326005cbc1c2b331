"""The directory of the command demo."""

import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from ..instance import open_service
from ..paths import Unusable
from ..progress import Progress
from .demo_games import PEOPLE, PLAYED, fill

KEPT = "They are kept in {folder}. To open them again: scorekeeper run --instance {folder}"
NOT_KEPT = "Nothing is kept: everything is deleted when the server stops. To stop it, press Ctrl+C."


@contextmanager
def demo_instance(keep: Path | None, seed: int) -> Iterator[Path]:
    """Yield an instance directory with the games of the demo, and print what happens to them; raises Unusable.

    Without `keep`, an empty or new directory, it is temporary and deleted afterwards: also after SIGINT, SIGTERM and
    SIGHUP, which raise an exception from now on.
    """
    for number in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, _exit)
    with _folder(keep) as folder:
        service = open_service(folder)
        with closing(service.store), Progress("make the games") as progress:
            games = fill(service, seed, progress)
        kept = KEPT.format(folder=folder) if keep else NOT_KEPT
        print(f"Demo with {games} games of {len(PLAYED)} titles and {len(PEOPLE)} players. {kept}\n", flush=True)
        yield folder


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Yield the directory to keep, or a temporary one, deleted afterwards; raises Unusable."""
    if keep is None:
        with TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
            yield Path(folder)
        return
    try:
        empty = not keep.exists() or next(keep.iterdir(), None) is None
    except OSError as error:  # a file, or a directory without access
        raise Unusable(f"Cannot use {keep}: {error.strerror}. Choose another directory with --keep.") from None
    if not empty:
        raise Unusable(f"Cannot use {keep}: the directory is not empty. Choose another one with --keep.")
    yield keep


def _exit(_signal: int, _frame: FrameType | None) -> None:
    sys.exit()
