"""The values behind this title's own templates: everybody's points part by part, and a tally while it is filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.errors import Refusal
from ...core.finale import Stage
from ...core.messages import Message, say
from ...core.preview import Preview
from ...core.sheet import Column, Line, Note
from . import animals, bonuses, estate, slips, solitaire, start_player, storage, victory_points
from .aaron import Aaron, said_to_be_his
from .account import Account, TypeScore, account, type_scores
from .estate import CARD_TYPES, CLOISTERS, lacking, triple_values
from .holders import Held, held
from .paper import lines
from .scoring import Scored, parts, points_of, total
from .state import Holding, State
from .tally import Tally

ALL_IN = {
    2: say("Both are in: final scoring"),
    3: say("All three are in: final scoring"),
    4: say("All four are in: final scoring"),
}
"""The label of the button that ends the game, by number of players."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How complete a tally is: whether it was `entered` in this round.

    While a printed value is missing, `known` is the sum of the points that are known; otherwise it is None.
    """

    entered: bool
    known: int | None


@dataclass(frozen=True, slots=True)
class Alone:
    """A round against Aaron: how many cards he has in it (`heading`), and whether it could end now (`comparable`)."""

    heading: Message
    comparable: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What the table shows.

    `round` is "A" to "E" against Aaron, "" with several players; `alone` has more about it, or is None. `marks` are by
    seat. `all_in` is the label of the button for the final scoring, once every tally is in. `lacking` is the first seat
    whose estate needs a printed value that is not known, and the type. `worth` is what a triple is worth by type, "?"
    where that is not known. `slips` are what was perhaps overlooked.
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
    """Something to be counted: its name in the document, and its label."""

    name: str
    label: Message


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of a tally's form that is seen by itself on a phone: the parts of the score that it `counts`, as `points`.

    `fields` are those whose faults are said in it; `opens` is the label of the way to it from the tab before. `points`
    are None while a printed value is missing.
    """

    name: str
    label: Message
    fields: tuple[str, ...]
    counts: tuple[Column, ...]
    opens: Message | None = None
    points: int | None = 0


TABS = (
    Tab("estate", say("Estate"), ("estate", "triple_values"), estate.COLUMNS),
    Tab("bonus", say("Bonus"), ("first_triples", "all_seven"), bonuses.COLUMNS, say("Next: bonus cards")),
    Tab("animals", say("Animals"), ("animals",), animals.COLUMNS, say("Next: animals")),
    Tab(
        "rest",
        say("Rest"),
        ("victory_cards", "goods_vp", "start_player", "storage"),
        (*victory_points.COLUMNS, *start_player.COLUMNS),
        say("Next: the rest"),
    ),
)
AARONS_TABS = TABS[:2]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the form of a seat's tally needs.

    `animals` and `storage` are what is counted there; `all_seven` has the points of the cards for all 7 types, 0 for no
    card. `held` is who has the cards that there is only one of. `gifts` says how many victory point cards are for
    Aaron's cloisters. `entered` is whether this seat's tally is in (in this round); `following` is the first seat whose
    tally is not, None if that is this one or there is none. `standing` is what the stored tally counts.
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
    """What a tally (or Aaron's table) counts while it is filled in, legal or not; it is the `player`'s, at that `seat`.

    `wild` names the type whose cards can be added to the others. `parts` are in the order of the score paper; the
    `tabs` add them up. While a printed value is missing, `total` is None, `known` is the sum of all points that are
    known, and `known_triples` that of the triples. `forgotten` asks about "first" cards that nobody has, except for
    those that a slip asks about. `counter` says how many of Aaron's cards are entered. `lacking` is the first type
    whose printed value is missing, `claimed` the first field with a card that somebody else has; each is "" for none.
    `left` says how many cards break ties, None against Aaron. `refusal` is why it is illegal; that Aaron has more cards
    to come is not one.
    """

    seat: int
    types: tuple[TypeScore, ...]
    wild: str
    tabs: tuple[Tab, ...]
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

    def front(self, fault: str, opened: str) -> str:
        """Return the name of the tab in front: that with a `fault`, else the `opened` one, else the first."""
        faulty = [each.name for each in self.tabs if fault in each.fields]
        asked = [each.name for each in self.tabs if each.name == opened]
        return (*faulty, *asked, self.tabs[0].name)[0]


def board(state: State) -> Board:
    """Return what the table shows."""
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


def finale(state: State) -> tuple[Stage, ...]:
    """Return the points part by part, as they are opened at the end; each part is theirs who have most in it."""
    paper = lines(state)
    return tuple(_stage(tab, paper) for tab in TABS)


def _stage(tab: Tab, paper: Sequence[Line]) -> Stage:
    gains = tuple(sum(line.parts[column.name] or 0 for column in tab.counts) for line in paper)
    best = tuple(index for index, gain in enumerate(gains) if gain == max(gains))
    return Stage(tab.label, gains, best if len(best) < len(gains) else ())


def entry(state: State, seat: int) -> Entry:
    """Return what the form of that seat's tally needs."""
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
    """Return what a tally or Aaron's table counts while it is filled in; None for other plays."""
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
    """Return what this holding counts for the one at `index`; `after` is the state whose slips are shown beside it."""
    scored, types = parts(holding, state.table), type_scores(state, holding)
    triples = _known_triples(types)
    aarons = state.solo and index == state.aaron
    return Reckoning(
        index,
        types,
        CARD_TYPES[CLOISTERS].name,
        tuple(replace(each, points=_sum(each, scored)) for each in (AARONS_TABS if aarons else TABS)),
        scored,
        total(scored),
        _known(scored, triples),
        triples,
        _forgotten(state, index, holding, said_to_be_his(after) if after.solo else ()),
        state.names[index],
        solitaire.counter(state, holding) if aarons else None,
        next(iter(lacking(holding.estate, triple_values(state.table))), ""),
        _claimed(held(state), index, holding),
        None if state.solo else storage.account(holding.storage, holding.animals),
    )


def _sum(tab: Tab, scored: Scored) -> int | None:
    return total({each.name: scored[each.name] for each in tab.counts})


def _claimed(held: Held, index: int, holding: Holding) -> str:
    holders = {
        "first_triples": [held.first_triples.get(name) for name in holding.bonuses.first_triples],
        "all_seven": [held.all_seven.get(holding.bonuses.all_seven)],
        "start_player": [held.start_player] if holding.start_player else [],
    }
    return next((field for field, seats in holders.items() if {*seats} - {None, index}), "")


def _forgotten(state: State, index: int, holding: Holding, asked: tuple[str, ...]) -> Message | None:
    """Return the question about "first" cards that nobody has, without those in `asked`, which a slip asks about.

    With several players it is asked with the last tally only; against Aaron at once, as he takes his cards at once.
    Source: "Solitaire Variation".
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
