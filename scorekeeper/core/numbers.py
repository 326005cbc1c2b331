"""Rounding of numbers with decimals."""

MAX_DECIMALS = 2
"""Maximum number of decimal places of an entered number."""
KEPT = 3
"""Decimal places kept in points. Points of games scored elsewhere can have more than MAX_DECIMALS."""


def rounded(number: float) -> float:
    """Return a sum or difference without the errors of binary fractions; an integer is an int."""
    if isinstance(number, int):
        return number
    exact = round(number, KEPT)
    return int(exact) if exact == int(exact) else exact
