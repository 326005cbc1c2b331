"""The desk: where a log is taken, changed, replayed whole and put back.

`stored` turns texts into values and keeps replays at hand; on it `games` is the ground, a stored game as a value. On
that `transaction` is the one path of every change, and `changes` (plays, options, shelves), `players` (who sits at a
game), `people` and `erasing` (names), and `sharing` take it. Beside them stand `trail` (what was changed, in words),
`exchange` (with `importing`, `files`, `zips` and `results`) and `upkeep`, which do not know each other.

An undo is a change like any other, made of the reverse edits, so that the trail only grows and nothing that was ever
entered is lost. An import is one transaction with a row of its own, and each change that it makes names it: undoing
it is undoing its changes, where nobody made another since.
"""
