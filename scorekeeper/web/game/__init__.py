"""A game: its table, its corrections, its replay and its result, each a page of it at one of its positions."""
