"""Keys of players in forms and URLs."""


def at_seat(seat):
    """Return the key of the player at a seat, as forms and URLs contain it."""
    return str(seat)
