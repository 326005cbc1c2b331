"""Access rights: a device can be paired, view all games, or watch one game."""
