"""What the titles' own sentences claim: importing this makes all of them known."""

from . import carta_nostra, don_carlo, loire, prodigals_club

__all__ = ["carta_nostra", "don_carlo", "loire", "prodigals_club"]
