"""The form of a pad: for a new one, an edited one, and a copy."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from wtforms import ValidationError

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...core.numbers import MAX_DECIMALS
from ...core.rulebook import MAX_PLAYERS, Rulebook
from ...pads.definition import ANY, BEST_ROUND, LAST_ROUND, TURN
from ...pads.factory import named
from ...pads.reader import ENGLISH, MAX_ROWS
from ...pads.words import sort_of
from ..common.language import language, translated
from ..forms.fields import MINUS, NO_CHOICE, NO_NUMBER, sentence, whole
from ..forms.fixed import FixedForm, Text, needed, one_line

ROUNDS, ENTRIES, ROWS, WINNER, COOPERATIVE = "rounds", "entries", "rows", "winner", "cooperative"
WITHOUT_POINTS = {WINNER: "only_winner", COOPERATIVE: "cooperative"}
"""Sorts without points for each player, with their key in a definition."""
FIELDS = {
    "title": "name",
    "rows": "rows",
    "wins": "wins",
    "limit": "limit",
    "rounds": "most",
    "tie_breaks": "ties",
    "entry": "order",
}
"""The form field for each key that the pad reader can refuse; for all others it is the name."""
OF_ANY_SORT = ("players", "begins", "rule", "colours", "bgg")
"""Keys of a definition that an edit keeps, whatever the sort."""
SHARED, YES = "shared", "yes"
NO_NAME, NO_ROWS = say("A game needs a name."), say("Enter the categories, one per line.")
NO_SUCH_ROW = say("Enter the name of one of the categories above.")
TOO_MANY_ROWS = say("There can be at most {most} categories.", most=MAX_ROWS)
NUMBER = re.compile(rf"\s*{MINUS}?[0-9]{{1,7}}\s*", re.ASCII)


def one_of(*words: str) -> Callable[[str], Message | None]:
    return lambda word: None if word in words else NO_CHOICE


class PadForm(FixedForm):
    """The form for a new pad, or for an edited one.

    `sort` is one of the five above; fields of other sorts are ignored. With ROUNDS and ENTRIES, the game ends at
    `limit` points or after `most` rounds. With ROUNDS, `deals` is YES if the dealer rotates, and `ties` is the round
    that breaks ties ("last round" or "best round"). With ENTRIES, `order` is TURN or ANY. With ROWS, `rows` has a
    category name per line, and `decides` is the category that breaks ties. If `ties` is SHARED or `decides` is empty,
    tied players share the win. Numbers have `decimals`; with `teams` (YES), a team has one score; `counted` (YES) is a
    COOPERATIVE pad with points.
    """

    name = Text(check=needed(NO_NAME))
    sort = Text(check=one_of(ROUNDS, ENTRIES, ROWS, *WITHOUT_POINTS))
    rows = Text()
    order = Text(check=one_of(TURN, ANY))
    wins = Text()
    limit = Text()
    most = Text()
    deals = Text()
    ties = Text()
    decides = Text()
    decimals = Text(check=one_of(*map(str, range(MAX_DECIMALS + 1))))
    teams = Text()
    counted = Text()

    @property
    def categories(self) -> list[str]:
        return [row for row in map(one_line, self.rows.data.splitlines()) if row]

    @property
    def deciding(self) -> str:
        """The category that breaks ties, in the spelling used in `rows`."""
        typed = one_line(self.decides.data)
        return next((row for row in self.categories if row.casefold() == typed.casefold()), typed)

    def validate_rows(self, field: Text) -> None:
        count = len(self.categories)
        if self.sort.data == ROWS and not 1 <= count <= MAX_ROWS:
            raise ValidationError(translated(TOO_MANY_ROWS if count else NO_ROWS))

    def validate_limit(self, field: Text) -> None:
        if self.sort.data in (ROUNDS, ENTRIES) and field.data.strip() and not NUMBER.fullmatch(field.data):
            raise ValidationError(translated(NO_NUMBER))

    validate_most = validate_limit

    def validate_decides(self, field: Text) -> None:
        if self.sort.data == ROWS and not self.rows.errors and self.deciding not in ("", *self.categories):
            raise ValidationError(translated(NO_SUCH_ROW))

    def pad(self, base: Mapping[str, Any] | None = None) -> Rulebook[Any] | None:
        """Return the pad in the form, edited from the definition `base` if there is one; None with faults at fields."""
        if not self.validate():
            return None
        try:
            return named(one_line(self.name.data), self.facts(base))
        except Unreadable as error:
            faulty = ([FIELDS[str(key)] for key in error.path if key in FIELDS] or ["name"])[-1]
            self[faulty].errors = [sentence(translated(error.message))]
            return None

    def facts(self, base: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the definition in a valid form. What the form does not know, or did not change, stays as in `base`."""
        sort, before = self.sort.data, pad_values(base) if base else {}
        same = before.get("sort") == sort

        def changed(*names: str) -> bool:
            return not same or any(self[name].data.strip() != before[name] for name in names)

        given = base or {"players": [1, MAX_PLAYERS]}
        facts = {key: value for key, value in given.items() if same or key in OF_ANY_SORT}
        name = one_line(self.name.data)
        facts["title"] = base["title"] if base and name == before["name"] else name
        if sort in WITHOUT_POINTS:
            facts[WITHOUT_POINTS[sort]] = True
            if sort == COOPERATIVE and changed("counted"):
                facts = _set(_set(facts, "unit", None), "rounds", {} if self.counted.data else None)
        elif changed("wins"):
            facts["wins"] = self.wins.data
        if sort in (ROUNDS, ENTRIES):
            end, most = facts.get("end", {}), "" if (sort, self.order.data) == (ENTRIES, ANY) else self.most.data
            if changed("limit"):
                end = _set(end, "limit", whole(self.limit.data) if self.limit.data.strip() else None)
            if changed("most", "order"):
                end = _set(end, "rounds", whole(most) if most.strip() else None)
            if not same or end != facts.get("end", {}):
                facts["end"] = end
        if sort == ROUNDS and changed("deals"):
            facts["rounds"] = _set(facts.get("rounds", {}), "deals", True if self.deals.data else None)
        if sort == ENTRIES and changed("order"):
            facts["entry"] = self.order.data
        if sort == ROWS and changed("rows"):
            known = {_shown(row): row for row in facts.get("rows", ())}
            facts["rows"] = [known.get(row, row) for row in self.categories]
        decides = self.deciding if sort == ROWS else self.ties.data if sort == ROUNDS else ""
        if changed("ties", "decides"):
            facts = _set(facts, "tie_breaks", [decides] if decides not in ("", SHARED) else None)
        if changed("decimals", "counted"):
            counts = sort != WINNER and (sort != COOPERATIVE or self.counted.data)
            facts = _set(facts, "decimals", int(self.decimals.data) or None if counts else None)
        if changed("teams"):
            facts = _set(facts, "teams", True if self.teams.data and sort not in WITHOUT_POINTS else None)
        return facts


def _set(facts: Mapping[str, Any], key: str, value: object) -> dict[str, Any]:
    """Return the facts with this value of a key; without the key for None."""
    others = {each: known for each, known in facts.items() if each != key}
    return others if value is None else others | {key: value}


def pad_values(facts: Mapping[str, Any]) -> dict[str, str]:
    kind, ends = sort_of(facts), facts.get("end", {})
    sort = {TURN: ENTRIES, ANY: ENTRIES, "only_winner": WINNER}.get(kind, kind)
    rows = {_shown(row): row for row in facts.get("rows", ())}
    decides = next(iter(facts.get("tie_breaks", ())), "")
    row = next((shown for shown, row in rows.items() if decides in _names(row)), "")

    def number(key: str) -> str:
        value = ends.get(key)
        number = value.get("default") if isinstance(value, dict) else value
        return str(number) if number and isinstance(number, int) else ""  # an expression is not in the form

    return {
        "name": _shown(facts["title"]),
        "sort": sort,
        "rows": "\n".join(rows),
        "order": kind if kind in (TURN, ANY) else TURN,
        "wins": facts.get("wins", "highest"),
        "limit": number("limit"),
        "most": number("rounds"),
        "deals": YES if facts.get("rounds", {}).get("deals") else "",
        "ties": decides if sort == ROUNDS and decides in (LAST_ROUND, BEST_ROUND) else SHARED,
        "decides": row if sort == ROWS else "",
        "decimals": str(facts.get("decimals", 0)),
        "teams": YES if facts.get("teams") else "",
        "counted": YES if sort == COOPERATIVE and "rounds" in facts else "",
    }


def _names(row: Any) -> list[str]:
    name = row["name"] if isinstance(row, dict) else row
    return [*name.values()] if isinstance(name, dict) else [name]


def _shown(text: Any) -> str:
    while isinstance(text, dict):  # a row with its name, or a name by language
        text = text.get("name") or text.get(language()) or text.get(ENGLISH) or next(iter(text.values()))
    return str(text)
