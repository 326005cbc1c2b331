"""The rulebook of a definition, and its unique slug."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any

from ..core.errors import Unreadable, shortened
from ..core.fields import Choice, Field, PerSeat
from ..core.history import HistoryHooks, Timeline
from ..core.messages import N_, Message, say
from ..core.rulebook import COLOURS, SLUG, SOLE_WINNER, Meta, Option, Pages, Rulebook, Seats, seat_colours
from ..core.rulebook import POINTS as COUNTED
from ..core.sheet import Column
from ..core.story import difference
from ..core.table import Table
from . import result, rounds, rows
from .definition import (
    BEST_ROUND,
    FEWER,
    LAST_ROUND,
    ROUND,
    TEAMS,
    Cooperative,
    Definition,
    End,
    OnlyWinner,
    Rounds,
    Rows,
)
from .reader import document_keys, inputs_of, plain, read_definition

MAX_ENDS = 1024
"""Number of combinations of rounds and limit whose kinds of play are cached, per pad."""
DIGITS, NAME_LENGTH = 12, 40
"""Number of digest digits in a slug, and maximum length of the name before them."""
TEAM_LETTERS = tuple("ABCDEFGHIJ")
TEAM_OPTION = Option(
    Field(
        TEAMS,
        PerSeat(
            Choice(TEAM_LETTERS, tuple(say("Team {letter}", letter=each) for each in TEAM_LETTERS)), distinct=False
        ),
        say("Team"),
        required=False,
    ),
    default=lambda seat_count: tuple(TEAM_LETTERS[seat % 2] for seat in range(seat_count)),
    change=say("the change of teams"),
)
"""The option with the team of each seat; by default, every other player is in the same team."""
TIE_BREAKS: Mapping[str, Message] = {LAST_ROUND: say("last round"), BEST_ROUND: say("best round")}


def defined(name: str, facts: object) -> Rulebook[Any]:
    """Return the rulebook defined by `facts`, with the name `name` ("hearts"); raises Unreadable.

    The same facts always result in the same slug, regardless of the order of their keys.
    """
    if len(name) > NAME_LENGTH or not SLUG.fullmatch(name):
        raise Unreadable(
            say(
                "{name!r} is used in URLs: use lowercase letters, digits and hyphens, at most {most}",
                name=shortened(name),
                most=NAME_LENGTH,
            )
        )
    try:
        read_definition(facts)  # before `json.dumps`, because this checks the size and depth of the facts
    except Unreadable:
        facts = document_keys(facts)  # a document by hand can have the keys of TOML files
        read_definition(facts)
    return _made(name, json.dumps(facts, sort_keys=True, separators=(",", ":")))


def named(title: str, facts: object) -> Rulebook[Any]:
    """Return the rulebook defined by `facts`, with a name derived from the title; raises Unreadable."""
    return defined(plain(title)[:NAME_LENGTH].strip("-") or "pad", facts)


def takes_rows(rulebook: Rulebook[Any]) -> bool:
    """Return whether rows can be added to a pad during a game: it needs rows, filled in any order."""
    return rulebook.definition is not None and "rows" in rulebook.definition and not rulebook.definition.get("turns")


def takes_rounds(rulebook: Rulebook[Any]) -> bool:
    """Return whether a play of a pad is a round with the final points of each player: without fields and factors."""
    if rulebook.definition is None or (definition := read_definition(rulebook.definition)).teams:
        return False
    pad = definition.type
    return isinstance(pad, Rounds) and pad.entry == ROUND and pad.formula is None and pad.count.is_final


def with_row(rulebook: Rulebook[Any], row: str) -> Rulebook[Any]:
    """Return the pad with one more row at the end; raises Unreadable. Plays of the old pad are valid in the new one."""
    facts = dict(rulebook.definition or {})
    return defined(rulebook.name, facts | {"rows": [*facts["rows"], row]})


def facts_text(rulebook: Rulebook[Any]) -> str | None:
    """Return the facts of a pad as stored; None for a title in code."""
    return (
        None if rulebook.definition is None else json.dumps(rulebook.definition, sort_keys=True, separators=(",", ":"))
    )


@lru_cache(4096)
def _made(name: str, facts: str) -> Rulebook[Any]:
    digest = sha256(facts.encode()).hexdigest()[:DIGITS]
    return rulebook(f"{name}~{digest}", read_definition(json.loads(facts)))


def rulebook(slug: str, definition: Definition) -> Rulebook[Any]:
    pad = definition.type
    colours = definition.colours or COLOURS
    seats: Seats[Any] = Seats(
        definition.rule,
        definition.first,
        colours=lambda table: seat_colours(len(table.players), colours),
        fault=partial(_options_fault, definition),
        teams=definition.sides if definition.teams else lambda table: (),
    )
    teams = (TEAM_OPTION,) if definition.teams else ()
    if isinstance(pad, Rounds):
        kinds_by_ends = lru_cache(MAX_ENDS)(partial(rounds.kinds, pad, definition))
        return Rulebook(
            meta=_meta(slug, definition),
            kinds=lambda table: kinds_by_ends(*rounds.ends(definition, table)),
            start=partial(rounds.start, pad, definition),
            finished=rounds.finished,
            lines=rounds.lines,
            turn=rounds.turn,
            notes=rounds.notes,
            extras=rounds.extras,
            options=(*teams, *rounds.options(definition)),
            seats=replace(
                seats,
                dealer=rounds.dealer,
                away=rounds.away,
                latecomer=None if definition.teams else rounds.latecomer,
            ),
            history=HistoryHooks(
                figures=rounds.figures,
                round=rounds.round_name,
                records=rounds.RECORDS,
                played_out=_always_played_to_end if definition.end == End() else None,
            ),
            definition=definition.facts,
        )
    if isinstance(pad, OnlyWinner | Cooperative):
        kind, count = result.kind(definition), pad.count if isinstance(pad, Cooperative) else None
        return Rulebook(
            meta=_meta(slug, definition),
            kinds=lambda table: (kind,),
            start=result.ResultState,
            finished=result.finished,
            lines=partial(result.lines, count),
            seats=seats,
            definition=definition.facts,
        )
    row_kinds, meta = rows.kinds(pad, definition.decimals), _meta(slug, definition, rows.columns(pad))
    tie_breaks_only = {row.key for row in pad.rows if not row.counts}
    counted = replace(meta, parts=tuple(part for part in meta.parts if part.name not in tie_breaks_only))
    return Rulebook(
        meta=meta,
        kinds=lambda table: row_kinds,
        start=partial(rows.start, pad, definition),
        finished=rows.finished,
        lines=rows.lines,
        turn=rows.turn,
        options=teams,
        seats=seats,
        pages=Pages(batched_kinds=(rows.ROW,)),
        history=HistoryHooks(
            figures=rows.figures,
            round=rows.round_name,
            moments=lambda course: tuple(difference(rows.lines(course.state), counted)),
            records=rows.records(pad),
        ),
        definition=definition.facts,
    )


def _meta(slug: str, definition: Definition, parts: tuple[Column, ...] = ()) -> Meta:
    unit = definition.unit
    return Meta(
        slug,
        definition.title,
        definition.players,
        sole_winner=N_("The win goes to {player}") if definition.teams else SOLE_WINNER,
        parts=parts,
        tie_breaks=tuple(_tie_break(name, definition) for name in definition.tie_breaks),
        total=unit.more if unit else COUNTED,
        amount=unit.amount if unit else None,
        lowest_wins=definition.lowest_wins,
        bgg=definition.bgg,
        cooperative=isinstance(definition.type, Cooperative),
    )


def _tie_break(name: str, definition: Definition) -> Column:
    """Return the column of a tie-break; the highest value of a field wins, or the lowest if FEWER precedes its name."""
    key, pad = name.removeprefix(FEWER), definition.type
    lowest = definition.lowest_wins or name != key
    if key in TIE_BREAKS:
        return Column(rounds.column_name(name), TIE_BREAKS[key], lowest)
    if isinstance(pad, Rows) and key in {row.key for row in pad.rows}:
        return Column(rows.tie_break_name(name), pad.row(key).name, lowest)
    label = next(each.label for each in inputs_of(pad) if each.name == key)
    return Column(rows.tie_break_name(name), label, name != key)


def _options_fault(definition: Definition, table: Table) -> Message | None:
    if definition.teams and len(definition.sides(table)) < 2:
        return say("At least two teams are needed.")
    return rounds.options_fault(definition, table)


def _always_played_to_end(course: Timeline[Any]) -> bool:
    """Return True: if the players alone decide when a game ends, a Stop does not end it early."""
    return True
