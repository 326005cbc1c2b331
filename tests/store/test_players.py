"""Correcting the players of a game: plays move with their players, and names change everywhere or in this game only."""

import json
import random
from pathlib import Path

import pytest

from scorekeeper.core.errors import Refusal
from scorekeeper.core.messages import say
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.prodigals_club.election import HydePark
from scorekeeper.store import changes
from scorekeeper.store.changes import NewSeat, set_players
from scorekeeper.store.games import InvalidOptions, Refused, StaleRevision, Submission
from scorekeeper.store.people import CannotRename, NoSuchPerson, hide, rename, take_back
from scorekeeper.store.results import recent_players
from scorekeeper.store.rows import find_person, seated_players
from scorekeeper.store.trail import trail
from tests.documents import import_documents, read_document

RULEBOOKS = all_rulebooks()
DON_CARLO = RULEBOOKS["don-carlo"]
GAMES = Path(__file__).parents[1] / "games"
RECORDED = [path for title in sorted(GAMES.iterdir()) for path in sorted(title.glob("*.json"))[:4]]
ORDER_COUNTS = {"prodigals-club"}
"""Titles in which the order of play breaks ties."""
FAMILIES = ("blue", "green", "grey", "brown")


class Changes:
    """Successive changes, each with a new key and the current revision."""

    def __init__(self, service):
        self.service, self.keys = service, 0

    def submission(self, game=None):
        self.keys += 1
        revision = self.service.view(game).game.revision if game else 0
        return Submission(f"a-key-of-the-test-{self.keys}", str(self.keys), revision)

    def begin(self, *names, slug="don-carlo", **options):
        rulebook = RULEBOOKS[slug]
        return changes.begin(self.service, rulebook, rulebook.table(names, options), self.submission())

    def enter(self, game, *plays):
        for play in plays:
            changes.enter(self.service, game, [play], self.submission(game))

    def seat(self, game, *seats, families=None):
        options = {"families": families or FAMILIES[: len(seats)]}
        own = options if self.service.view(game).rulebook is DON_CARLO else {}
        set_players(self.service, game, seats, own, self.submission(game))

    def undo(self, game):
        changes.undo(self.service, game, self.submission(game))

    def redo(self, game):
        changes.redo(self.service, game, self.submission(game))

    def plays(self, game):
        view = self.service.view(game)
        return [(view.table.players[step.seat], *step.play.cards) for step in view.replay.steps]

    def seated(self, game):
        """Return the players of a game as (person, name)."""
        players = self.players(game)
        with self.service.store.reading() as db:
            return tuple(zip(seated_players(db, game), players, strict=True))

    def players(self, game):
        return self.service.view(game).table.players

    def suggested(self):
        with self.service.store.reading() as db:
            return {person.name for person in recent_players(db, 99)}

    def person(self, name):
        with self.service.store.reading() as db:
            return find_person(db, name)


def stay(*names):
    """Return the seats of players who keep their names, in this order."""
    return [NewSeat(name, name) for name in names]


@pytest.fixture
def at(service):
    return Changes(service)


@pytest.fixture
def game(at):
    """A game with three players; the first two have played."""
    game = at.begin("Anna", "Bentio", "Cleo")
    at.enter(game, Agent(0, (1, 1, 5)), Agent(1, (0, 0, 2)))
    return game


def test_corrected_name_changes_every_game_until_undone(at, game):
    other = at.begin("Bentio", "Dora")
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Benito", "Bentio"), NewSeat("Cleo", "Cleo"))
    assert at.players(game) == ("Anna", "Benito", "Cleo")
    assert at.players(other) == ("Benito", "Dora")
    assert at.suggested() == {"Anna", "Benito", "Cleo", "Dora"}
    assert str(at.service.view(game).undo) == "the name Benito"
    assert str(trail(at.service, game)[-1].message) == "Renamed Bentio to Benito."
    at.undo(game)
    assert (at.players(game), at.players(other)) == (("Anna", "Bentio", "Cleo"), ("Bentio", "Dora"))
    at.redo(game)
    assert at.players(other) == ("Benito", "Dora")


def test_seat_can_get_another_name_in_one_game_only(at, game):
    other = at.begin("Bentio", "Dora")
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Benito", "Bentio", here_only=True), NewSeat("Cleo", "Cleo"))
    assert (at.players(game), at.players(other)) == (("Anna", "Benito", "Cleo"), ("Bentio", "Dora"))
    assert {"Bentio", "Benito"} <= at.suggested()


def test_known_player_replaces_a_misspelt_name(at, game):
    other = at.begin("Benito", "Dora")
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("benito", "Bentio"), NewSeat("Cleo", "Cleo"))
    assert at.players(game) == ("Anna", "Benito", "Cleo")
    assert "Bentio" not in at.suggested()
    assert at.players(other) == ("Benito", "Dora")
    at.undo(game)
    assert at.players(game) == ("Anna", "Bentio", "Cleo")


def test_swapped_names_are_corrected_in_this_game(at, game):
    other = at.begin("Anna", "Bentio")
    at.seat(game, NewSeat("Bentio", "Anna"), NewSeat("Anna", "Bentio"), NewSeat("Cleo", "Cleo"))
    assert at.plays(game) == [("Bentio", 1, 1, 5), ("Anna", 0, 0, 2)]
    assert at.players(other) == ("Anna", "Bentio")


def test_released_name_can_go_to_a_new_player(at, game):
    at.seat(game, NewSeat("Zoë", "Anna"), *stay("Bentio", "Cleo"), NewSeat("Anna"))
    assert at.plays(game) == [("Zoë", 1, 1, 5), ("Bentio", 0, 0, 2)]
    assert at.players(game) == ("Zoë", "Bentio", "Cleo", "Anna")


def test_plays_follow_their_players_to_new_seats(at, game):
    before = at.service.view(game)
    at.seat(
        game,
        *stay("Cleo", "Anna", "Bentio"),
        families=("grey", "blue", "green"),
    )
    assert at.plays(game) == [("Anna", 1, 1, 5), ("Bentio", 0, 0, 2)]
    assert str(at.service.view(game).undo) == "the change of players"
    said = [str(line.message) for line in trail(at.service, game)]
    assert said[1:] == [
        "Anna's 1/1/5 was entered.",
        "Bentio's 0/0/2 was entered.",
        "The players are Cleo, Anna and Bentio now.",
    ]
    at.undo(game)
    after = at.service.view(game)
    assert (after.table, after.game.plays) == (before.table, before.game.plays)


def test_players_without_plays_can_leave_and_join(at, game):
    at.seat(game, *stay("Anna", "Bentio"))
    assert at.players(game) == ("Anna", "Bentio")
    at.seat(game, *stay("Anna", "Bentio"), NewSeat("Dora"), families=("blue", "green", "brown"))
    assert at.service.view(game).table.options["families"] == ("blue", "green", "brown")
    assert "Dora" in at.suggested()


def test_player_with_plays_cannot_leave(at, game):
    before = at.service.view(game).game
    with pytest.raises(Refused) as refused:
        at.seat(game, *stay("Bentio", "Cleo"))
    assert [(each.number, each.refusal) for each in refused.value.conflicts] == [
        (1, Refusal("player-left", say("{player} is in this entry.", player="Anna")))
    ]
    assert at.service.view(game).game == before


def test_player_named_in_another_play_cannot_leave(at):
    game = at.begin("Anna", "Ben", "Cleo", "Dora", slug="prodigals-club", competitions=("election", "society"))
    at.enter(game, HydePark({0: 1, 1: 2, 2: 3, 3: 0}, (2, 1, 0)))
    with pytest.raises(Refused) as refused:
        at.seat(game, *stay("Anna", "Ben", "Cleo"))
    assert [str(each.refusal.message) for each in refused.value.conflicts] == ["Dora is in this entry."]


def test_table_needs_the_number_of_players_of_the_rules(at):
    game = at.begin("Anna", "Ben")
    with pytest.raises(InvalidOptions, match="needs 2–4 players"):
        at.seat(game, NewSeat("Anna", "Anna"))


def test_options_fixed_by_player_count_follow_the_players(at):
    game = at.begin("Anna", "Ben", slug="loire")
    at.seat(game, NewSeat("Anna", "Anna"))
    assert at.service.view(game).table.options["solo"] is True
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Ben"))
    assert "solo" not in at.service.view(game).table.options


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_recorded_totals_are_unchanged_after_rotating_seats(at, path):
    document = read_document(json.loads(path.read_text(encoding="utf-8"))["document"])
    (imported,) = import_documents(at.service, [document])
    game, before = imported.id, at.service.view(imported.id)
    count = len(before.table.players)
    moved = [(seat + 1) % count for seat in range(count)]
    families = before.table.options.get("families")
    words = families and tuple(families[seat] for seat in moved)
    at.seat(game, *(NewSeat(before.table.players[seat], before.table.players[seat]) for seat in moved), families=words)
    after = at.service.view(game)
    if path.parent.name not in ORDER_COUNTS:
        assert totals(after) == totals(before)
    assert plays_by_player(after) == plays_by_player(before)
    at.undo(game)
    assert at.service.view(game).game.plays == before.game.plays


def plays_by_player(view):
    return [None if step.seat is None else view.table.players[step.seat] for step in view.replay.steps]


def totals(view):
    return {each.line.name: each.line.total for each in view.replay.sheet().standings}


def test_recolouring_is_a_separate_change(at, game):
    at.seat(
        game,
        *stay("Anna", "Bentio", "Cleo"),
        families=("green", "blue", "grey"),
    )
    assert str(at.service.view(game).undo) == "the change of colours"
    at.undo(game)
    assert at.service.view(game).table.options["families"] == ("blue", "green", "grey")


def test_unchanged_seats_make_no_revision(at, game):
    revision = at.service.view(game).game.revision
    at.seat(game, *stay("Anna", "Bentio", "Cleo"))
    assert at.service.view(game).game.revision == revision


def test_undo_keeps_a_newer_name(at, game):
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Benito", "Bentio"), NewSeat("Cleo", "Cleo"))
    rename(at.service, at.person("Benito").id, "Benito", "Ben", at.submission())
    at.undo(game)
    assert at.players(game) == ("Anna", "Ben", "Cleo")
    assert str(trail(at.service, game)[-1].message) == "A newer name was kept."
    at.undo(game)
    assert len(at.service.view(game).game.plays) == 1


def test_undo_does_not_reuse_a_name_of_another_player(at, game):
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Benito", "Bentio"), NewSeat("Cleo", "Cleo"))
    other = at.begin("Bentio", "Dora")
    at.undo(game)
    assert (at.players(game), at.players(other)) == (("Anna", "Benito", "Cleo"), ("Bentio", "Dora"))


def test_undone_rename_seats_the_person_now_having_the_name(at, game):
    at.begin("Benito", "Dora")
    at.seat(game, NewSeat("Anna", "Anna"), NewSeat("Benito", "Bentio"), NewSeat("Cleo", "Cleo"))
    other = at.begin("Bentio", "Dora")
    at.undo(game)
    assert at.players(game) == ("Anna", "Bentio", "Cleo")
    assert at.seated(game)[1] == at.seated(other)[0]
    at.redo(game)
    assert (at.players(game), at.players(other)) == (("Anna", "Benito", "Cleo"), ("Bentio", "Dora"))


def test_released_name_can_be_taken_in_the_same_change(at):
    game, other = at.begin("Anja", "Zoë"), at.begin("Zoë", "Ben")
    at.seat(game, NewSeat("Zoë", "Anja"), NewSeat("Zora", "Zoë"))
    assert (at.players(game), at.players(other)) == (("Zoë", "Zora"), ("Zora", "Ben"))
    at.undo(game)
    assert (at.players(game), at.players(other)) == (("Anja", "Zoë"), ("Zoë", "Ben"))
    at.redo(game)
    assert (at.players(game), at.players(other)) == (("Zoë", "Zora"), ("Zora", "Ben"))


@pytest.mark.parametrize("here_only", [False, True])
def test_released_name_goes_to_its_taker_or_a_new_player(at, here_only):
    game, other = at.begin("Anja", "Zoë"), at.begin("Anja", "Ben")
    anja = at.person("Anja").id
    at.seat(game, NewSeat("Zoë", "Anja", here_only), NewSeat("Zora", "Zoë"))
    assert at.players(game) == ("Zoë", "Zora")
    assert at.players(other) == ("Anja" if here_only else "Zoë", "Ben")
    assert (at.person("Zoë").id == anja) == (not here_only)


def test_new_player_taking_an_old_name_is_undone_and_redone(at):
    game = at.begin("Kai", "Lea", slug="carta-nostra")
    at.seat(game, NewSeat("Karl", "Kai"), NewSeat("Lea", "Lea"), NewSeat("Kai"))
    kai = at.person("Kai").id
    at.undo(game)
    assert at.players(game) == ("Kai", "Lea")
    assert at.person("Kai").id != kai
    at.redo(game)
    assert at.players(game) == ("Karl", "Lea", "Kai")
    assert at.person("Kai").id == kai


def test_undone_name_correction_frees_its_name(at):
    game, other = at.begin("Anja", "Zoë"), at.begin("Anja", "Ben")
    at.seat(game, NewSeat("Anna", "Anja", here_only=True), NewSeat("Zoë", "Zoë"))
    at.undo(game)
    at.seat(game, NewSeat("Anna", "Anja"), NewSeat("Zoë", "Zoë"))
    assert (at.players(game), at.players(other)) == (("Anna", "Zoë"), ("Anna", "Ben"))


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_of_players_are_undone_one_by_one(at, seed):
    chance = random.Random(seed)
    game = at.begin("Ada", "Bea", slug="carta-nostra")
    before = [at.seated(game)]
    for _ in range(12):
        names, players = chance.sample(["Ada", "Bea", "Cem", "ada", "Dov", "Eli"], 5), at.players(game)
        names = list({name.casefold(): name for name in names}.values())[: chance.randint(2, 4)]
        had = chance.sample([*players, "", ""], len(names))
        seats = [NewSeat(*pair, here_only=chance.random() < 0.4) for pair in zip(names, had, strict=True)]
        at.seat(game, *seats)
        if at.seated(game) != before[-1]:
            before.append(at.seated(game))
    for expected in reversed(before[:-1]):
        at.undo(game)
        assert at.seated(game) == expected
    assert len(before) > 6


def test_unchanged_options_make_no_revision(at):
    game = at.begin("Anna", "Ben", slug="loire")
    changes.set_options(at.service, game, {"triple_values": None}, at.submission(game))
    assert at.service.view(game).game.revision == 1


def test_options_can_be_undone(at):
    game = at.begin("Anna", "Ben", slug="loire")
    changes.set_options(at.service, game, {"triple_values": {"mines": 3}}, at.submission(game))
    at.undo(game)
    assert "triple_values" not in at.service.view(game).table.options


def test_person_is_renamed_once_for_one_key(at, game):
    bentio, once = at.person("Bentio").id, at.submission()
    done = rename(at.service, bentio, "Bentio", "Benito", once)
    assert rename(at.service, bentio, "Bentio", "Benito", once) == done
    assert at.players(game) == ("Anna", "Benito", "Cleo")
    with pytest.raises(StaleRevision):
        rename(at.service, bentio, "Bentio", "Ben", at.submission())
    with pytest.raises(CannotRename):
        rename(at.service, bentio, "Benito", "ANNA", at.submission())
    take_back(at.service, done.id, at.submission())
    assert at.players(game) == ("Anna", "Bentio", "Cleo")
    with pytest.raises(StaleRevision):
        take_back(at.service, done.id, at.submission())


def test_hidden_name_is_suggested_again_after_playing(at, game):
    cleo = at.person("Cleo").id
    done = hide(at.service, cleo, "Cleo", at.submission())
    assert "Cleo" not in at.suggested()
    take_back(at.service, done.id, at.submission())
    assert "Cleo" in at.suggested()
    hide(at.service, cleo, "Cleo", at.submission())
    at.begin("cleo", "Anna")
    assert "Cleo" in at.suggested()
    assert at.players(game) == ("Anna", "Bentio", "Cleo")


@pytest.mark.parametrize(("change", "seen"), [(rename, ("X", "Y")), (hide, ("X",)), (take_back, ())])
def test_unknown_person_cannot_be_changed(at, change, seen):
    with pytest.raises(NoSuchPerson):
        change(at.service, 99, *seen, at.submission())
