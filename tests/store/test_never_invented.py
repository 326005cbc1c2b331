"""What a file does not say about a game is never invented, and what it says is never dropped without a word."""

import json

import pytest

from scorekeeper.core.errors import Unreadable
from scorekeeper.core.names import hidden_fault
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.exporting import Words, bgstats_file, csv_table
from scorekeeper.store.importing import ConflictPolicy, ImportOutcome, import_games
from scorekeeper.store.results import GameQuery, matching_ids, summaries
from scorekeeper.store.rows import all_game_ids, read_game
from scorekeeper.titles import ready
from tests.documents import import_file, read_results
from tests.rows import row_by_row
from tests.store.parts import parts

UUID = "00882bb3-9b64-4bfa-a02b-715995ba003b"


def export(*plays, **game):
    """Return an export of BG Stats; each play has scores or is a dict."""
    title = {"id": 1, "name": "Decrypto", "highestWins": True, "noPoints": True, **game}
    names = ["Ada", "Bo", "Cleo", "Dan"]
    given = [each if isinstance(each, dict) else {"playerScores": each} for each in plays]
    content = {
        "players": [{"id": number, "name": name} for number, name in enumerate(names, 1)],
        "games": [title, {"id": 2, "name": "Decrypto: Expansion #01 – Laser Drive"}],
        "plays": [{"gameRefId": 1, "playDate": f"2025-04-0{at} 20:15:40", **each} for at, each in enumerate(given, 1)],
    }
    return json.dumps(content).encode()


def won(*winners, **more):
    return [{"playerRefId": at, "winner": bool(each), **more} for at, each in enumerate(winners, 1)]


def scored(*points, **more):
    return [{"playerRefId": at, "score": str(each), "winner": False} | more for at, each in enumerate(points, 1)]


def results(data):
    return read_results(data, all_rulebooks())


def places(data):
    return [[place for place, _ in game.external.lines] for game in results(data).results]


def geek(*plays, total=None, user=' username="ada" userid="1"', page=1):
    inside = "".join(
        f'<play id="{number}" date="2025-04-0{number}" quantity="1" length="0" incomplete="0" nowinstats="0" '
        f'location=""><item name="Decrypto" objecttype="thing" objectid="225694"/>{players}</play>'
        for number, players in plays
    )
    return f'<plays{user} total="{total or len(plays)}" page="{page}">{inside}</plays>'


def geek_players(*lines):
    return "<players>" + "".join(f"<player {line}/>" for line in lines) + "</players>"


ADA_WON = geek_players('name="Ada" username="" win="1" score=""', 'name="Bo" username="" win="0" score=""')


def test_marks_in_file_count_in_title_flagged_as_cooperative():
    file = export(won(1, 1, 0, 0), won(0, 0, 1, 1), cooperative=True)
    assert places(file) == [[1, 1, 3, 3], [3, 3, 1, 1]]
    (title,) = results(file).titles.values()
    assert not title.meta.cooperative
    assert places(export(won(1, 1, 1, 1), won(0, 0, 0, 0), cooperative=True)) == [[1, 1, 1, 1], [0, 0, 0, 0]]


def test_partly_won_play_of_known_cooperative_title_counts_its_marks(service):
    import_file(service, export(won(1, 1, 1, 1), cooperative=True, bggId=225694))
    assert import_file(service, export(won(1, 1, 0, 0), cooperative=True, bggId=225694))[0] == {ImportOutcome.NEW: 1}
    with service.store.reading() as db:
        found = summaries(db, matching_ids(db, GameQuery()))
        lines = sorted([(each.name, each.place == 1) for each in game.results] for game in found)
    assert lines[0] == [("Ada", True), ("Bo", True), ("Cleo", False), ("Dan", False)]


def test_partly_won_cooperative_play_survives_every_format(service):
    """Pandemic is a ready cooperative pad: the mark of each player still counts."""
    some = geek_players('name="Ada" win="1"', 'name="Bo" win="1"', 'name="Cleo" win="0"', 'name="Dan" win="0"')
    bgg = geek((1, some)).replace('name="Decrypto"', 'name="Pandemic"').replace("225694", "30549")
    table = b"Date,Game,Player,Won\n" + b"".join(
        f"2025-04-02,Pandemic,{name},{mark}\n".encode()
        for name, mark in (("Ada", "yes"), ("Bo", "yes"), ("Cleo", "no"), ("Dan", "no"))
    )
    play = {"playDate": "2025-04-03 20:15:40", "playerScores": won(1, 1, 0, 0)}
    import_file(service, bgg.encode(), table, export(play, name="Pandemic", cooperative=True))
    with service.store.reading() as db:
        ids = all_game_ids(db)
        stored = [(game.rulebook.split("~")[0], game.external.lines) for game in (read_game(db, each) for each in ids)]
        files = [
            b"".join(csv_table(db, service.rulebooks, Words("en", str), ids)),
            b"".join(bgstats_file(db, service.rulebooks, str, ids)),
        ]
    assert stored == [("pandemic", ((1, None), (1, None), (3, None), (3, None)))] * 3
    for file in files:
        assert import_file(service, file) == ({ImportOutcome.SAME: 3}, [])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_title_keeps_its_name_in_other_files_without_number(service, order):
    """Pandemic has the number 30549 here; the second file of one import, or of a later one, has only the name."""
    files = [
        export(won(1, 1), name="Pandemie", bggId=30549),
        export({"playDate": "2025-05-01", "playerScores": won(0, 0)}, name="PANDEMIE "),
    ]
    found = [part for each in order for part in parts(files[each], f"file {each}")]
    report = import_games(service, found, pads=ready())
    assert [[*names] for names in report.other_names.values()] == [["pandemie"]]
    later = export({"playDate": "2025-06-01", "playerScores": won(1, 1)}, name="Pandemie")
    report = import_games(service, parts(later), pads=ready())
    assert [*report.titles] == [*report.other_names]
    with service.store.reading() as db:
        assert {read_game(db, each).rulebook.split("~")[0] for each in all_game_ids(db)} == {"pandemic"}


def test_name_of_title_decides_unless_its_number_differs(service):
    """Two titles with one name and different numbers, and then a file that has one of the numbers."""
    import_file(service, export(won(1, 0), name="Memory", bggId=11), export(won(1, 0), name="Memo", bggId=22))

    def title(**game):
        report = import_games(service, parts(export(won(0, 1), **game)), preview=True)
        return [str(each.meta.title) for each in report.titles.values()]

    assert title(name="Memo", bggId=11) == ["Memory"]
    assert title(name="Memo", bggId=33) == title(name="memo") == ["Memo"]
    assert title(name="Other", bggId=33) == ["Other"]


@row_by_row(
    ("plays", "together"),
    [
        ([won(1, 1), won(0, 0), won(1, 1, 1)], True),
        ([won(1, 1), won(1, 0)], False),
        ([won(0, 0)], False),
        ([won(1), won(1)], False),
        ([won(1, 1), scored(3, 5)], False),
        ([scored(5, 5, winner=True)], False),
        ([scored(5, 5, winner=True), scored(7, 7, winner=True)], True),
    ],
)
def test_title_always_won_together_is_proposed_as_cooperative(plays, together):
    found = results(export(*plays, noPoints=False))
    ((slug, title),) = found.titles.items()
    assert (title.meta.cooperative, found.together) == (together, [slug] if together else [])
    competitive = read_results(export(*plays, noPoints=False), all_rulebooks(), competitive=["DECRYPTO"])
    assert not next(iter(competitive.titles.values())).meta.cooperative


@row_by_row(
    ("scores", "seats_known", "starts"),
    [
        (won(1, 0), False, None),
        (won(1, 0, seatOrder=0, startPlayer=False), False, None),
        ([{"playerRefId": 1, "seatOrder": 0}, {"playerRefId": 2, "seatOrder": 0, "startPlayer": True}], False, 1),
        ([{"playerRefId": 1, "seatOrder": 2}, {"playerRefId": 2, "seatOrder": 1}], True, None),
        ([{"playerRefId": 1, "seatOrder": 2, "startPlayer": True}, {"playerRefId": 2, "seatOrder": 1}], True, 1),
    ],
)
def test_seats_and_starter_of_bg_stats_are_known_if_stated(scores, seats_known, starts):
    (game,) = results(export(scores)).results
    assert (game.external.seats_known, game.external.starts) == (seats_known, starts)
    assert game.players == (("Bo", "Ada") if seats_known else ("Ada", "Bo"))


def test_date_without_time_stays_date(service):
    import_file(service, export({"playDate": "2025-04-03 00:00:00", "durationMin": 45, "playerScores": won(1, 0)}))
    with service.store.reading() as db:
        (game_id,) = all_game_ids(db)
        game = read_game(db, game_id)
        table = b"".join(csv_table(db, service.rulebooks, Words("en", str), [game_id])).decode()
    assert (game.started, game.ended, game.external.minutes) == ("2025-04-03", None, 45)
    assert "00:00" not in table


def test_manual_winner_without_mark_leaves_no_winner():
    assert places(export({"manualWinner": True, "playerScores": scored(3, 9)}, noPoints=False)) == [[0, 0]]
    assert places(export({"manualWinner": False, "playerScores": scored(3, 9)}, noPoints=False)) == [[2, 1]]


@pytest.mark.parametrize("turned", [False, True])
def test_play_in_bg_stats_and_boardgamegeek_is_one_game(service, turned):
    play = {"uuid": UUID, "bggId": 3, "playDate": "2025-04-03 20:15:40", "playerScores": won(1, 0)}
    files = [export(play, bggId=225694), geek((3, ADA_WON)).encode()]
    counts, _ = import_file(service, *(reversed(files) if turned else files))
    assert counts == ({ImportOutcome.NEW: 1, ImportOutcome.OURS: 1} if turned else {"new": 1, "same": 1})


def test_missing_pages_of_boardgamegeek_are_named(service):
    some = [(number, ADA_WON) for number in (1, 2)]
    assert import_file(service, geek(*some, total=15).encode())[1] == [
        "ada has 15 plays on BoardGameGeek, and these files have 2 of them. Import the other pages, too: 2–8"
    ]
    pages = [geek(*some, total=5, page=1), geek(*some, total=5, page=3)]
    assert "Import the other pages, too: 2" in import_file(service, *map(str.encode, pages))[1][0]
    assert import_file(service, geek(*some).encode())[1] == []


def test_pages_joined_in_one_file_are_read():
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    pages = [geek((number, ADA_WON), total=2, page=number) for number in (1, 2)]
    for joined in (f"{head}{pages[0]}\n{head}{pages[1]}", "".join(pages)):
        found = results(joined)
        assert [game.started for game in found.results] == ["2025-04-01", "2025-04-02"]
        assert found.left_out == ()


@row_by_row(
    ("content", "said"),
    [
        (geek((1, ADA_WON), user=""), "plays of a game by everybody on BoardGameGeek"),
        ("<plays><play><act>1</act></play></plays>", "not a page of plays of BoardGameGeek"),
        ('<plays author="W. S."/>', "not a page of plays of BoardGameGeek"),
    ],
)
def test_other_plays_in_xml_are_refused_with_advice(content, said):
    with pytest.raises(Unreadable) as refused:
        results(content)
    assert said in str(refused.value.message)


def test_expansions_and_roles_are_read():
    play = {"playerScores": won(1, 0, role="Spy"), "expansionPlays": [{"gameRefId": 2, "bggPlayId": 0}]}
    (game,) = results(export(play)).results
    assert (game.external.roles, game.external.expansions) == (
        ("Spy", "Spy"),
        ("Decrypto: Expansion #01 – Laser Drive",),
    )
    players = geek_players('name="Ada" username="" color="Red" win="1"', 'name="Bo" username="" color="" win="0"')
    assert results(geek((1, players))).results[0].external.roles == ("Red", "")


@pytest.mark.parametrize("hidden", ["\u200b", "\u202e", "\u2066", "\ufe0f", "\u2060"])
def test_invisible_characters_in_names_are_removed(hidden):
    data = export(won(1, 0)).decode().replace('"Ada"', json.dumps(f"A{hidden}da")).encode()
    assert results(data).results[0].players == ("Ada", "Bo")


def test_same_file_after_seats_became_unknown_is_not_lost(service):
    """Players are compared by name, not by an order that means nothing."""
    seated = [{"playerRefId": 2, "winner": True, "seatOrder": 1}, {"playerRefId": 1, "seatOrder": 2}]
    unknown = [{"playerRefId": 1, "winner": False}, {"playerRefId": 2, "winner": True}]
    import_file(service, export({"uuid": UUID, "playerScores": unknown}))
    with_seats = export({"uuid": UUID, "playerScores": seated})
    assert import_file(service, with_seats)[0] == {ImportOutcome.OURS: 1}
    assert import_file(service, with_seats, on_conflict=ConflictPolicy.THEIRS)[0] == {ImportOutcome.THEIRS: 1}
    assert import_file(service, with_seats)[0] == {ImportOutcome.SAME: 1}
    assert import_file(service, export({"uuid": UUID, "playerScores": unknown}))[0] == {ImportOutcome.SAME: 1}


@row_by_row(
    ("name", "refused"),
    [
        ("\ufe0f", True),
        ("A\ufe0fda", True),
        ("Ada \ufe0f", True),
        ("Ada ❤\ufe0f", False),
        ("1\ufe0f\u20e3", False),
        ("👁\ufe0f\u200d🗨\ufe0f", False),
    ],
)
def test_variation_selector_in_typed_name_needs_a_symbol(name, refused):
    assert (hidden_fault(name) is not None) == refused
