"""Titles that are facts, without code: score pads of rounds or of rows.

`reader` makes a `Definition` of facts, wherever they come from: a file, a game document, the database. `rounds` and
`rows` have the plays and states of the two sorts of pad, `making` the rulebook of a definition. A pad's slug ends with
a digest of its facts ("hearts~3fa9c2d15b7e"), so that two of one name and different facts are two titles, and a game
keeps the definition that it was played with. `known` has the rulebooks of an installation in one mapping. The
pads that ship are in `titles/`.

Nothing in facts is code: they are numbers, words, and lists and tables of these, all bounded.
"""
