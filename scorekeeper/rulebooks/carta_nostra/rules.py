"""The rules at hand: the turn, the jobs, the Don, who does no job, how one wins, and the cards."""

from ...core.messages import say
from ...core.rules import Drawing, Grid, Points, Rules, Ruling, Section
from .cities import State
from .mafiosi import ALL, HAND_LIMIT, LABELS, MAFIOSI, NAMES, PLAYERS, START_HAND, Mafioso


def sections(state: State) -> tuple[Section, ...]:
    """Return the sections of the rules; they are the same for every number of players."""
    return (START, TURN, JOBS, DON, NO_JOB, CARDS, WINNING)


def _sign(mafioso: Mafioso) -> Drawing:
    return Drawing("emblem", mafioso.label, {"name": mafioso.name}, named=True)


START = Section(
    "start",
    say("Before the first turn"),
    (
        Points(
            (
                say(
                    "Put the player-aid cards aside. Shuffle the others and deal {count} to each player; everybody "
                    "keeps their hand secret.",
                    count=START_HAND,
                ),
                say("The rest is the draw pile. Its top card, face up beside it, begins the discard pile."),
                say(
                    "Whoever last saw a film about the Mafia begins; from the second game on whoever won most recently."
                ),
            ),
            steps=True,
        ),
        Ruling(
            say("The rulebook does not say how many can play."),
            say("{fewest} to {most} players can sit down here.", fewest=PLAYERS[0], most=PLAYERS[1]),
            say("That is a guess: if your box says otherwise, go by your box."),
        ),
    ),
)
TURN = Section(
    "turn",
    say("A turn"),
    (
        Points(
            (
                say("Draw a card: you must."),
                say(
                    "Then, in any order, each at most once and only if you like: discard a Mafioso so that he does his "
                    "job, and put a Mafioso into your city, where he does none."
                ),
                say(
                    "All {all} different Mafiosi in your city? You have won, at once. If not, count your hand: with "
                    "more than {most} cards discard down to {most}. These do no job.",
                    all=ALL,
                    most=HAND_LIMIT,
                ),
                say("Threaten the others, as befits the Mafia; then the player to your left has the turn."),
            ),
            steps=True,
        ),
    ),
    explains=("out-of-turn",),
)
JOBS = Section(
    "jobs",
    say("What the Mafiosi do"),
    (
        Grid(
            say("A Mafioso that you discard for his job does this"),
            (say("Mafioso"), say("Job")),
            tuple((_sign(each), each.job) for each in MAFIOSI),
        ),
        Points((say("A Hitman works in other players' cities, never in your own, and removes only who is there."),)),
        Ruling(
            say("The rulebook does not say whether a Consigliere may take himself back into your hand."),
            say("He may."),
            say("The rulebook says “any” Mafioso on the discard pile, and he is there."),
        ),
    ),
    explains=("own-city", "nothing-to-liquidate", "unknown-mafioso"),
)
DON = Section(
    "don",
    say("The Don"),
    (
        Drawing("pair", say("A Don and any second card, both discarded from the hand"), {"name": "don"}),
        Points(
            (
                say("He never comes alone: discard him together with any other card from your hand."),
                say(
                    "He is the only one who works outside your own turn: he stops the job of a Mafioso whom another "
                    "player has just discarded."
                ),
                say("During your own turn, your Don can stop only another player's Don."),
                say("The card with him does no job, whoever it is."),
                say("Don against Don: another Don with a second card stops him, and the first job is done after all."),
                say("Whoever was stopped is not taken back: he stays discarded, without having done his job."),
                say("In the app there is nothing to enter for a job that was stopped."),
            )
        ),
    ),
)
NO_JOB = Section(
    "no-job",
    say("Who does no job"),
    (
        Grid(
            say("A job is done only by whoever is discarded for it; these do none"),
            (say("Who"), say("Where he goes")),
            (
                (say("Put into a city"), say("He stays there and counts.")),
                (say("Kidnapped by a Smuggler"), say("From the hand onto the discard pile.")),
                (say("Removed by a Hitman"), say("From the city onto the discard pile.")),
                (say("Stopped by a Don"), say("He stays on the discard pile.")),
                (say("Played along with a Don"), say("Onto the discard pile.")),
                (say("Too many in hand at the end of the turn"), say("Onto the discard pile.")),
            ),
        ),
    ),
)
CARDS = Section(
    "cards",
    say("Hand and piles"),
    (
        Points(
            (
                say("When your turn ends you keep {most} cards in hand at the most.", most=HAND_LIMIT),
                say("Hands are secret: only a Smuggler looks into one."),
                say(
                    "When the draw pile is empty, set the top discard aside: it begins a new discard pile. Shuffle the "
                    "rest into a new draw pile, face down."
                ),
            )
        ),
    ),
)
WINNING = Section(
    "winning",
    say("Winning"),
    (
        Drawing("city", say("One card of each: {mafiosi}", mafiosi=LABELS), {"names": NAMES}),
        Points(
            (
                say(
                    "At the end of your own turn all {all} different Mafiosi are in your city: you are the new Don.",
                    all=ALL,
                ),
                say("Several of one kind count once; but if a Hitman removes one of them, the others are still there."),
                say("The game is over at that moment; the others have no further turn."),
            )
        ),
    ),
    explains=("game-over",),
)
RULES = Rules(sections, by_players=False, scoring="winning")
