"""The parser of facts: returns a definition, or raises Unreadable with the fault and its place.

Facts are JSON values. All sizes are limited, so that facts from an untrusted source are parsed quickly.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..core.errors import Unreadable, shortened
from ..core.fields import BOUND, integer, text
from ..core.messages import Message, Multilingual, say
from ..core.names import NAME_LENGTH, hidden_fault, name_fault
from ..core.numbers import MAX_DECIMALS
from ..core.rulebook import COLOURS, MAX_PLAYERS, StartingPlayer
from .definition import (
    ANY,
    BEST_ROUND,
    FEWER,
    LAST_ROUND,
    ROUND,
    TURN,
    Agreed,
    Bonus,
    Cooperative,
    Count,
    Deal,
    Definition,
    End,
    Formula,
    Input,
    OnlyWinner,
    PadRow,
    Rounds,
    Rows,
    RowsBonus,
    Unit,
    for_players,
)
from .expressions import NAMES, RESERVED, Expression, Known, NoResult, constant, read_expression

MAX_ROWS, MAX_BONUSES, MAX_EXCEPTIONS, MAX_LANGUAGES = 60, 20, 5, 20
MAX_EACH, MAX_ROUNDS, MAX_BGG = 1_000, 1_000, 10_000_000
RULE_LENGTH = 200
MAX_FIELDS, NOTE_LENGTH, HELP_LENGTH = 20, 80, 600
"""Maximum number of fields in a round or a row, and of characters in the note of a field and in the help."""
FIELD = re.compile("[a-z][a-z0-9_]*", re.ASCII)
TITLE_LENGTH = 100
"""Maximum length of a title; names on BoardGameGeek have up to about 80 characters."""
LANGUAGE = re.compile("[a-z]{2,3}")
ENGLISH = "en"
BEGINS = (StartingPlayer.SAME, StartingPlayer.DRAWN, StartingPlayer.WINNER)
ROWS_ONLY, ROUNDS_ONLY = ("bonuses", "turns"), ("end", "fields", "round")
"""Keys allowed only in pads of rows, and only in pads of rounds."""
NUMBERS_ONLY = ("scorers", "exceptions", "empty")
"""Keys of `rounds` about a single number of each player."""
WHOLE_ROUND = ("sum", "scorers", "exceptions", "empty", "deals")
"""Keys of `rounds` about the numbers of all players; not allowed if points are entered for one player at a time."""
NO_ROUNDS, NO_POINTS = say("only for pads with a number for each player in a round"), say("only for pads with points")
WITH_FIELDS = say("only without fields, which have limits of their own")
COUNTED = ("rounds", "unit", "decimals")
"""Keys not allowed in a pad without points."""
RIVALS = ("rows", *ROWS_ONLY, *ROUNDS_ONLY, "entry", "teams", "wins", "tie_breaks")
"""Keys not allowed in a pad with `only_winner` or `cooperative`."""

KEYS = {"min": "least", "max": "most"}
"""Keys of a TOML file, and their names in game documents, which never change. Files and documents accept both."""

Read = Callable[[object], Any]
"""Function that parses one part of the facts; raises Unreadable."""


def document_keys(value: Any) -> Any:
    """Return parsed TOML with the keys of game documents; raises Unreadable if a table has both names of a key."""
    if isinstance(value, list):
        return [document_keys(each) for each in value]
    if not isinstance(value, dict):
        return value
    for name, old in KEYS.items():
        if name in value and old in value:
            raise Unreadable(say("{name} and {old} are the same: write only {name}", name=name, old=old))
    return {KEYS.get(key, key): document_keys(each) for key, each in value.items()}


def read_definition(facts: object) -> Definition:
    """Return the definition in `facts`; raises Unreadable."""
    given = _table(
        facts,
        {
            "title": _title,
            "players": _players,
            "wins": _one_of(("highest", "lowest")),
            "unit": _unit,
            "rounds": _rounds,
            "rows": _list_of(_row, 1, MAX_ROWS),
            "bonuses": _list_of(_rows_bonus, 1, MAX_BONUSES),
            "turns": _flag,
            "entry": _one_of((ROUND, TURN, ANY)),
            "decimals": _number(0, MAX_DECIMALS),
            "teams": _flag,
            "only_winner": _flag,
            "cooperative": _flag,
            "fields": _list_of(_field, 1, MAX_FIELDS),
            "round": _round,
            "end": _end,
            "tie_breaks": _list_of(_words, 1, MAX_ROWS),
            "begins": _one_of(BEGINS),
            "rule": lambda value: _in_languages(value, lambda each: _words(each, RULE_LENGTH)),
            "colours": _list_of(_one_of(COLOURS), 1, len(COLOURS)),
            "bgg": _number(1, MAX_BGG),
            "help": lambda value: _in_languages(value, lambda each: _words(each, HELP_LENGTH)),
        },
        needed=("title", "players"),
    )
    assert isinstance(facts, Mapping)  # noqa: S101  (_table has checked it)
    pad_type = _type(given, facts)
    if "end" in given:
        given["end"] = _within("end", _ends, given["end"], given["players"], pad_type)
    if given.get("teams") and given["players"][1] < 2:
        raise Unreadable(say("teams need at least two players")).within("players")
    as_given = ("title", "players", "end", "unit", "rule", "bgg", "decimals", "teams", "help")
    return Definition(
        facts,
        type=pad_type,
        lowest_wins=given.get("wins") == "lowest",
        tie_breaks=_within("tie_breaks", _tie_breaks, given.get("tie_breaks", ()), pad_type),
        first=StartingPlayer(given.get("begins", StartingPlayer.SAME)),
        colours=_within("colours", _colours, given.get("colours", ()), given["players"][1]),
        **{key: given[key] for key in as_given if key in given},
    )


def _type(given: Mapping[str, Any], facts: Mapping[str, Any]) -> Rounds | Rows | OnlyWinner | Cooperative:
    rounds: Rounds = replace(given.get("rounds", Rounds(Count())), entry=given.get("entry", ROUND))
    if given.get("cooperative") or given.get("only_winner"):
        _check_absent(given, RIVALS, say("only for pads with points for each player"))
        if given.get("cooperative"):
            _check_absent(given, ["only_winner"], say("not together with {key}", key="cooperative"))
        if given.get("cooperative") and "rounds" in given:
            _within("rounds", _check_absent, facts["rounds"], WHOLE_ROUND, NO_ROUNDS)
            return Cooperative(rounds.count)
        _check_absent(given, COUNTED, NO_POINTS)
        return Cooperative() if given.get("cooperative") else OnlyWinner()
    if "rows" not in given:
        _check_absent(given, ROWS_ONLY, say("only for pads with categories"))
        if rounds.entry != ROUND:
            _check_absent(given, ["tie_breaks"], NO_ROUNDS)
            _within("rounds", _check_absent, facts.get("rounds", {}), WHOLE_ROUND, NO_ROUNDS)
            _check_absent(given, ["fields", "round"], NO_ROUNDS)
        if rounds.entry == ANY and "end" in given:
            _within("end", _check_absent, facts["end"], ["rounds"], NO_ROUNDS)
        if "fields" not in given:
            _check_absent(given, ["round"], say("only for pads with fields"))
            return rounds
        _within("rounds", _check_absent, facts.get("rounds", {}), [*COUNT, "sum", *NUMBERS_ONLY], WITH_FIELDS)
        if "round" not in given:
            raise Unreadable(say("{key} is missing", key="round"))
        return replace(rounds, formula=_formula(given["fields"], given["round"], "round", NAMES))
    _check_absent(
        given,
        ("rounds", "entry", *ROUNDS_ONLY),
        say("only for pads with rounds; a pad with categories ends when all are filled"),
    )
    rows = tuple(replace(row, key=_key(row.name, "row", number)) for number, row in enumerate(given["rows"], 1))
    _within("rows", _check_keys_differ, [row.key for row in rows], ())
    counted = [row for row in rows if row.counts]
    if not counted:
        raise Unreadable(say("a category that counts is needed here")).within("rows")
    bonuses = _within("bonuses", _bonuses, given.get("bonuses", ()), counted)
    _within("bonuses", _check_keys_differ, [each.key for each in bonuses], [row.key for row in rows])
    return Rows(rows, bonuses, given.get("turns", False))


def _check_absent(given: Mapping[str, Any], keys: Iterable[str], why: Message) -> None:
    for key in (key for key in keys if key in given):
        raise Unreadable(why).within(key)


def _key(name: Message, prefix: str, number: int) -> str:
    """Return the key of a row or a bonus: its name in lower-case letters, digits and hyphens, or else "row-3"."""
    key = plain(name.template)
    return key if key[:1].isalpha() and len(key) <= NAME_LENGTH else f"{prefix}-{number}"


def plain(text: str) -> str:
    """Return a text in lower-case ASCII letters, digits and hyphens; "" if no character can be converted."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", letters))


def _bonuses(given: Sequence[RowsBonus], rows: Sequence[PadRow]) -> tuple[RowsBonus, ...]:
    return tuple(
        replace(
            each,
            key=_key(each.name, "bonus", number),
            rows=_within(number, _within, "rows", _keys_of, each.rows, rows),
        )
        for number, each in enumerate(given, 1)
    )


def _keys_of(names: Sequence[str], rows: Sequence[PadRow]) -> tuple[str, ...]:
    known = {name: row.key for row in rows for name in _names_of(row.name)}
    for number, name in enumerate(names, 1):
        if name not in known:
            raise Unreadable(say("there is no category {name!r}", name=name)).within(number)
    return tuple(known[name] for name in names)


def _names_of(name: Message) -> tuple[str, ...]:
    assert isinstance(name, Multilingual)  # noqa: S101  (in_languages returns one)
    return (name.template, *name.languages.values())


def _check_keys_differ(keys: Sequence[str], taken: Sequence[str]) -> None:
    for number, key in enumerate(keys, 1):
        if key in taken or key in keys[: number - 1]:
            raise Unreadable(say("the name {key!r} is used twice", key=key)).within(number)


def _tie_breaks(names: Sequence[str], pad_type: Rounds | Rows | OnlyWinner | Cooperative) -> tuple[str, ...]:
    """Return the tie-breaks; each is a row, a round or a field, and after FEWER its lowest value wins."""
    known = {LAST_ROUND: LAST_ROUND, BEST_ROUND: BEST_ROUND} if isinstance(pad_type, Rounds) else {}
    if isinstance(pad_type, Rows):
        known |= {name: row.key for row in pad_type.rows for name in _names_of(row.name)}
    known = {each.name: each.name for each in inputs_of(pad_type)} | known
    found = []
    for number, name in enumerate(names, 1):
        fewer = name not in known and name.startswith(FEWER)
        plain_name = name.removeprefix(FEWER) if fewer else name
        if plain_name not in known and isinstance(pad_type, Rows):
            raise Unreadable(say("there is no category {name!r}", name=name)).within(number)
        _within(number, _one_of(tuple(known)), plain_name)
        found.append(f"{FEWER if fewer else ''}{known[plain_name]}")
    return tuple(dict.fromkeys(found))


def _colours(colours: Sequence[str], most: int) -> tuple[str, ...]:
    if len(set(colours)) < len(colours):
        raise Unreadable(say("this list contains duplicates"))
    if colours and len(colours) < min(most, len(COLOURS)):
        raise Unreadable(say("one for each of the {count} players is needed here", count=most))
    return tuple(colours)


# Readers of the keys


def in_languages(value: object) -> Message:
    """Return a name, given as a text or by language; raises Unreadable."""
    return _in_languages(value, _words)


def _title(value: object) -> Message:
    return _in_languages(value, partial(_words, most=TITLE_LENGTH))


def _players(value: object) -> tuple[int, int]:
    read = _number(1, MAX_PLAYERS)
    if isinstance(value, list):
        value = dict(zip(("least", "most"), _list_of(read, 2, 2)(value), strict=True))
    return _limits(value, read, needed=("least", "most"))


def _unit(value: object) -> Unit:
    """Return the unit from a word or a list [singular, plural], or from an object with these by language."""
    several = isinstance(value, dict)
    pairs = {code: _within(code, _pair, each) for code, each in _by_language(value).items()} if several else {}
    one, more = _plain(pairs) if several else _pair(value)
    ones, mores = ({code: pair[at] for code, pair in pairs.items()} for at in (0, 1))
    return Unit(Multilingual(one, languages=ones), Multilingual(more, languages=mores))


def _pair(value: object) -> tuple[str, str]:
    if not isinstance(value, list):
        return (_words(value),) * 2
    one, more = _list_of(_words, 2, 2)(value)
    return one, more


COUNT: Mapping[str, Read] = {
    "least": integer,
    "most": integer,
    "step": lambda value: _number(1, BOUND)(value),
    "each": lambda value: _number(-MAX_EACH, MAX_EACH)(value),
    "bonus": lambda value: _bonus(value),
    "zero": lambda value: _flag(value),
}
"""Keys about an entered number, with their readers. A lambda looks up a function defined further below."""


def _count(given: Mapping[str, Any]) -> Count:
    count = Count(**{key: given[key] for key in COUNT if key in given})
    _within("least", _check_order, count.least, count.most)
    return count


def _bonus(value: object) -> Bonus:
    given = _table(value, {"from": integer, "points": integer}, needed=("from", "points"))
    return Bonus(given["from"], given["points"])


def _rounds(value: object) -> Rounds:
    readers = {
        **COUNT,
        "sum": lambda value: _limits(value, integer),
        "scorers": _number(1, MAX_PLAYERS),
        "exceptions": _list_of(_deal, 1, MAX_EXCEPTIONS),
        "empty": integer,
        "deals": _flag,
    }
    given = _table(value, readers)
    least, most = given.get("sum", (None, None))
    others = {key: given[key] for key in ("scorers", "exceptions", "empty", "deals") if key in given}
    return Rounds(_count(given), least, most, **others)


def _limits(value: object, read: Read, needed: Iterable[str] = ()) -> tuple[Any, Any]:
    """Return the least and the most from an object with both keys; a single number is both of them."""
    if not isinstance(value, dict):
        return (read(value),) * 2
    given = _table(value, {"least": read, "most": read}, needed)
    least, most = given.get("least"), given.get("most")
    _check_order(least, most)
    return least, most


def _deal(value: object) -> Deal:
    return Deal(**_table(value, {"one": integer, "others": integer}, needed=("one", "others")))


def _row(value: object) -> PadRow:
    """Return a row without its key, which depends on its position."""
    if isinstance(value, str):
        value = {"name": value}
    readers = {
        "name": in_languages,
        **COUNT,
        "fields": _list_of(_field, 1, MAX_FIELDS),
        "points": _amount,
        "counts": _flag,
    }
    given = _table(value, readers, needed=("name",))
    formula = None
    if "fields" in given:
        _check_absent(given, COUNT, WITH_FIELDS)
        for number, each in enumerate(given["fields"], 1):
            _within("fields", _within, number, _check_absent, each, ["announced"], say("only for pads with rounds"))
        formula = _formula(given["fields"], given, "", ("players",))
    else:
        _check_absent(given, ["points"], say("only for categories with fields"))
    return PadRow("", given["name"], _count(given), formula, given.get("counts", True))


def _amount(value: object) -> int | str:
    """Return a whole number, or the text of an expression, which is read later: it can contain names of fields."""
    return text(value) if isinstance(value, str) else integer(value)


def _field(value: object) -> dict[str, Any]:
    """Return the keys of a field; `_formula` makes an Input of them."""
    readers: Mapping[str, Read] = {
        "name": text,
        "label": in_languages,
        "least": _amount,
        "most": _amount,
        "step": _number(1, BOUND),
        "default": integer,
        "sum": lambda value: (
            _table(value, {"least": _amount, "most": _amount})
            if isinstance(value, dict)
            else dict.fromkeys(("least", "most"), _amount(value))
        ),
        "announced": _flag,
        "note": lambda value: _in_languages(value, lambda each: _words(each, NOTE_LENGTH)),
    }
    return _table(value, readers, needed=("name", "label"))


def _round(value: object) -> dict[str, Any]:
    return _table(value, {"points": _amount}, needed=("points",))


def _formula(fields: Sequence[Mapping[str, Any]], given: Mapping[str, Any], key: str, names: Sequence[str]) -> Formula:
    """Return the formula of a round or a row with these fields.

    `given` has the expression of the points, at `key` in the definition; `names` can occur in all expressions.
    """
    own = [each["name"] for each in fields]
    for number, name in enumerate(own, 1):
        _within("fields", _within, number, _within, "name", _check_field_name, name, own[: number - 1])
    earlier = own if "score" in names else []
    of_all = Known(tuple(name for name in names if name != "score"), across=own)
    inputs = []
    for number, each in enumerate(fields, 1):
        among = [other["name"] for other in fields if other.get("announced")] if each.get("announced") else own
        inputs.append(_within("fields", _within, number, _input, each, Known(names, among, among, earlier), of_all))
    if "points" not in given:
        raise Unreadable(say("{key} is missing", key="points"))
    points = partial(_within, "points", _expression, given["points"], Known(names, own, own, earlier))
    return Formula(tuple(inputs), _within(key, points) if key else points())


def _check_field_name(name: str, earlier: Sequence[str]) -> None:
    if not FIELD.fullmatch(name) or len(name) > NAME_LENGTH:
        raise Unreadable(
            say("{name!r} is used in expressions: use lowercase letters, digits and underscores", name=shortened(name))
        )
    if name in RESERVED:
        raise Unreadable(say("{name!r} has a meaning in expressions: choose another name", name=name))
    if name in earlier:
        raise Unreadable(say("the name {key!r} is used twice", key=name))


def _expression(value: int | str, known: Known, *, condition: bool = False) -> Expression:
    return constant(value) if isinstance(value, int) else read_expression(value, known, condition=condition)


def _input(given: Mapping[str, Any], known: Known, of_all: Known) -> Input:
    least, most = (_within(key, _expression, given[key], known) if key in given else None for key in ("least", "most"))
    lowest, highest = (each.constant if each else None for each in (least, most))
    _within("least", _check_order, lowest, highest)
    default, step, total = given.get("default"), given.get("step"), given.get("sum", {})
    if default is not None:
        fault = Count(lowest, highest, step).fault(default)
        if fault:
            raise Unreadable(fault).within("default")
    sums = {
        f"sum_{key}": _within("sum", _within, "" if len(set(total.values())) == 1 else key, _expression, each, of_all)
        for key, each in total.items()
    }
    others = {key: given[key] for key in ("announced", "note") if key in given}
    return Input(given["name"], given["label"], least, most, step, default, **sums, **others)


def inputs_of(pad_type: Rounds | Rows | OnlyWinner | Cooperative) -> list[Input]:
    """Return all inputs of a pad; those of different rows can have the same name."""
    formulas = [pad_type.formula] if isinstance(pad_type, Rounds) else []
    if isinstance(pad_type, Rows):
        formulas = [row.formula for row in pad_type.rows]
    return [each for formula in formulas if formula for each in formula.inputs]


def _rows_bonus(value: object) -> RowsBonus:
    """Return a bonus without its key, and with row names instead of row keys."""
    readers = {"name": in_languages, "rows": _list_of(_words, 1, MAX_ROWS), "from": integer, "points": integer}
    given = _table(value, readers, needed=readers)
    return RowsBonus("", given["name"], given["rows"], Bonus(given["from"], given["points"]))


def _end(value: object) -> dict[str, Any]:
    """Return the keys of the end; `_ends` makes an End of them."""

    def agreed(value: object) -> Any:
        keys = {"default": _amount, "least": _amount, "most": _amount}
        return _table(value, keys, needed=("least", "most")) if isinstance(value, dict) else _amount(value)

    return _table(value, {"rounds": agreed, "limit": agreed, "when": text})


def _ends(given: Mapping[str, Any], players: tuple[int, int], pad_type: Rounds | Rows) -> End:
    """Return the end of a game; expressions in it are checked for each number of players."""
    found = {
        key: _within(key, _agreed, given[key], range(players[0], players[1] + 1), *bounds)
        for key, bounds in (("rounds", (1, MAX_ROUNDS)), ("limit", (-BOUND, BOUND)))
        if key in given
    }
    if "when" in given:
        own = [each.name for each in inputs_of(pad_type)]
        if not own:
            raise Unreadable(say("only for pads with fields")).within("when")
        known = Known(tuple(name for name in NAMES if name != "score"), across=own)
        found["when"] = _within("when", partial(_expression, condition=True), given["when"], known)
    return End(**found)


def _agreed(given: Any, counts: Iterable[int], least: int, most: int) -> Expression | Agreed:
    """Return a number from `least` to `most`, or the limits of a number chosen before the game."""
    several = given if isinstance(given, dict) else {"": given}
    found = {key: _within(key, _expression, value, Known(("players",))) for key, value in several.items()}
    for count in counts:
        values = {key: _within(key, _value_for, each, count, least, most) for key, each in found.items()}
        if not isinstance(given, dict):
            _not_zero(values[""])
            continue
        _check_order(values["least"], values["most"])
        _not_zero(values["least"] * values["most"] > 0)
        if "default" in values:
            _within("default", _number(values["least"], values["most"]), values["default"])
    return Agreed(**found) if isinstance(given, dict) else found[""]


def _value_for(expression: Expression, count: int, least: int, most: int) -> int:
    """Return the value of an expression for a number of players; raises Unreadable unless it is between the limits."""
    try:
        return _number(least, most)(for_players(expression, count))  # type: ignore[no-any-return]
    except NoResult as error:
        raise Unreadable(
            say("with {count} players there is no result: {why}", count=count, why=error.message)
        ) from None


def _not_zero(value: int) -> int:
    if not value:
        raise Unreadable(say("with 0 the game would be over before the first entry"))
    return value


# Readers of single types


def _table(value: object, readers: Mapping[str, Read], needed: Iterable[str] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(say("names with values are needed here"))
    for key in value:
        if key not in readers:
            raise Unreadable(say("unknown key; known are {keys}", keys=", ".join(readers))).within(str(key))
    for key in needed:
        if key not in value:
            raise Unreadable(say("{key} is missing", key=key))
    return {key: _within(key, read, value[key]) for key, read in readers.items() if key in value}


def _within(key: str | int, read: Callable[..., Any], *values: object) -> Any:
    """Return the result of `read` for these values; puts `key` (if not "") before the path of an Unreadable."""
    try:
        return read(*values)
    except Unreadable as error:
        raise (error if key == "" else error.within(key)) from None


def _list_of(read: Read, least: int, most: int) -> Callable[[object], tuple[Any, ...]]:
    def read_list(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            if least == most:
                raise Unreadable(say("a list of {count} is needed here", count=most))
            raise Unreadable(say("a list of {least} to {most} is needed here", least=least, most=most))
        return tuple(_within(number, read, each) for number, each in enumerate(value, 1))

    return read_list


def _in_languages(value: object, read: Callable[[object], str]) -> Message:
    """Return a message from a text per language, or from one text for all languages."""
    if not isinstance(value, dict):
        return Multilingual(read(value))
    texts = {code: _within(code, read, each) for code, each in _by_language(value).items()}
    return Multilingual(_plain(texts), languages=texts)


def _plain(by_language: Mapping[str, Any]) -> Any:
    return by_language.get(ENGLISH) or next(iter(by_language.values()))


def _by_language(value: Any) -> Mapping[str, Any]:
    if not 1 <= len(value) <= MAX_LANGUAGES:
        raise Unreadable(say("1 to {most} languages are needed here", most=MAX_LANGUAGES))
    for code in value:
        if not LANGUAGE.fullmatch(code):
            raise Unreadable(say("not a supported language; use a code such as en or de")).within(code)
    by_language: Mapping[str, Any] = value
    return by_language


def _words(value: object, most: int = NAME_LENGTH) -> str:
    words = text(value)
    if not words.strip():
        raise Unreadable(say("a text is needed here"))
    fault = name_fault(words, most) or hidden_fault(words)
    if fault:
        raise Unreadable(say("{name!r}: {fault}", name=shortened(words), fault=fault))
    return words


def _number(least: int, most: int) -> Read:
    def read(value: object) -> int:
        number = integer(value)
        if not least <= number <= most:
            raise Unreadable(say("a number from {least} to {most} is needed here", least=least, most=most))
        return number

    return read


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(say("true or false is needed here"))
    return value


def _one_of(words: Sequence[str]) -> Read:
    def read(value: object) -> str:
        word = text(value)
        if word not in words:
            raise Unreadable(say("{value} is not one of {words}", value=shortened(word), words=", ".join(words)))
        return word

    return read


def _check_order(least: int | None, most: int | None) -> None:
    if least is not None and most is not None and least > most:
        raise Unreadable(say("{least} is more than {most}", least=least, most=most))
