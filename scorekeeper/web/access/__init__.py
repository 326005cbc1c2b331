"""Access: a device is paired, may view all games, or may watch one."""
