"""The election: votes gained and lost, in Hyde Park and elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...core.errors import IllegalPlay, Refusal
from ...core.fields import PLAYER, ByPlayer, Field, Flag, Integer, Many
from ...core.history import Record, RecordEntry, Timeline, highest
from ...core.messages import N_, Message, joined, many, say
from ...core.rulebook import Helper, Kind, Preview
from ...core.sheet import Note
from ...core.table import Recalled, Summary, Table
from .state import Competition, Key, Part, Phase, StartNumber, State, check_not_negative, put, reckoned

START = StartNumber(Field("votes", Integer(), say("Votes"), required=False), {2: 42, 3: 37, 4: 37, 5: 30})

MAX_VOTES = 44
"""The highest number on the scoreboard. Source: "Scoring"."""

MAX_LOST = 20
"""Votes lost at once above which a question is asked: slightly more than in any round of the recorded games."""

TREATING = (1, 3, 6, 9)
"""Votes lost with one to four of these cards at once. Source: "Treating at the Pub"."""

BREWER = 2
"""Additional votes lost per card with the Brewer. Source: "Treating at the Pub"."""

BENEFITS, BENEFITS_WITH_CARD = 2, 5
"""Benefits of an inner circle. Source: "Political Circle Tiles"; with the card for more: "Other Card Effects"."""

LAST_REWARDS, LAST_ROUNDS = (4, 2, 1), (4, 5)
"""Votes lost by rank in the last rounds, and the numbers of these rounds. Source: "Hyde Park Phase"."""

PRINTED = ((2, 1, 0), (3, 1, 0), LAST_REWARDS)
"""The sets of rewards on the board. Each round uses one; its third number is only for four or five players."""

COUNTS = range(5)
"""Numbers of megaphones with a key on the page; other numbers are typed."""

RANKS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))
FEWEST = say("fewest")


@dataclass(frozen=True, slots=True)
class Votes:
    """A change of the votes of the player at `seat`: by `change` (negative for a loss), or to the number `to`."""

    seat: int
    change: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class HydePark:
    """The speeches of a round: `megaphones` by seat; `rewards` are the votes lost by the first, second and third.

    The rewards can be omitted (None) in LAST_ROUNDS, which use LAST_REWARDS, and if all players are tied.
    """

    megaphones: Mapping[int, int]
    rewards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ballot:
    """The `votes` by seat, and the number of the play that entered this round's `hyde_park` (None until entered)."""

    votes: tuple[int, ...]
    hyde_park: int | None = None


BALLOT: Part[Ballot] = Part("election")


def apply_votes(state: State, play: Votes, number: int) -> State:
    ballot = BALLOT.of(state)
    votes = at_most(_unlimited(state, play))
    return BALLOT.put(state, Ballot(put(ballot.votes, play.seat, votes), ballot.hyde_park))


def _unlimited(state: State, play: Votes) -> int:
    """Return the player's votes after the play, without the limit of the scoreboard."""
    return BALLOT.of(state).votes[play.seat] + (play.change or 0) if play.to is None else play.to


def at_most(votes: int) -> int:
    """Return the votes, limited to MAX_VOTES. Source: "Scoring"."""
    return min(votes, MAX_VOTES)


def describe_votes(before: State, play: Votes, after: State) -> Summary:
    name, was, now = (before.table.players[play.seat], *(BALLOT.of(each).votes[play.seat] for each in (before, after)))
    if play.to is None:
        headline = change_in_words(name, now - was)
    else:
        headline = many("{player} has {count} vote", "{player} has {count} votes", now, player=name)
    if _unlimited(before, play) > MAX_VOTES:
        return Summary(headline, say("The scoreboard ends at {most}", most=MAX_VOTES))
    return Summary(headline, None if play.change is None else reckoned((was, play.change)))


def question_votes(state: State, play: Votes, at_once: bool) -> Message | None:
    before, now = BALLOT.of(state).votes[play.seat], at_most(_unlimited(state, play))
    if before - now <= MAX_LOST:
        return None
    name = state.table.players[play.seat]
    return say("{player}'s votes fall from {before} to {after}?", player=name, before=before, after=now)


def change_in_words(name: str, change: int) -> Message:
    if change == 0:
        return say("{player}'s votes stay the same", player=name)
    if change < 0:
        return many("{player} loses {count} vote", "{player} loses {count} votes", -change, player=name)
    return many("{player} gains {count} vote", "{player} gains {count} votes", change, player=name)


def apply_hyde_park(state: State, play: HydePark, number: int) -> State:
    """Return the state after Hyde Park; raises IllegalPlay, for example if it was already entered in this round."""
    ballot = BALLOT.of(state)
    if ballot.hyde_park is not None:
        message = say(
            "Hyde Park of round {round} was entered already, in entry {number}.",
            round=state.round,
            number=ballot.hyde_park,
        )
        raise IllegalPlay("hyde-park-done", message)
    changes = changes_of(state, play.megaphones, play.rewards)
    return BALLOT.put(state, Ballot(_votes_after(state, changes), number))


def changes_of(state: State, megaphones: Mapping[int, int], rewards: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the change of votes by seat in this round; raises IllegalPlay for a missing or negative number."""
    names = state.table.players
    for seat, count in megaphones.items():
        refused = N_("{player} cannot have {number} megaphones.")
        check_not_negative((count,), "megaphones", refused, player=names[seat])
    check_not_negative(rewards or (), "rewards", N_("A reward of {number} would add votes: type the votes lost."))
    missing = tuple(name for seat, name in enumerate(names) if seat not in megaphones)
    if missing:
        raise IllegalPlay("megaphones-missing", megaphones_missing(missing), "megaphones")
    counts = [megaphones[seat] for seat in range(state.seat_count)]
    if rewards is None and len(set(counts)) == 1:
        return speeches(counts, ())
    if rewards is None and state.round in LAST_ROUNDS:
        return speeches(counts, LAST_REWARDS)
    if rewards is None:
        raise IllegalPlay("rewards-missing", rewards_missing(state), "rewards")
    if len(rewards) < _rewarded(state):
        message = say(
            "Hyde Park of round {round} needs {needed} rewards with {players} players, not {count}.",
            count=len(rewards),
            round=state.round,
            needed=_rewarded(state),
            players=state.seat_count,
        )
        raise IllegalPlay("rewards-missing", message, "rewards")
    return speeches(counts, rewards)


def megaphones_missing(players: tuple[str, ...]) -> Message:
    return say("The megaphones of {players} are missing: tap 0 for players without.", players=players)


def missing_in_hyde_park(state: State) -> Mapping[str, Message]:
    known = {} if state.round in LAST_ROUNDS else {REWARDS.name: rewards_missing(state)}
    return {MEGAPHONES.name: megaphones_missing(("{players}",)), **known}


def rewards_missing(state: State) -> Message:
    return say("The rewards of Hyde Park in round {round} are missing: the board shows them.", round=state.round)


def speeches(megaphones: Sequence[int], rewards: Sequence[int]) -> tuple[int, ...]:
    """Return the change of votes for each number of megaphones: +1 for the fewest, a loss by rank for the others.

    Tied players share the better rank, and the ranks below them do not move up. Source: "Hyde Park Phase".
    """
    fewest = min(megaphones)
    return tuple(
        1 if count == fewest else -rewards[rank] if rank < len(rewards) else 0
        for count, rank in zip(megaphones, _ranks(megaphones), strict=True)
    )


def _ranks(megaphones: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(other > count for other in megaphones) for count in megaphones)


def _votes_after(state: State, changes: Sequence[int]) -> tuple[int, ...]:
    return tuple(at_most(before + change) for before, change in zip(BALLOT.of(state).votes, changes, strict=True))


def _rewarded(state: State) -> int:
    return len(LAST_REWARDS) if state.seat_count > 3 else len(LAST_REWARDS) - 1


def rewards_on_board(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the sets of rewards on this side of the board; each round uses one set."""
    return tuple(each[: _rewarded(state)] for each in PRINTED)


def _possible_rewards(state: State) -> tuple[tuple[int, ...], ...]:
    shown = rewards_on_board(state)
    return shown[-1:] if state.round in LAST_ROUNDS else shown


def describe_hyde_park(before: State, play: HydePark, after: State) -> Summary:
    headline = say("Hyde Park of round {round}", round=before.round)
    changes = changes_of(before, play.megaphones, play.rewards)
    return Summary(headline, _in_words(before, changes), slips=unusual_rewards(before, play))


def _in_words(state: State, changes: Sequence[int]) -> Message:
    sentences = []
    votes = zip(state.table.players, BALLOT.of(state).votes, changes, _votes_after(state, changes), strict=True)
    for name, before, change, after in votes:
        if after == before:
            sentences.append(say("{player} stays at {votes}", player=name, votes=after))
        else:
            sentences.append(say("{change}: {votes}", change=change_in_words(name, change), votes=after))
    return joined(sentences)


def unusual_rewards(before: State, play: HydePark) -> tuple[Note, ...]:
    """Return a note if the rewards are not on the board. Source: "Hyde Park Phase"."""
    rewards = (play.rewards or LAST_REWARDS)[: _rewarded(before)]
    if any(lower > higher for higher, lower in pairwise(rewards)):
        message = say("{rewards}: fewer megaphones lose more votes.", rewards=_with_slashes(rewards))
        return (Note("fewer-megaphones-more", message),)
    printed = tuple(each[: len(rewards)] for each in _possible_rewards(before))
    if rewards in printed:
        return ()
    if len(printed) == 1:
        sentence = N_("In round {round} the board has {printed}, not {rewards}.")
    else:
        sentence = N_("{rewards} is not on the board, which has {printed}.")
    values = {
        "round": before.round,
        "printed": tuple(map(_with_slashes, printed)),
        "rewards": _with_slashes(rewards),
    }
    return (Note("unusual-rewards", Message(sentence, values)),)


def _with_slashes(numbers: tuple[int, ...]) -> str:
    return "/".join(map(str, numbers))


def prefill_hyde_park(state: State, seat: int, recalled: Recalled) -> HydePark:
    """Return a play with rewards only: LAST_REWARDS or, in earlier rounds, the last used on this side of the board."""
    ranks = _rewarded(state)
    if state.round in LAST_ROUNDS:
        return HydePark({}, LAST_REWARDS[:ranks])
    of_round = (play.rewards for then, play in recalled if (then.round, _rewarded(then)) == (state.round, ranks))
    return HydePark({}, next(filter(None, of_round), None))


def phases(state: State) -> tuple[Phase, ...]:
    """Return the phase of Hyde Park, if the election is played. Source: "Overview" of "The Round"."""
    if not BALLOT.there(state):
        return ()
    label = say("Hyde Park")
    return (Phase(label, "hyde-park", label, say("Enter Hyde Park"), BALLOT.of(state).hyde_park is not None),)


def unfinished(state: State) -> Refusal | None:
    """Return the refusal to end the round before Hyde Park, or None. Source: "Overview" of "The Round"."""
    if not BALLOT.there(state) or BALLOT.of(state).hyde_park is not None:
        return None
    return Refusal("hyde-park-missing", say("Hyde Park of round {round} was not entered yet.", round=state.round))


def next_round(state: State) -> State:
    return BALLOT.put(state, Ballot(BALLOT.of(state).votes)) if BALLOT.there(state) else state


@dataclass(frozen=True, slots=True)
class ElectionBoard:
    """The data to enter Hyde Park; `held` is the number of the play that entered it, `last` is true in LAST_ROUNDS."""

    held: int | None
    counts: tuple[Key, ...]
    more: str
    rewards: tuple[Key, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Speech:
    name: str
    rank: Message
    change: int
    after: int


def preview(preview: Preview[State]) -> tuple[Speech, ...] | None:
    """Return each player's result in Hyde Park; None for an illegal play or a play of another kind."""
    play, state = preview.play, preview.before
    if not isinstance(play, HydePark) or preview.after is None:
        return None
    counts = [play.megaphones[seat] for seat in range(state.seat_count)]
    changes = changes_of(state, play.megaphones, play.rewards)
    fewest = min(counts)
    ranks = (FEWEST if count == fewest else RANKS[rank] for count, rank in zip(counts, _ranks(counts), strict=True))
    return tuple(map(Speech, state.table.players, ranks, changes, _votes_after(state, changes)))


def ask_hyde_park(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    headline = say("Result of Hyde Park in round {round}", round=state.round)
    return (Summary(headline, _in_words(state, changes_of(state, values["megaphones"], values.get("rewards")))),)


def ask_treating_at_the_pub(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the votes lost with these cards at once. Source: "Treating at the Pub"."""
    cards = values["cards"]
    if not 1 <= cards <= len(TREATING):
        return (Summary(say("One to four of these cards go together, not {cards}.", cards=cards)),)
    each, brewer = TREATING[cards - 1], BREWER * cards if values.get("brewer", False) else 0
    detail = say("{cards} for the cards and {brewer} for the Brewer", cards=each, brewer=brewer) if brewer else None
    return (Summary(many("{count} vote lost", "{count} votes lost", each + brewer), detail),)


def ask_inner_circles(state: State, values: Mapping[str, Any]) -> tuple[Summary, ...]:
    """Return the number of benefits of inner circles. Source: "Political Circle Tiles", "Other Card Effects"."""
    circles, each = values["circles"], BENEFITS_WITH_CARD if values.get("card", False) else BENEFITS
    if circles < 0:
        return (Summary(say("There cannot be {circles} inner circles.", circles=circles)),)
    headline = many("{count} benefit to choose", "{count} benefits to choose", circles * each)
    detail = say(
        "{each} for each circle, also the same one several times: lose a vote, spend a pound or move a marker"
        " down one space",
        each=each,
    )
    return (Summary(headline, detail),)


def best_hyde_park(course: Timeline[State]) -> RecordEntry | None:
    """Return the most votes lost in Hyde Park in all rounds, less the votes gained there. Source: "Hyde Park Phase"."""
    lost = [0] * len(course.table.players)
    since = [0] * len(lost)
    for move in course.moves:
        if isinstance(move.play, HydePark):
            before, after = BALLOT.of(move.before).votes, BALLOT.of(move.after).votes
            for seat, change in enumerate(each - other for each, other in zip(before, after, strict=True)):
                lost[seat] += change
                since[seat] = move.number if change else since[seat]
    return highest(RecordEntry(votes, (seat,), since[seat]) for seat, votes in enumerate(lost) if votes > 0)


VOTES = Kind(
    "votes",
    Votes,
    say("Votes"),
    apply_votes,
    fields=(
        PLAYER,
        Field("change", Integer(), say("Change"), required=False, hint=say("−2 for two votes lost")),
        Field("to", Integer(), say("New number"), required=False),
    ),
    describe=describe_votes,
    question=question_votes,
    title=N_("{player}'s vote count"),
    exactly_one_of=("change", "to"),
    overrides=lambda play, kind: kind == "votes" and play.to is not None,
)
MEGAPHONES = Field("megaphones", ByPlayer(Integer()), say("Megaphones"), hint=say("Of all players, 0 for none"))
REWARDS = Field(
    "rewards",
    Many(Integer(), most=3),
    say("Rewards"),
    required=False,
    hint=say("Votes lost by the first, second and third, such as 4 2 1; in rounds 4 and 5 leave it empty"),
)
HYDE_PARK = Kind(
    "hyde-park",
    HydePark,
    say("Hyde Park"),
    apply_hyde_park,
    fields=(MEGAPHONES, REWARDS),
    describe=describe_hyde_park,
    title=N_("Hyde Park"),
    missing=missing_in_hyde_park,
    prefill=prefill_hyde_park,
    uses_recent_plays=True,
)
HELPERS = (
    Helper(
        "hyde-park",
        say("Who would win in Hyde Park?"),
        say("The player with the fewest megaphones gains a vote; the others lose votes by rank."),
        (MEGAPHONES, REWARDS),
        ask_hyde_park,
    ),
    Helper(
        "treating-at-the-pub",
        say("Treating at the Pub"),
        say("How many votes are lost with one to four of these cards at once."),
        (
            Field("cards", Integer(), say("Cards played")),
            Field("brewer", Flag(), say("With the Brewer"), required=False),
        ),
        ask_treating_at_the_pub,
    ),
    Helper(
        "inner-circles",
        say("Inner circles"),
        say("Every new square of two by two tiles is one: three by two tiles make two of them."),
        (
            Field("circles", Integer(), say("New inner circles")),
            Field("card", Flag(), say("With the card for five benefits"), required=False),
        ),
        ask_inner_circles,
    ),
)
BEST_HYDE_PARK = Record(
    "best-hyde-park",
    say("Best Hyde Park in a game"),
    best_hyde_park,
    lambda count: many("{count} vote lost", "{count} votes lost", count),
)


class Election(Competition):
    name = "election"
    label = say("Election")
    kinds = (VOTES, HYDE_PARK)
    part = BALLOT
    start_number = START
    handicaps = True

    def start(self, table: Table, taken: Sequence[int]) -> Ballot:
        """Return the votes at the start. Source: "Player Setup in the Election Competition", "Take Handicaps"."""
        return Ballot(tuple(at_most(START.of(table) + more) for more in taken))

    def starts_with(self, state: State, seat: int) -> tuple[Message, ...]:
        return (many("{count} vote", "{count} votes", BALLOT.of(state).votes[seat]),)

    def handicap(self, count: int) -> Message:
        """Return the votes that handicaps add. Source: "Take Handicaps"."""
        return many("{count} more vote", "{count} more votes", count)

    def score(self, state: State, seat: int) -> int:
        """Return the votes of a seat. Source: "Scoring"."""
        return BALLOT.of(state).votes[seat]

    def board(self, state: State) -> ElectionBoard:
        return ElectionBoard(
            BALLOT.of(state).hyde_park,
            tuple(Key(str(each), str(each)) for each in COUNTS),
            f"{len(COUNTS)}+",
            tuple(Key(" ".join(map(str, each)), _with_slashes(each)) for each in _possible_rewards(state)),
            state.round in LAST_ROUNDS,
        )


ELECTION = Election()
