"""Limits of what the server accepts from anybody who can reach it: they need not be paired to send something."""

import sys
from contextlib import suppress

MOST_CONNECTIONS = 1000
CROWDED = 0.9
"""The part of them from which on each answer ends its connection: who keeps asking then makes room for others."""
ASKED_A_SECOND = 200
"""How often all who follow games may ask together whether something has changed, so that a play need not wait."""
LONGEST_HEADER = 32 * 1024
"""Bytes before the body of a request. Browsers send one or two thousand; long lists in a header are slow to read."""
MOST_BYTES = 128 * 2**20
"""Bytes of the body of a request, which waits on the disk until all of it has arrived: twice what may be imported, so
that files that are a little too large are answered with a page."""
PATIENCE = 60
"""Seconds that every request may take to arrive; see `arrives_within` for large ones."""
SLOWEST = 10_000
"""How many bytes of a request give it one second more."""
MOST_FILES = 4096
FILES_APART = 100
"""Files that may be open besides connections and bodies: the database, once for each thread."""


def pause(connections: int) -> int:
    """Return how many seconds who follows a game should wait before asking again; 0: as the page does by itself."""
    seconds = connections // ASKED_A_SECOND
    return seconds if seconds > 1 else 0


def arrives_within(count: int) -> float:
    """Return how many seconds a request may have taken by the time when `count` bytes of it have arrived."""
    return PATIENCE + count / SLOWEST


def connections() -> int:
    """Return for how many connections there is room; each may need two files, for itself and for the body of a request.

    Many systems let a program open 1,024 files until it asks for more, which this does. When none is left, the server
    can neither accept connections nor turn them away, and logs an error for each.
    """
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    if soft < MOST_FILES:
        more = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        with suppress(OSError, ValueError):  # a service may not be allowed to ask
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return min(MOST_CONNECTIONS, max(10, (soft - FILES_APART) // 2))
