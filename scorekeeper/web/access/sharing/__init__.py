"""Sharing with other phones: a game to be watched, its book handed over, all games to be looked at."""
