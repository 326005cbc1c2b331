"""Numbers with decimals: points can have up to MAX_DECIMALS decimal places."""

MAX_DECIMALS = 2


def rounded(number: float) -> float:
    """Return a sum or difference without the errors of binary fractions; a whole number is an int."""
    exact = round(number, MAX_DECIMALS)
    return int(exact) if exact == int(exact) else exact
