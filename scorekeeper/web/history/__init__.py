"""Lists and statistics of games: home, past games, players, years, records, and archived or deleted games."""
