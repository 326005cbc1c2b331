"""Stories: each sentence agrees with the score sheets of the shortened game, and there are few, in playing order."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.core.history import Highlight, HistoryHooks
from scorekeeper.core.messages import say
from scorekeeper.core.story import CHANGES, MAX_SENTENCES
from tests import claims  # noqa: F401 (registers the titles' checks)
from tests.rows import row_by_row
from tests.stories import false_claims, told
from tests.throws import TITLES, game, title

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))


def sentences(document, rulebooks=TITLES):
    return [sentence for sentence, _ in told(document, rulebooks)]


def test_every_sentence_about_a_recorded_game_is_true():
    for path in GAMES:
        document = json.loads(path.read_text())["document"]
        assert false_claims(document) == [], path
        numbers = [moment.number or len(document["plays"]) + 1 for _, moment in told(document)]
        assert numbers == sorted(numbers)
        assert len(numbers) <= MAX_SENTENCES


THROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([-3, -1, 0, 1, 1, 2, 3, 5, 20])), max_size=24)


@settings(max_examples=60, phases=[Phase.explicit, Phase.generate, Phase.shrink])
@given(st.integers(1, 4), THROWS, st.sampled_from(sorted(TITLES)), st.booleans())
def test_every_sentence_about_random_throws_is_true(players, throws, slug, stop):
    document = game(*((seat % players, points) for seat, points in throws), slug=slug, players=players, stop=stop)
    assert false_claims(document, TITLES) == []
    assert len(told(document, TITLES)) <= MAX_SENTENCES if stop else told(document, TITLES) == []


@row_by_row(
    ("throws", "expected"),
    [
        # Too few plays for a sentence.
        ([], []),
        ([(0, 5), (1, 3)], []),
        # The same leader from the first play to the last.
        (
            [(0, 9), (1, 2), (2, 2), (0, 2), (1, 2), (2, 2)],
            ["Ada led all the way, from entry 1 on.", "Ada's throw was the best entry: 9 points."],
        ),
        # Draws level and falls back: no change of the lead.
        (
            [(0, 3), (1, 3), (0, 1), (1, 1), (0, 1)],
            [
                "The best entries earned 3 points each: Ada's throw and Bo's throw.",
                "In the second half it was never closer than after entry 4: Ada and Bo were tied for the lead.",
            ],
        ),
        # Plays that earned nothing, or all the same, have no best one.
        (
            [(0, -1), (1, 0), (2, -2)],
            ["In the second half it was never closer than after entry 2: Bo and Cleo were tied for the lead."],
        ),
        ([(0, 1), (1, 1), (2, 1)], []),
        # The last change of the lead implies it, even at the beginning of the second half.
        (
            [(0, 4), (1, 0), (1, 5), (1, 3), (0, 3), (1, 5)],
            ["The lead changed once: in entry 3 Bo took it from Ada, and kept it."],
        ),
        # Comes close in the second half of the plays, and falls back.
        (
            [(0, 9), (1, 2), (2, 2), (0, 0), (1, 6), (0, 5)],
            [
                "Ada led all the way, from entry 1 on.",
                "Ada's throw was the best entry: 9 points.",
                "In the second half it was never closer than after entry 5: Ada 1 ahead of Bo.",
            ],
        ),
        # Catches up within two rounds' number of plays; points made up in one play less are omitted.
        (
            [(0, 9), (1, 2), (1, 2), (1, 1), (1, 1), (2, 0), (2, 0)],
            [
                "Ada led all the way, from entry 1 on.",
                "Bo caught up most: 9 behind after entry 1, 3 after entry 7.",
                "Ada's throw was the best entry: 9 points.",
            ],
        ),
        (
            [(0, 9), (1, 2), (1, 2), (1, 1), (1, 1), (2, 0)],
            ["Ada led all the way, from entry 1 on.", "Ada's throw was the best entry: 9 points."],
        ),
        # Draws level earlier than in the last entry.
        (
            [(0, 9), (1, 3), (1, 3), (1, 3), (2, 0), (2, 0), (2, 0)],
            [
                "Bo caught up most: 9 behind after entry 1, and tied for the lead after entry 4.",
                "Ada's throw was the best entry: 9 points.",
            ],
        ),
        # Overtakes one player, and two at once.
        (
            [(0, 4), (1, 5), (1, 1), (0, 0), (2, 3)],
            [
                "The lead changed once: in entry 2 Bo took it from Ada, and kept it.",
                "Bo's throw was the best entry: 5 points.",
            ],
        ),
        (
            [(0, 4), (1, 4), (2, 5), (0, 0), (1, 0)],
            [
                "The lead changed once: in entry 3 Cleo took it from Ada and Bo, and kept it.",
                "Cleo's throw was the best entry: 5 points.",
            ],
        ),
    ],
)
def test_story_of_a_few_throws_has_the_expected_sentences(throws, expected):
    assert sentences(game(*throws)) == expected


@row_by_row(
    ("slug", "points", "expected"),
    [
        (
            "luckiest",
            (5, 5, 4, 3),
            "Nothing set Ada and Bo apart: 5 each, and every tie-break was level too: luck 0 and pluck 2.",
        ),
        (
            "least-lucky",
            (1, 2, 4, 4),
            "Nothing set Cleo and Dan apart: 4 each, and the tie-break was level too: luck 1.",
        ),
        (
            "luckiest",
            (1, 2, 4, 4),
            "Cleo and Dan were level on 4; the tie-break decided for Cleo: pluck (Cleo 2, Dan 3).",
        ),
        (
            "luckiest",
            (4, 4, 4, 1),
            "Cleo, Ada and Bo were level on 4; the tie-break decided for Cleo: luck (Cleo 1, Ada and Bo 0).",
        ),
        ("luckiest", (4, 4, 3, 5), None),
        ("most", (5, 5, 1, 1), None),
    ],
)
def test_story_ends_with_the_decision_of_a_tie_break(slug, points, expected):
    document = game(*enumerate(points), slug=slug, players=4)
    assert false_claims(document, TITLES) == []
    said = sentences(document)
    assert [each for each in said if "tie-break" in each] == said[-1:] * bool(expected) == [expected] * bool(expected)


def test_story_omits_tie_breaks_that_a_title_does_not_rank():
    luckiest = TITLES["luckiest"]
    shared = replace(luckiest, lines=lambda state: [replace(each, key=(each.total,)) for each in luckiest.lines(state)])
    said = sentences(game(*enumerate((1, 2, 4, 4)), slug="luckiest", players=4), {"luckiest": shared})
    assert not any("tie-break" in each for each in said)


def test_story_names_only_a_long_lead_before_the_last_change():
    short = [(0, 3), (1, 5), (1, 0), (1, 0), (2, 6), (0, 4), (1, 3), (2, 3)]
    assert not any(" led " in each for each in sentences(game(*short)))
    level_then = [(0, 3), (1, 5), (0, 2), (1, 1), (1, 0), (1, 0), (1, 0), (1, 0)]
    assert not any(" led " in each for each in sentences(game(*level_then)))
    as_long = [(0, 3), (0, 0), (1, 5), (1, 0)]
    assert not any(" led " in each for each in sentences(game(*as_long)))
    long = [(0, 3), (0, 1), (0, 1), (0, 1), (0, 0), (1, 9), (0, 0)]
    assert "Ada led longest: from entry 1 to entry 5." in sentences(game(*long))


def test_story_prefers_a_titles_sentence_on_the_same_topic():
    def moments(course):
        told = (
            ("It turned.", CHANGES, 99),
            ("It was hot.", "", 98),
            ("Nobody slept.", "", -1),
            ("It was hot.", "", 97),
        )
        return tuple(Highlight(say(text), 2, weight, topic) for text, topic, weight in told)

    throws = [(0, 4), (1, 5), (1, 1), (0, 0), (2, 3), (0, 9), (1, 2), (2, 2)]
    found = told(game(*throws), {"most": title("most", HistoryHooks(moments=moments))})
    said = [sentence for sentence, _ in found]
    assert said[:2] == ["It turned.", "It was hot."]
    assert len(said) == len(set(said)) == MAX_SENTENCES
    assert not any("lead changed" in each or "slept" in each for each in said)


def test_story_prefers_a_titles_sentences_of_equal_weight():
    own = tuple(Highlight(say(text), None, 65) for text in ("It was hot.", "It rained.", "It blew.", "It froze."))
    lead = [(0, 9), (1, 2), (2, 2), (0, 2), (1, 2), (2, 2)]
    found = told(game(*lead), {"most": title("most", HistoryHooks(moments=lambda course: own))})
    assert [moment for _, moment in found] == list(own)


def test_running_game_has_no_story():
    throws = [(0, 9), (1, 2), (2, 2), (0, 2), (1, 2), (2, 2)]
    assert told(game(*throws, stop=False), TITLES) == []
    assert told(game(*throws), TITLES)
