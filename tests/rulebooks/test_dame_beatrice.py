"""Plays that tick off Dame Beatrice in a round, because the document has no play for her. Heading: "Dame Beatrice".

A play is written "A 8 7 6 5" (markers of Anneli, Benito or Carla; "A +1 0 0 0": moves), "park" (Hyde Park), "vote"
(Anneli's), "end" and "last" (the end of a round after which Carla plays first).
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import Scorer, game_document
from tests.rows import row_by_row

RULEBOOK = all_rulebooks()["prodigals-club"]
NAMES = {"A": "Anneli", "B": "Benito", "C": "Carla"}
ELECTION = ("election", "society")
ALONE = ("last-will", "society")
BEGUN = ("A 8 7 6 5", "B 8 7 6 5", "C 8 7 6 5")
UP = ("A 9 7 6 5", "B 8 7 7 6", "C 8 7 6 6")


def play(line, names):
    head, *numbers = line.split()
    match head:
        case "park":
            return {"kind": "hyde-park", "megaphones": dict.fromkeys(names, 1), "rewards": [2, 1]}
        case "vote":
            return {"kind": "votes", "player": names[0], "change": -1}
        case "spend":
            return {"kind": "coins", "player": names[0], "change": -1}
        case "hold":
            return {"kind": "properties", "player": NAMES[numbers[0]], "values": [20]}
        case "end":
            return {"kind": "end-round"}
        case "last":
            return {"kind": "end-round", "reserved": {names[-1]: 1}}
    field = "moves" if "+" in line else "markers"
    return {"kind": "influence", "player": NAMES[head], field: list(map(int, numbers))}


def document(plays, played=ELECTION, seats="ABC"):
    names = [NAMES[seat] for seat in seats]
    return game_document("prodigals-club", names, [play(line, names) for line in plays], {"competitions": list(played)})


SCORER = Scorer(document)


def board(plays, played=ELECTION, seats="ABC"):
    return RULEBOOK.pages.board(SCORER.state(plays, played, seats))


def society(paper):
    return next(row.board for row in paper.rows if row.name == "society")


EXAMPLES = [
    ("starting positions alone", BEGUN, False),
    ("moved up before Hyde Park", (*BEGUN, *UP), False),
    ("everybody after Hyde Park", (*BEGUN, "park", *UP), True),
    ("everybody, as moves", (*BEGUN, "park", "A +1 0 0 0", "B +0 0 0 0", "C +0 0 1 0"), True),
    ("one move down: an errand", (*BEGUN, "park", *UP[:2], "C +0 0 0 -1"), False),
    ("everybody as they stood: all spared", (*BEGUN, "park", *BEGUN), True),
    ("one forgotten", (*BEGUN, "park", *UP[:2]), False),
    ("one forgotten, and entered after something else", (*BEGUN, "park", *UP[:2], "vote", UP[2]), False),
    ("one whose start was never entered", (*BEGUN[:2], "park", *UP), False),
    ("its start and what she moved", (*BEGUN[:2], "park", BEGUN[2], *UP), True),
    ("one marker lower: an errand", (*BEGUN, "park", *UP[:2], "C 8 7 6 4"), False),
    ("an errand in between", (*BEGUN, "park", *UP[:2], "B 8 7 6 5", UP[2]), False),
    ("what comes after her leaves her done", (*BEGUN, "park", *UP, "C 8 7 6 0", "vote"), True),
    ("the next round waits for her again", (*BEGUN, "park", *UP, "end"), False),
    ("the next round, after its Hyde Park", (*BEGUN, "park", "end", "park", *UP), True),
]


@row_by_row(("plays", "done"), [each[1:] for each in EXAMPLES], ids=[each[0] for each in EXAMPLES])
def test_markers_and_hyde_park_complete_dame_beatrice(plays, done):
    paper = board(plays)
    assert society(paper).done is done
    assert {phase.panel: phase.done for phase in paper.phases}["dame-beatrice"] is done
    missing = [str(check.message) for check in paper.checks if check.panel == "dame-beatrice"]
    assert missing == ([] if done else ["Dame Beatrice was not entered: the current markers count."])


HOLDING = ("hold A", "hold B", "hold C")


@row_by_row(
    ("plays", "done"),
    [
        ((*HOLDING, *BEGUN), False),
        ((*HOLDING, *BEGUN, *UP), True),
        ((*HOLDING, *BEGUN, *UP[:2], "spend", UP[2]), False),
    ],
)
def test_dame_beatrice_needs_no_hyde_park_without_election(plays, done):
    assert society(board(plays, ALONE)).done is done


@row_by_row(
    ("plays", "following"),
    [
        ((), "society"),  # the markers are not known
        (BEGUN, "hyde-park"),
        ((*BEGUN, *UP), "hyde-park"),
        ((*BEGUN, "park"), "dame-beatrice"),
        ((*BEGUN, "park", *UP), "end-round"),
        ((*BEGUN, "park", *UP, "end"), "hyde-park"),
    ],
)
def test_next_panel_follows_from_the_plays_of_the_round(plays, following):
    assert board(plays).next.panel == following


def test_plays_entered_together_without_society_have_no_summary():
    log = SCORER.replayed(("hold A", "hold B"), ("last-will", "election"))
    assert log.conflicts == ()
    assert RULEBOOK.summarize_batch(log.steps[0].before, log.state, [step.play for step in log.steps]) is None


def test_missing_entries_link_to_their_panels():
    assert [(check.panel, check.seat) for check in board(BEGUN[:1]).checks] == [
        ("hyde-park", None),
        ("society", 1),
        ("dame-beatrice", None),
    ]
    assert board((*BEGUN, "park", *UP)).checks == ()


def test_marker_keys_end_at_the_top_row():
    known = ("A 16 15 14 -3", "B 1 1 1 1")
    markers = society(board((*known, "C 1 1 1 1"))).markers
    assert markers[0] == ((16,), (15, 16), (14, 15, 16), (-3, -2, -1))
    assert society(board(known)).markers == ()


def test_only_players_without_any_markers_are_reported():
    """Forgetting Dame Beatrice is not remarked in the document: it only notices players without entered markers."""
    answer = SCORER.sheet((*BEGUN, "park", "end", "A 1 1 1 1", "park", "end"))
    assert [(each["play"], each["code"]) for each in answer["remarks"]] == [(8, "influence-unchanged")]


LINES = st.one_of(
    st.builds(
        lambda seat, numbers: f"{seat} {' '.join(map(str, numbers))}",
        st.sampled_from("AB"),
        st.lists(st.integers(4, 6), min_size=4, max_size=4),
    ),
    st.sampled_from(["A 5 5 5 5", "B 5 5 5 5", "park", "end", "vote"]),
)


def by_hand(lines, everybody):
    """Return the legal lines, and whether she is done after them, by examining each stretch."""
    taken, known, standing, held, found = [], {}, [], False, False
    for line in lines:
        if (line == "park" and held) or (line == "end" and not (held and set(known) == everybody)):
            continue
        taken.append(line)
        head, *numbers = line.split()
        if head in everybody:
            now = list(map(int, numbers))
            before, known[head] = known.get(head), now
            fits = held and before is not None and all(new >= old for old, new in zip(before, now, strict=True))
            standing.append((head, fits))
        else:
            standing.append((head, False))
            held = (held or head == "park") and head != "end"
        if head == "end":
            standing, found = [], False
        stretches = [standing[at:] for at in range(len(standing))]
        found |= any(all(fits for _, fits in each) and {who for who, _ in each} == everybody for each in stretches)
    return taken, found


@settings(max_examples=60)
@given(st.lists(LINES, max_size=14))
def test_completion_of_dame_beatrice_matches_a_second_implementation(lines):
    taken, done = by_hand(["A 5 5 5 5", "B 5 5 5 5", *lines], {"A", "B"})
    rounds = taken.count("end")
    while rounds > 4:  # the fifth ends the game
        taken = taken[: len(taken) - 1 - taken[::-1].index("end")]
        rounds -= 1
        done = by_hand(taken, {"A", "B"})[1]
    assert society(board(taken, seats="AB")).done is done


@row_by_row(("plays", "first"), [((), None), (BEGUN, None), ((*BEGUN, "park", "last"), 2)])
def test_new_round_opens_on_its_first_player(plays, first):
    state = SCORER.state(plays)
    assert RULEBOOK.seats.next_to_enter(state, None) == first
    assert RULEBOOK.seats.next_to_enter(state, 1) == 1
