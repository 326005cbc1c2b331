"""Who may do what: a device can be paired, watch games, or keep the book of one game."""
