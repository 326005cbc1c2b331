"""The rules at hand: a page of rules for each title, with or without a game."""
