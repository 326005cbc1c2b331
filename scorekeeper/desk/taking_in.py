"""A game from a document is taken in: it is new, here just so, or here and different, and then somebody chooses."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ..core.errors import Refusal
from ..core.log import Act
from ..core.messages import Message, say
from ..storage import Database
from ..storage.changes import add_change
from ..storage.games import add_game, read_game
from ..storage.people import player_of_name
from ..storage.projections import put_projections
from ..storage.rows import Shelf, StoredChange, StoredGame
from ..storage.seats import seated_players
from .games import Desk, stamp
from .preparing import Prepared, Refusals, differences, folded
from .recognising import Recognising
from .replacing import replace_game
from .transaction import Refused, put_on_shelf

MOST_SHOWN = 100
"""How many games of a sort are named where people are asked what is to become of them."""


class Different(StrEnum):
    """What becomes of games that are here, but different: the import is refused, or people are asked first.

    Or ours stay, theirs take their place, or they are left out: with them nothing at all happens.
    """

    REFUSE = "refuse"
    ASK = "ask"
    OURS = "ours"
    THEIRS = "theirs"
    LEAVE_OUT = "leave-out"


class Became(StrEnum):
    """What became of a game that an import named, by the names in `StoredImport`."""

    NEW = "new"
    SAME = "same"
    BACK = "back"
    OURS = "ours"
    THEIRS = "theirs"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that an import named: its id, what became of it, and in what it differs from the one that was here."""

    id: str
    became: Became
    differs: tuple[Message, ...] = ()

    @property
    def new(self) -> bool:
        """Whether it was not here before."""
        return self.became is Became.NEW


@dataclass(slots=True)
class Found:
    """What is in files: how many games of each sort, and the first of each; if they differ, in what."""

    counts: Counter[Became] = field(default_factory=Counter)
    first: dict[Became, list[tuple[StoredGame, tuple[Message, ...]]]] = field(default_factory=dict)

    def add(self, game: StoredGame, found: Imported) -> None:
        """Add a game as the file has it."""
        self.counts[found.became] += 1
        first = self.first.setdefault(found.became, [])
        if len(first) < MOST_SHOWN:
            first.append((replace(game, plays=()), found.differs))


class CannotImport(Exception):
    """A document that cannot be imported, and why."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__(refusals)
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class TakingIn:
    """An import while it is written: `who` recognises names, `touched` are the games that it did something to.

    The games that are new are in no sums of the history before `count_in` is called for them.
    """

    desk: Desk
    db: Database
    import_id: int
    different: Different
    bring_back: bool
    who: Recognising
    touched: set[str] = field(default_factory=set)

    def take_in(self, each: Prepared) -> Imported:
        """Write a game, or say what else becomes of it; raises CannotImport."""
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
        if each.projections is None and not each.refusals:  # it was here when it was read
            each = folded(game, self.desk.replayed(game))
        if each.projections is None:
            raise CannotImport(each.refusals)
        add_game(self.db, game, seated(self.db, self.who, game.players))
        change = StoredChange(1, Act.IMPORT, (), stamp(self.desk.clock()), import_id=self.import_id)
        add_change(self.db, game.id, change)
        put_projections(self.db, each.game, each.projections, counting=False)
        self.touched.add(game.id)
        return Imported(game.id, Became.NEW)

    def _bring_back(self, stored: StoredGame) -> Became:
        put_on_shelf(self.desk, self.db, stored, Shelf.TABLE, None, self.import_id)
        self.touched.add(stored.id)
        return Became.BACK

    def _settle(self, each: Prepared, stored: StoredGame, differs: tuple[Message, ...]) -> Became:
        """Do with a game that is here, but different, what is to become of such."""
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
    """Return whom the names of a game that comes in seat; who is not known is added."""
    return [player or player_of_name(db, name) for player, name in zip(who.seats(names, {}), names, strict=True)]


def id_taken(message: Message) -> CannotImport:
    """Return that a document has the id of another game."""
    return CannotImport(((None, Refusal("id-taken", message)),))
