"""Questions over many games: lists of them, evenings, players, records, years. Read only; its SQL stands here.

No page goes through all games: it asks the projections (`storage/projections.py`), and `tests/history/test_work.py`
counts the steps that SQLite takes among few games and among many. Lists go on from the last game shown, by its moment
and id.
"""
