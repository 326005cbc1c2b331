"""Sitting down: who plays, in which order and colour, and what is agreed on."""
