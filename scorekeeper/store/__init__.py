"""SQLite storage through sqlite-utils, and the one write path for games.

A game is stored as its log of plays; its result and its part of the history are computed from that log. `games` loads
and replays a game and commits a change to it. `changes` defines the changes that users make (begin, enter, correct,
undo, options, players, pads), `people` the changes of names, `exchange` the imports. Each change is one transaction:
look up the idempotency key, compare the revision, replay the new log. If no play conflicts, log, trail and results are
written together. Undo is also such a change, made of the reversed edits, so the trail only grows.

`rows` reads and writes rows, `results` the result rows of finished games. `db` opens the database (WAL,
`synchronous=FULL`, foreign keys, STRICT tables, `BEGIN IMMEDIATE` behind a process-wide lock). `connection` opens files
and turns SQLite's errors into `DatabaseUnavailable(reason)`. `migrations` changes the schema, `backups` copies and
restores, `locks` prevents a restore under a running server, `check` verifies and rebuilds.

To change the schema, add a migration, and a database with the new schema to `tests/databases/`. Never change a
migration that has landed. A new table with names or free text also needs code in `people.remove_name`; one with rows
per player, in `rows.merge_players` and `rows.split_player`.
"""
