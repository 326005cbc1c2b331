"""SQLite through sqlite-utils, and the one path by which a game changes.

A game is stored as its log of plays; its result and everything in the history is computed from that log. `games` loads
and replays a game and commits a change to it; `changes` has the changes that people make (begin, enter, correct, undo,
options, players, pads), `people` those of names, `exchange` imports. Each is one transaction: the idempotency key is
looked up first, then the revision is compared, the new log is replayed, and if no play conflicts, log, trail and
results are written together. Undo is a change like any other, made of the reverse edits: the trail only grows.

Rows are read and written in `rows`, the result rows of finished games in `results`. `db` opens the database (WAL,
`synchronous=FULL`, foreign keys, STRICT tables, `BEGIN IMMEDIATE` behind a lock of the process), `connection` opens
files and turns SQLite's errors into `DatabaseUnavailable(reason)`, `migrations` changes the schema, `backups` copies
and restores, `locks` keeps a restore away from a running server, `check` verifies and rebuilds.

To change the schema, add a migration and a database of it to `tests/databases/`; a migration that has landed never
changes. A new table with names or free text needs its part in `people.remove_name`, one with rows by player in
`rows.merge_players` and `rows.split_player`.
"""
