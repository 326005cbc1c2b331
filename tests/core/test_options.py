"""What was agreed on before the first play is corrected afterwards, and everything follows."""

from scorekeeper.desk import Slip
from tests.documents import read_document

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


def test_a_corrected_value_can_end_a_game_and_its_undoing_can_take_it_up_again(desk):
    (game,) = desk.take_in([read_document(ALONE)])
    for revision, (worth, finished) in enumerate([(5, True), (0, False)], 1):
        slip = Slip(f"options-{revision:020}", "x", revision)
        desk.set_options(game.id, {"triple_values": {"mines": worth}}, slip)
        with desk.store.reading() as reader:
            stored = reader.game(game.id)
            listed = [each.id for each in reader.summaries(finished=finished, most=5)]
        assert (stored.finished, bool(stored.ended), listed) == (finished, finished, [game.id])
