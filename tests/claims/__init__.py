"""Checks of the sentences that only one title has; importing this registers them (see tests/stories.py)."""

from . import carta_nostra, don_carlo, loire, prodigals_club

__all__ = ["carta_nostra", "don_carlo", "loire", "prodigals_club"]
