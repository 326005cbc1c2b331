"""The values of the pages on which names are corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ClassVar

from flask import url_for

from ...core.messages import Message, listed, many, say
from ...desk.people import Named
from ...storage.rows import PeopleChange, Person
from ..forms.submission import new_entry_key
from ..game.lines import Link
from ..history.home import ListedGame
from .sentences import describe

SHOWN_TEXTS = 5


@dataclass(frozen=True, slots=True)
class WayBack:
    """A change to a person that can be undone: its id, and what it did."""

    id: int
    said: Message


def way_back(change: PeopleChange) -> WayBack:
    """Return what undoes a change."""
    return WayBack(change.id, describe(change))


@dataclass(frozen=True)
class EditPage:
    """The form for a person's name: as it was `typed`, and what is wrong with it.

    `other` has that name already, and may be the same person. `changed` is what was just done, `undoable`: it can be
    undone; `earlier` are older changes that can. `left_over`: the database file still holds a removed name;
    `in_backups`: so do backups that were to be deleted with it. `nameless`: this person's name was removed for good.
    """

    template: ClassVar[str] = "people/edit.html"
    person: Person
    games: int
    typed: str
    fault: Message | None = None
    other: Person | None = None
    notice: Message | None = None
    changed: PeopleChange | None = None
    undoable: bool = False
    earlier: Sequence[PeopleChange] = ()
    left_over: bool = False
    in_backups: bool = False
    nameless: bool = False
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link:
        return Link(url_for("players.player", player_id=self.person.id), listed((self.person.name,)))

    @property
    def address(self) -> str:
        return url_for("people.change", player_id=self.person.id)

    @property
    def merge_address(self) -> str | None:
        """The address where the two can be merged, if somebody else has the name that was typed."""
        return merge_address(self.person, self.other) if self.other else None

    @property
    def change_said(self) -> Message | None:
        return describe(self.changed) if self.changed else None

    @property
    def undo(self) -> int | None:
        """The id of the change that was just done, if it can be undone."""
        return self.changed.id if self.changed and self.undoable else None

    @property
    def ways_back(self) -> Sequence[WayBack]:
        """The older changes that can be undone."""
        return [way_back(each) for each in self.earlier if each != self.changed]

    @property
    def games_said(self) -> Message:
        return many(
            "{player} is in {count} game.", "{player} is in {count} games.", self.games, player=self.person.name
        )


@dataclass(frozen=True, slots=True)
class Alike:
    """A person with a similar name: how much they played, and the address where the two can be merged."""

    name: str
    played: Message
    address: str


@dataclass(frozen=True)
class ChoosePage:
    """The choice with whom to merge a person: a name as it was `typed`, its fault, and people with similar names."""

    template: ClassVar[str] = "people/choose.html"
    person: Person
    like: Sequence[Named]
    typed: str = ""
    fault: Message | None = None

    @property
    def up(self) -> Link:
        return edit_link(self.person)

    @property
    def names(self) -> Sequence[Alike]:
        return [Alike(each.name, played(each.games), merge_address(self.person, each)) for each in self.like]


@dataclass(frozen=True)
class MergePage:
    """Two people who may be one: the number of games of each, and games `together`, which show that they are two.

    `more`: there are further games together.
    """

    template: ClassVar[str] = "people/merge.html"
    person: Person
    other: Person
    games: tuple[int, int]
    together: Sequence[ListedGame]
    more: bool
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link:
        return edit_link(self.person)

    @property
    def address(self) -> str:
        return url_for("people.merge", player_id=self.person.id)

    @property
    def other_way_address(self) -> str:
        """The address of the same question with the other name kept."""
        return merge_address(self.other, self.person)

    @property
    def both(self) -> Sequence[tuple[str, Message]]:
        """The two names, each with the number of games."""
        people = zip((self.person, self.other), self.games, strict=True)
        return [(each.name, played(games)) for each, games in people]


@dataclass(frozen=True)
class RemovePage:
    """The question before a name is removed; games will show the name `instead`. `fault` is what the form lacks.

    `former` are names that this person had and that are removed, too; `texts` the notes and places with one of these
    names; `running` their games in progress. `backups_said` is how long automatic backups keep the name; `has_replica`:
    a replica keeps it, too.
    """

    template: ClassVar[str] = "people/remove.html"
    person: Person
    games: int
    instead: str
    former: Sequence[str]
    texts: Sequence[str]
    running: Sequence[ListedGame]
    backups_said: Message | None
    has_replica: bool
    fault: Message | None = None
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link:
        return edit_link(self.person)

    @property
    def address(self) -> str:
        return url_for("people.remove", player_id=self.person.id)

    @property
    def games_said(self) -> Message:
        return many(
            "{player} becomes {instead} in {count} game.",
            "{player} becomes {instead} in all {count} games.",
            self.games,
            player=self.person.name,
            instead=self.instead,
        )

    @property
    def former_said(self) -> Message | None:
        """Which former names are removed, too."""
        return say("Former names go with it: {names}.", names=tuple(self.former)) if self.former else None

    @property
    def texts_said(self) -> Message | None:
        """In how many notes and places the name is replaced."""
        if not self.texts:
            return None
        return many(
            "It is replaced in {count} place or note, too:",
            "It is replaced in {count} places and notes, too:",
            len(self.texts),
        )

    @property
    def shown_texts(self) -> Sequence[str]:
        """The first of the notes and places."""
        return self.texts[:SHOWN_TEXTS]


@dataclass(frozen=True, slots=True)
class Unused:
    """A person who has not played for long, and when they `last` did."""

    id: int
    name: str
    last: datetime


@dataclass(frozen=True, slots=True)
class Pair:
    """Two similar names: `person` has the rarer one, `address` is where to merge them, `said` says so."""

    person: Named
    said: Message
    address: str


@dataclass(frozen=True)
class NamesPage:
    """Names that may leave the suggestions, as they are long unused or similar; `changed` is what was just done."""

    template: ClassVar[str] = "people/names.html"
    long_unused: Sequence[Named]
    alike: Sequence[tuple[Named, Named]]
    notice: Message | None = None
    changed: PeopleChange | None = None
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def up(self) -> Link:
        return Link(url_for("players.all_players"), say("Players"))

    @property
    def unused(self) -> Sequence[Unused]:
        return [
            Unused(each.id, each.name, datetime.fromtimestamp(each.moment or 0, UTC).astimezone())
            for each in self.long_unused
        ]

    @property
    def pairs(self) -> Sequence[Pair]:
        return [Pair(one, _merge_said(one, other), merge_address(one, other)) for one, other in self.alike]

    @property
    def change_said(self) -> Message | None:
        return describe(self.changed) if self.changed else None


def _merge_said(one: Named, other: Named) -> Message:
    return say(
        "Merge {one} ({games}) and {other} ({more})",
        one=one.name,
        games=played(one.games),
        other=other.name,
        more=played(other.games),
    )


def played(games: int) -> Message:
    """Return a number of games in words."""
    return many("{count} game", "{count} games", games)


def merge_address(person: Person | Named, other: Person | Named) -> str:
    """Return the address where a person can be merged into another."""
    return url_for("people.merging", player_id=person.id, into=other.id)


def edit_link(person: Person) -> Link:
    """Return the link to the form for a person's name."""
    return Link(url_for("people.edit", player_id=person.id), say("Name"))
