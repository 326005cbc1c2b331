"""How much the server takes from anybody who can reach it: they need not be paired to send something."""

import sys
from contextlib import suppress

MOST_CONNECTIONS = 1000
LONGEST_HEADER = 32 * 1024
"""Bytes before the body of a request. Browsers send one or two thousand; some lists in it are slow to read."""
MOST_BYTES = 128 * 2**20
"""Of the body of a request, which lies on the disk until it is here: twice what may be imported, so that files that are
a little too large are answered with a page."""
PATIENCE = 60
"""Seconds that a request may take to arrive, and more with each part of it that is here."""
SLOWEST = 10_000
"""Bytes a second, at the least, of a request that takes longer."""
MOST_FILES = 4096
FILES_APART = 100
"""Files that are open besides connections and bodies: the database, once for each thread."""


def arrives_within(count: int) -> float:
    """Return how many seconds a request may take to arrive of which `count` bytes are here."""
    return PATIENCE + count / SLOWEST


def connections() -> int:
    """Return for how many connections there is room; each may need two files, itself and the body that it sends.

    Many systems let a program open 1,024 files until it asks for more. Without one left, connections are neither taken
    nor turned away, and the server complains of each.
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
