"""The parts of the soak by their names."""

from .hostile import hostile
from .kills import kills
from .racing import racing

PARTS = {"kills": kills, "hostile": hostile, "racing": racing}
