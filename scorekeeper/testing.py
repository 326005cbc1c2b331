"""Checks of a title in Python, for its author's tests: see docs/custom-games.md."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from jinja2.nodes import Block

from .core.document import read
from .core.history import RecordEntry
from .core.messages import Message
from .core.replay import Replay, replay
from .core.rulebook import MAX_PLAYERS, Kind, Rulebook
from .core.schema import sample_table
from .titles import load


def check_title(folder: Path, *games: Mapping[str, Any]) -> Rulebook[Any]:
    """Load the title in a directory, check its interface, and return its rulebook.

    `games` are game documents; all their plays must be legal. Raises AssertionError for a fault, DefinitionError if the
    title cannot be loaded, Unreadable for an invalid document, and any exception of the title's code.
    """
    rulebook = load(folder)
    check_rulebook(rulebook)
    if rulebook.rules.sections:
        check_rules(rulebook, folder / "templates" / "rules.html")
    for game in games:
        document = read(json.dumps(game).encode(), {rulebook.slug: rulebook})
        played = replay(rulebook, document.table, document.plays)
        for conflict in played.conflicts:
            raise AssertionError(f"play {conflict.number} is refused: {conflict.refusal.message}")
        for step in played.steps:
            headline = played.describe(step).headline
            assert isinstance(headline, Message), f"describe calls play {step.number} {headline!r}: use say()"
            _check_position(played.at(step.number))
    return rulebook


def check_rulebook(rulebook: Rulebook[Any]) -> None:
    """Check a rulebook with the fewest and most players; raises AssertionError, or any exception of its functions."""
    meta = rulebook.meta
    fewest, most = meta.players
    assert 1 <= fewest <= most <= MAX_PLAYERS, f"players is {meta.players}: use two numbers, 1 to {MAX_PLAYERS}"
    for text in (meta.title, meta.total, *(column.label for column in (*meta.parts, *meta.tie_breaks))):
        assert isinstance(text, Message), f"{text!r} is not a message: use say({text!r})"
    assert "{player}" in meta.sole_winner, "sole_winner needs {player}"
    assert "{players}" in meta.joint_winners, "joint_winners needs {players}"
    for count in sorted({fewest, most}):
        table = sample_table(rulebook, count)
        kinds = rulebook.kinds(table)
        assert len({kind.name for kind in kinds}) == len(kinds), "two kinds of play have the same name"
        assert len({kind.play_type for kind in kinds}) == len(kinds), "two kinds of play have the same class"
        for kind in kinds:
            _check_kind(kind)
        if rulebook.seats.fault(table) is None:
            start = replay(rulebook, table, ())
            assert not start.finished, f"a game of {count} is finished before the first play"
            _check_position(start)


def check_rules(rulebook: Rulebook[Any], template: Path) -> None:
    """Check that the rules template has a block for each section and no other sections; raises AssertionError."""
    source = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(template.read_text("utf-8"))
    found = {block.name for block in source.find_all(Block) if block.name.startswith("section_")}
    blocks = {section.block for section in rulebook.rules.sections}
    assert not blocks - found, (
        f"{template.name} has no blocks {sorted(blocks - found)}: write the text of these sections"
    )
    assert not found - blocks, f"{template.name} has the blocks {sorted(found - blocks)}: add their sections to Rules"


def _check_kind(kind: Kind[Any, Any]) -> None:
    """Check that the dataclass of a kind accepts the kind's fields, as Kind and Field require."""
    assert isinstance(kind.label, Message), f"the label of {kind.name!r} is not a message: use say()"
    assert is_dataclass(kind.play_type), f"{kind.play_type.__name__} is not a dataclass"
    parts = [each for each in fields(kind.play_type) if each.init]
    optional = {each.name for each in parts if (each.default, each.default_factory) != (MISSING, MISSING)}
    given = {field.inside: field.required for field in kind.fields}
    missing = {each.name for each in parts} - optional - given.keys()
    assert not missing, f"{kind.play_type.__name__} takes {missing}: add fields to the kind {kind.name!r}"
    unknown = given.keys() - {each.name for each in parts}
    assert not unknown, f"{kind.play_type.__name__} does not take {unknown}, which are fields of the kind {kind.name!r}"
    for name, required in given.items():
        assert required or name in optional, f"{name!r} can be left out: give it a default in {kind.play_type.__name__}"
    for field in kind.fields:
        assert isinstance(field.label, Message), f"the label of {field.name!r} is not a message: use say()"


def _check_position(game: Replay) -> None:
    """Check the values that a title returns for a position: score sheet, turn, forms, rules and history."""
    rulebook, state, count = game.rulebook, game.state, len(game.table.players)
    seats = sorted(line.seat for line in game.lines if line.seat is not None)
    assert seats == list(range(count)), f"lines have the seats {seats}: return one for each seat, from 0 to {count - 1}"
    columns = {column.name for column in (*rulebook.meta.parts, *rulebook.meta.tie_breaks)}
    for line in game.lines:
        figures = {"total": line.total, **line.parts, **line.tie_break}
        for name, figure in figures.items():
            assert figure is None or type(figure) is int, f"{name} is {figure!r}: use a whole number, or None"
        unknown = figures.keys() - columns - {"total"}
        assert not unknown, f"a line has {unknown}: add a Column to the parts or tie_breaks of Meta"
    turn = rulebook.turn(state)
    assert turn is None or turn in range(count), f"turn returns {turn!r}: use a seat from 0 to {count - 1}, or None"
    game.sheet()
    rulebook.pages.board(state)
    for kind in rulebook.kinds(game.table):
        kind.prefill(state, turn or 0, ())
        kind.exhausted_choices(state, turn or 0)
    rulebook.rules.values(state)
    for section in rulebook.rules.sections_in(state):
        assert isinstance(section.title, Message), f"the title of {section.name!r} is not a message: use say()"
    course = game.course()
    for moment in rulebook.history.moments(course):
        assert isinstance(moment.message, Message), f"{moment.message!r} is not a message: use say()"
    for record in rulebook.history.records:
        mark: object = record.mark(course)
        assert mark is None or isinstance(mark, RecordEntry), (
            f"{record.name!r} returns {mark!r}: use a RecordEntry or None"
        )
