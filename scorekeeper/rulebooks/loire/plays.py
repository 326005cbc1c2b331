"""What can be entered: a player's tally, the stop; alone, Aaron's table and the end of a round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ...core.messages import Message, say
from ...core.rulebook import Kind, Table
from ...core.shapes import Field, Flag, Integer, Many, Record, Seat, Shape, Word
from .cards import ANIMAL_LABELS, ANIMALS, STORAGE, STORAGE_LABELS, TYPE_LABELS, TYPES
from .holdings import Holding, given
from .points import is_solo


@dataclass(frozen=True, slots=True)
class Tally:
    """What the seat `player` has, as it was entered (None for what was left out); `holding` has it filled in."""

    kind: ClassVar[str] = "tally"
    player: int
    estate: Mapping[str, Mapping[str, int]] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    victory_cards: int | None = field(default=None, compare=False)
    goods_vp: int | None = field(default=None, compare=False)
    animals: Mapping[str, int] | None = field(default=None, compare=False)
    start_player: bool | None = field(default=None, compare=False)
    storage: Mapping[str, int] | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        estate = self.estate or {}
        holding = Holding(
            tuple(estate.get(name, {}).get("cards", 0) for name in TYPES),
            tuple(estate.get(name, {}).get("cloisters", 0) for name in TYPES),
            tuple(sorted(self.first_triples or ())),
            self.all_seven or 0,
            self.victory_cards or 0,
            self.goods_vp or 0,
            given(self.animals, ANIMALS),
            bool(self.start_player),
            given(self.storage, STORAGE),
        )
        object.__setattr__(self, "holding", holding)


@dataclass(frozen=True, slots=True)
class Aaron:
    """Aaron's table in this round, as it was entered; `holding` has it filled in. Source: "Solitaire Variation"."""

    kind: ClassVar[str] = "aaron"
    estate: Mapping[str, int] | None = field(default=None, compare=False)
    first_triples: tuple[str, ...] | None = field(default=None, compare=False)
    all_seven: int | None = field(default=None, compare=False)
    holding: Holding = field(init=False)

    def __post_init__(self) -> None:
        holding = Holding(
            given(self.estate, TYPES),
            first_triples=tuple(sorted(self.first_triples or ())),
            all_seven=self.all_seven or 0,
        )
        object.__setattr__(self, "holding", holding)


@dataclass(frozen=True, slots=True)
class Stop:
    """The tallies are the final ones."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round is over: the points are compared with Aaron's. Source: "Solitaire Variation"."""

    kind: ClassVar[str] = "end-round"


AnyPlay = Tally | Aaron | Stop | EndRound


def tally_of(player: int, holding: Holding) -> Tally:
    """Return the tally that says what a player has, with every field filled in."""
    stacks = zip(TYPES, holding.cards, holding.cloisters, strict=True)
    return Tally(
        player,
        {name: {"cards": cards, "cloisters": cloisters} for name, cards, cloisters in stacks},
        holding.first_triples,
        holding.all_seven,
        holding.victory_cards,
        holding.goods_vp,
        dict(zip(ANIMALS, holding.animals, strict=True)),
        holding.start_player,
        dict(zip(STORAGE, holding.storage, strict=True)),
    )


def aaron_of(holding: Holding) -> Aaron:
    """Return the play that says what Aaron has, with every field filled in."""
    return Aaron(dict(zip(TYPES, holding.cards, strict=True)), holding.first_triples, holding.all_seven)


def kinds(table: Table) -> tuple[Kind, ...]:
    """Return the kinds of play that a table knows: other ones where somebody plays alone."""
    return SOLO_KINDS if is_solo(table) else KINDS


def optional_fields(names: tuple[str, ...], labels: tuple[Message, ...], shape: Shape) -> tuple[Field, ...]:
    """Return fields of one shape that can all be left out."""
    named = zip(names, labels, strict=True)
    return tuple(Field(name, shape, label, required=False) for name, label in named)


def _optional(name: str, shape: Shape, label: Message) -> Field:
    return Field(name, shape, label, required=False)


COUNT = Integer()
STACK = Record(optional_fields(("cards", "cloisters"), (say("cards"), say("cloisters laid to them")), COUNT))
FIRST_TRIPLES = _optional("first_triples", Many(Word(TYPES, TYPE_LABELS)), say("First triples"))
ALL_SEVEN_CARD = _optional("all_seven", COUNT, say("All 7 types"))

TALLY = Kind(
    "tally",
    Tally,
    say("Enter a tally"),
    (
        Field("player", Seat(), say("Player")),
        _optional("estate", Record(optional_fields(TYPES, TYPE_LABELS, STACK)), say("Estate")),
        FIRST_TRIPLES,
        ALL_SEVEN_CARD,
        _optional("victory_cards", COUNT, say("Points on victory point cards")),
        _optional("goods_vp", COUNT, say("Points on sold goods")),
        _optional("animals", Record(optional_fields(ANIMALS, ANIMAL_LABELS, COUNT)), say("Animals")),
        _optional("start_player", Flag(), say("Start player card")),
        _optional("storage", Record(optional_fields(STORAGE, STORAGE_LABELS, COUNT)), say("Storage")),
    ),
)
KINDS = (TALLY, Kind("stop", Stop, say("These are the final tallies")))
SOLO_KINDS = (
    TALLY,
    Kind(
        "aaron",
        Aaron,
        say("Enter Aaron's table"),
        (
            _optional("estate", Record(optional_fields(TYPES, TYPE_LABELS, COUNT)), say("Estate")),
            FIRST_TRIPLES,
            ALL_SEVEN_CARD,
        ),
    ),
    Kind("end-round", EndRound, say("End the round")),
)
