"""Sitting down: who plays, in which order and colour, and the game options."""
