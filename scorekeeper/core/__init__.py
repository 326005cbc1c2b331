"""The pure part of the app: the contract of a rulebook, the log, the replay, the ranking and the game document.

No input or output, no clock, no randomness, no Flask. A test reads the imports to keep it so.

The contract of a rulebook is in `rulebook.py`, with `kinds.py` (a kind of play and its functions), `fields.py` (what a
play holds: the document, the stored play and the form are made from it), `seats.py`, `sheet.py` and `rules.py` (the
rules at hand, as data). `replay.py` folds a log: it finds the kind of each play by its class, names every conflict and
ranks the lines. `preview.py` is the value for one more play while it is filled in. `messages.py` has sentences: a
template with its values, translated when it is shown. `course.py` has what a title tells of its games in the history
(`Telling`: figures of the race, moments, records); `story.py` picks the moments with the greatest weight.
"""
