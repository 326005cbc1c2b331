"""The pages of one game: table, corrections, replay and result. Each shows the game at one position in its log."""
