"""The whole database as a download, and whether the daily backups are made."""

from dataclasses import dataclass
from datetime import datetime
from typing import IO

from flask import Response, request
from werkzeug.wsgi import wrap_file

from ...core.messages import Message, joined, say
from ...daily import Daily
from ...instance import explain
from ...storage.backup import copied
from ...storage.connection import DatabaseUnavailable
from ...storage.database import Store

FAILED = say("The backup could not be made.")
LAST_FAILED = say("The last automatic backup failed.")
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
            return cls(daily.last(), _failure(LAST_FAILED, daily.error))
        return cls(daily.last(), LATE if daily.is_late else None)


def copy_of(store: Store) -> IO[bytes]:
    """Return a checked copy of a database as an open file; it has no name on the disk, and is gone when closed.

    Raises DatabaseUnavailable, OSError.
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


def failure(error: DatabaseUnavailable | OSError) -> Message:
    """Return the message why the backup failed, and what to do."""
    return _failure(FAILED, error)


def _failure(failed: Message, error: DatabaseUnavailable | OSError) -> Message:
    if isinstance(error, DatabaseUnavailable):
        return joined((failed, explain(error, say("The database"))), " ")
    return joined((failed, say("What Scorekeeper prints where it runs says why.")), " ")
