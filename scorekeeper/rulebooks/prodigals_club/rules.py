"""The rules of The Prodigals Club, as far as they decide a number: money, votes, markers, Hyde Park, the rounds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, assert_never

from ...core.errors import IllegalPlay
from ...core.messages import N_, Message, listed, many, say
from ...core.rulebook import Table
from .plays import (
    Coins,
    EndRound,
    Exchange,
    HydePark,
    Influence,
    Possessions,
    ProdigalsPlay,
    Properties,
    Sell,
    Stop,
    Votes,
)
from .setup import (
    COLUMNS,
    ELECTION,
    LAST_WILL,
    MARKERS,
    MOST_VOTES,
    POSSESSIONS,
    REWARDS_AT_THE_END,
    ROUNDS,
    ROUNDS_AT_THE_END,
    SOCIETY,
    TOP_ROW,
    begin,
    competitions,
)
from .words import competition_names

Value = TypeVar("Value")

TILE_PENALTY = 3
"""Pounds for each tile still held. Source: "Scoring"."""

PLAYED_IN: Mapping[str, tuple[str, ...]] = {
    "votes": (ELECTION,),
    "coins": (POSSESSIONS, LAST_WILL),
    "possessions": (POSSESSIONS,),
    "sell": (POSSESSIONS,),
    "exchange": (POSSESSIONS,),
    "properties": (LAST_WILL,),
    "influence": (SOCIETY,),
    "hyde-park": (ELECTION,),
}
"""The competitions that a kind of play belongs to."""


@dataclass(frozen=True, slots=True)
class State:
    """The table after some plays; what belongs to a seat stands in seat order.

    `competitions`: those played; `votes` and `pounds`; `held`: the values of the tiles, with Last Will of the
    properties, and `markers`, None until they are entered; `round`: from 1; `order`: seats in order of play;
    `hyde_park`: the number of the play that held this round's; `moved`: whose markers were entered in this round;
    `course`: everybody's scores at the end of each round; `over`: whether the game is.
    """

    table: Table
    competitions: tuple[str, ...]
    votes: tuple[int, ...]
    pounds: tuple[int, ...]
    held: tuple[tuple[int, ...] | None, ...]
    markers: tuple[tuple[int, ...] | None, ...]
    order: tuple[int, ...]
    round: int = 1
    hyde_park: int | None = None
    moved: frozenset[int] = frozenset()
    course: tuple[tuple[tuple[int | None, ...], ...], ...] = ()
    over: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.table.players)

    @property
    def last_will(self) -> bool:
        """Whether Last Will takes the place of the possessions."""
        return LAST_WILL in self.competitions


def start(table: Table) -> State:
    """Return the table before the first play. Source: "Player Setup"."""
    begun, players = begin(table), len(table.players)
    return State(
        table,
        competitions(table),
        votes=tuple(each.votes for each in begun),
        pounds=tuple(each.pounds for each in begun),
        held=(None,) * players,
        markers=(None,) * players,
        order=tuple(range(players)),
    )


def apply(state: State, play: ProdigalsPlay, number: int) -> State:
    """Return the state after play `number`; raises IllegalPlay."""
    check_played(state, play.kind)
    match play:
        case Votes():
            return replace(state, votes=_put(state.votes, play.player, votes_after(state, play)))
        case Coins():
            return replace(state, pounds=_put(state.pounds, play.player, pounds_after(state, play)))
        case Possessions():
            return _hold_tiles(state, play)
        case Sell():
            return _sell(state, play)
        case Exchange():
            return _exchange(state, play)
        case Properties():
            return _hold_properties(state, play)
        case Influence():
            return _move_markers(state, play)
        case HydePark():
            return _speak(state, play, number)
        case EndRound():
            return _end_round(state, play)
        case Stop():
            check_all_entered(state)
            return replace(state, over=True)
    assert_never(play)


def check_played(state: State, kind: str) -> None:
    """Raise IllegalPlay if this game does without the competition that the kind of play belongs to."""
    needed = PLAYED_IN.get(kind, state.competitions)
    if any(each in state.competitions for each in needed):
        return
    if needed == (POSSESSIONS,) and state.last_will:
        raise IllegalPlay(
            "no-such-competition",
            say("Nobody has possessions in this game: Last Will takes their place, so enter properties instead."),
        )
    raise IllegalPlay(
        "no-such-competition",
        say(
            "{competition} is not part of this game: it is played with {played}.",
            competition=COLUMNS[needed[0]].label,
            played=competition_names(state.competitions),
        ),
    )


# Votes and pounds.


def votes_after(state: State, play: Votes) -> int:
    """Return the votes after a change, or as they are told. Source: "Scoring"."""
    wanted = state.votes[play.player] + (play.change or 0) if play.to is None else play.to
    return min(wanted, MOST_VOTES)


def pounds_after(state: State, play: Coins) -> int:
    """Return the pounds after a change, or as they are told.

    Who holds anything, or may, spends no more than there is. Source: "Spend Money", "Scoring".
    """
    if play.to is not None:
        return play.to
    before, change = state.pounds[play.player], play.change or 0
    if change >= 0 or state.held[play.player] == ():
        return before + change
    return max(before + change, min(before, 0))


# Possessions.


def sale_price(tile: int, discount: int) -> int:
    """Return the pounds that a sale pays. Source: "Sell Possessions"."""
    return max(0, tile - discount)


def compensation(give: int, take: int, limit: int) -> int:
    """Return the pounds that an exchange puts into one's purse. Source: "Exchange"."""
    return max(0, give - take - limit)


def _hold_tiles(state: State, play: Possessions) -> State:
    _check_not_negative(
        play.tiles,
        N_("{player} cannot hold a tile of {number}: no value is below 0."),
        player=state.table.players[play.player],
    )
    return replace(state, held=_put(state.held, play.player, play.tiles))


def _hold_properties(state: State, play: Properties) -> State:
    _check_not_negative(
        play.values,
        N_("{player} cannot hold a property of {number}: no market value is below 0."),
        player=state.table.players[play.player],
    )
    return replace(state, held=_put(state.held, play.player, play.values))


def _sell(state: State, play: Sell) -> State:
    """Return the state after a sale. Source: "Sell Possessions"."""
    _check_not_negative((play.tile,), N_("There is no tile of {number} to sell: no value is below 0."))
    _check_not_negative((play.discount,), N_("A discount of {number} would raise the price: type it without a minus."))
    tiles = _without(state, play.player, play.tile)
    return _traded(state, play.player, tiles, sale_price(play.tile, play.discount))


def _exchange(state: State, play: Exchange) -> State:
    """Return the state after an exchange. Source: "Exchange"."""
    _check_not_negative((play.give, play.take), N_("There is no tile of {number} to exchange: no value is below 0."))
    _check_not_negative((play.limit,), N_("There is no limit of {number}: type a printed −3 as 3."))
    tiles = (*_without(state, play.player, play.give), play.take)
    return _traded(state, play.player, tiles, compensation(play.give, play.take, play.limit))


def _traded(state: State, player: int, tiles: tuple[int, ...], income: int) -> State:
    pounds = _put(state.pounds, player, state.pounds[player] + income)
    return replace(state, held=_put(state.held, player, tiles), pounds=pounds)


def _without(state: State, player: int, tile: int) -> tuple[int, ...]:
    tiles = state.held[player]
    if tiles is None or tile not in tiles:
        raise IllegalPlay("no-such-tile", _no_such_tile(state, player, tile))
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _no_such_tile(state: State, player: int, tile: int) -> Message:
    name, tiles = state.table.players[player], state.held[player]
    if tiles is None:
        return say(
            "{player} has no tile of {tile} yet: enter the tiles that {player} holds first.", player=name, tile=tile
        )
    if not tiles:
        return say("{player} has no tile of {tile}: all the possessions are gone.", player=name, tile=tile)
    return say("{player} has no tile of {tile}, but {tiles}.", player=name, tile=tile, tiles=listed(tiles))


# Society.


def _move_markers(state: State, play: Influence) -> State:
    """Return the state with the markers where they stand now. Source: "Scoring Moves on the Scoreboard", "Scoring"."""
    name = state.table.players[play.player]
    if len(play.markers) != MARKERS:
        raise IllegalPlay(
            "four-markers",
            many(
                "{player} has four influence markers; here is {count}.",
                "{player} has four influence markers; here are {count}.",
                len(play.markers),
                player=name,
            ),
        )
    above = next((marker for marker in play.markers if marker > TOP_ROW), None)
    if above is not None:
        raise IllegalPlay(
            "no-such-number",
            say(
                "{player} has no marker on {number}: the topmost row is {top}.",
                player=name,
                number=above,
                top=TOP_ROW,
            ),
        )
    return replace(state, markers=_put(state.markers, play.player, play.markers), moved=state.moved | {play.player})


# Hyde Park.


def _speak(state: State, play: HydePark, number: int) -> State:
    if state.hyde_park is not None:
        raise IllegalPlay(
            "hyde-park-done",
            say(
                "Hyde Park of round {round} is done already: play {number} held it.",
                round=state.round,
                number=state.hyde_park,
            ),
        )
    changes = hyde_park(state, play.megaphones, play.rewards)
    votes = tuple(min(before + change, MOST_VOTES) for before, change in zip(state.votes, changes, strict=True))
    return replace(state, votes=votes, hyde_park=number)


def hyde_park(state: State, megaphones: Mapping[int, int], rewards: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return by how many votes each seat's change in Hyde Park of this round; raises IllegalPlay."""
    names = state.table.players
    for seat, count in megaphones.items():
        _check_not_negative((count,), N_("{player} cannot have {number} megaphones."), player=names[seat])
    _check_not_negative(rewards or (), N_("A reward of {number} would add votes: type the votes lost."))
    missing = [name for seat, name in enumerate(names) if seat not in megaphones]
    if missing:
        raise IllegalPlay(
            "megaphones-missing",
            say(
                "The megaphones of {players} are missing: type 0 for who has none.",
                players=listed(missing),
            ),
        )
    return speeches(tuple(megaphones[seat] for seat in range(state.players)), _rewards(state, rewards))


def speeches(megaphones: Sequence[int], rewards: Sequence[int]) -> tuple[int, ...]:
    """Return the change of votes of each: the fewest megaphones gain one, the others are rewarded by rank.

    Who is level shares the better rank, and the next rank is not moved up. Source: "Hyde Park Phase".
    """
    fewest = min(megaphones)
    ranks = (sum(other > count for other in megaphones) for count in megaphones)
    return tuple(
        1 if count == fewest else -rewards[rank] if rank < len(rewards) else 0
        for count, rank in zip(megaphones, ranks, strict=True)
    )


def rewarded_ranks(players: int) -> int:
    """Return how many ranks are rewarded in Hyde Park: the third only with four or five players."""
    return len(REWARDS_AT_THE_END) if players > 3 else len(REWARDS_AT_THE_END) - 1


def _rewards(state: State, rewards: tuple[int, ...] | None) -> tuple[int, ...]:
    if rewards is None:
        if state.round in ROUNDS_AT_THE_END:
            return REWARDS_AT_THE_END
        raise IllegalPlay(
            "rewards-missing",
            say("The rewards of Hyde Park in round {round} are missing: the board shows them.", round=state.round),
        )
    needed = rewarded_ranks(state.players)
    if len(rewards) < needed:
        raise IllegalPlay(
            "rewards-missing",
            many(
                "Hyde Park of round {round} needs {needed} rewards with {players} players; here is {count}.",
                "Hyde Park of round {round} needs {needed} rewards with {players} players; here are {count}.",
                len(rewards),
                round=state.round,
                needed=needed,
                players=state.players,
            ),
        )
    return rewards


# The end of a round.


def _end_round(state: State, play: EndRound) -> State:
    """Return the state at the beginning of the next round, or at the end of the game. Source: "End of Round"."""
    if ELECTION in state.competitions and state.hyde_park is None:
        raise IllegalPlay("hyde-park-missing", hyde_park_missing(state))
    check_all_entered(state)
    order = order_after(state, play)
    reached = all_scores(state)
    over = state.round == ROUNDS or any(score is not None and score <= 0 for scores in reached for score in scores)
    return replace(
        state,
        order=order,
        round=state.round if over else state.round + 1,
        hyde_park=None,
        moved=frozenset(),
        course=(*state.course, reached),
        over=over,
    )


def order_after(state: State, play: EndRound) -> tuple[int, ...]:
    """Return the order of play of the next round; raises IllegalPlay."""
    if play.order is not None:
        _check_order(state, play.order)
        return play.order
    return _order_with(state, play.reserved or {})


def _order_with(state: State, reserved: Mapping[int, int]) -> tuple[int, ...]:
    """Return the order in which the reserved spots are taken and the others keep theirs among themselves.

    Source: "Mark the New Play Order".
    """
    for seat, spot in reserved.items():
        if not 1 <= spot <= state.players:
            raise IllegalPlay("no-such-spot", _no_such_spot(state, seat, spot))
    taken: dict[int, int] = {}
    for seat, spot in reserved.items():
        if spot in taken:
            raise IllegalPlay("spot-taken", _spot_taken(state, seat, taken[spot], spot))
        taken[spot] = seat
    others = iter([seat for seat in state.order if seat not in reserved])
    return tuple(taken[spot] if spot in taken else next(others) for spot in range(1, state.players + 1))


def _check_order(state: State, order: tuple[int, ...]) -> None:
    names = state.table.players
    twice = next((seat for seat in order if order.count(seat) > 1), None)
    if twice is not None:
        raise IllegalPlay("wrong-order", say("{player} is in the order of play twice.", player=names[twice]))
    missing = [name for seat, name in enumerate(names) if seat not in order]
    if missing:
        raise IllegalPlay(
            "wrong-order",
            many(
                "{players} is missing from the order of play.",
                "{players} are missing from the order of play.",
                len(missing),
                players=listed(missing),
            ),
        )


def _no_such_spot(state: State, seat: int, spot: int) -> Message:
    return say(
        "{player} cannot play on spot {spot}: with {players} players there are the spots 1 to {players}.",
        player=state.table.players[seat],
        spot=spot,
        players=state.players,
    )


def _spot_taken(state: State, seat: int, other: int, spot: int) -> Message:
    names = state.table.players
    return say(
        "{player} cannot play on spot {spot}: {other} has reserved it.",
        player=names[seat],
        spot=spot,
        other=names[other],
    )


# What is still missing.


def hyde_park_missing(state: State) -> Message:
    """Return the sentence that says so."""
    return say("Hyde Park of round {round} was not entered yet.", round=state.round)


def check_all_entered(state: State) -> None:
    """Raise IllegalPlay if a score cannot be known."""
    missing = never_entered(state)
    if missing:
        said, *rest = missing
        for more in rest:
            said = say("{first} {second}", first=said, second=more)
        raise IllegalPlay("state-missing", said)


def never_entered(state: State) -> tuple[Message, ...]:
    """Return a sentence for each thing of which nobody said how it stands."""
    names, sentences = state.table.players, []
    holding = listed([name for name, held in zip(names, state.held, strict=True) if held is None])
    marking = listed([name for name, markers in zip(names, state.markers, strict=True) if markers is None])
    if POSSESSIONS in state.competitions and None in state.held:
        sentences.append(say("The tiles of {players} were never entered.", players=holding))
    if state.last_will and None in state.held:
        sentences.append(say("The properties of {players} were never entered.", players=holding))
    if SOCIETY in state.competitions and None in state.markers:
        sentences.append(say("The influence markers of {players} were never entered.", players=marking))
    return tuple(sentences)


# Scores.


def all_scores(state: State) -> tuple[tuple[int | None, ...], ...]:
    """Return every seat's scores."""
    return tuple(scores(state, seat) for seat in range(state.players))


def scores(state: State, seat: int) -> tuple[int | None, ...]:
    """Return the seat's score in each competition, None where it cannot be known yet. Source: "Scoring"."""
    return tuple(_score(state, seat, competition) for competition in state.competitions)


def _score(state: State, seat: int, competition: str) -> int | None:
    held, markers = state.held[seat], state.markers[seat]
    if competition == ELECTION:
        return state.votes[seat]
    if competition == SOCIETY:
        return None if markers is None else sum(markers)
    if held is None:
        return None
    return state.pounds[seat] + sum(held) + (TILE_PENALTY * len(held) if competition == POSSESSIONS else 0)


def _check_not_negative(numbers: Iterable[int], template: str, **values: Any) -> None:
    for number in numbers:
        if number < 0:
            raise IllegalPlay("negative-number", Message(template, {"number": number, **values}))


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
