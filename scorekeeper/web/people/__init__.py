"""Correcting people: rename, merge, hide from suggestions, undo these changes, and remove a name for good."""
