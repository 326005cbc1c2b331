"""Questions over many games: lists of games, evenings, players, records, years. Read only; the SQL is in this room.

No question goes through all games: it asks the projections (`storage/projections.py`). `tests/history/test_work.py`
compares the steps that SQLite takes with few games and with many. The next page of a list begins after the last game
shown, which its moment and id identify.
"""
