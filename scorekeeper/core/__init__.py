"""The pure part of the app: the contract of a rulebook, the log, the replay, the ranking and the game document.

No input or output, no clock, no randomness, no Flask. A test reads the imports to keep it so.

`rulebook.py` is the contract of a rulebook: kinds of play, seats, pages and texts. `fields.py` defines what a play
holds; the document, the stored play and the form follow from it. `sheet.py` is the score sheet, and `rules.py` the
table of rules sections. `replay.py` folds a log: it finds the kind of each play by its class, names every conflict
and ranks the lines. `messages.py` has messages: templates with values, translated when they are shown. `history.py`
has what a title shows of its games in the history (`HistoryHooks`: figures of the race, moments, records); `story.py`
selects the moments with the greatest weight.
"""
