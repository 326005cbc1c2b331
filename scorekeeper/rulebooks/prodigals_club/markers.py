"""The influence markers of a player, and the scoreboard on which they stand."""

MARKERS = (1, 2, 3, 4)
"""The influence markers of a player, numbered. Source: "Player Setup in the Society Competition"."""

TOP_ROW = 16
"""The number in the topmost row of the scoreboard. Source: "Dame Beatrice"."""
