"""The influence markers of a player, and the board that they stand on."""

MARKERS = (1, 2, 3, 4)
"""The influence markers of a player. Source: "Player Setup in the Society Competition"."""

TOP_ROW = 16
"""What a marker in the topmost row counts. Source: "Dame Beatrice"."""
