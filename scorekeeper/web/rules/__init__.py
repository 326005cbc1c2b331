"""The rules at hand: a page of rules for each title, for a game or without one."""
