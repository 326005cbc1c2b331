"""Starting a game with its players, their order and colours, and options; and score pads."""
