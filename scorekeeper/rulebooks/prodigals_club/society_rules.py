"""The rules at hand on society: which markers may move, and Dame Beatrice."""

from collections.abc import Iterable

from ...core.messages import Message, say
from ...core.rules import Cell, Drawing, Grid, Points, Ruling, Section
from .boards import drawn
from .election import BALLOT
from .society import MARKERS, TOP_ROW
from .state import CompetitionRules, State

WIDE = 20
"""The width and height of a space in drawings."""

NAMED_ROWS = (6, 12)
"""The rows on the tile that names rows. Source: "Dame Beatrice Tiles"."""


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections on society and on Dame Beatrice. Source: "Society Competition"."""
    own = Section(
        "society",
        say("Society"),
        (Points(tuple(_points())), _moves()),
        explains=("four-markers", "markers-missing", "no-such-number"),
    )
    return (own, _dame_beatrice())


def start(state: State) -> tuple[Message, ...]:
    """Return what everybody has at the start. Source: "Player Setup in the Society Competition"."""
    return (
        say(
            "{count} influence markers, as the set-up table shows for {players} players.",
            count=len(MARKERS),
            players=state.seat_count,
        ),
    )


def doubts(state: State) -> tuple[Ruling, ...]:
    """Return the ruling on where the markers begin, which we do not know."""
    return (
        Ruling(
            say("Where the influence markers begin is shown as a picture only, which we do not have."),
            say("We ask for the numbers under them once they stand.")
            if state.planning
            else say("We ask for the numbers under them once they stand, with the handicap."),
            say("Until then nobody's score in society is known."),
        ),
    )


def _points() -> Iterable[Message]:
    """Yield what holds for scores and moves. Source: "Scoring Moves on the Scoreboard", "Symbols on the Scoreboard"."""
    yield say("Your score: the sum of the numbers under your {count} markers; it can be below 0.", count=len(MARKERS))
    yield say(
        "One space at a time, and only onto a free one. No marker leaves the board: none goes above the top row, "
        "{top}, or below the last.",
        top=TOP_ROW,
    )
    yield say("Several moves: with one marker or with several, in any order, all of them or fewer or none.")
    yield say("Does the card show a marker in a colour? Then only that colour. Whether it smiles makes no difference.")
    yield say(
        "The symbol on a space is yours as long as a marker stands there. Count first, then move: moving onto a "
        "symbol or off it gives and takes no moves, and no other action comes in between."
    )


def _moves() -> Grid:
    """Return the moves. Source: "Scoring Moves on the Scoreboard", "Other Card Effects"."""
    rows = (
        drawn(_spaces(say("Straight down"), "m", "t"), say("1 space.")),
        drawn(
            _spaces(say("Diagonally down"), ".m.", "t.t"),
            say("1 space, to the left or to the right as you choose."),
        ),
        drawn(_spaces(say("Several arrows"), ".m.", "ttt"), say("1 space in one of the directions shown.")),
        drawn(_spaces(say("Not onto others"), "m", "o"), say("the space is taken.")),
        drawn(
            _spaces(say("A row"), "m.m", "t.t"),
            say("you choose it. Each marker in it may go down 1, or each of the colour shown 1 or 2."),
        ),
        drawn(
            _spaces(say("A column"), "m", "t", "t"),
            say("the spaces below one another that the card marks. All in it of the colour shown may go down 1 or 2."),
        ),
        drawn(
            _spaces(say("Leapfrog"), "m", "o", "t"),
            say("one marker of that colour jumps over another, straight down onto a free space. Nothing else jumps."),
        ),
    )
    return Grid(say("The full circle moves; a broken ring is where it can go"), (), rows)


def _dame_beatrice() -> Section:
    """Return the section on Dame Beatrice. Source: "Dame Beatrice", "Dame Beatrice Tiles"."""
    low, high = NAMED_ROWS
    tiles: tuple[tuple[Cell, ...], ...] = (
        (
            _spaces(say("Columns"), "sxs", "sxs"),
            say("Two columns marked: every marker in them. The column crossed out is safe."),
        ),
        (
            _spaces(say("Rows"), "...", "sss", "sss"),
            say("Rows marked: every marker from the row of {low} to the row of {high}.", low=low, high=high),
        ),
        (
            _spaces(say("Same row"), "m.m", "..o"),
            say("Markers in the same row: all in a row that has two or more of them."),
        ),
        (
            _spaces(say("Touching"), "m..", ".m.", "..m", "o.."),
            say("Markers that touch: all that have a neighbour, diagonally too; a group moves as one."),
        ),
    )
    steps = (
        say("Her phase is the last one before the end of the round."),
        say("Whoever sent an errand boy to her is spared."),
        say(
            "Compare everybody's markers with her tile: all that it names move one space straight up, at the same time."
        ),
        say(
            "A marker is blocked by one that stays above it, or in the row of {top}. For each of those its player "
            "moves another one up: any, also one that moved or that the tile does not name. If none can go up, "
            "nothing happens.",
            top=TOP_ROW,
        ),
    )
    return Section(
        "dame-beatrice",
        say("Dame Beatrice"),
        (
            Points(steps, steps=True),
            Grid(say("Her tiles"), (say("Tile"), say("Who moves up")), tiles),
            Points((say("Markers that are not entered in a round count as they stood before."),)),
        ),
        explains=("influence-unchanged",),
    )


def _signs(state: State) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of signs with their meaning. Source: "Quick Reference", "Other Card Effects"."""
    arrows = drawn(
        _spaces(say("Arrows"), "m", "t"),
        say("a move in one of these directions; with a symbol: one for each such symbol that you have."),
    )
    there = say("Markers in a column, or on a number")
    if not BALLOT.there(state):
        return (arrows, (there, say("For each marker that you have there, of the colour if one is shown: a move.")))
    return (
        arrows,
        (
            there,
            say("For each marker that you have there, of the colour if one is shown: moves or votes lost, as printed."),
        ),
        (
            say("Arrow beside a megaphone"),
            say("Each white-bordered card with megaphones that you play: a marker 1 space down for each of them."),
        ),
    )


def _spaces(says: Message, *rows: str) -> Drawing:
    """Return a drawing of a piece of the scoreboard, each row given as one letter a space.

    `m` is a marker that moves, `t` a space where it can go, `o` another marker; `s` is a space marked on a tile, `x` a
    crossed-out one.
    """
    spaces = tuple(
        {"x": column * WIDE, "y": line * WIDE, "sort": sort}
        for line, row in enumerate(rows)
        for column, sort in enumerate(row)
    )
    size = {"width": max(map(len, rows)) * WIDE, "height": len(rows) * WIDE}
    return Drawing("spaces", says, {"spaces": spaces, **size})


RULES = CompetitionRules(
    sections,
    set_up=(say("Dame Beatrice's tiles are shuffled, and lie face down in one stack."),),
    start=start,
    doubts=doubts,
    puts_out=say("a new Dame Beatrice tile"),
    free_for_all=say("move a marker straight down one space"),
    move=say("move a marker down one space"),
    backwards=say("move a marker straight up onto a free space"),
    signs=_signs,
    below_zero=(say("numbers under markers"),),
)
