"""The bonus cards: the first triple of each type, and all 7 types."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.errors import IllegalPlay, shortened
from ...core.fields import Integer, Many, Word
from ...core.messages import Message, joined, many, say
from ...core.sheet import Column, Note
from .counting import Owned, optional
from .estate import TYPE_LABELS, TYPES, Estate, labels

FIRST_POINTS = 1
"""Points of the bonus card for the first triple of a type. Source: "Additional important rules"."""

ALL_SEVEN: Mapping[int, tuple[int, ...]] = {1: (3, 1), 2: (3, 1), 3: (4, 2, 1), 4: (4, 3, 2, 1)}
"""The points on the bonus cards for all 7 types, by number of players. Source: "Game Setup", "Solitaire Variation"."""

COLUMNS = (Column("first_triples", say("first triples")), Column("all_seven", say("all 7 types")))
FIELDS = (
    optional("first_triples", Many(Word(TYPES, TYPE_LABELS)), say("First triples")),
    optional("all_seven", Integer(), say("All 7 types")),
)


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The bonus cards of a player or Aaron; `all_seven` has the points on the card for all 7 types, or 0 without it."""

    first_triples: tuple[str, ...] = ()
    all_seven: int = 0


def entered(first_triples: Sequence[str] | None, all_seven: int | None) -> Bonuses:
    return Bonuses(tuple(sorted(first_triples or ())), all_seven or 0)


def check(player: str, bonuses: Bonuses, estate: Estate, seat_count: int, others: Sequence[Owned[Bonuses]]) -> None:
    """Raise IllegalPlay for bonus cards that do not exist, are not earned, or belong to another player.

    `estate` is the player's estate, `others` are the bonus cards of the other players. Source: "Additional important
    rules".
    """
    _check_exist(bonuses, ALL_SEVEN[seat_count])
    _check_earned(player, bonuses, estate)
    _check_free(bonuses, others)


def without(bonuses: Bonuses, claimed: Bonuses) -> Bonuses:
    firsts = tuple(name for name in bonuses.first_triples if name not in claimed.first_triples)
    return Bonuses(firsts, 0 if bonuses.all_seven == claimed.all_seven else bonuses.all_seven)


def unclaimed(estates: Sequence[Owned[Estate]], claimed: Collection[str]) -> Iterator[Note]:
    """Yield a note on each unclaimed "first" card of a type with a triple in an estate.

    `claimed` are the types of the cards taken. Source: "Additional important rules".
    """
    for index, (name, label) in enumerate(zip(TYPES, TYPE_LABELS, strict=True)):
        players = tuple(each.player for each in estates if each.thing.triples[index])
        if players and name not in claimed:
            message = many(
                "Nobody has the “first” card for {type}, but {players} has a triple of it.",
                "Nobody has the “first” card for {type}, but {players} have a triple of it.",
                len(players),
                type=label,
                players=players,
            )
            yield Note("bonus-unclaimed", message)


def forgotten(estates: Sequence[Estate], claimed: Collection[str]) -> Message | None:
    """Return one question about all unclaimed "first" cards of types with a triple in an estate, or None."""
    counted = zip(TYPES, *(each.triples for each in estates), strict=True)
    types = [name for name, *triples in counted if any(triples) and name not in claimed]
    return say("Nobody has the “first” card for {types} yet. Forgotten?", types=labels(types)) if types else None


def out_of_order(seat_count: int, held: Sequence[Owned[Bonuses]]) -> Iterator[Owned[Note]]:
    """Yield a note on each card for all 7 types taken before a higher one, above it in the pile.

    Source: "Game Setup": the pile is in decreasing order; "Additional important rules": the topmost card is taken.
    """
    taken = {each.thing.all_seven for each in held}
    for each in held:
        points = each.thing.all_seven
        above = [value for value in ALL_SEVEN[seat_count] if value > points and value not in taken]
        if points and above:
            message = say(
                "{player} has the “all 7 types” card worth {points}, but nobody has the one worth {higher}, which is "
                "taken before it. Mixed up?",
                player=each.player,
                points=points,
                higher=max(above),
            )
            yield Owned(each.player, Note("all-seven-order", message), each.number)


def left_out(player: str, bonuses: Bonuses, estate: Estate) -> Note | None:
    """Return the note on a player with all 7 types but without a card for them, or None.

    There is a card for every player. An added cloister may first have been placed alone, as the seventh type. Source:
    "Additional important rules", "Cloisters".
    """
    if bonuses.all_seven or not all(estate.drawn):
        return None
    if all(estate.cards):
        message = say("{player} has all 7 types, but no “all 7 types” card. Forgotten?", player=player)
    else:
        message = say(
            "{player} has the other 6 types and a cloister added to one of them. Did it lie alone at first? Then an "
            "“all 7 types” card was won.",
            player=player,
        )
    return Note("all-seven-unclaimed", message)


def _check_exist(bonuses: Bonuses, values: tuple[int, ...]) -> None:
    for name in bonuses.first_triples:
        if name not in TYPES:
            message = say("There is no “first” card for {type!r}.", type=shortened(name))
            raise IllegalPlay("no-such-bonus", message, "first_triples")
    if bonuses.all_seven and bonuses.all_seven not in values:
        message = say(
            "The “all 7 types” cards in this game are worth {values}; none is worth {points}.",
            values=values,
            points=bonuses.all_seven,
        )
        raise IllegalPlay("no-such-bonus", message, "all_seven")


def _check_earned(player: str, bonuses: Bonuses, estate: Estate) -> None:
    triples = dict(zip(TYPES, estate.triples, strict=True))
    for name in bonuses.first_triples:
        if not triples[name]:
            message = say(
                "{player} has no triple of {type}, so cannot have the “first” card for it.",
                player=player,
                type=labels([name]),
            )
            raise IllegalPlay("bonus-unearned", message, "first_triples")
    absent = [name for name, count in zip(TYPES, estate.drawn, strict=True) if not count]
    if bonuses.all_seven and absent:
        *others, last = labels(absent)
        types = say("{types} or {last}", types=joined(others, ", "), last=last) if others else last
        message = say("{player} has no {types}, so cannot have an “all 7 types” card.", player=player, types=types)
        raise IllegalPlay("bonus-unearned", message, "all_seven")


def _check_free(bonuses: Bonuses, others: Sequence[Owned[Bonuses]]) -> None:
    for name in bonuses.first_triples:
        if bonuses.first_triples.count(name) > 1:
            message = say("There is only one “first” card for {type}.", type=labels([name]))
            raise IllegalPlay("bonus-taken", message, "first_triples")
    for other in others:
        for name in bonuses.first_triples:
            if name in other.thing.first_triples:
                message = say(
                    "{player} already has the “first” card for {type}: entry {number}.",
                    player=other.player,
                    type=labels([name]),
                    number=other.number,
                )
                raise IllegalPlay("bonus-taken", message, "first_triples")
        if bonuses.all_seven and bonuses.all_seven == other.thing.all_seven:
            message = say(
                "{player} already has the “all 7 types” card worth {points}: entry {number}.",
                player=other.player,
                points=other.thing.all_seven,
                number=other.number,
            )
            raise IllegalPlay("bonus-taken", message, "all_seven")
