"""Rounds in tables: imported as a game on a pad of rounds, or as a result with its rounds if the pad refuses them."""

from datetime import date

import pytest

from scorekeeper.core.log import Placed
from scorekeeper.pads.factory import named
from scorekeeper.pads.rounds import Round
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.changes import enter
from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot
from scorekeeper.store.db import Store
from scorekeeper.store.exporting import Words, csv_table, document_of
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.importing import ConflictPolicy, ImportOutcome
from scorekeeper.store.pads import keep_pad
from scorekeeper.store.readers.tables import TableChoices
from scorekeeper.store.results import summaries
from scorekeeper.store.rows import all_game_ids, read_game
from tests.documents import import_documents, import_file

ROUNDS = b"Ada,Bo,Cy\n5,3,0\n-2,7,1\n"
NEW = {ImportOutcome.NEW: 1}


def bring_in(service, content=ROUNDS, game="Schnauz", day=None, lowest=()):
    table = TableChoices(game=game, day=day, by_rounds=True, lowest=lowest)
    return import_file(service, content, table=table)


def games(service):
    """Return the games here, each with its place and total by player."""
    with service.store.reading() as db:
        found = [(read_game(db, each), summaries(db, [each])[0].results) for each in all_game_ids(db)]
    return [(game, {line.name: (line.place, line.total) for line in lines}) for game, lines in found]


def pad(service, title, **facts):
    keep_pad(service, named(title, {"title": title, "players": [1, 20], **facts}))


def test_rounds_of_new_title_become_plays_once(service):
    assert bring_in(service, day=date(2025, 3, 1)) == (NEW, [])
    ((game, lines),) = games(service)
    assert (len(game.plays), game.external_result, game.finished, game.started) == (3, None, True, "2025-03-01")
    assert lines == {"Ada": (2, 3), "Bo": (1, 10), "Cy": (3, 1)}
    assert bring_in(service, day=date(2025, 3, 1)) == ({ImportOutcome.SAME: 1}, [])
    with open_snapshot(service.store.path) as snapshot:
        assert verify(snapshot, service.rulebooks).findings == ()


def test_corrected_and_exported_rounds_keep_their_date(service):
    bring_in(service, day=date(2025, 3, 1))
    ((game, _),) = games(service)
    document = document_of(service, game)
    assert document.started is None  # documents have no dates without a time
    (same,) = import_documents(service, [document])
    assert (same.became, same.differs) == (ImportOutcome.SAME, ())
    end = Submission("end", "", game.revision)
    enter(service, game.id, [Placed(None, 3), Placed(Round({0: (9,), 1: (0,), 2: (0,)}), 1)], end, sure=True)
    ((game, _),) = games(service)
    assert (len(game.plays), game.finished, game.started) == (2, False, "2025-03-01")
    corrected = document_of(service, game)
    (ours,) = import_documents(service, [document], on_conflict=ConflictPolicy.OURS)
    assert ours.became is ImportOutcome.OURS
    (ours,) = import_documents(service, [document], on_conflict=ConflictPolicy.THEIRS)
    ((game, _),) = games(service)
    assert (len(game.plays), game.started, corrected.started) == (3, "2025-03-01", None)


def test_rounds_get_the_names_known_here(service):
    bring_in(service)
    bring_in(service, b"cy,ADA\n5,3\n1,0\n", game="Skat")
    assert {"Cy": (1, 6), "Ada": (2, 3)} in [lines for _, lines in games(service)]


@pytest.mark.parametrize(("content", "decimals"), [("1,2", 0), ("1,2.5", 1), ("1.25,2", 2)])
def test_new_pad_has_the_decimals_of_its_rounds(service, content, decimals):
    title = f"With {decimals}"
    assert bring_in(service, f"Ada,Bo\n{content}\n1,1\n".encode(), title) == (NEW, [])
    (found,) = [each for each in service.rulebooks.values() if each.meta.title.template == title]
    assert found.definition.get("decimals", 0) == decimals


@pytest.mark.parametrize(
    ("title", "facts", "lowest", "content", "reason"),
    [
        ("Limited", {"rounds": {"max": 6}}, False, ROUNDS, "Bo: 7 is too high: the maximum is 6."),
        ("Short", {"end": {"limit": 5}}, False, ROUNDS, "The game is over: no more entries are possible."),
        ("Whole", {}, False, b"Ada,Bo\n1.5,2\n1,1\n", "a whole number is needed"),
        ("Two", {"players": 2}, False, ROUNDS, "the pad is for 2 to 2 players"),
        ("High", {}, True, ROUNDS, "on the pad, the highest points win"),
        ("Gaps", {}, False, b"Ada,Bo,Cy\n5,3,\n-2,7,1\n", "A number is missing for Cy."),
    ],
)
def test_rounds_that_a_pad_refuses_stay_a_result(service, title, facts, lowest, content, reason):
    before = len(games(service))
    pad(service, title, wins="highest", **facts)
    outcome, remarks = bring_in(service, content, title, lowest=[title] if lowest else [])
    assert outcome == NEW
    assert [remark for remark in remarks if reason in remark and "imported as a result" in remark]
    found = [game for game, _ in games(service) if len(game.external.rounds) == 2]
    assert len(found) == before + 1
    assert bring_in(service, content, title, lowest=[title] if lowest else [])[0] == {ImportOutcome.SAME: 1}


@pytest.mark.parametrize(
    "facts", [{"rows": ["Wood", "Coal"]}, {"only_winner": True}, {"rounds": {"each": 2}}, {"entry": "turn"}]
)
def test_rounds_of_other_pads_stay_parts_of_the_result(service, facts):
    pad(service, "Other", **facts)
    assert bring_in(service, game="Other")[1] == []
    assert [len(game.external.rounds) for game, _ in games(service)] == [2]


def test_game_ending_automatically_gets_no_early_end(service):
    pad(service, "Ten", wins="lowest", end={"limit": 10})
    bring_in(service, game="Ten")
    ((game, lines),) = games(service)
    assert len(game.plays) == 2
    assert lines == {"Cy": (1, 1), "Ada": (2, 3), "Bo": (3, 10)}


def test_rounds_in_our_own_table_stay_a_result_elsewhere(service, tmp_path):
    pad(service, "Limited", wins="highest", rounds={"max": 6})
    bring_in(service, game="Limited")
    with service.store.reading() as db:
        table = b"".join(csv_table(db, service.rulebooks, Words("en", str), all_game_ids(db)))
    other = GameService(Store(tmp_path / "other.db"), all_rulebooks(), service.clock)
    assert import_file(other, table)[0] == NEW
    ((ours, lines),) = games(service)
    assert [(game.external.rounds, found) for game, found in games(other)] == [(ours.external.rounds, lines)]
    other.store.close()
