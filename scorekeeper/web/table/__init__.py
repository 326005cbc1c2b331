"""One game: its table, corrections, replay and result. Each is a page of the game at one position in its log."""
