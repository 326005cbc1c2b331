"""Options corrected after the first play change everything that depends on them."""

from scorekeeper.store.changes import set_options
from scorekeeper.store.games import Submission
from scorekeeper.store.results import latest
from scorekeeper.store.rows import read_game
from tests.documents import import_documents, read_document

ALONE = {
    "format": "scorekeeper-game",
    "version": 1,
    "rulebook": "loire",
    "players": ["Anneli"],
    "options": {"solo": True, "triple_values": {"mines": 0}},
    "plays": [
        {"kind": "tally", "player": "Anneli"},
        {"kind": "aaron", "estate": {"mines": 3}},
        {"kind": "end-round"},
    ],
}


def test_corrected_option_can_end_and_resume_a_game(service):
    (game,) = import_documents(service, [read_document(ALONE)])
    for revision, (worth, finished) in enumerate([(5, True), (0, False)], 1):
        submission = Submission(f"options-{revision:020}", "x", revision)
        set_options(service, game.id, {"triple_values": {"mines": worth}}, submission)
        with service.store.reading() as db:
            stored = read_game(db, game.id)
            listed = [each.id for each in latest(db, finished=finished, most=5)]
        assert (stored.finished, bool(stored.ended), listed) == (finished, finished, [game.id])
