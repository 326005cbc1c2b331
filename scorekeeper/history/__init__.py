"""Past games in the formats of other programs, and the names of people. Reads only."""
