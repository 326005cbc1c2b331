"""The storage, which breaks ties: workers, silver, unsold goods, and animals in no set."""

from collections.abc import Iterator, Sequence

from ...core.fields import Integer, Record
from ...core.messages import Message, joined, say
from ...core.sheet import Column, Note
from .animals import sets
from .counting import Counts, Number, Owned, optional, optional_fields

STORAGE = ("workers", "silver", "goods")
"""What lies in a storage besides animals. All storage counts in this rulebook are in this order."""

LABELS = (say("workers"), say("silver"), say("goods"))
NOTHING = (0,) * len(STORAGE)
GOODS = STORAGE.index("goods")

GOODS_TYPES = 3
GOODS_EACH = 6
"""How many cards there are of each type of goods. Source: "Game Components"."""

COUNTED = (*LABELS, say("unused animals"))
"""What the cards left are made of. Source: "Game End"."""

LEFT = "storage_left"
COLUMNS = (Column(LEFT, say("cards left in storage"), won_by=say("more cards left in storage")),)
FIELDS = (optional("storage", Record(optional_fields(STORAGE, LABELS, Integer())), say("Storage")),)


def numbers(storage: Counts) -> Iterator[Number]:
    """Yield every number that was entered, to be checked."""
    for label, count in zip(LABELS, storage, strict=True):
        yield Number("storage", label, count)


def left(storage: Counts, animals: Counts) -> int:
    """Return the cards left in storage: workers, silver, unsold goods, unused animals. Source: "Game End"."""
    return sum(made_of(storage, animals))


def made_of(storage: Counts, animals: Counts) -> Counts:
    """Return the numbers that add up to the cards left, in the order of COUNTED. Source: "Game End"."""
    return (*storage, sets(animals).unused)


def account(storage: Counts, animals: Counts) -> Message:
    """Return the cards left as a sum, in words."""
    counted = zip(COUNTED, made_of(storage, animals), strict=True)
    return say(
        "Left in storage, which breaks ties: {sum} = {total}",
        sum=joined([joined(each, " ") for each in counted], " + "),
        total=left(storage, animals),
    )


def more_goods(unsold: Sequence[Owned[Counts]], sellers: int) -> Note | None:
    """Return a note if there are more goods than in the box, or None.

    How many were sold is not entered, but each of the `sellers` has sold at least one. Source: "Game Components".
    """
    count, most = sum(each.thing[GOODS] for each in unsold), GOODS_TYPES * GOODS_EACH
    if count + sellers <= most:
        return None
    if count > most:
        message = say("{count} unsold goods are more than the {most} in the box. Miscounted?", count=count, most=most)
    else:
        message = say(
            "{count} unsold goods, and at least {sold} sold, are more than the {most} in the box. Miscounted?",
            count=count,
            sold=sellers,
            most=most,
        )
    return Note("more-goods", message)
