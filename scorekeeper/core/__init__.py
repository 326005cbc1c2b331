"""The pure part of the app: the rulebook interface, the log, the replay, the ranking and the game document.

No input or output, no clock, no randomness, no Flask; `tests/test_layers.py` checks the imports.

- `rulebook.py`: the interface of a rulebook: kinds of play, seats, pages and texts.
- `fields.py`: the fields of a play. Documents, stored plays and forms are derived from them.
- `sheet.py`: the score sheet. `rules.py`: the sections of a rules page.
- `replay.py`: the fold of a log. It finds the kind of each play by its class, reports all conflicts, and ranks the
  lines.
- `messages.py`: messages: templates with values, translated when shown.
- `history.py`: `HistoryHooks`, a title's figures, highlights and records for the history. `story.py` selects the
  highlights with the greatest weight.
"""
