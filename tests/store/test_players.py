"""Correcting the players of a game: plays move with their players, and names change everywhere or in this game only."""

import random
from itertools import groupby

import pytest

from scorekeeper.core.errors import Refusal
from scorekeeper.core.messages import say
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.prodigals_club.election import HydePark
from scorekeeper.store import changes
from scorekeeper.store.games import InvalidOptions, Refused, StaleRevision
from scorekeeper.store.people import CannotRename, NoSuchPerson, hide, rename, take_back
from scorekeeper.store.rows import seated_players
from scorekeeper.store.trail import trail
from tests.documents import import_documents, read_document
from tests.recorded import TITLES, document_of
from tests.store.town import Town

RECORDED = [path for _, paths in groupby(TITLES, lambda path: path.parent) for path in [*paths][:4]]
ORDER_COUNTS = {"prodigals-club"}
"""Titles in which the order of play breaks ties."""


def stay(*names):
    """Return the seats of players who keep their names, in this order."""
    return [(name, name) for name in names]


ANNA, CLEO = stay("Anna", "Cleo")
BENITO = (ANNA, ("Benito", "Bentio"), CLEO)


@pytest.fixture
def town(store):
    return Town(store)


@pytest.fixture
def game(town):
    """A game with three players; the first two have played."""
    game = town.begin("Anna", "Bentio", "Cleo", slug="don-carlo")
    for agent in (Agent(0, (1, 1, 5)), Agent(1, (0, 0, 2))):
        changes.enter(town.service, game, [agent], town.submission(game))
    return game


def seated(town, game):
    """Return the players of a game as (person, name)."""
    players = town.players(game)
    with town.service.store.reading() as db:
        return tuple(zip(seated_players(db, game), players, strict=True))


def plays(town, game):
    view = town.service.view(game)
    return [(view.table.players[step.seat], *step.play.cards) for step in view.replay.steps]


@pytest.mark.parametrize(
    ("seats", "other", "after", "other_after"),
    [
        (BENITO, "Bentio Dora", "Anna Benito Cleo", "Benito Dora"),
        ([ANNA, ("Benito", "Bentio", True), CLEO], "Bentio Dora", "Anna Benito Cleo", "Bentio Dora"),
        # a known player instead of a misspelt name, and swapped names: in this game only
        ([ANNA, ("benito", "Bentio"), CLEO], "Benito Dora", "Anna Benito Cleo", "Benito Dora"),
        ([("Bentio", "Anna"), ("Anna", "Bentio"), CLEO], "Anna Bentio", "Bentio Anna Cleo", "Anna Bentio"),
        # a released name is taken by a new player, or by another one everywhere or in this game only
        ([("Zoë", "Anna"), *stay("Bentio", "Cleo"), ("Anna",)], "Anna Dora", "Zoë Bentio Cleo Anna", "Zoë Dora"),
        ([("Bentio", "Anna"), ("Benno", "Bentio"), CLEO], "Bentio Anna", "Bentio Benno Cleo", "Benno Bentio"),
        ([("Bentio", "Anna", True), ("Benno", "Bentio"), CLEO], "Bentio Anna", "Bentio Benno Cleo", "Benno Anna"),
    ],
)
def test_corrected_names_change_the_games_they_belong_to(town, game, seats, other, after, other_after):
    other, played = town.begin(*other.split(), slug="don-carlo"), [cards for _, *cards in plays(town, game)]
    before = seated(town, game), seated(town, other)
    colours = ("blue", "green", "grey", "brown")[: len(seats)]
    town.seat(game, *seats, families=colours)
    changed = seated(town, game), seated(town, other)
    assert [" ".join(name for _, name in each) for each in changed] == [after, other_after]
    assert plays(town, game) == [(name, *cards) for (_, name), cards in zip(changed[0][:2], played, strict=True)]
    assert town.suggested() == {name for each in changed for _, name in each}
    town.undo(game)
    assert (seated(town, game), seated(town, other)) == before
    town.redo(game)
    assert (seated(town, game), seated(town, other)) == changed


def test_plays_follow_their_players_to_new_seats(town, game):
    before = town.service.view(game)
    town.seat(game, *stay("Cleo", "Anna", "Bentio"), families=("grey", "blue", "green"))
    assert plays(town, game) == [("Anna", 1, 1, 5), ("Bentio", 0, 0, 2)]
    town.undo(game)
    after = town.service.view(game)
    assert (after.table, after.game.plays) == (before.table, before.game.plays)


def test_changes_of_players_are_named_in_the_trail(town, game):
    for seats, families, undone in (
        (stay("Anna", "Bentio", "Cleo"), None, "Bentio's 0/0/2"),  # nothing changed, so there is no change
        (BENITO, None, "the name Benito"),
        (stay("Anna", "Benito", "Cleo"), ("green", "blue", "grey"), "the change of colours"),
        (stay("Cleo", "Anna", "Benito"), None, "the change of players"),
    ):
        town.seat(game, *seats, families=families)
        assert str(town.service.view(game).undo) == undone
    said = [str(line.message) for line in trail(town.service, game)]
    assert said[3] == "Renamed Bentio to Benito."
    assert said[-1] == "The players are Cleo, Anna and Benito now."
    assert len(said) == 6


def test_players_join_and_leave_unless_they_are_in_an_entry(town, game):
    town.seat(game, *stay("Anna", "Bentio"))
    town.seat(game, *stay("Anna", "Bentio"), ("Dora",), families=("blue", "green", "brown"))
    assert town.service.view(game).table.options["families"] == ("blue", "green", "brown")
    before = town.service.view(game).game
    with pytest.raises(Refused) as refused:
        town.seat(game, *stay("Bentio", "Dora"))
    assert [(each.number, each.refusal) for each in refused.value.conflicts] == [
        (1, Refusal("player-left", say("{player} is in this entry.", player="Anna")))
    ]
    assert town.service.view(game).game == before
    club = town.begin("Anna", "Ben", "Cleo", "Dora", slug="prodigals-club", competitions=("election", "society"))
    park = HydePark({0: 1, 1: 2, 2: 3, 3: 0}, (2, 1, 0))  # an entry of nobody, with everybody in its values
    changes.enter(town.service, club, [park], town.submission(club))
    with pytest.raises(Refused) as refused:
        town.seat(club, *stay("Anna", "Ben", "Cleo"))
    assert [str(each.refusal.message) for each in refused.value.conflicts] == ["Dora is in this entry."]


def test_number_of_players_decides_options_and_is_limited(town):
    game = town.begin("Anna", "Ben", slug="loire")
    town.seat(game, ("Anna", "Anna"))
    assert town.service.view(game).table.options["solo"] is True
    town.seat(game, ("Anna", "Anna"), ("Ben",))
    assert "solo" not in town.service.view(game).table.options
    changes.set_options(town.service, game, {"triple_values": {"mines": 3}}, town.submission(game))
    town.undo(game)
    assert "triple_values" not in town.service.view(game).table.options
    unchanged = town.service.view(game).game.revision
    changes.set_options(town.service, game, {"triple_values": None}, town.submission(game))
    assert town.service.view(game).game.revision == unchanged
    with pytest.raises(InvalidOptions, match="needs 1–4 players"):
        town.seat(game, ("Anna", "Anna"), *((name,) for name in ("Cleo", "Dora", "Emil", "Fee")))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_recorded_totals_are_unchanged_after_rotating_seats(town, path):
    document = read_document(document_of(path))
    (imported,) = import_documents(town.service, [document])
    game, before = imported.id, town.service.view(imported.id)
    names = before.table.players
    moved = [(seat + 1) % len(names) for seat in range(len(names))]
    families = before.table.options.get("families")
    town.seat(
        game,
        *stay(*(names[seat] for seat in moved)),
        families=families and tuple(families[seat] for seat in moved),
    )
    after = town.service.view(game)
    if path.parent.name not in ORDER_COUNTS:
        assert totals(after) == totals(before)
    assert plays_by_player(after) == plays_by_player(before)
    town.undo(game)
    assert town.service.view(game).game.plays == before.game.plays


def plays_by_player(view):
    return [None if step.seat is None else view.table.players[step.seat] for step in view.replay.steps]


def totals(view):
    return {each.line.name: each.line.total for each in view.replay.sheet().standings}


def test_undo_keeps_a_newer_name(town, game):
    town.seat(game, *BENITO)
    town.rename("Benito", "Ben")
    town.undo(game)
    assert town.players(game) == ("Anna", "Ben", "Cleo")
    assert str(trail(town.service, game)[-1].message) == "A newer name was kept."
    town.undo(game)
    assert len(town.service.view(game).game.plays) == 1


@pytest.mark.parametrize("known", [False, True])
def test_undone_correction_meets_a_new_player_of_the_old_name(town, game, known):
    """If the correction only changed a name, it stays; if it seated a known player, the new one is seated instead."""
    if known:
        town.begin("Benito", "Dora")
    town.seat(game, *BENITO)
    other = town.begin("Bentio", "Dora")
    town.undo(game)
    assert town.players(game) == ("Anna", "Bentio" if known else "Benito", "Cleo")
    assert (seated(town, game)[1] == seated(town, other)[0]) == known
    town.redo(game)
    assert (town.players(game), town.players(other)) == (("Anna", "Benito", "Cleo"), ("Bentio", "Dora"))


def test_undone_name_correction_frees_its_name(town):
    game, other = town.begin("Anja", "Zoë"), town.begin("Anja", "Ben")
    town.seat(game, ("Anna", "Anja", True), ("Zoë", "Zoë"))
    town.undo(game)
    town.seat(game, ("Anna", "Anja"), ("Zoë", "Zoë"))
    assert (town.players(game), town.players(other)) == (("Anna", "Zoë"), ("Anna", "Ben"))


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_of_players_are_undone_one_by_one(town, seed):
    chance = random.Random(seed)
    game = town.begin("Ada", "Bea")
    before = [seated(town, game)]
    for _ in range(12):
        names, players = chance.sample(["Ada", "Bea", "Cem", "ada", "Dov", "Eli"], 5), town.players(game)
        names = list({name.casefold(): name for name in names}.values())[: chance.randint(2, 4)]
        had = chance.sample([*players, "", ""], len(names))
        town.seat(game, *((*pair, chance.random() < 0.4) for pair in zip(names, had, strict=True)))
        if seated(town, game) != before[-1]:
            before.append(seated(town, game))
    for expected in reversed(before[:-1]):
        town.undo(game)
        assert seated(town, game) == expected
    assert len(before) > 6


def test_renamed_person_is_changed_once_and_never_unknown(town, game):
    bentio = town.person("Bentio").id
    done = town.rename("Bentio", "Benito")
    for seen, after, error in (("Bentio", "Ben", StaleRevision), ("Benito", "ANNA", CannotRename)):
        with pytest.raises(error):
            rename(town.service, bentio, seen, after, town.submission())
    town.back(done)
    assert town.players(game) == ("Anna", "Bentio", "Cleo")
    with pytest.raises(StaleRevision):
        town.back(done)
    for change, seen in ((rename, ("X", "Y")), (hide, ("X",)), (take_back, ())):
        with pytest.raises(NoSuchPerson):
            change(town.service, 99, *seen, town.submission())


def test_hidden_name_is_suggested_again_after_playing(town, game):
    done = hide(town.service, town.person("Cleo").id, "Cleo", town.submission())
    assert "Cleo" not in town.suggested()
    town.back(done)
    assert "Cleo" in town.suggested()
    hide(town.service, town.person("Cleo").id, "Cleo", town.submission())
    town.begin("cleo", "Anna")
    assert "Cleo" in town.suggested()
    assert town.players(game) == ("Anna", "Bentio", "Cleo")
