"""Correcting people: rename, merge, hide from the suggestions, remove a name, and undo these (but not the last)."""
