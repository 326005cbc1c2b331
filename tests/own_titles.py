"""Titles to install in an instance directory: the made-up ones, a small one (`small`) for tests with errors in it, and
pads whose players type points (PLAIN), by name."""

import shutil
from pathlib import Path

from scorekeeper.pads.factory import facts_text
from scorekeeper.store.settings import keep_definition
from scorekeeper.titles import read_pad
from tests.tools.i18n import write_title

MADE_UP = Path(__file__).parent / "own_rulebook"
PLAIN = {path.stem: path for path in sorted((Path(__file__).parent / "pads" / "plain").glob("*.toml"))}


def small(
    *,
    before="",
    field="marbles: int = 1",
    body="",
    kind="",
    label='say("Marbles")',
    kinds="(ROLL,)",
    name="RULEBOOK",
    slug="marbles",
    title='say("Marbles")',
    players="(2, 4)",
    meta="",
    start="(0,) * len(table.players)",
    finished="max(state) >= 5",
    line="Line(seat, each)",
    seats="state",
    more="",
):
    """Return the source of a small title: each play adds marbles, and five end it. Tests replace parts of it."""
    return f'''"""Marbles, for the tests: each play adds marbles; five end it."""

from dataclasses import dataclass

from scorekeeper.core.errors import IllegalPlay
from scorekeeper.core.fields import PLAYER, ByPlayer, Field, Integer, Word
from scorekeeper.core.messages import N_, Message, many, say
from scorekeeper.core.rulebook import Helper, Kind, Meta, Option, Pages, Rulebook, Seats
from scorekeeper.core.sheet import Column, Line

{before}
@dataclass(frozen=True)
class Roll:
    seat: int
    {field}


def roll(state, play, number):
    {body}
    return tuple(each + play.marbles * (seat == play.seat) for seat, each in enumerate(state))


ROLL = Kind("roll", Roll, say("Roll"), roll, fields=(PLAYER, Field("marbles", Integer(), {label})){kind})

{name} = Rulebook(
    meta=Meta(slug="{slug}", title={title}, players={players}{meta}),
    kinds=lambda table: {kinds},
    start=lambda table: {start},
    finished=lambda state: {finished},
    lines=lambda state: [{line} for seat, each in enumerate({seats})],
    {more}
)
'''


SMALL = small()


def install(instance, *names):
    """Copy made-up titles into an instance directory, compile their German catalogues, and return the directory."""
    for name in names:
        there = instance / "rulebooks" / name
        shutil.copytree(MADE_UP / name, there)
        write_title(there)
    return instance


def plain_pad(app, name):
    """Store a pad of PLAIN in the database of an app, and return its slug."""
    pad = read_pad(PLAIN[name])
    with app.extensions["service"].store.writing() as db:
        keep_definition(db, pad.slug, facts_text(pad))
    return pad.slug


def write(instance, name, source, rules=""):
    """Write a one-file title into an instance directory, with a template for its `rules`. Return its directory."""
    folder = instance / "rulebooks" / name
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(source)
    if rules:
        (folder / "templates").mkdir()
        (folder / "templates" / "rules.html").write_text(rules)
    return folder
