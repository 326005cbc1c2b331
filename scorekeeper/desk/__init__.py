"""The desk: where a log is taken, changed, replayed whole and put back.

`games` is the ground: a stored game as a value. `changes`, `trail`, `exchange` and `upkeep` stand beside each other on
it and do not know each other.
"""
