"""Entry point of `python -m scorekeeper`."""

import sys

from .cli import main

sys.exit(main())
