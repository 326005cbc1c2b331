"""A database brought back from its replica: the latest that it has, or as it was at a moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from ..places import Unusable
from ..storage.database import Store
from ..storage.settings import set_setting
from . import litestream
from .place import Place, read_place
from .state import ADVICE, Failed, Fault

UNCHANGED = "Nothing was changed."


@contextmanager
def fetched(address: str, at: str | None, folder: Path) -> Iterator[Path]:
    """Give the database that a replica has, in a file of `folder` that is gone at the end; with `at`, as it was then.

    Raises Unusable, OSError.
    """
    place, moment = read_place(address), read_moment(at) if at is not None else None
    litestream.program()
    with TemporaryDirectory(dir=folder.absolute(), prefix=".restore-") as made:
        file = Path(made) / "scorekeeper.db"
        try:
            _fetch(place, moment, file)
        except Failed as error:
            said = place.without_password(str(error))
            raise Unusable(
                f"The replica at {place.shown} cannot be read ({said}). {ADVICE[error.fault]} {UNCHANGED}"
                if error.fault in (Fault.REFUSED, Fault.UNREACHABLE, Fault.FULL)
                else f"The replica at {place.shown} cannot be restored ({said}). {UNCHANGED}"
            ) from None
        yield file


def take_over(store: Store, address: str) -> None:
    """Note that the replica at an address belongs to this store, which was restored from it; raises Unusable."""
    with store.writing() as db:
        set_setting(db, read_place(address).setting, "yes")


def read_moment(text: str) -> datetime:
    """Return the moment that a date with a time means; a time alone means its last occurrence. Raises Unusable."""
    now = datetime.now().astimezone()
    try:
        if "-" in text:
            return datetime.fromisoformat(text).astimezone()
        today = datetime.combine(now.date(), time.fromisoformat(text))
        return (today if today.astimezone() <= now else today - timedelta(days=1)).astimezone()
    except (ValueError, OverflowError):
        raise Unusable(f"{text} is no time. Write it like 20:15, or 2026-02-01T20:15.") from None


def _fetch(place: Place, moment: datetime | None, file: Path) -> None:
    """Write the database that the replica has, or had at that moment, to a new file; raises Failed, Unusable."""
    moments = litestream.moments(file, place)
    if not moments:
        raise Unusable(f"There is no replica at {place.shown}. Check the address. {UNCHANGED}")
    first = moments[0].astimezone()
    if moment and moment < first:
        raise Unusable(f"The replica begins on {first:%Y-%m-%d at %H:%M:%S}. Choose a later time. {UNCHANGED}")
    litestream.restore(place, file, moment)
