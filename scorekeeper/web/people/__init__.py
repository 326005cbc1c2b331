"""People: renamed, merged, taken off the suggestions, their names removed; and what was done taken back."""
