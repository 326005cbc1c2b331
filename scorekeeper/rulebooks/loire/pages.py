"""What this rulebook's own pages are drawn from: everybody's points part by part, and a tally while it is filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.errors import Refusal
from ...core.messages import Message, say
from ...core.preview import Preview
from ...core.sheet import Note
from . import animals, bonuses, slips, solitaire, storage
from .aaron import Aaron, said_to_be_his
from .account import Account, TypeScore, account, type_scores
from .estate import CARD_TYPES, CLOISTERS, CardType, lacking, triple_values
from .holders import Held, held
from .scoring import Scored, parts, points_of, total
from .state import Holding, State
from .tally import Tally

ALL_IN = {
    2: say("Both are in: final scoring"),
    3: say("All three are in: final scoring"),
    4: say("All four are in: final scoring"),
}
"""What the button says that ends a game of so many players."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a tally is: whether it is `entered` (in this round).

    `known` is what is known of its points while a printed value is lacking, None where nothing is.
    """

    entered: bool
    known: int | None


@dataclass(frozen=True, slots=True)
class Alone:
    """A round against Aaron: what he gets in it (`heading`), and whether it could end now (`comparable`)."""

    heading: Message
    comparable: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table.

    `round` is "A" to "E" against Aaron, "" with several players; `alone` is that round. `marks` say of each seat how
    far its tally is; `all_in` is what the button for the final scoring says, once everybody's is in. `lacking` is
    whose estate needs a printed value that is not known, and of which type; `worth` is what a triple of each type is
    worth, "?" where that is not known. `slips` is what was perhaps overlooked in what was entered.
    """

    account: Account
    round: str
    alone: Alone | None
    marks: tuple[Mark, ...]
    all_in: Message | None
    lacking: tuple[int, str] | None
    worth: tuple[int | str, ...]
    slips: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Something to be counted: its name in the document, and what to call it."""

    name: str
    label: Message


@dataclass(frozen=True, slots=True)
class Entry:
    """What there is to fill in: the animals, what lies in a storage, and the points on the cards for all 7 types.

    0 is none of these cards. `held` is who has the cards that only one can have. `gifts` says which of the victory
    point cards are there for Aaron's cloisters. `entered` is whether this seat's tally is in, `following` the next seat
    whose tally is not (None: everybody else's is), and `standing` what it comes to as it stands.
    """

    animals: tuple[Counted, ...]
    storage: tuple[Counted, ...]
    all_seven: tuple[int, ...]
    held: Held
    gifts: Message | None
    entered: bool
    following: int | None
    standing: "Reckoning"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a tally comes to while it is filled in, whether it can stand or not.

    `wild` is the type whose cards can be added to the others; `parts` are in the order of the score paper. While the
    `total` is not known, `known` is what the rest comes to, and `known_triples` what those triples do that are known.
    `forgotten` asks for "first" cards that nobody has, but for those that a slip asks for. It is the `player`'s.
    `counter` is how many of Aaron's cards are there. `lacking` is the first type whose printed value is needed and not
    known, `claimed` the first field that has a card which somebody else holds, "" for none. `left` says how the cards
    come about that break ties, where they do.
    `refusal` is what is wrong, but for Aaron's cards still to come.
    """

    types: tuple[TypeScore, ...]
    wild: CardType
    parts: Mapping[str, int | None]
    total: int | None
    known: int
    known_triples: int
    forgotten: Message | None
    player: str
    counter: Message | None
    lacking: str
    claimed: str
    left: Message | None
    refusal: Refusal | None = None


def board(state: State) -> Board:
    """Return what lies on the table, as it is known from the tallies."""
    worth = triple_values(state.table)
    known = [(seat, holding) for seat, holding in enumerate(state.holdings) if holding]
    needed = ((seat, name) for seat, holding in known for name in lacking(holding.estate, worth))
    return Board(
        account(state),
        solitaire.ROUNDS[state.round] if state.solo else "",
        _alone(state) if state.solo else None,
        tuple(_mark(state, seat) for seat in range(len(state.names))),
        None if state.solo or None in state.holdings else ALL_IN[state.seat_count],
        next(needed, None),
        tuple(worth.get(each.name, "?") for each in CARD_TYPES),
        slips.shown(state),
    )


def _alone(state: State) -> Alone:
    return Alone(solitaire.heading(state), state.entered_now(state.aaron) and None not in state.holdings)


def entry(state: State, seat: int) -> Entry:
    """Return what there is to fill in for that seat, and what comes after it."""
    following = solitaire.next_to_enter(state, seat)
    return Entry(
        tuple(Counted(*each) for each in zip(animals.ANIMALS, animals.LABELS, strict=True)),
        tuple(Counted(*each) for each in zip(storage.STORAGE, storage.LABELS, strict=True)),
        (0, *bonuses.ALL_SEVEN[state.seat_count]),
        held(state),
        solitaire.gifts(state),
        state.entered_now(seat),
        None if following == seat else following,
        _reckoning(state, seat, state.holdings[seat] or Holding(), state),
    )


def preview(preview: Preview[State]) -> Reckoning | None:
    """Return what a tally, or Aaron's table, comes to; None for other plays."""
    match preview.play:
        case Tally(seat=seat, holding=holding):
            after = preview.after or preview.before
            return replace(_reckoning(preview.before, seat, holding, after), refusal=preview.refusal)
        case Aaron(holding=holding):
            state = preview.before
            refusal = None if solitaire.to_come(state, holding) else preview.refusal
            return replace(_reckoning(state, state.aaron, holding, preview.after or state), refusal=refusal)
    return None


def _mark(state: State, seat: int) -> Mark:
    holding, entered = state.holdings[seat], state.entered_now(seat)
    if holding is None or points_of(state, seat) is not None:
        return Mark(entered, None)
    return Mark(entered, _known(parts(holding, state.table), _known_triples(type_scores(state, holding))))


def _reckoning(state: State, index: int, holding: Holding, after: State) -> Reckoning:
    """Return what this holding comes to; `after` is the state whose slips are said beside it."""
    scored, types = parts(holding, state.table), type_scores(state, holding)
    triples = _known_triples(types)
    return Reckoning(
        types,
        CARD_TYPES[CLOISTERS],
        scored,
        total(scored),
        _known(scored, triples),
        triples,
        _forgotten(state, index, holding, said_to_be_his(after) if after.solo else ()),
        state.names[index],
        solitaire.counter(state, holding) if state.solo and index == state.aaron else None,
        next(iter(lacking(holding.estate, triple_values(state.table))), ""),
        _claimed(held(state), index, holding),
        None if state.solo else storage.account(holding.storage, holding.animals),
    )


def _claimed(held: Held, index: int, holding: Holding) -> str:
    """Return the first field with a card that somebody else holds, or ""."""
    holders = {
        "first_triples": [held.first_triples.get(name) for name in holding.bonuses.first_triples],
        "all_seven": [held.all_seven.get(holding.bonuses.all_seven)],
        "start_player": [held.start_player] if holding.start_player else [],
    }
    return next((field for field, seats in holders.items() if {*seats} - {None, index}), "")


def _forgotten(state: State, index: int, holding: Holding, asked: tuple[str, ...]) -> Message | None:
    """Return the question for "first" cards that nobody has: with several players it waits for the last tally.

    Those in `asked` are asked for elsewhere. Aaron has them at once, if he is the first. Source: "Solitaire Variation".
    """
    others = state.everybody(lambda held: held, index)
    if not state.solo and len(others) < len(state.holdings) - 1:
        return None
    held = [*(each.thing for each in others), holding]
    return bonuses.forgotten(
        [each.estate for each in held], {*asked, *(name for each in held for name in each.bonuses.first_triples)}
    )


def _known_triples(types: Sequence[TypeScore]) -> int:
    return sum(each.points for each in types if each.points is not None)


def _known(scored: Scored, triples: int) -> int:
    return sum(points for points in scored.values() if points is not None) + triples * (scored["triples"] is None)
