"""The rules of the tallies: what there can be on one table, who holds which bonus card, and how a game ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ...core.errors import IllegalPlay
from ...core.messages import Message, listed, say
from ...core.rulebook import Table
from .cards import (
    AARON,
    AARONS_CARDS,
    ALL_SEVEN,
    ANIMAL_LABELS,
    CLOISTERS,
    DECK,
    EACH_ANIMAL,
    ROUNDS,
    TRIPLE,
    TYPE_LABELS,
    TYPES,
)
from .holdings import NO_CARDS, Holding, from_decks, numbers, shows_all_seven, triples
from .plays import Aaron, AnyPlay, EndRound, Stop, Tally
from .points import is_solo, lacking, parts, total, triple_values

Value = TypeVar("Value")

MOST_LAID = TRIPLE - 1
"""How many cloisters lie with one card of a type at the most: a stack of three has at least one card of its type."""


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays.

    `holdings` are by seat, None before a first tally; alone, Aaron's comes last. `entered` has the number of the play
    that each was entered in. `round` counts from 0; `aaron_entered` is whether his table was entered in this round,
    `aaron_before` the cards that he had in the round before, by type.
    """

    table: Table
    holdings: tuple[Holding | None, ...]
    entered: tuple[int, ...]
    round: int = 0
    aaron_entered: bool = False
    aaron_before: tuple[int, ...] = NO_CARDS
    over: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names that belong to the holdings."""
        return (*self.table.players, AARON) if self.solo else self.table.players

    @property
    def solo(self) -> bool:
        """Whether somebody plays against Aaron."""
        return is_solo(self.table)

    @property
    def aaron(self) -> int:
        """The index of Aaron's holding; there is none with several players."""
        return len(self.table.players)


def fault(table: Table) -> Message | None:
    """Return what is wrong with the players and options together, or None. Source: "Solitaire Variation"."""
    alone = len(table.players) == 1
    if alone and not is_solo(table):
        return say("One player alone plays the solitaire variation: for that, solo must be true.")
    if is_solo(table) and not alone:
        return say("solo is for one player alone; here there are {count}.", count=len(table.players))
    if alone and table.players[0].casefold() == AARON.casefold():
        return say("In a solo game none of the players can be called {name}: the opponent is.", name=AARON)
    return None


def start(table: Table) -> State:
    """Return the table before the first play."""
    count = len(table.players) + is_solo(table)
    return State(table, (None,) * count, (0,) * count)


def apply(state: State, play: AnyPlay, number: int) -> State:
    """Return the state after play `number`; raises IllegalPlay."""
    match play:
        case Tally():
            check_tally(state, play)
            return _entered(state, play.player, play.holding, number)
        case Aaron():
            check_aaron(state, play.holding)
            return replace(_entered(state, state.aaron, play.holding, number), aaron_entered=True)
        case Stop():
            _check_known(state)
            return replace(state, over=True)
        case EndRound():
            return _end_round(state)


def finished(state: State) -> bool:
    """Return whether the game is over. Source: "Game End", "Solitaire Variation"."""
    return state.over


def check_tally(state: State, tally: Tally) -> None:
    """Raise IllegalPlay for what cannot be what this player has, next to what the others have."""
    _check_numbers(state, tally.player, tally.holding)
    _check_cloisters(tally.holding)
    _check_decks(state, tally.player, tally.holding)
    _check_animals(state, tally.player, tally.holding)
    _check_bonuses(state, tally.player, tally.holding)
    _check_start_player(state, tally.player, tally.holding)


def check_aaron(state: State, holding: Holding) -> None:
    """Raise IllegalPlay for what cannot be Aaron's table in this round. Source: "Solitaire Variation"."""
    _check_numbers(state, state.aaron, holding)
    _check_piles(state, holding)
    _check_decks(state, state.aaron, holding)
    _check_bonuses(state, state.aaron, holding)


def points_of(state: State, index: int) -> int | None:
    """Return the points of that holding; None before it was entered and while a printed value is missing."""
    holding = state.holdings[index]
    return None if holding is None else total(parts(holding, state.table))


def lacking_values(state: State) -> tuple[str, ...]:
    """Return the types with a triple on the table whose printed value is not known."""
    worth = triple_values(state.table)
    missing = {name for holding in state.holdings if holding for name in lacking(holding, worth)}
    return tuple(name for name in TYPES if name in missing)


def values_missing(types: Sequence[str]) -> Message:
    """Return the sentence that asks for the values printed on cards of these types."""
    return say("What a triple of {types} is worth is printed on the cards, and not known here yet.", types=named(types))


def named(types: Sequence[str]) -> Message:
    """Return types as people list them."""
    labels = [TYPE_LABELS[TYPES.index(each)] for each in types]
    items = labels[0]
    for label in labels[1:-1]:
        items = say("{items}, {last}", items=items, last=label)
    return say("{items} and {last}", items=items, last=labels[-1]) if len(labels) > 1 else items


def aaron_is_ahead(state: State) -> bool:
    """Return whether Aaron has more points than the player. Source: "Solitaire Variation": "Important!"."""
    mine, his = points_of(state, 0), points_of(state, state.aaron)
    return mine is not None and his is not None and his > mine


def _entered(state: State, index: int, holding: Holding, number: int) -> State:
    return replace(
        state,
        holdings=_put(state.holdings, index, holding),
        entered=_put(state.entered, index, number),
    )


def _end_round(state: State) -> State:
    """Return the state at the beginning of the next round, or at the end. Source: "Solitaire Variation"."""
    his = state.holdings[state.aaron]
    if his is None or not state.aaron_entered:
        raise IllegalPlay(
            "aaron-missing",
            say("{player}'s table in round {round} is missing.", player=AARON, round=ROUNDS[state.round]),
        )
    _check_known(state)
    if aaron_is_ahead(state) or state.round == len(ROUNDS) - 1:
        return replace(state, over=True)
    return replace(state, round=state.round + 1, aaron_entered=False, aaron_before=his.cards)


def _check_known(state: State) -> None:
    """Raise IllegalPlay while somebody's points are not known."""
    held = zip(state.names, state.holdings, strict=True)
    without = [name for name, holding in held if holding is None]
    if without:
        raise IllegalPlay("tally-missing", say("There is no tally yet of {players}.", players=listed(without)))
    missing = lacking_values(state)
    if missing:
        raise IllegalPlay("printed-value-missing", values_missing(missing))


def _check_numbers(state: State, index: int, holding: Holding) -> None:
    for label, number in numbers(holding):
        if number < 0:
            raise IllegalPlay(
                "negative-number",
                say(
                    "{player} cannot have {number} under {thing}: there is nothing below 0.",
                    player=state.names[index],
                    number=number,
                    thing=label,
                ),
            )


def _check_cloisters(holding: Holding) -> None:
    """Raise IllegalPlay for cloisters without a card to lie with. Source: "Cloisters": "Wild"."""
    for index, laid in enumerate(holding.cloisters):
        if laid and index == CLOISTERS:
            raise IllegalPlay(
                "cloister-without-card",
                say("Cloisters are not laid to {type}: they are cards of that type.", type=TYPE_LABELS[index]),
            )
        if laid > MOST_LAID * holding.cards[index]:
            raise IllegalPlay(
                "cloister-without-card",
                say(
                    "To {type} no more than {most} cloisters can be laid, two to each card; here there are {laid}.",
                    type=TYPE_LABELS[index],
                    most=MOST_LAID * holding.cards[index],
                    laid=laid,
                ),
            )


def _check_decks(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay if all estates together have more cards than a deck. Source: "Game Components"."""
    others = [(name, from_decks(each)) for name, each, _ in _others(state, index)]
    for which, count in enumerate(from_decks(holding)):
        elsewhere = [(name, drawn[which]) for name, drawn in others if drawn[which]]
        if count + sum(many for _, many in elsewhere) > DECK[which]:
            raise IllegalPlay(
                "too-many-cards", _too_many(DECK[which], TYPE_LABELS[which], state.names[index], count, elsewhere)
            )


def _check_animals(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay if there are more animals of a kind than cards. Source: "Game Components"."""
    for which, count in enumerate(holding.animals):
        elsewhere = [(name, each.animals[which]) for name, each, _ in _others(state, index) if each.animals[which]]
        if count + sum(many for _, many in elsewhere) > EACH_ANIMAL:
            raise IllegalPlay(
                "too-many-animals", _too_many(EACH_ANIMAL, ANIMAL_LABELS[which], state.names[index], count, elsewhere)
            )


def _too_many(most: int, label: Message, name: str, count: int, elsewhere: Sequence[tuple[str, int]]) -> Message:
    if not elsewhere:
        return say(
            "There are only {most} {type}: {player} cannot have {count}.",
            player=name,
            count=count,
            type=label,
            most=most,
        )
    return say(
        "There are only {most} {type}: {player} cannot have {count}, with these taken: {others}.",
        player=name,
        count=count,
        type=label,
        most=most,
        others=listed([f"{other} {many}" for other, many in elsewhere]),
    )


def _check_bonuses(state: State, index: int, holding: Holding) -> None:
    """Raise IllegalPlay for bonus cards that cannot be held. Source: "Additional important rules"."""
    _check_bonuses_exist(state, holding)
    _check_bonuses_earned(state.names[index], holding)
    _check_bonuses_free(state, index, holding)


def _check_bonuses_exist(state: State, holding: Holding) -> None:
    for name in holding.first_triples:
        if name not in TYPES:
            raise IllegalPlay("no-such-bonus", say('There is no "first" card for {type!r}.', type=name))
    values = ALL_SEVEN[len(state.table.players)]
    if holding.all_seven and holding.all_seven not in values:
        raise IllegalPlay(
            "no-such-bonus",
            say(
                'Here the "all 7 types" cards are worth {values}; none is worth {points}.',
                values=listed(values),
                points=holding.all_seven,
            ),
        )


def _check_bonuses_earned(player: str, holding: Holding) -> None:
    counts = dict(zip(TYPES, triples(holding), strict=True))
    for name in holding.first_triples:
        if not counts[name]:
            raise IllegalPlay(
                "bonus-unearned",
                say(
                    '{player} has no triple of {type}, and so cannot have the "first" card for it.',
                    player=player,
                    type=named([name]),
                ),
            )
    if holding.all_seven and not shows_all_seven(holding):
        lacks = [name for name, count in zip(TYPES, from_decks(holding), strict=True) if not count]
        raise IllegalPlay(
            "bonus-unearned",
            say(
                '{player} has no {types}, and so cannot have an "all 7 types" card.', player=player, types=named(lacks)
            ),
        )


def _check_bonuses_free(state: State, index: int, holding: Holding) -> None:
    for name in holding.first_triples:
        if holding.first_triples.count(name) > 1:
            raise IllegalPlay(
                "bonus-taken", say('The "first" card for {type} can be had only once.', type=named([name]))
            )
    for other, each, number in _others(state, index):
        for name in holding.first_triples:
            if name in each.first_triples:
                raise IllegalPlay(
                    "bonus-taken",
                    say(
                        'The "first" card for {type} is already with {player}: play {number}.',
                        type=named([name]),
                        player=other,
                        number=number,
                    ),
                )
        if holding.all_seven and holding.all_seven == each.all_seven:
            raise IllegalPlay(
                "bonus-taken",
                say(
                    'The "all 7 types" card worth {points} is already with {player}: play {number}.',
                    points=holding.all_seven,
                    player=other,
                    number=number,
                ),
            )


def _check_start_player(state: State, index: int, holding: Holding) -> None:
    if not holding.start_player:
        return
    for other, each, number in _others(state, index):
        if each.start_player:
            raise IllegalPlay(
                "start-player-taken",
                say(
                    "The start player card is already with {player}: play {number}.",
                    player=other,
                    number=number,
                ),
            )


def _check_piles(state: State, holding: Holding) -> None:
    """Raise IllegalPlay if Aaron cannot have these cards in this round. Source: "Solitaire Variation"."""
    count, needed = sum(holding.cards), AARONS_CARDS[state.round]
    if count != needed:
        raise IllegalPlay(
            "aaron-cards",
            say(
                "In round {round} {player} has {needed} cards in all; here there are {count}.",
                round=ROUNDS[state.round],
                player=AARON,
                needed=needed,
                count=count,
            ),
        )
    for label, now, before in zip(TYPE_LABELS, holding.cards, state.aaron_before, strict=True):
        if now < before:
            raise IllegalPlay(
                "aaron-cards",
                say(
                    "{player} had {before} {type} in round {round} already; there cannot be only {now}.",
                    player=AARON,
                    before=before,
                    type=label,
                    round=ROUNDS[state.round - 1],
                    now=now,
                ),
            )


def _others(state: State, index: int) -> Iterator[tuple[str, Holding, int]]:
    """Yield the name and holding of everybody else who has one, and the number of the play it was entered in."""
    for each, (name, holding) in enumerate(zip(state.names, state.holdings, strict=True)):
        if each != index and holding:
            yield name, holding, state.entered[each]


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
