"""The pure heart: the contract of a rulebook, the log, the replay, the ranking and the game document.

No input or output, no clock, no randomness, no Flask. A test reads the imports to keep it so.

The contract is `rulebook.py`, with `kinds.py` (a kind of play owns its verbs), `fields.py` (what a play holds: it
makes the document, what is stored, and the form), `seats.py`, `sheet.py` and `rules.py` (the rules at hand, as data).
The core dispatches: `replay.py` finds the kind of a play by its class, names every conflict and ranks the lines;
`preview.py` says what one more play would come to. A sentence is a template with its values (`messages.py`), a tuple
in it is listed, and a number has a true minus, in the reader's language. A title tells its games by `Telling`
(`course.py`): what races, its moments, its records; `story.py` takes the moments with the greatest weight.
"""
