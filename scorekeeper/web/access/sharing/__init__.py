"""Sharing with other phones: letting them watch a game, keep its book, or look at all games."""
