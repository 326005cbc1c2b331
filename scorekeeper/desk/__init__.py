"""The desk: where a log is taken, changed, replayed whole and put back.

`games` is the ground: a stored game as a value. On it `transaction` is the one path of every change, and `changes`,
`players` and `people` take it. Beside them stand `trail`, `exchange` and `upkeep`, which do not know each other.
"""
