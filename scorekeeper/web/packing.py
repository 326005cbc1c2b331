"""What is sent, compressed: by libdeflate, which is faster and comes to less, or by zlib where there is none."""

import gzip
from collections.abc import Callable

BEST = 10
"""For what is compressed once and sent often. What comes after it takes several times as long for a thousandth."""
FAST = 8
"""For a page, which is compressed each time: smaller than by zlib's 6, in the same time."""
BEST_OF_ZLIB, FAST_OF_ZLIB, FAST_OF_SMALL = 9, 4, 6
SMALL = 16 * 1024
"""What a play is answered with is small, and takes no longer: bytes."""


def packed(body: bytes, *, often: bool = False) -> bytes:
    """Return a body as gzip, the same each time; with `often` as small as it can be, for one that is sent often."""
    return _gzip(body, often)


def _by_zlib(body: bytes, often: bool) -> bytes:
    fast = FAST_OF_SMALL if len(body) < SMALL else FAST_OF_ZLIB
    return gzip.compress(body, BEST_OF_ZLIB if often else fast, mtime=0)


def _found() -> Callable[[bytes, bool], bytes]:
    try:
        from deflate import gzip_compress
    except ImportError:  # there is no wheel of it for this machine
        return _by_zlib
    return lambda body, often: bytes(gzip_compress(body, BEST if often else FAST))


_gzip = _found()
