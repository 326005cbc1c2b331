"""A terminal for the output of a command."""

import os
from contextlib import suppress


def terminal():
    """Return a terminal as a file, and a function that returns all output after closing it."""
    outer, inner = os.openpty()

    def said():
        with open(outer, "rb", buffering=0) as other_end, suppress(OSError):  # a terminal reports its end by OSError
            for part in iter(lambda: other_end.read(4096), b""):
                seen.append(part)
        return b"".join(seen).decode()

    seen = []
    return open(inner, "w", encoding="utf-8"), said
