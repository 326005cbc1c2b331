"""The pages of one game: table, corrections, players, replay and result. Each shows the game at one position in its log."""
