"""What is kept: SQLite through sqlite-utils. Its functions take the database, inside a transaction of a `Store`."""

from sqlite_utils import Database

__all__ = ["Database"]
