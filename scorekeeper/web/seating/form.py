"""The seating form: names, order, colours and options. Each button returns a changed copy of the form."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from ...core.document import seats_fault
from ...core.fields import Choice, Colour, PerSeat, small_number
from ...core.messages import Message, say
from ...core.names import NAME_LENGTH, hidden_fault, name_fault, name_length_fault
from ...core.rulebook import MAX_PLAYERS, Option, Rulebook, SeatingRule, StartingPlayer
from ...core.table import Table
from ...store.games import GameView
from ..forms.fields import FieldsForm, fields_form, typed_in, values_of
from ..forms.fixed import one_line, place_fault

FEW_SEATS = 6
KEPT = "kept"
"""Value of the form field `order` that keeps the order of seats instead of drawing it."""
MAX_ROWS = MAX_PLAYERS + 1  # a row more, so that too many players are refused


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat in the form, with a word for each option chosen per seat; `had` is the seat's previous player."""

    name: str
    words: Mapping[str, str]
    faults: Mapping[str, Message] = field(default_factory=dict)
    had: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """The form: its rows in seat order, and the name in the field for a new player (`typed`).

    `options` is the form of the game options and `place` the location; each is None if the form does not ask for it.
    `kept` keeps the order although the title draws it. `after` is the id of the previous game in a rematch. `faults`
    have the keys "players" (their number), "new" (the typed name), "place" and "table" (an invalid combination); each
    row has its own faults.
    """

    rulebook: Rulebook[Any]
    rows: tuple[SeatRow, ...] = ()
    typed: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)
    options: FieldsForm | None = None
    place: str | None = None
    kept: bool = False
    after: str = ""

    @property
    def sitting(self) -> SeatingRule:
        """The rule for the starting player; it depends on the options if they are valid."""
        seats = self.rulebook.seats
        if seats.by_options is None or self.options is None:
            return seats.sitting({})
        # Validate a copy, because otherwise this form would show its faults before it is sent.
        form = options_form(self.rulebook, sent=MultiDict(typed_in(self.options)))
        return seats.sitting(values_of(form) if form.validate() else {})

    @property
    def draws(self) -> bool:
        return self.sitting.first is StartingPlayer.DRAWN and not self.kept

    @property
    def valid(self) -> bool:
        asked = self.options is None or not self.options.errors
        return asked and not self.faults and not any(row.faults for row in self.rows)

    @property
    def full(self) -> bool:
        return len(self.rows) >= self.rulebook.meta.players[1]

    @property
    def several(self) -> bool:
        return len(self.rows) > 1

    @property
    def crowded(self) -> bool:
        """Whether the title allows more than FEW_SEATS players, so that free seats are not shown."""
        return self.rulebook.meta.players[1] > FEW_SEATS

    @property
    def free_seats(self) -> range:
        """The numbers of the free seats to show, counted from 1."""
        return range(len(self.rows) + 1, 1 if self.crowded else self.rulebook.meta.players[1] + 1)

    @property
    def no_room(self) -> Message:
        most = self.rulebook.meta.players[1]
        return say(
            "{title} is for at most {most} players, and all seats are taken.",
            title=self.rulebook.meta.title,
            most=most,
        )

    @property
    def can_add(self) -> bool:
        """Whether to show the field for a new player: there is room, or the field contains a name."""
        return not self.full or bool(self.typed or self.faults.get("new"))

    def table(self) -> Table:
        fixed = self.rulebook.fixed(len(self.rows))
        known = {name: value for name, value in fixed.items() if value is not None}
        values = values_of(self.options) if self.options is not None else {}
        return self.rulebook.table([row.name for row in self.rows], self.seat_words() | known | values)

    def seat_words(self) -> dict[str, tuple[str, ...]]:
        options = [option.field.name for option in self.rulebook.seat_options]
        return {name: tuple(row.words[name] for row in self.rows) for name in options}

    def colour(self, index: int) -> str:
        """Return the colour of the row at `index`; "" if the title has no colours."""
        chosen = (option for option in self.rulebook.seat_options if isinstance(choice(option), Colour))
        return next((self.rows[index].words[option.field.name] for option in chosen), "")


def per_seat(option: Option) -> PerSeat:
    shape = option.field.shape
    assert isinstance(shape, PerSeat)  # noqa: S101  (true for all seat_options)
    return shape


def choice(option: Option) -> Choice:
    """Return the shape of one seat's choice for an option of `seat_options`."""
    shape = per_seat(option)
    assert isinstance(shape.item, Choice)  # noqa: S101  (the form supports only choices)
    return shape.item


def seat_choices(seating: Seating) -> list[tuple[Option, list[tuple[str, Message, bool]]]]:
    """Return the options chosen per seat, with their words and labels, and whether each is offered.

    If several seats can have the same word (a team), the words offered are the chosen ones and the first ones, one more
    than half the number of players.
    """
    found = []
    for option in seating.rulebook.seat_options:
        words, chosen = choice(option), {row.words[option.field.name] for row in seating.rows}
        most = len(words.words) if per_seat(option).distinct else len(seating.rows) // 2 + 1
        pairs = zip(words.words, words.labels, strict=True)
        found.append((option, [(word, label, at < most or word in chosen) for at, (word, label) in enumerate(pairs)]))
    return found


def for_scripts(seating: Seating) -> dict[str, Any]:
    """Return the values for a new seat by seats.js, which replaces {player}, {length}, {seat} and {number}."""
    player = "{player}"
    blank = SeatRow(player, {option.field.name: "" for option in seating.rulebook.seat_options})
    return {
        "blank": blank,
        "alike": at_the_table(player),
        "nameless": name_fault(""),
        "longest": NAME_LENGTH,
        "too_long": name_length_fault("{length}"),
    }


def read_seating(rulebook: Rulebook[Any], form: MultiDict[str, str], *, asks_options: bool = True) -> Seating:
    """Return the seating in a form or query; names are normalized with `one_line`."""
    count = next((number for number in range(MAX_ROWS) if f"name-{number}" not in form), MAX_ROWS)
    words = {option.field.name: read_words(option, form, count) for option in rulebook.seat_options}
    rows = tuple(
        SeatRow(
            one_line(form[f"name-{number}"]),
            {name: chosen[number] for name, chosen in words.items()},
            had=form.get(f"had-{number}", ""),
        )
        for number in range(count)
    )
    options = options_form(rulebook, sent=form) if asks_options else None
    place = one_line(form["place"]) if "place" in form else None
    kept = form.get("order") == KEPT
    typed, after = one_line(form.get("new", "")), form.get("after", "")
    return Seating(rulebook, rows, typed, options=options, place=place, kept=kept, after=after)


def read_words(option: Option, form: MultiDict[str, str], count: int) -> tuple[str, ...]:
    """Return the words chosen by the seats, after swaps; the field "<name>-was" has the previous word."""
    names = [f"{option.field.name}-{number}" for number in range(count)]
    chosen = [form.get(name, "") for name in names]
    if not per_seat(option).distinct:
        return tuple(chosen)
    return swapped([form.get(f"{name}-was", word) for name, word in zip(names, chosen, strict=True)], chosen)


def swapped(before: Sequence[str], chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the words of all seats: a seat that chose another seat's word swaps, unless two seats chose the same."""
    words = list(before)
    changed = [word for word, was in zip(chosen, before, strict=True) if word != was]
    for index, word in enumerate(chosen):
        if word == before[index]:
            continue
        if word in words and words[index] and changed.count(word) == 1:
            words[words.index(word)] = words[index]
        words[index] = word
    return tuple(words)


def options_form(
    rulebook: Rulebook[Any], sent: MultiDict[str, str] | None = None, data: Mapping[str, Any] | None = None
) -> FieldsForm:
    return fields_form([option.field for option in rulebook.asked_options], {}, sent, data)


def query_of(seating: Seating) -> list[tuple[str, str]]:
    """Return the query parameters for a seating, the inverse of `read_seating`."""
    pairs = [("new", seating.typed), *([] if seating.place is None else [("place", seating.place)])]
    pairs += [("order", KEPT)] if seating.kept else []
    pairs += [("after", seating.after)] if seating.after else []
    for number, row in enumerate(seating.rows):
        pairs += [(f"name-{number}", row.name), *((f"{name}-{number}", word) for name, word in row.words.items())]
    return [*pairs, *typed_in(seating.options)]


def seating_of(view: GameView) -> Seating:
    own = [(option.field.name, view.table.options[option.field.name]) for option in view.rulebook.seat_options]
    rows = (
        SeatRow(name, {option: words[seat] for option, words in own}, had=name)
        for seat, name in enumerate(view.table.players)
    )
    return Seating(view.rulebook, tuple(rows))


def add(seating: Seating, name: str) -> Seating:
    """Return the seating with one more player and the first free word per option, or with the fault of the name."""
    fault = (
        (seating.no_room if seating.full else None)
        or name_fault(name)
        or _alike(name, [row.name for row in seating.rows])
    )
    if fault:
        return replace(seating, typed=name, faults={"new": fault})
    words = {}
    for option in seating.rulebook.seat_options:
        taken, offered = [row.words[option.field.name] for row in seating.rows], choice(option).words
        free = (word for word in offered if word not in taken)
        words[option.field.name] = next(free, "") if per_seat(option).distinct else offered[len(taken) % 2]
    return replace(seating, rows=(*seating.rows, SeatRow(name, words)), typed="")


def move(seating: Seating, index: int, step: int) -> Seating:
    """Return the seating with the row at `index` moved by `step`, if possible; the order is then no longer drawn."""
    rows, other = list(seating.rows), index + step
    if 0 <= index < len(rows) and 0 <= other < len(rows):
        rows[index], rows[other] = rows[other], rows[index]
        drawn = StartingPlayer.DRAWN in (seating.rulebook.seats.first, seating.sitting.first)
        return replace(seating, rows=tuple(rows), kept=drawn or seating.kept)
    return seating


def pressed(seating: Seating, button: str) -> Seating:
    """Return the seating after a button was pressed; other buttons return it unchanged.

    The buttons are "add", "enter" (add, if a name was typed), "seat:NAME", "remove:N", "up:N", "down:N", and "first:N",
    which rotates the order to begin with row N. N counts from 0.
    """
    act, _, what = button.partition(":")
    number = small_number(what, MAX_ROWS)
    index = -1 if number is None else number
    match act:
        case "enter" if not seating.typed:
            return seating
        case "add" | "enter":
            hidden = hidden_fault(seating.typed)
            return replace(seating, faults={"new": hidden}) if hidden else add(seating, seating.typed)
        case "seat":
            name = one_line(what)
            seated = [row.name.casefold() for row in seating.rows]
            if name.casefold() in seated:  # the button of a seated player, shown as pressed
                return pressed(seating, f"remove:{seated.index(name.casefold())}")
            return add(seating, name)
        case "remove" if index >= 0:
            return replace(seating, rows=seating.rows[:index] + seating.rows[index + 1 :])
        case "first" if index >= 0:
            return replace(seating, rows=seating.rows[index:] + seating.rows[:index])
        case "up":
            return move(seating, index, -1)
        case "down":
            return move(seating, index, +1)
    return seating


def checked(seating: Seating, known: Collection[str] = ()) -> Seating:
    """Return the seating with all faults; names in `known` are not checked for hidden characters."""
    if seating.options is not None:
        seating.options.validate()
    checked_seating, place = checked_rows(seating, known), place_fault(seating.place or "")
    if place or not checked_seating.valid:
        return replace(checked_seating, faults={**checked_seating.faults, **({"place": place} if place else {})})
    together = seating.rulebook.fault(checked_seating.table())
    return replace(checked_seating, faults={"table": together}) if together else checked_seating


def checked_rows(seating: Seating, known: Collection[str] = ()) -> Seating:
    """Return the seating with the faults of each row and of the number of players; `known` as in `checked`."""
    rows = tuple(replace(row, faults=_row_faults(seating, index, known)) for index, row in enumerate(seating.rows))
    count = seats_fault(len(rows), seating.rulebook)
    return replace(seating, rows=rows, faults={"players": count} if count else {})


def _alike(name: str, others: Sequence[str]) -> Message | None:
    return at_the_table(name) if name.casefold() in [other.casefold() for other in others] else None


def at_the_table(name: str) -> Message:
    return say("{player} is at the table already. Give the second one another name.", player=name)


def _row_faults(seating: Seating, index: int, known: Collection[str]) -> dict[str, Message]:
    row, before = seating.rows[index], seating.rows[:index]
    faults = {}
    hidden = None if row.name in known else hidden_fault(row.name)
    name = name_fault(row.name) or hidden or _alike(row.name, [other.name for other in before])
    if name:
        faults["name"] = name
    for option in seating.rulebook.seat_options:
        fault = _word_fault(row, before, option)
        if fault:
            faults[option.field.name] = fault
    return faults


def _word_fault(row: SeatRow, before: Sequence[SeatRow], option: Option) -> Message | None:
    word = row.words[option.field.name]
    words = choice(option)
    if word not in words.words:
        return say("Choose one of these.")
    other = next((other for other in before if other.words[option.field.name] == word), None)
    if other is None or not per_seat(option).distinct:
        return None
    label = words.labels[words.words.index(word)]
    return say("{choice} already belongs to {player}. Choose another.", choice=label, player=other.name)
