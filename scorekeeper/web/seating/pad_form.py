"""The form of a pad: for a new one, an edited one, and a copy."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from wtforms import FieldList, Form, FormField, ValidationError

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...core.numbers import MAX_DECIMALS
from ...core.rulebook import MAX_PLAYERS, Rulebook
from ...pads.definition import ANY, BEST_ROUND, FEWER, LAST_ROUND, TURN
from ...pads.factory import defined, named
from ...pads.reader import ENGLISH, MAX_ROWS
from ...pads.words import type_of
from ..common.language import language, translated
from ..forms.fields import MINUS, NO_CHOICE, NO_NUMBER, sentence, to_int
from ..forms.fixed import FixedForm, Text, needed, one_line

ROUNDS, ENTRIES, ROWS, WINNER, COOPERATIVE = "rounds", "entries", "rows", "winner", "cooperative"
WITHOUT_POINTS = {WINNER: "only_winner", COOPERATIVE: "cooperative"}
"""Types of pads without points for each player, with their key in a definition."""
FIELDS: Mapping[tuple[str | int, ...], str] = {
    ("title",): "name",
    ("players",): "players_least",
    ("players", 2): "players_most",
    ("players", "most"): "players_most",
    ("rows",): "rows",
    ("bonuses",): "rows",
    ("wins",): "wins",
    ("end", "limit"): "limit",
    ("end", "limit", "least"): "limit_least",
    ("end", "limit", "most"): "limit_most",
    ("end", "rounds"): "most",
    ("end", "rounds", "least"): "most_least",
    ("end", "rounds", "most"): "most_most",
    ("entry",): "order",
}
"""Form fields by the path of a value that the pad reader can refuse; faults of other values are shown at the name."""
ENDS = {"limit": "limit", "rounds": "most"}
"""Form fields for the ends of a game, by their key in a definition."""
OF_ANY_TYPE = ("players", "begins", "rule", "colours", "bgg")
"""Keys of a definition kept by an edit that changes the type."""
AMOUNTS = ("least", "most", "step", "default")
MAX_INPUTS = 200
SHARED, YES = "shared", "yes"
NO_NAME, NO_ROWS = say("A game needs a name."), say("Enter the categories, one per line.")
NO_LABEL = say("A name is needed here.")
NO_SUCH_ROW = say("Enter the name of one of the categories above.")
TOO_MANY_ROWS = say("There can be at most {most} categories.", most=MAX_ROWS)
NUMBER = re.compile(rf"\s*{MINUS}?[0-9]{{1,7}}\s*", re.ASCII)


def one_of(*words: str) -> Callable[[str], Message | None]:
    return lambda word: None if word in words else NO_CHOICE


class InputForm(Form):
    """A value entered by each player in a round or a row; `name` is its name in expressions.

    `row` is the name of the row, "" in rounds. All values except `name` and `row` can be changed. Numbers can be
    expressions.
    """

    name, row = Text(), Text()
    label = Text(clean=one_line, check=needed(NO_LABEL))
    least, most, step, default, sum_least, sum_most = (Text(clean=one_line) for _ in range(6))


class PointsForm(Form):
    """The expression of the points of a round, or of a `row`."""

    row, points = Text(), Text(clean=one_line)


class PadForm(FixedForm):
    """The form for a new pad, for an edited one, or for a copy.

    `sort` is one of the five types above; fields of other types are ignored. With ROUNDS and ENTRIES, the game ends at
    `limit` points or after `most` rounds. With `limit_chosen` (YES), the players choose the limit before the game, from
    `limit_least` to `limit_most`, and `limit` is the default; the number of rounds likewise has `most_chosen`,
    `most_least` and `most_most`. With ROUNDS, `deals` is YES if the dealer rotates, and `ties` is the tie-break: "last
    round", "best round", or the name of a field ("-tricks": the fewest). With ENTRIES, `order` is TURN or ANY. With
    ROWS, `rows` has a category name per line, and `decides` is the category that breaks ties. If `ties` is SHARED or
    `decides` is empty, tied players share the win. Numbers have `decimals`; with `teams` (YES), a team has one score;
    `counted` (YES) is a COOPERATIVE pad with points. `inputs` and `formulas` are the fields of a sheet that counts;
    they can be changed, but not added.
    """

    name = Text(check=needed(NO_NAME))
    sort = Text(check=one_of(ROUNDS, ENTRIES, ROWS, *WITHOUT_POINTS))
    rows = Text()
    order = Text(check=one_of(TURN, ANY))
    wins = Text()
    players_least, players_most = Text(), Text()
    limit, limit_chosen, limit_least, limit_most = (Text() for _ in range(4))
    most, most_chosen, most_least, most_most = (Text() for _ in range(4))
    deals = Text()
    ties = Text()
    decides = Text()
    decimals = Text(check=one_of(*map(str, range(MAX_DECIMALS + 1))))
    teams = Text()
    counted = Text()
    inputs = FieldList(FormField(InputForm), max_entries=MAX_INPUTS)
    formulas = FieldList(FormField(PointsForm), max_entries=MAX_INPUTS)

    @property
    def categories(self) -> list[str]:
        return [row for row in map(one_line, self.rows.data.splitlines()) if row]

    @property
    def deciding(self) -> str:
        """The category that breaks ties, in the spelling used in `rows`."""
        typed = one_line(self.decides.data)
        return next((row for row in self.categories if row.casefold() == typed.casefold()), typed)

    @property
    def tie_words(self) -> list[tuple[str, Message | str]]:
        """The values of `ties` with their labels: shared win, rounds, and the fields of a round."""
        words: list[tuple[str, Message | str]] = [
            (SHARED, say("Shared win")),
            (LAST_ROUND, say("Last round")),
            (BEST_ROUND, say("Best round")),
        ]
        for each in self.inputs if self.sort.data == ROUNDS else ():
            name, label = each["name"].data, each["label"].data
            words += [
                (name, say("Most: {field}", field=label)),
                (f"{FEWER}{name}", say("Fewest: {field}", field=label)),
            ]
        return words

    def validate_rows(self, field: Text) -> None:
        count = len(self.categories)
        if self.sort.data == ROWS and not 1 <= count <= MAX_ROWS:
            raise ValidationError(translated(TOO_MANY_ROWS if count else NO_ROWS))

    def validate_limit(self, field: Text) -> None:
        # An expression of the number of players is checked by the reader.
        is_read = self.sort.data in (ROUNDS, ENTRIES) or field in (self.players_least, self.players_most)
        typed = field.data.strip()
        if is_read and typed and not NUMBER.fullmatch(typed) and "players" not in typed:
            raise ValidationError(translated(NO_NUMBER))

    validate_most = validate_players_least = validate_players_most = validate_limit

    def validate_limit_least(self, field: Text) -> None:
        chosen = self[field.name.partition("_")[0] + "_chosen"].data
        if self.sort.data in (ROUNDS, ENTRIES) and chosen and not field.data.strip():
            raise ValidationError(translated(NO_NUMBER))
        if chosen:
            self.validate_limit(field)

    validate_limit_most = validate_most_least = validate_most_most = validate_limit_least

    def validate_decides(self, field: Text) -> None:
        if self.sort.data == ROWS and not self.rows.errors and self.deciding not in ("", *self.categories):
            raise ValidationError(translated(NO_SUCH_ROW))

    def pad(self, base: Mapping[str, Any] | None = None, name: str = "") -> Rulebook[Any] | None:
        """Return the pad in the form, an edit of the definition `base` if given; None if fields have faults.

        `name` is the `Rulebook.name` of the pad; by default it is derived from the title.
        """
        if not self.validate():
            return None
        facts = self.facts(base)
        try:
            return defined(name, facts) if name else named(one_line(self.name.data), facts)
        except Unreadable as error:
            self._field_at(error.path, facts).errors = [sentence(translated(error.message))]
            return None

    def _field_at(self, path: Sequence[str | int], facts: Mapping[str, Any]) -> Any:
        """Return the form field for the value at a path in the facts."""
        fields = {**{place: self[name] for place, name in FIELDS.items()}, ("tie_breaks",): self.ties}
        if self.sort.data == ROWS:
            fields["tie_breaks",] = self.decides
        for form, (place, _) in zip(self.inputs, _inputs_in(facts), strict=False):
            fields |= {(*place, key): form[key] for key in ("label", *AMOUNTS)}
            sums = [form["sum_least"], form["sum_most"]]
            fields |= {place: form["label"], (*place, "sum"): sums[0] if sums[0].data else sums[1]}
            fields[(*place, "sum", "most")] = sums[1]
        for counted, (place, _) in zip(self.formulas, _formulas_in(facts), strict=False):
            fields[(*place, "points")] = counted["points"]
        found = [fields[tuple(path[:end])] for end in range(len(path), 0, -1) if tuple(path[:end]) in fields]
        return found[0] if found else self.name

    def facts(self, base: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the definition for a valid form. Values that the form does not have or change are kept from `base`."""
        sort, before = self.sort.data, pad_values(base) if base else {}
        same = before.get("sort") == sort

        def changed(*names: str) -> bool:
            return not same or any(self[name].data.strip() != before[name] for name in names)

        given = base or {"players": [1, MAX_PLAYERS]}
        facts = {key: value for key, value in given.items() if same or key in OF_ANY_TYPE}
        name = one_line(self.name.data)
        facts["title"] = base["title"] if base and name == before["name"] else name
        if any(self[each].data.strip() not in ("", before.get(each)) for each in ("players_least", "players_most")):
            facts["players"] = [_amount(self[each].data) for each in ("players_least", "players_most")]
        if sort in WITHOUT_POINTS:
            facts[WITHOUT_POINTS[sort]] = True
            if sort == COOPERATIVE and changed("counted"):
                facts = _set(_set(facts, "unit", None), "rounds", {} if self.counted.data else None)
        elif changed("wins"):
            facts["wins"] = self.wins.data
        if sort in (ROUNDS, ENTRIES):
            end = facts.get("end", {})
            for key, field in ENDS.items():
                if key == "rounds" and (sort, self.order.data) == (ENTRIES, ANY):
                    end = _set(end, key, None)
                elif changed(*(f"{field}{part}" for part in ("", "_chosen", "_least", "_most"))):
                    end = _set(end, key, self._end(field))
            if not same or end != facts.get("end", {}):
                facts["end"] = end
        if sort == ROUNDS and changed("deals"):
            facts["rounds"] = _set(facts.get("rounds", {}), "deals", True if self.deals.data else None)
        if sort == ENTRIES and changed("order"):
            facts["entry"] = self.order.data
        if same:
            facts = self._with_inputs(facts, before)
        decides = self.deciding if sort == ROWS else self.ties.data if sort == ROUNDS else ""
        if changed("ties", "decides"):
            others = [each for each in facts.get("tie_breaks", ())[1:] if each != decides]
            facts = _set(facts, "tie_breaks", [decides, *others] if decides not in ("", SHARED) else None)
        if sort == ROWS and changed("rows"):
            facts = _with_rows(facts, self.categories)
        if changed("decimals", "counted"):
            counts = sort != WINNER and (sort != COOPERATIVE or self.counted.data)
            facts = _set(facts, "decimals", int(self.decimals.data) or None if counts else None)
        if changed("teams"):
            facts = _set(facts, "teams", True if self.teams.data and sort not in WITHOUT_POINTS else None)
        return facts

    def _end(self, field: str) -> object:
        """Return the number of rounds or the point limit, or the bounds of a number chosen by the players."""
        number = _amount(self[field].data)
        if not self[f"{field}_chosen"].data:
            return number
        limits = {part: _amount(self[f"{field}_{part}"].data) for part in ("least", "most")}
        return limits if number is None else {**limits, "default": number}

    def _with_inputs(self, facts: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts with the changed fields and expressions of points."""
        found: dict[str, Any] = deepcopy(dict(facts))
        for form, shown, (_, field) in zip(self.inputs, before["inputs"], _inputs_in(found), strict=False):
            typed = form.form.data
            if typed["label"] != shown["label"]:
                field["label"] = typed["label"]
            for key in AMOUNTS:
                if typed[key] != shown[key]:
                    _change(field, key, _amount(typed[key]))
            if any(typed[key] != shown[key] for key in ("sum_least", "sum_most")):
                sums = {key: _amount(typed[f"sum_{key}"]) for key in ("least", "most")}
                given = {key: each for key, each in sums.items() if each is not None}
                _change(field, "sum", given["least"] if len({*sums.values()}) == 1 and given else given or None)
        for points, shown, (_, holder) in zip(self.formulas, before["formulas"], _formulas_in(found), strict=False):
            if points["points"].data != shown["points"]:
                holder["points"] = _amount(points["points"].data) or ""
        return found


def _inputs_in(facts: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield the fields of the round or of all rows with their paths in the facts; positions count from 1."""
    for place, holder in ((("rows", number), row) for number, row in enumerate(facts.get("rows", ()), 1)):
        fields = holder.get("fields", ()) if isinstance(holder, dict) else ()
        yield from (((*place, "fields", number), field) for number, field in enumerate(fields, 1))
    yield from ((("fields", number), field) for number, field in enumerate(facts.get("fields", ()), 1))


def _formulas_in(facts: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield the parts of the facts with an expression of points, and their paths."""
    for number, row in enumerate(facts.get("rows", ()), 1):
        if isinstance(row, dict) and "fields" in row:
            yield ("rows", number), row
    if "round" in facts:
        yield ("round",), facts["round"]


def _with_rows(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the facts with rows of the given names; rows with an unchanged name keep their other values.

    If the numbers of new and removed names are equal, the rows are renamed in order, also in bonuses and tie-breaks.
    """
    known = {_shown(row): row for row in facts.get("rows", ())}
    gone, added = [each for each in known if each not in names], [each for each in names if each not in known]
    renamed = dict(zip(added, gone, strict=True)) if len(gone) == len(added) else {}
    now = {other: new for new, old in renamed.items() for other in _names(known[old])}
    kept = {other for shown, row in known.items() if shown in names for other in _names(row)}

    def row(name: str) -> Any:
        old = known.get(renamed.get(name, name), name)
        return old if name not in renamed else {**old, "name": name} if isinstance(old, dict) else name

    bonuses = [
        {**each, "rows": [now.get(other, other) for other in each["rows"] if other in now or other in kept]}
        for each in facts.get("bonuses", ())
    ]
    ties = [
        now.get(each, each) if each in now or not each.startswith(FEWER) else FEWER + now.get(each[1:], each[1:])
        for each in facts.get("tie_breaks", ())
    ]
    found = _set(facts, "rows", [row(name) for name in names])
    found = _set(found, "bonuses", [each for each in bonuses if each["rows"]] or None)
    return _set(found, "tie_breaks", ties or None)


def _set(facts: Mapping[str, Any], key: str, value: object) -> dict[str, Any]:
    """Return the facts with a value for `key`, or without the key if the value is None."""
    others = {each: known for each, known in facts.items() if each != key}
    return others if value is None else others | {key: value}


def _change(facts: dict[str, Any], key: str, value: object) -> None:
    facts.pop(key, None)
    if value is not None:
        facts[key] = value


def _amount(typed: str) -> int | str | None:
    """Return a typed number, or the text as an expression; None for an empty text."""
    return (to_int(typed) if NUMBER.fullmatch(typed) else one_line(typed)) if typed.strip() else None


def pad_values(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the form for a definition, or for part of one."""
    kind, ends = type_of(facts), facts.get("end", {})
    sort = {TURN: ENTRIES, ANY: ENTRIES, "only_winner": WINNER}.get(kind, kind)
    rows = {_shown(row): row for row in facts.get("rows", ())}
    decides = next(iter(facts.get("tie_breaks", ())), "")
    row = next((shown for shown, row in rows.items() if decides in _names(row)), "")
    players = facts.get("players", [1, MAX_PLAYERS])
    if not isinstance(players, list):
        players = [players["least"], players["most"]] if isinstance(players, dict) else [players] * 2
    chosen = {field: ends[key] for key, field in ENDS.items() if isinstance(ends.get(key), dict)}
    fixed = {field: ends.get(key, "") for key, field in ENDS.items()}
    return {
        "name": _shown(facts["title"]),
        "sort": sort,
        "rows": "\n".join(rows),
        "order": kind if kind in (TURN, ANY) else TURN,
        "wins": facts.get("wins", "highest"),
        "players_least": str(players[0]),
        "players_most": str(players[1]),
        **{field: str(chosen[field].get("default", "") if field in chosen else fixed[field]) for field in fixed},
        **{f"{field}_chosen": YES if field in chosen else "" for field in ENDS.values()},
        **{
            f"{field}_{part}": str(chosen.get(field, {}).get(part, ""))
            for field in ENDS.values()
            for part in ("least", "most")
        },
        "deals": YES if facts.get("rounds", {}).get("deals") else "",
        "ties": decides if sort == ROUNDS and decides else SHARED,
        "decides": row if sort == ROWS else "",
        "decimals": str(facts.get("decimals", 0)),
        "teams": YES if facts.get("teams") else "",
        "counted": YES if sort == COOPERATIVE and "rounds" in facts else "",
        "inputs": [_input_values(facts, place, field) for place, field in _inputs_in(facts)],
        "formulas": [
            {"row": _row_at(facts, place), "points": one_line(str(counted["points"]))}
            for place, counted in _formulas_in(facts)
        ],
    }


def _row_at(facts: Mapping[str, Any], place: Sequence[str | int]) -> str:
    return _shown(facts["rows"][int(place[1]) - 1]) if place[0] == "rows" else ""


def _input_values(facts: Mapping[str, Any], place: Sequence[str | int], field: Mapping[str, Any]) -> dict[str, str]:
    sums = field.get("sum", {})
    sums = sums if isinstance(sums, dict) else {"least": sums, "most": sums}
    return {
        "name": field["name"],
        "row": _row_at(facts, place),
        "label": one_line(_shown(field["label"])),
        **{key: one_line(str(field.get(key, ""))) for key in AMOUNTS},
        **{f"sum_{key}": one_line(str(sums.get(key, ""))) for key in ("least", "most")},
    }


def notes_of(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the labels and notes of the fields that have notes."""
    return [(_shown(each["label"]), _shown(each["note"])) for _, each in _inputs_in(facts) if "note" in each]


def help_of(facts: Mapping[str, Any]) -> str:
    return _shown(facts["help"]) if "help" in facts else ""


def _names(row: Any) -> list[str]:
    name = row["name"] if isinstance(row, dict) else row
    return [*name.values()] if isinstance(name, dict) else [name]


def _shown(text: Any) -> str:
    while isinstance(text, dict):  # unwrap a row with a name, or a name by language
        text = text.get("name") or text.get(language()) or text.get(ENGLISH) or next(iter(text.values()))
    return str(text)
