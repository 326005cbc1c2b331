"""What is kept: SQLite through sqlite-utils. Nobody outside this room knows SQL."""
