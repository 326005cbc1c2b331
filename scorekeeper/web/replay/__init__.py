"""A game play by play: any position of it, and the plays that made a figure of the score paper."""
