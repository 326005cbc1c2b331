"""The storage, which breaks ties: workers, silver, unsold goods, and animals in no set."""

from collections.abc import Iterator

from ...core.fields import Integer, Record
from ...core.messages import say
from ...core.sheet import Column
from .animals import sets
from .counting import Counts, Number, optional, optional_fields

STORAGE = ("workers", "silver", "goods")
"""What lies in a storage besides animals. Everything about the storage in this rulebook is in this order."""

LABELS = (say("workers"), say("silver"), say("goods"))
NOTHING = (0,) * len(STORAGE)

LEFT = "storage_left"
COLUMNS = (Column(LEFT, say("cards left in storage"), won_by=say("more cards left in storage")),)
FIELDS = (optional("storage", Record(optional_fields(STORAGE, LABELS, Integer())), say("Storage")),)


def numbers(storage: Counts) -> Iterator[Number]:
    """Yield every number that was entered."""
    for label, count in zip(LABELS, storage, strict=True):
        yield Number("storage", label, count)


def left(storage: Counts, animals: Counts) -> int:
    """Return the cards left in storage: workers, silver, unsold goods, unused animals. Source: "Game End"."""
    return sum(storage) + sets(animals).unused
