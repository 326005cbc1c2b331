"""What is kept: SQLite through sqlite-utils. Its functions take the database, inside a transaction of a `Store`.

Transactions that write begin with `BEGIN IMMEDIATE` behind a lock of the process, and every thread keeps its
connection (`database.py`: WAL, `synchronous=FULL`, foreign keys on, STRICT tables). Players are stored once and logs
name seats, so that a name can change without touching a log. Before a file is opened, a connection that can only read
looks at it (`connection.py`, `read_only.py`). A database that cannot be used raises `DatabaseUnavailable` with a
`Reason`, and `instance.py` has a sentence for each.

Everybody who works with a database shares a lock beside it (`lock.py`), so that a restore, which needs the database
alone, notices a running server. SQLite's own locks are on the file that is replaced. A backup is a `VACUUM INTO` as of
one moment; it is checked and safely on the disk before it gets its name. Wherever `put_in_place` is cut off, one whole
database is left, at its place or aside.

The projections, what the history has of a game, are written with the play that ends it, and made anew by the same
functions (`projections.py`). A new table with names or free text needs its part in `desk/erasing.py`; one with rows by
player, in `merge_players` and `split_player`. A record's text is stored: when a title words it differently, a step has
to make the projections stale. To change the schema, add a step (`steps.py`) and a database of it to `tests/databases/`;
a step that has landed stays.
"""

from sqlite_utils import Database

__all__ = ["Database"]
