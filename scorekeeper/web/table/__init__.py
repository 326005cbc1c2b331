"""The table: a game that goes on, what is asked at it, and how it ends."""
