"""Beginning a game: who plays, in which order and colour, and the game options; and changing the players later."""
