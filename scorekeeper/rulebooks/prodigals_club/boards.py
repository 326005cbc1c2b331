"""Facts about boards, cards and errand boys that only the rules at hand need, and helpers to show them."""

from ...core.messages import Message, say
from ...core.rules import Cell, Drawing
from .state import State

SMALL_SIDE, LARGE_SIDE = (2, 3), (4, 5)
"""For how many players each side of the boards is. Source: "Game Boards"."""

BLACK_CENTRAL, WHITE_CENTRAL = 3, 2
"""Central cards with a black border, which come first, and with a white one. Source: "Central Cards"."""

BONUS_TILES = 2
"""Bonus action tiles of each competition. Source: "Setting Up the Game"."""

LAID_OUT = 4
"""Tiles of each sort that are put out each round. Source: "Dealing Tiles"."""

SLOTS = 6
"""Black-bordered cards that a player board has room for. Source: "Black-Bordered Cards"."""

SYMBOLS = 2
"""Symbols that the renaissance man gives. Source: "Renaissance Man Tile"."""

BLACK_ROUNDS, WHITE_ROUNDS = (1, 2, 3), (4, 5)
"""The rounds in which spaces whose border changes have black-bordered cards, and those in which they have white ones.

Source: "Dealing Cards", "Central Cards".
"""

CARD_ROUNDS, REWARD_ROUND = (1, 2, 3, 4), 5
"""The rounds in which the spaces that change have a card, and the round with rewards. Source: "Dealing Cards"."""

HAND_LIMIT = 4
"""Cards that are kept at the end of a round. Source: "Clear the Boards"."""

STANDARD = 2
"""Competitions of a standard game, in which the central card takes more. Source: "Taking the Central Card"."""


def side(state: State) -> str:
    """Return the numbers of players printed on the side of the boards that this table uses: "4–5"."""
    return span(SMALL_SIDE if state.seat_count in SMALL_SIDE else LARGE_SIDE)


def span(numbers: tuple[int, ...]) -> str:
    """Return the first and the last of these numbers as boards print them: "4–5"."""
    return f"{numbers[0]}\N{EN DASH}{numbers[-1]}"


def for_central_card(state: State) -> int:
    """Return how many errand boys the central card takes.

    Source: "Taking the Central Card"; "Playing The Prodigals Club with Last Will", "Central Board".
    """
    return 2 if len(state.competitions) == STANDARD and not state.planning else 1


def hand_limit(state: State) -> int:
    """Return how many cards are kept at the end of a round."""
    others = [each.rules.hand_limit for each in state.competitions if each.rules.hand_limit]
    return max(others, default=HAND_LIMIT)


def labels(state: State) -> tuple[Message, ...]:
    """Return the labels of the competitions of this table."""
    return tuple(each.label for each in state.competitions)


def moves(state: State) -> tuple[Message, ...]:
    """Return the scoring moves of the competitions that are played. Source: "Quick Reference"."""
    return tuple(each.rules.move for each in state.competitions if each.rules.move) or (say("none"),)


def backwards(state: State) -> tuple[Message, ...]:
    """Return the scoring moves of the same competitions made backwards. Source: "Other Card Effects"."""
    return tuple(each.rules.backwards for each in state.competitions if each.rules.backwards)


def coin() -> tuple[Cell, ...]:
    """Return the row of the sign for pounds: the sign and its meaning. Source: "Quick Reference"."""
    meaning = say("Spend so many; with a symbol: 1 for each such symbol that you have.")
    return sign("coin", say("Pounds")), meaning


def sign(name: str, words: Message) -> Drawing:
    """Return a sign of the game with its name beside it."""
    return Drawing("sign", words, {"name": name}, named=True)


def drawn(drawing: Drawing, meaning: Message) -> tuple[Cell, ...]:
    """Return a row of a table: a drawing, and beside it what it shows and what that means."""
    return drawing, say("{what}: {meaning}", what=drawing.says, meaning=meaning)


def sentences(messages: tuple[Message, ...]) -> Message:
    """Return messages as one cell of a table."""
    return Message(
        " ".join(f"{{part{index}}}" for index in range(len(messages))),
        {f"part{index}": each for index, each in enumerate(messages)},
    )
