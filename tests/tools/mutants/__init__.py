"""Counts how many small faults in the code the tests notice. Nothing here passes or fails."""
