"""The import of a document: it is replayed, its names are recognised, and it is added or compared with ours."""

import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import product

from ..core.document import Document
from ..core.errors import Refusal
from ..core.log import Act, Rename, StoredTable, TableEdit, Times, TimesEdit, differing
from ..core.messages import Message, say
from ..core.replay import Replay, replay
from ..storage import Database
from ..storage.changes import add_change
from ..storage.definitions import keep_definition
from ..storage.games import add_game, has_game, read_game, set_seats
from ..storage.people import (
    add_person,
    former_names,
    has_name,
    merged_player,
    person_called,
    player_of_name,
    read_person,
)
from ..storage.projections import Projections, put_projections
from ..storage.rows import ResultLine, Shelf, StoredChange, StoredGame
from ..storage.seats import entered_players, names_by_game, seated_players, sits_somewhere
from .games import Desk, moment_of, projections_of, stamp
from .people import give_names
from .players import left
from .stored import log_of, options_text, play_texts, room_fault, table_of
from .transaction import Refused, put_back, put_on_shelf

Refusals = tuple[tuple[int | None, Refusal], ...]
"""Why a document cannot be imported: the number of the play (None: it is not about one) and the reason."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document as it would be stored, with its projections; `refusals` say why it cannot be imported.

    `facts` are those of a title without code, as they are stored.

    If a game of its id was here already when it was read, there are no projections: it was not replayed. If one of its
    plays cannot even be written as JSON, there are refusals, and `game` has no plays at all.
    """

    game: StoredGame
    refusals: Refusals = ()
    projections: Projections | None = None
    facts: str | None = None


def prepared(desk: Desk, document: Document) -> Prepared:
    """Return what an import would write of a document. One whose id is here already is not replayed."""
    rulebook, table = document.rulebook, document.table
    unknown = any(isinstance(play, Refusal) for play in document.plays)
    game = StoredGame(
        document.id or str(uuid.uuid4()),
        rulebook.slug,
        table.players,
        options_text(rulebook, table),
        () if unknown else play_texts(document.plays, rulebook, table),
        revision=1,
        finished=False,
        moment=moment_of(dated) if (dated := document.ended or document.started) else int(desk.clock().timestamp()),
        started=document.started,
        ended=document.ended,
        venue=document.venue,
        note=document.note,
    )
    if unknown:
        return Prepared(game, _refusals(replay(rulebook, table, document.plays)))
    with desk.store.reading() as db:
        if document.id and has_game(db, document.id):
            return Prepared(game)
    return folded(game, replay(rulebook, table, document.plays))


def spooled(each: Prepared) -> str:
    """Return a prepared document as one line of JSON for the temporary file; its refusals are not in it."""
    return json.dumps(
        [each.game, each.projections, each.facts], default=lambda value: [getattr(value, at) for at in value.__slots__]
    )


def unspooled(line: str, refusals: Refusals) -> Prepared:
    """Return the prepared document that `spooled` wrote as this line, with its refusals."""
    (game_id, rulebook, players, options, plays, *further), made, facts = json.loads(line)
    game = StoredGame(game_id, rulebook, tuple(players), options, tuple(plays), *further)
    if made:
        lines, *further = made
        made = Projections(tuple(ResultLine(*each) for each in lines), *further)
    return Prepared(replace(game, shelf=Shelf(game.shelf)), refusals, made, facts)


def folded(game: StoredGame, replayed: Replay) -> Prepared:
    """Return a game with its projections or, if plays conflict, with the refusals."""
    if replayed.conflicts:
        return Prepared(game, _refusals(replayed))
    if replayed.finished:
        game = replace(game, finished=True, moment=moment_of(game.dated))
    return Prepared(game, projections=projections_of(game, replayed))


def differences(desk: Desk, stored: StoredGame, game: StoredGame, *, same_players: bool) -> Iterator[Message]:
    """Yield each thing in which a document (`game`) differs from the stored game with its id, in words.

    `same_players` says whether both have the same people in their seats, whatever they are called.
    """
    if stored.rulebook != game.rulebook:
        yield say("the title")
    if not same_players:
        yield say("the players (here {players})", players=stored.players)
    if stored.told is not None:
        yield say("the plays (here only the result is known)")
    elif stored.rulebook == game.rulebook and (stored.options, stored.plays) != (game.options, game.plays):
        yield from _differences_of_logs(desk, stored, game)
    for said, ours, theirs in (
        (say("when it began"), stored.started, game.started),
        (say("when it ended"), stored.ended, game.ended),
        (say("the place"), stored.venue, game.venue),
        (say("the note"), stored.note, game.note),
    ):
        if ours != theirs:
            yield said


def _differences_of_logs(desk: Desk, stored: StoredGame, game: StoredGame) -> Iterator[Message]:
    rulebook = desk.rulebooks[stored.rulebook]
    # What a play means depends on the options and the number of players, not on who they are.
    if table_of(rulebook, stored).options != table_of(rulebook, game).options:
        yield say("the game options")
    ours, theirs = log_of(rulebook, stored), log_of(rulebook, game)
    if ours != theirs:
        pairs = zip(ours, theirs, strict=False)
        first = next((at for at, (our, their) in enumerate(pairs, 1) if our != their), min(len(ours), len(theirs)) + 1)
        yield say("the plays from number {number} on", number=first)


def _refusals(replayed: Replay) -> Refusals:
    return tuple((conflict.number, conflict.refusal) for conflict in replayed.conflicts)


class Recognising:
    """Finds who is meant by a name in a document. Former names are read once, when they are first needed."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @cached_property
    def _had(self) -> Mapping[str, frozenset[int]]:
        return former_names(self._db)

    def are(self, players: Sequence[int], called: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether a document's `names` mean these players, who are `called` so now, seat by seat."""
        return len(players) == len(names) and all(
            now.casefold() == name.casefold() or player in self._once(name)
            for player, now, name in zip(players, called, names, strict=True)
        )

    def seats(self, names: Sequence[str], table: Mapping[int, int]) -> tuple[int | None, ...]:
        """Return as which player each of these sits down, nobody twice; None for a name that nobody here has or had.

        `table` has the players who sit at the game so far, each with the id under which they sat down (another one if
        two players were merged since): a name is looked for among these first. Present names come before former names,
        and a former name counts only if exactly one person had it.
        """
        found: dict[int, int] = {}
        taken: set[int] = set()
        for here, who in product((True, False) if table else (False,), (self._called, self._once)):
            for seat, name in enumerate(names):
                known = {} if seat in found else who(name)
                known = {player: table.get(player, known[player]) for player in known if player in table or not here}
                if len(known) == 1 and not taken & known.keys():
                    taken.update(known)
                    (found[seat],) = known.values()
        return tuple(found.get(seat) for seat in range(len(names)))

    def _called(self, name: str) -> Mapping[int, int]:
        """Return who has this name now, with the id under which they sit down: their own."""
        person = person_called(self._db, name)
        return {person.id: person.id} if person else {}

    def _once(self, name: str) -> Mapping[int, int]:
        """Return who once had this name, each with the id that they had then, which a merge may have changed."""
        once = {
            merged_player(self._db, each): each for each in sorted(self._had.get(name.casefold(), ()), reverse=True)
        }
        people = {player: read_person(self._db, player) for player in once}
        return {
            player: once[player]
            for player, person in people.items()
            if person and has_name(self._db, player, person.name)  # who sits at no game has no name
        }


def replace_game(
    desk: Desk, db: Database, ours: StoredGame, theirs: StoredGame, who: Recognising, import_id: int
) -> None:
    """Put `theirs` in the place of `ours`, which is brought back to the table first; raises Refused."""
    if ours.shelf is not Shelf.TABLE:
        ours = put_on_shelf(desk, db, ours, Shelf.TABLE, None, import_id)
    table_edit = _seated(db, ours, theirs, who)
    after = replace(
        ours,
        players=names_by_game(db, [ours.id])[ours.id],
        options=theirs.options,
        plays=theirs.plays,
        venue=theirs.venue,
        note=theirs.note,
    )
    times = TimesEdit(ours.times, _times(ours, theirs))
    edits = differing(ours.plays, theirs.plays)
    put_back(desk, db, ours, after, Act.REPLACE, None, edits, table_edit, times, import_id)


def _seated(db: Database, ours: StoredGame, theirs: StoredGame, who: Recognising) -> TableEdit | None:
    """Seat the players that a document names; return what that changed at the table and in the options, if anything."""
    before, seated = StoredTable(entered_players(db, ours.id), ours.options), seated_players(db, ours.id)
    known = who.seats(theirs.players, dict(zip(seated, before.players, strict=True)))
    players, renames = _with_newcomers(db, theirs.players, known)
    after = StoredTable(players, theirs.options)
    if after == before:
        return None
    set_seats(db, ours.id, players)
    gone = tuple(player for player in seated if not sits_somewhere(db, player))
    return TableEdit(before, after, give_names(db, (*renames, *left(db, gone))))


def _with_newcomers(
    db: Database, names: Sequence[str], known: Sequence[int | None]
) -> tuple[tuple[int, ...], tuple[Rename, ...]]:
    players = tuple(
        add_person(db, name) if player is None else player for name, player in zip(names, known, strict=True)
    )
    came = [(player, name) for player, name, found in zip(players, names, known, strict=True) if found is None]
    return players, tuple(Rename(player, "", name) for player, name in came)


def _times(ours: StoredGame, theirs: StoredGame) -> Times:
    """Return the document's times; a game in progress with the same times keeps ours, and its place in lists."""
    same = (ours.started, ours.ended) == (theirs.started, theirs.ended)
    return ours.times if same and not ours.finished else theirs.times


MOST_SHOWN = 100
"""How many games of each sort (see Became) are named when people are asked what is to become of them."""


class Different(StrEnum):
    """What becomes of games that are here, but different.

    REFUSE refuses the whole import, and ASK asks people first. With OURS, ours stay, but deleted ones can be brought
    back; with THEIRS, theirs take their place; with LEAVE_OUT, nothing at all happens to them.
    """

    REFUSE = "refuse"
    ASK = "ask"
    OURS = "ours"
    THEIRS = "theirs"
    LEAVE_OUT = "leave-out"


class Became(StrEnum):
    """What became of a game that was in an import; the values are the names of the counts in `StoredImport`."""

    NEW = "new"
    SAME = "same"
    BACK = "back"
    OURS = "ours"
    THEIRS = "theirs"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was in an import: what became of it, and in what it differs from the one that was here."""

    id: str
    became: Became
    differs: tuple[Message, ...] = ()

    @property
    def new(self) -> bool:
        return self.became is Became.NEW


@dataclass(slots=True)
class Found:
    """The games that are in an import, by sort: how many, and the first of them, each with how it differs from ours."""

    counts: Counter[Became] = field(default_factory=Counter)
    first: dict[Became, list[tuple[StoredGame, tuple[Message, ...]]]] = field(default_factory=dict)

    def add(self, game: StoredGame, found: Imported) -> None:
        """Count a game; `game` is as the file has it."""
        self.counts[found.became] += 1
        first = self.first.setdefault(found.became, [])
        if len(first) < MOST_SHOWN:
            first.append((replace(game, plays=()), found.differs))


class CannotImport(Exception):
    """A document cannot be imported; `refusals` say why."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class RunningImport:
    """An import while it is written: `who` recognises names, `touched` has the ids of the games that it changed."""

    desk: Desk
    db: Database
    import_id: int
    different: Different
    bring_back: bool
    who: Recognising
    touched: set[str] = field(default_factory=set)

    def bring_in(self, each: Prepared) -> Imported:
        """Write a game, unless the one that is here stays; return what became of it. Raises CannotImport."""
        stored = read_game(self.db, each.game.id)
        if stored is None:
            return self._add(each)
        same_players = self.who.are(seated_players(self.db, stored.id), stored.players, each.game.players)
        differs = tuple(differences(self.desk, stored, each.game, same_players=same_players))
        if not differs and not each.refusals:
            if stored.shelf is Shelf.DELETED and self.bring_back:
                return Imported(stored.id, self._bring_back(stored))
            return Imported(stored.id, Became.SAME)
        return Imported(stored.id, self._settle(each, stored, differs), differs)

    def _add(self, each: Prepared) -> Imported:
        game = each.game
        if each.facts is not None:
            self._keep_definition(game.rulebook, each.facts)
        if each.projections is None and not each.refusals:  # a game of its id was here when it was read
            each = folded(game, self.desk.replayed(game))
        if each.projections is None:
            raise CannotImport(each.refusals)
        add_game(self.db, game, seated(self.db, self.who, game.players))
        change = StoredChange(1, Act.IMPORT, (), stamp(self.desk.clock()), import_id=self.import_id)
        add_change(self.db, game.id, change)
        put_projections(self.db, each.game, each.projections)
        self.touched.add(game.id)
        return Imported(game.id, Became.NEW)

    def _keep_definition(self, slug: str, facts: str) -> None:
        """Store the definition that a document brings along; raises CannotImport if there are too many."""
        fault = room_fault(self.db, slug)
        if fault:
            raise CannotImport(((None, Refusal("too-many-titles", fault)),))
        keep_definition(self.db, slug, facts)

    def _bring_back(self, stored: StoredGame) -> Became:
        put_on_shelf(self.desk, self.db, stored, Shelf.TABLE, None, self.import_id)
        self.touched.add(stored.id)
        return Became.BACK

    def _settle(self, each: Prepared, stored: StoredGame, differs: tuple[Message, ...]) -> Became:
        """Do with a game that is here, but different, what `different` says; raises CannotImport."""
        if stored.id in self.touched:
            raise id_taken(say("This game is in the files twice, and not the same each time. Leave one of them out."))
        if self.different is Different.REFUSE:
            message = say(
                "Another game with the id {id} is here already. It differs in {differences}.",
                id=stored.id,
                differences=differs or (say("the plays"),),
            )
            raise id_taken(message)
        if self.different is Different.THEIRS:
            return self._replace(each, stored)
        if self.different is Different.LEAVE_OUT:
            return Became.LEFT_OUT
        known = stored.rulebook in self.desk.rulebooks
        if self.different is Different.OURS and self.bring_back and known and stored.shelf is Shelf.DELETED:
            return self._bring_back(stored)
        return Became.OURS

    def _replace(self, each: Prepared, stored: StoredGame) -> Became:
        if each.refusals:
            raise CannotImport(each.refusals)
        if stored.rulebook != each.game.rulebook:
            raise id_taken(say("A game of another title has the same id. Keep ours, or leave this one out."))
        if stored.told is not None:
            raise id_taken(say("Only the result of this game is known here. Keep ours, or leave this one out."))
        try:
            replace_game(self.desk, self.db, stored, each.game, self.who, self.import_id)
        except Refused as refused:
            numbered = tuple((conflict.number, conflict.refusal) for conflict in refused.conflicts)
            raise CannotImport(numbered) from None
        self.touched.add(stored.id)
        return Became.THEIRS


def seated(db: Database, who: Recognising, names: Sequence[str]) -> list[int]:
    """Return the players whom the names of an imported game mean; somebody unknown is added."""
    return [player or player_of_name(db, name) for player, name in zip(who.seats(names, {}), names, strict=True)]


def id_taken(message: Message) -> CannotImport:
    """Return the error that a document has the id of another game; `message` says what is wrong, and what to do."""
    return CannotImport(((None, Refusal("id-taken", message)),))
