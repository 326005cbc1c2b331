"""Data for the templates of this title: the points by part of the score, and the preview of a tally."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.errors import Refusal
from ...core.finale import Stage
from ...core.messages import Message, joined, say
from ...core.ranking import ranked
from ...core.rulebook import Preview
from ...core.sheet import Column, Line, Note
from . import bonuses, cards, estate, slips, solitaire
from .estate import CARD_TYPES, CLOISTERS, lacking, triple_values
from .scoring import HIS_PARTS, META, Scored, lines, parts, points_of, total
from .state import Holding, State
from .tally import Aaron, Tally

ALL_IN = {
    2: say("Both are in: final scoring"),
    3: say("All three are in: final scoring"),
    4: say("All four are in: final scoring"),
}
"""The label of the button that ends the game, by number of players."""


@dataclass(frozen=True, slots=True)
class TypeScore:
    """A card type in an estate; `points` is None while the points of one triple (`worth`) are needed but unknown."""

    name: str
    label: Message
    triples: int
    worth: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the account; `worth` has the points of one triple, `made_of` the summands if the page shows them."""

    points: float | None
    triples: int = 0
    worth: int | None = None
    made_of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the account: a cell for each line of the score sheet. `type` is its card type, or ""."""

    label: Message
    cells: tuple[Cell, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A tab of the tally in the account, with the sums of its rows; `most` are the columns with the most points.

    `most` is empty if all columns are tied.
    """

    label: Message
    sums: tuple[float | None, ...]
    most: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """All parts of the score by player, best first; `lines` has the index of each column's line in `scoring.lines`.

    `left` has the cards that break ties; None in a solo game.
    """

    names: tuple[str, ...]
    lines: tuple[int, ...]
    groups: tuple[Group, ...]
    totals: tuple[float | None, ...]
    left: Row | None
    summands: Message
    """The labels of the summands of `left`."""


@dataclass(frozen=True, slots=True)
class Held:
    """The seats with the unique cards; `all_seven` is by points. Aaron has the seat after the player's."""

    first_triples: Mapping[str, int]
    all_seven: Mapping[int, int]
    start_player: int | None


@dataclass(frozen=True, slots=True)
class TallyMark:
    """Whether a tally was `entered` in this round; `known` has its points only if a printed value is missing."""

    entered: bool
    known: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """The data for the table page.

    - `round`: "A" to "E" against Aaron, "" with several players;
    - `heading`: the number of Aaron's cards in this round;
    - `comparable`: whether the round against Aaron can end now;
    - `all_in`: the label of the button for final scoring; None while a tally is missing, and against Aaron;
    - `lacking`: whether a tally needs an unknown printed value;
    - `worth`: the points of a triple by type, "?" if unknown.
    """

    account: Account
    round: str
    heading: Message | None
    comparable: bool
    marks: tuple[TallyMark, ...]
    all_in: Message | None
    lacking: bool
    worth: tuple[int | str, ...]
    slips: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of a tally's form on a phone, which `counts` parts of the score with the sum `points`.

    The tab shows the errors of its `fields`. `opens` labels the button on the previous tab that leads to it. `points`
    is None while a printed value is missing.
    """

    name: str
    label: Message
    fields: tuple[str, ...]
    counts: tuple[Column, ...]
    opens: Message | None = None
    points: int | None = 0


TABS = (
    Tab("estate", say("Estate"), ("estate", "triple_values"), (estate.COLUMN,)),
    Tab("bonus", say("Bonus"), ("first_triples", "all_seven"), bonuses.COLUMNS, say("Next: bonus cards")),
    Tab("animals", say("Animals"), ("animals",), (cards.ANIMAL_COLUMN,), say("Next: animals")),
    Tab(
        "rest",
        say("Rest"),
        ("victory_cards", "goods_vp", "start_player", "storage"),
        (*cards.VICTORY_COLUMNS, cards.START_PLAYER_COLUMN),
        say("Next: the rest"),
    ),
)
AARONS_TABS = TABS[:2]


@dataclass(frozen=True, slots=True)
class Entry:
    """The data for the form of a seat's tally.

    - `animals`, `storage`: name and label of each thing counted there;
    - `all_seven`: the points of the cards for all 7 types, and 0 for no card;
    - `gifts`: the number of victory point cards gained by Aaron's cloisters, as text;
    - `entered`: whether this seat's tally is entered (in this round);
    - `following`: the first seat without an entered tally, or None if this is the seat or all tallies are entered;
    - `standing`: the points of the stored tally.
    """

    animals: tuple[tuple[str, Message], ...]
    storage: tuple[tuple[str, Message], ...]
    all_seven: tuple[int, ...]
    held: Held
    gifts: Message | None
    entered: bool
    following: int | None
    standing: "Reckoning"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The points of a tally or of Aaron's table while it is filled in, legal or not.

    - `wild`: the name of the type with cards that can be added to other types;
    - `parts`: in the order of the score sheet; the `tabs` add them up;
    - `total`: None while a printed value is missing; `known`, `known_triples`: the sums of all known points;
    - `forgotten`: the question about unclaimed "first" cards, except cards in the question of a slip;
    - `counter`: the number of Aaron's cards entered, as text; None for a player;
    - `lacking`: the first type with a missing printed value, or "";
    - `claimed`: the first field with another player's card, or "";
    - `left`: the number of cards that break ties, as text; None against Aaron;
    - `refusal`: the reason if it is illegal. Missing cards of Aaron are not a reason while they are entered.
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
        """Return the name of the front tab: the one with the field `fault`, else the `opened` tab, else the first."""
        faulty = [each.name for each in self.tabs if fault in each.fields]
        asked = [each.name for each in self.tabs if each.name == opened]
        return (*faulty, *asked, self.tabs[0].name)[0]


def board(state: State) -> Board:
    worth = triple_values(state.table)
    all_in = None not in state.holdings
    return Board(
        account(state),
        solitaire.ROUNDS[state.round] if state.solo else "",
        solitaire.heading(state) if state.solo else None,
        state.solo and all_in and state.entered_now(state.aaron),
        tuple(_mark(state, seat) for seat in range(len(state.names))),
        ALL_IN[state.seat_count] if all_in and not state.solo else None,
        any(lacking(holding.estate, worth) for holding in state.holdings if holding),
        tuple(worth.get(each.name, "?") for each in CARD_TYPES),
        slips.shown(state),
    )


def account(state: State) -> Account:
    """Return the score sheet by player; a solo game omits the start player card and tie-breaks, which do not count."""
    sheet = [standing.line for standing in ranked(lines(state), META)]
    numbers = tuple(state.aaron if line.seat is None else line.seat for line in sheet)
    held = [state.holdings[number] or Holding() for number in numbers]

    def rows(column: Column) -> list[Row]:
        if column == estate.COLUMN:
            by_type = zip(*(type_scores(state, holding) for holding in held), strict=True)
            return [
                Row(types[0].label, tuple(Cell(each.points, each.triples, each.worth) for each in types), types[0].name)
                for types in by_type
            ]
        if state.solo and column == cards.START_PLAYER_COLUMN:
            return []
        return [Row(column.label, tuple(Cell(line.parts[column.name]) for line in sheet))]

    def group(tab: Tab) -> Group:
        sums = tuple(_sum(line, tab) for line in sheet)
        summed = tuple(row for column in tab.counts for row in rows(column))
        return Group(tab.label, sums, _most(sums), summed if len(summed) > 1 else ())

    left = tuple(
        Cell(line.tie_break[cards.LEFT_COLUMN.name], made_of=cards.left_by_type(each.storage, each.animals))
        for line, each in zip(sheet, held, strict=True)
    )
    return Account(
        tuple(state.names[number] for number in numbers),
        numbers,
        tuple(group(tab) for tab in TABS),
        tuple(line.total for line in sheet),
        None if state.solo else Row(cards.LEFT_COLUMN.label, left),
        joined(cards.LEFT_LABELS, " + "),
    )


def _sum(line: Line, tab: Tab) -> float | None:
    """Return the points of a line in a tab; None if they are unknown, or if Aaron cannot have any of them."""
    own = [line.parts[column.name] for column in tab.counts if line.seat is not None or column.name in HIS_PARTS]
    known = [points for points in own if points is not None]
    return sum(known) if known and len(known) == len(own) else None


def _most(gains: Sequence[float | None]) -> tuple[int, ...]:
    """Return the indexes of the most points; none if all are tied, or if points are unknown."""
    known = [gain for gain in gains if gain is not None]
    best = tuple(index for index, gain in enumerate(gains) if gain == max(known, default=0))
    return best if len(known) == len(gains) and len(best) < len(gains) else ()


def type_scores(state: State, holding: Holding) -> tuple[TypeScore, ...]:
    scores, values = [], triple_values(state.table)
    for each, triples in zip(CARD_TYPES, holding.estate.triples, strict=True):
        worth = values.get(each.name)
        points: int | None = 0
        if triples:
            points = None if worth is None else triples * worth
        scores.append(TypeScore(each.name, each.label, triples, worth, points))
    return tuple(scores)


def finale(state: State) -> tuple[Stage, ...]:
    """Return the stages of the finale, one per tab. The holders have the most points, unless all players are tied."""
    stages, sheet = [], lines(state)
    for tab in TABS:
        gains = tuple(sum(line.parts[column.name] or 0 for column in tab.counts) for line in sheet)
        stages.append(Stage(tab.label, gains, _most(gains)))
    return tuple(stages)


def entry(state: State, seat: int) -> Entry:
    following = solitaire.next_to_enter(state, seat)
    return Entry(
        tuple(zip(cards.ANIMALS, cards.ANIMAL_LABELS, strict=True)),
        tuple(zip(cards.STORAGE, cards.STORAGE_LABELS, strict=True)),
        (0, *bonuses.ALL_SEVEN[state.seat_count]),
        held(state),
        solitaire.gifts(state),
        state.entered_now(seat),
        None if following == seat else following,
        _reckoning(state, seat, state.holdings[seat] or Holding(), state),
    )


def preview(preview: Preview[State]) -> Reckoning | None:
    """Return the points of a tally or of Aaron's table while it is filled in; None for other plays."""
    match preview.play:
        case Tally(seat=seat, holding=holding):
            after = preview.after or preview.before
            return replace(_reckoning(preview.before, seat, holding, after), refusal=preview.refusal)
        case Aaron(holding=holding):
            state = preview.before
            refusal = None if solitaire.to_come(state, holding) else preview.refusal
            return replace(_reckoning(state, state.aaron, holding, preview.after or state), refusal=refusal)
    return None


def _mark(state: State, seat: int) -> TallyMark:
    holding, entered = state.holdings[seat], state.entered_now(seat)
    if holding is None or points_of(state, seat) is not None:
        return TallyMark(entered, None)
    return TallyMark(entered, _known(parts(holding, state.table), _known_triples(type_scores(state, holding))))


def _reckoning(state: State, index: int, holding: Holding, after: State) -> Reckoning:
    """Return the points of this holding for the owner at `index`; `after` is the state with the slips shown with it."""
    scored, types = parts(holding, state.table), type_scores(state, holding)
    triples = _known_triples(types)
    aarons = state.solo and index == state.aaron
    return Reckoning(
        index,
        types,
        CARD_TYPES[CLOISTERS].name,
        tuple(
            replace(tab, points=total({column.name: scored[column.name] for column in tab.counts}))
            for tab in (AARONS_TABS if aarons else TABS)
        ),
        scored,
        total(scored),
        _known(scored, triples),
        triples,
        _forgotten(state, index, holding, slips.unclaimed_first_cards(after) if after.solo else ()),
        state.names[index],
        solitaire.counter(state, holding) if aarons else None,
        next(iter(lacking(holding.estate, triple_values(state.table))), ""),
        _claimed(held(state), index, holding),
        None if state.solo else cards.left_in_words(holding.storage, holding.animals),
    )


def held(state: State) -> Held:
    known = [(seat, holding) for seat, holding in enumerate(state.holdings) if holding]
    return Held(
        {name: seat for seat, holding in known for name in holding.bonuses.first_triples},
        {holding.bonuses.all_seven: seat for seat, holding in known if holding.bonuses.all_seven},
        next((seat for seat, holding in known if holding.start_player), None),
    )


def _claimed(held: Held, index: int, holding: Holding) -> str:
    holders = {
        "first_triples": [held.first_triples.get(name) for name in holding.bonuses.first_triples],
        "all_seven": [held.all_seven.get(holding.bonuses.all_seven)],
        "start_player": [held.start_player] if holding.start_player else [],
    }
    return next((field for field, seats in holders.items() if {*seats} - {None, index}), "")


def _forgotten(state: State, index: int, holding: Holding, asked: tuple[str, ...]) -> Message | None:
    """Return the question about unclaimed "first" cards, or None. `asked` are the types in the question of a slip.

    With several players, the question comes with the last tally only. In a solo game, it comes at once, because Aaron
    takes his cards at once. Source: "Solitaire Variation".
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
    # While a printed value is missing, the part "triples" is None, and the known `triples` count instead.
    return sum(points for points in scored.values() if points is not None) + triples * (scored["triples"] is None)
