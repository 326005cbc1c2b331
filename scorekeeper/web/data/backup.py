"""The whole database as a download, and whether the daily backups are made."""

from dataclasses import dataclass
from datetime import datetime
from typing import IO

from flask import Response, request
from werkzeug.wsgi import wrap_file

from ...core.messages import Message, say
from ...daily import Daily
from ...storage.backup import copied
from ...storage.connection import CannotOpen, DamagedDatabase, DiskFull
from ...storage.database import Store

NO_ROOM = say("There is no room for a backup on the computer that runs Scorekeeper. Make room on its disk.")
DAMAGED = say("The database is damaged, so it can't be backed up. Bring back an earlier backup: scorekeeper restore.")
FAILED = say("The backup could not be made. Try again in a moment.")
LAST_NO_ROOM = say("The last automatic backup failed: there is no room on the disk. Make room.")
LAST_DAMAGED = say(
    "The last automatic backup failed: the database is damaged. Bring back an earlier one: scorekeeper restore."
)
LAST_FAILED = say("The last automatic backup failed. What Scorekeeper prints on its computer says why.")
LATE = say("The last automatic backup is older than two days. Start Scorekeeper anew; it says what is wrong.")


@dataclass(frozen=True, slots=True)
class Backups:
    """The daily backups: when the `last` was made, and a `warning` if something is wrong with them."""

    last: datetime | None
    warning: Message | None

    @classmethod
    def of(cls, daily: Daily) -> "Backups":
        """Return the state of the daily backups now."""
        if daily.error:
            return cls(daily.last(), _reason(daily.error, LAST_NO_ROOM, LAST_DAMAGED, LAST_FAILED))
        return cls(daily.last(), LATE if daily.is_late else None)


def copy_of(store: Store) -> IO[bytes]:
    """Return a checked copy of a database as an open file; it has no name on the disk, and is gone when closed.

    Raises CannotOpen, OSError.
    """
    path = store.path.resolve()
    with copied(path, path.parent) as (copy, _):
        return copy.open("rb")


def sent(file: IO[bytes], name: str) -> Response:
    """Return an answer that streams a file; the server can send it without keeping a thread busy."""
    return Response(
        wrap_file(request.environ, file),
        direct_passthrough=True,
        content_type="application/vnd.sqlite3",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )


def failure(error: CannotOpen | OSError) -> Message:
    """Return the message why the backup failed, and what to do."""
    return _reason(error, NO_ROOM, DAMAGED, FAILED)


def _reason(error: CannotOpen | OSError, no_room: Message, damaged: Message, otherwise: Message) -> Message:
    return no_room if isinstance(error, DiskFull) else damaged if isinstance(error, DamagedDatabase) else otherwise
