"""The pages of one game at a position in its log: table, corrections, players, replay and result."""
