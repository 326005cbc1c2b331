"""Looking at games: those in progress, past ones, and those that were archived or deleted."""
