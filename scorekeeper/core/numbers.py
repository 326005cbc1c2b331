"""Small whole numbers, as they stand in addresses, forms and commands."""


def small_number(text: str, most: int) -> int | None:
    """Return the number from 0 to `most` that plain digits stand for, or None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    value = int(text)
    return value if value <= most else None
