"""Checks of the sentences specific to one title. Importing this package registers them (see tests/stories.py)."""

from . import carta_nostra, don_carlo, loire, prodigals_club

__all__ = ["carta_nostra", "don_carlo", "loire", "prodigals_club"]
