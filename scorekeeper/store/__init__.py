"""The desk: where a log is taken, changed, replayed whole and put back.

`stored` turns stored texts into values and caches replays; `games` makes a value of a stored game and its replay. Both
are below everything else. `transaction` is the one path of every change to a game: `changes` (plays, undo, options,
shelves), `players` (who sits there) and `exchange` (documents in and out) take it. `people` and `erasing` change names
in all games. `trail` says in words what was changed, `results` writes results for other programs, and reads those that
were recorded elsewhere; `upkeep` checks and rebuilds.

An undo is a change like any other, made of the reverse edits. So the trail only grows, and nothing that was ever
entered is lost. An import is one transaction with a row of its own, which its changes name. The games that it added and
that nobody has changed since can be deleted together; a game that it replaced is undone by itself.
"""
