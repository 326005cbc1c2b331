"""What is kept: SQLite through sqlite-utils. Its functions take the database, inside a transaction of a `Store`.

Transactions that write begin with `BEGIN IMMEDIATE` behind a lock of the process, and every thread keeps its
connection (`database.py`: WAL, `synchronous=FULL`, foreign keys on, STRICT tables). Players are stored once and logs
name seats, so that a name can change without touching a log. A file is looked at through a connection that may only
read before it is opened (`connection.py`, `read_only.py`): each cause why it cannot be has a class of its own, and
`instance.py` its advice.

Whoever works with a database shares a lock beside it (`lock.py`), so that a restore, which needs it alone, sees a
running server; SQLite's own locks are on the file that is replaced. A backup is a `VACUUM INTO` of one moment,
checked, on the disk, and only then given its name; cut off anywhere, `replacing.py` leaves one whole database at its
place or aside.

What a game comes to for the history is written with the play that ends it (`projections.py`), and made anew by the
same functions. What holds names or free text has to be hooked into `erase_name`, what is counted by player into
`merge_players` and `split_player`, and a sum into `SUMS`. To change the schema, add a step (`steps.py`) and a
database of it to `tests/databases/`; a step that has landed stays.
"""

from sqlite_utils import Database

__all__ = ["Database"]
