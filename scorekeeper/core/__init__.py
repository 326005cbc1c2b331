"""The pure heart: the contract of a rulebook, the log, the replay, the ranking and the game document.

No input or output, no clock, no randomness, no Flask. A test reads the imports to keep it so.
"""
