"""The same as the command: python -m scorekeeper."""

import sys

from .cli import main

sys.exit(main())
