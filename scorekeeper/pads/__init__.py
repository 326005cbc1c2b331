"""Pads: titles built from data instead of code, as score pads of rounds or of rows, or with only a winner.

- `reader.py` parses the data of a pad, called `facts`, into a `Definition`. The facts come from a file, a game document
  or the database. They contain no code: only numbers, texts, lists, tables and expressions, all limited in size.
- `rounds.py`, `rows.py` and `result.py` have the plays and states of the types of pad.
- `expressions.py` has the language of expressions in definitions; `formula.py` checks and counts values in fields.
- `factory.py` makes the rulebook of a definition.
- `registry.py` has all rulebooks of an instance in one mapping.
- `titles/` contains the pads included in the app.

The slug of a pad ends with a digest of its facts ("hearts~3fa9c2d15b7e"). Two pads with the same name and different
facts are therefore different titles, and a game keeps the definition that it was played with.
"""
