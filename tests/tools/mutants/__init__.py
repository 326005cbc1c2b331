"""How many small faults the tests notice. Nothing here passes or fails."""
