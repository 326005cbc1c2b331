"""Program that renders an SVG drawing (UTF-8 on standard input) as PNG, with the fonts of the app.

`png.png` runs the program in a separate process, because the renderer holds the interpreter lock for all its work.
The argument "system" adds the fonts of the system, for characters that the app's fonts lack.
"""

import sys
from contextlib import suppress
from pathlib import Path

from resvg_py import svg_to_bytes

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Noto Serif"
MAX_MEMORY = 2**30
"""Memory limit of the process, in bytes."""
MAX_SECONDS = 30
"""Limit of processor time, in seconds."""


def main() -> None:
    _limit()
    drawn = svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        skip_system_fonts="system" not in sys.argv[1:],
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family=FAMILY,
        serif_family=FAMILY,
    )
    sys.stdout.buffer.write(bytes(drawn))


def _limit() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
