"""The plays told for people: what happens, and how it is reckoned."""

from collections.abc import Iterator

from ...core.messages import Message, listed, many, say
from ...core.rulebook import Table, Telling
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
from .rules import (
    TILE_PENALTY,
    State,
    all_scores,
    apply,
    compensation,
    hyde_park,
    order_after,
    pounds_after,
    sale_price,
    votes_after,
)
from .setup import COLUMNS, MOST_VOTES
from .words import joined, number, summed


def label(table: Table, play: ProdigalsPlay) -> Message:
    """Return what to call a play."""
    match play:
        case HydePark():
            return say("Hyde Park")
        case EndRound():
            return say("the end of the round")
        case Stop():
            return say("the stop")
    name = table.players[play.player]
    match play:
        case Votes():
            return say("{player}'s vote count", player=name)
        case Coins():
            return say("{player}'s purse", player=name)
        case Possessions():
            return say("{player}'s set of tiles", player=name)
        case Sell():
            return say("{player}'s sale", player=name)
        case Exchange():
            return say("{player}'s exchange", player=name)
        case Properties():
            return say("{player}'s real estate", player=name)
        case Influence():
            return say("{player}'s influence", player=name)


def tell(state: State, play: ProdigalsPlay) -> Telling:
    """Return what a legal play does in the state before it."""
    match play:
        case Votes():
            return _tell_votes(state, play)
        case Coins():
            return _tell_coins(state, play)
        case Possessions():
            return _tell_tiles(state, play)
        case Sell():
            return _tell_sale(state, play)
        case Exchange():
            return _tell_exchange(state, play)
        case Properties():
            return _tell_properties(state, play)
        case Influence():
            return _tell_markers(state, play)
        case HydePark():
            return Telling(
                say("Hyde Park of round {round}", round=state.round),
                speeches_told(state, hyde_park(state, play.megaphones, play.rewards)),
            )
        case EndRound():
            return _tell_end(state, play)
        case Stop():
            return Telling(say("The table stopped here"), say("Everybody's highest score counts, the lowest wins"))


def _tell_votes(state: State, play: Votes) -> Telling:
    name, before, after = state.table.players[play.player], state.votes[play.player], votes_after(state, play)
    headline = _has_votes(name, after) if play.to is not None else _votes_changed(name, after - before)
    wanted = before + (play.change or 0) if play.to is None else play.to
    if wanted > MOST_VOTES:
        return Telling(headline, say("The scoreboard ends at {most}", most=MOST_VOTES))
    return Telling(headline, None if play.change is None else _reckoned(before, play.change))


def _tell_coins(state: State, play: Coins) -> Telling:
    name, before, after = state.table.players[play.player], state.pounds[play.player], pounds_after(state, play)
    if play.change is None:
        pounds = many(
            "{player} has {number} pound", "{player} has {number} pounds", after, player=name, number=number(after)
        )
        return Telling(pounds)
    headline = _pounds_changed(name, after - before)
    if after != before + play.change:
        return Telling(headline, _spending_stopped(state, play, before))
    if after < 0 and play.change < 0:
        return Telling(
            headline, say("{sum}: in debt, for nothing is held any more", sum=_reckoned(before, play.change))
        )
    return Telling(headline, _reckoned(before, play.change))


def _spending_stopped(state: State, play: Coins, before: int) -> Message:
    held = state.held[play.player]
    if held is None:
        why = say("what is held is not known yet, so there is no new debt")
    elif state.last_will:
        why = many(
            "a property is still held, so there is no new debt",
            "{count} properties are still held, so there is no new debt",
            len(held),
        )
    else:
        why = many(
            "a tile is still held, so there is no new debt",
            "{count} tiles are still held, so there is no new debt",
            len(held),
        )
    if before < 0:
        return say("The debt stays at {debt}: {why}", debt=-before, why=why)
    return say("Spending {wanted} stops at 0: {why}", wanted=-(play.change or 0), why=why)


def _tell_tiles(state: State, play: Possessions) -> Telling:
    name = state.table.players[play.player]
    if not play.tiles:
        return Telling(say("{player} holds no possessions", player=name), say("Debt is possible from now on"))
    return Telling(
        many(
            "{player} holds a tile of {tiles}",
            "{player} holds tiles of {tiles}",
            len(play.tiles),
            player=name,
            tiles=listed(play.tiles),
        ),
        say(
            "{sum}, and {penalty} for each of {tiles}: {total}",
            sum=summed(play.tiles),
            penalty=TILE_PENALTY,
            tiles=len(play.tiles),
            total=sum(play.tiles) + TILE_PENALTY * len(play.tiles),
        ),
    )


def _tell_properties(state: State, play: Properties) -> Telling:
    name = state.table.players[play.player]
    if not play.values:
        return Telling(say("{player} holds no properties", player=name), say("Debt is possible from now on"))
    return Telling(
        many(
            "{player} holds a property of {values}",
            "{player} holds properties of {values}",
            len(play.values),
            player=name,
            values=listed(play.values),
        ),
        _total(play.values) if len(play.values) > 1 else None,
    )


def _tell_sale(state: State, play: Sell) -> Telling:
    name, price = state.table.players[play.player], sale_price(play.tile, play.discount)
    return Telling(
        many(
            "{player} sells {tile} for {count} pound",
            "{player} sells {tile} for {count} pounds",
            price,
            player=name,
            tile=play.tile,
        ),
        sale_reckoned(play.tile, play.discount),
    )


def sale_reckoned(tile: int, discount: int) -> Message:
    """Return a sale as a sum."""
    if not discount:
        return say("Without a discount")
    if discount > tile:
        return say("{sum}, and no price is below 0", sum=_reckoned(tile, -discount))
    return _reckoned(tile, -discount)


def _tell_exchange(state: State, play: Exchange) -> Telling:
    name = state.table.players[play.player]
    return Telling(
        say("{player} exchanges {give} for {take}", player=name, give=play.give, take=play.take),
        exchange_reckoned(play.give, play.take, play.limit),
    )


def exchange_reckoned(give: int, take: int, limit: int) -> Message:
    """Return what becomes of the loss of an exchange."""
    loss, income = give - take, compensation(give, take, limit)
    if income:
        return many(
            "A loss of {loss}, over the limit of {limit}: {count} pound to take",
            "A loss of {loss}, over the limit of {limit}: {count} pounds to take",
            income,
            loss=loss,
            limit=limit,
        )
    if loss > 0:
        return say("A loss of {loss}, within the limit of {limit}: no pounds to take", loss=loss, limit=limit)
    if loss < 0:
        return say("A gain of {gain}: no pounds to take", gain=-loss)
    return say("Neither loss nor gain: no pounds to take")


def _tell_markers(state: State, play: Influence) -> Telling:
    name = state.table.players[play.player]
    markers = listed([number(marker) for marker in play.markers])
    return Telling(say("{player}'s markers stand on {markers}", player=name, markers=markers), _total(play.markers))


def speeches_told(state: State, changes: tuple[int, ...]) -> Message:
    """Return who loses and who gains what in Hyde Park."""
    return joined(
        _speech_told(name, before, change)
        for name, before, change in zip(state.table.players, state.votes, changes, strict=True)
    )


def _speech_told(name: str, before: int, change: int) -> Message:
    after = min(before + change, MOST_VOTES)
    if after == before:
        return say("{player} stays at {votes}", player=name, votes=number(after))
    return say("{change}: {votes}", change=_votes_changed(name, change), votes=number(after))


def _tell_end(state: State, play: EndRound) -> Telling:
    over = apply(state, play, 0).over
    headline = say("Round {round} is over", round=state.round)
    if not over:
        order = listed([state.table.players[seat] for seat in order_after(state, play)])
        return Telling(headline, say("{players} play in this order", players=order))
    reached = tuple(reaching_zero(state))
    why = joined(reached) if reached else say("all rounds are played")
    return Telling(headline, say("The game is over: {why}", why=why))


def reaching_zero(state: State) -> Iterator[Message]:
    """Yield who is at 0 or below, and where."""
    for name, reached in zip(state.table.players, all_scores(state), strict=True):
        for competition, score in zip(state.competitions, reached, strict=True):
            if score is not None and score <= 0:
                yield say(
                    "{player} has {score} in {competition}",
                    player=name,
                    score=number(score),
                    competition=COLUMNS[competition].label,
                )


def _has_votes(name: str, votes: int) -> Message:
    return many("{player} has {number} vote", "{player} has {number} votes", votes, player=name, number=number(votes))


def _votes_changed(name: str, change: int) -> Message:
    if change == 0:
        return say("{player}'s votes stay as they are", player=name)
    if change < 0:
        return many("{player} loses {count} vote", "{player} loses {count} votes", -change, player=name)
    return many("{player} gains {count} vote", "{player} gains {count} votes", change, player=name)


def _pounds_changed(name: str, change: int) -> Message:
    if change == 0:
        return say("{player} spends nothing", player=name)
    if change < 0:
        return many("{player} spends {count} pound", "{player} spends {count} pounds", -change, player=name)
    return many("{player} takes {count} pound", "{player} takes {count} pounds", change, player=name)


def _reckoned(before: int, change: int) -> Message:
    return say("{sum} = {result}", sum=summed((before, change)), result=number(before + change))


def _total(values: tuple[int, ...]) -> Message:
    return say("{sum} = {result}", sum=summed(values), result=number(sum(values)))
