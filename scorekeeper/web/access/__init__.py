"""Who may do what: devices are paired, watch, or keep the book of one game."""
