"""The page that shows the interpretation of an uploaded table, and stores the user's choices for it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, ClassVar

from flask import abort, request, url_for

from ...core.messages import Message, say
from ...core.names import name_fault
from ...pads.reader import TITLE_LENGTH
from ...store.exporting import Words
from ...store.external import ExternalResult
from ...store.importing import ImportReport, first_results
from ...store.readers import ImportedGame
from ...store.readers.columns import Column
from ...store.readers.documents import Place
from ...store.readers.headings import CHOICES, NAMES, Role
from ...store.readers.tables import Question, Table, TableChoices
from ...store.readers.values import same_name
from ...store.rows import StoredGame
from ...store.settings import OF_TABLES, read_setting, set_setting
from ...store.uploads import Upload, write_choices
from ...titles import ready
from ..common.language import LANGUAGES, alphabetical, translated, when_played
from ..common.page import Link, service, titles
from ..forms.submission import new_entry_key

MAX_TITLES = 20
"""Maximum number of titles in the question whether the lowest points win."""
MAX_REMARKS = 20
"""Maximum number of remarks shown about a table."""
NO_DATE = say("Choose a date, or leave the field empty.")


# Choices, stored as JSON in the directory of the upload, and in the settings for tables with the same headings


def as_json(choices: TableChoices) -> dict[str, Any]:
    return asdict(choices) | {"day": choices.day and choices.day.isoformat()}


def from_json(values: Mapping[str, Any]) -> TableChoices:
    """Return the choices in `values`, the inverse of `as_json`."""
    roles = {heading: Role(role) for heading, role in values["roles"].items()}
    return TableChoices(**{**values, "roles": roles, "day": values["day"] and date.fromisoformat(values["day"])})


def remembered(table: Table) -> TableChoices | None:
    """Return the choices for the last table with the same headings, or None."""
    with service().store.reading() as db:
        text = read_setting(db, _setting(table))
    return from_json(json.loads(text)) if text else None


def remember(table: Table) -> None:
    """Store the table's choices, except its date, for further tables with the same headings."""
    with service().store.writing() as db:
        set_setting(db, _setting(table), json.dumps(as_json(replace(table.choices, day=None))))


def _setting(table: Table) -> str:
    headings = json.dumps([each.name for each in table.columns])
    return f"{OF_TABLES}{sha256(headings.encode()).hexdigest()}"


def choices_of(upload: Upload) -> dict[Place, TableChoices]:
    """Return the choices for the tables of an upload."""
    kept = json.loads(upload.choices or "[]")
    return {Place(*each["place"]): from_json(each["choices"]) for each in kept}


def confirmed(upload: Upload) -> set[Place]:
    """Return the tables of an upload with confirmed choices."""
    return {Place(*each["place"]) for each in json.loads(upload.choices or "[]") if each["confirmed"]}


def keep_choices(upload: Upload, place: Place, choices: TableChoices, *, confirm: bool = False) -> Upload:
    """Store the choices for a table of an upload; raises OSError, also if the upload was just discarded."""
    kept = [each for each in json.loads(upload.choices or "[]") if Place(*each["place"]) != place]
    kept.append({"place": [place.file, place.entry], "choices": as_json(choices), "confirmed": confirm})
    return write_choices(upload, json.dumps(kept))


def languages() -> Sequence[Words]:
    """Return the languages used to recognize titles and headings in files."""
    return [Words(code, partial(Message.translated, language=titles().catalogue(code))) for code in LANGUAGES]


# The page


@dataclass(frozen=True)
class TablePage:
    """The interpretation of a table: its columns with their roles, the open questions, and its first games.

    `report` is the preview of the import. `faults` are messages about the refused values `sent`, by field.
    """

    template: ClassVar[str] = "data/table.html"
    upload: Upload
    at: int
    place: Place
    table: Table
    report: ImportReport
    faults: Mapping[str, Message] = field(default_factory=dict)
    sent: Mapping[str, str] = field(default_factory=dict)
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def name(self) -> str:
        return ", ".join(filter(None, (self.place.file, self.place.entry)))

    @property
    def url(self) -> str:
        return url_for("data.table", key=self.upload.key, at=self.at)

    @property
    def up(self) -> Link:
        return Link(url_for("data.show"), say("Export and import"))

    @property
    def open(self) -> Sequence[Question]:
        return self.table.questions

    @property
    def answered(self) -> Sequence[Question]:
        return [each for each in self.table.asked if each.chosen is not None and each.answers]

    @property
    def asks_game(self) -> bool:
        """Whether the title was chosen by the user, who can change it."""
        return any(each.choice == "game" and each.chosen is not None for each in self.table.asked)

    @property
    def asks_day(self) -> bool:
        return not {Role.DATE, Role.BEGAN} & {each.role for each in self.table.columns}

    def roles(self, column: Column) -> Sequence[tuple[str, Message]]:
        """Return the possible roles of a column with their names, including its current role."""
        names = {**NAMES, Role.POINTS_OF: say("points of {player}", player=column.name)}
        return [(role, names[role]) for role in (*CHOICES, *([] if column.role in CHOICES else [column.role]))]

    @cached_property
    def _contents(self) -> tuple[int, set[int], dict[str, bool]]:
        """The number of games, their years, and their titles; true if only points tell the winners of the title."""
        count, years, titles = 0, set[int](), dict[str, bool]()
        for game in self.table.games():
            if isinstance(game, ImportedGame):
                count += 1
                years |= {game.day.year} if game.day else set()
                titles[game.title] = titles.get(game.title, True) and game.decided is None
        return count, years, titles

    @property
    def games(self) -> int:
        return self._contents[0]

    @property
    def years(self) -> Message | None:
        _, years, _ = self._contents
        if not years:
            return None
        first, last = str(min(years)), str(max(years))
        return say("{first} to {last}", first=first, last=last) if first != last else Message(first)

    @property
    def lowest(self) -> Sequence[tuple[str, bool]]:
        """The titles with only points to tell the winner, and without known rules; true if the lowest points win."""
        decided = {
            same_name(words.say(each.meta.title))
            for slug, each in {**service().rulebooks, **ready()}.items()
            if slug in ready() or not each.definition or each.meta.lowest_wins
            for words in languages()
        }
        _, _, found = self._contents
        asked = [title for title, by_points in found.items() if by_points and same_name(title) not in decided]
        chosen = {same_name(each) for each in self.table.choices.lowest}
        return [(title, same_name(title) in chosen) for title in asked[:MAX_TITLES]]

    @property
    def titles(self) -> Sequence[str]:
        """The suggested titles for games without a title."""
        names = {translated(each.meta.title) for each in {**service().rulebooks, **ready()}.values()}
        return sorted(names, key=alphabetical)

    def sent_choices(self) -> tuple[TableChoices, dict[str, Message]]:
        """Return the choices in the sent form, and its faults by field.

        A column's role counts as chosen if it differs from the role shown on the page, so that the roles of the other
        columns are still derived from it.
        """
        form, before, faults = request.form, self.table.choices, dict[str, Message]()
        roles, day, truths = dict(before.roles), before.day, {"True": True, "False": False}
        for column in self.table.columns:
            role = form.get(f"column-{column.index}", "")
            if role not in dict(self.roles(column)):
                abort(400)
            if role != column.role:
                roles[column.name] = Role(role)
        game = " ".join(form.get("game", before.game).split())
        if game and (fault := name_fault(game, TITLE_LENGTH)):
            faults["game"] = fault
        if "day" in form:
            try:
                day = date.fromisoformat(form["day"]) if form["day"] else None
            except ValueError:
                faults["day"] = NO_DATE
        listed, lowest = [title for title, _ in self.lowest], form.getlist("lowest")
        sheet, answers = form.get("sheet", before.sheet), [form.get("day_first"), form.get("by_rounds")]
        if {*lowest} - {*listed} or sheet not in ("", before.sheet, *self.table.sheets) or {*answers} - {None, *truths}:
            abort(400)
        if sheet != before.sheet:  # another sheet has other headings
            return TableChoices(sheet=sheet), faults
        choices = replace(
            before,
            roles=roles,
            game=game,
            day=day,
            day_first=truths.get(form.get("day_first", ""), before.day_first),
            by_rounds=truths.get(form.get("by_rounds", ""), before.by_rounds),
            lowest=[each for each in before.lowest if each not in listed] + lowest,
        )
        return choices, faults

    @property
    def first_games(self) -> Sequence[dict[str, Any]]:
        """The first games of the preview; an ambiguous date is shown both ways, an unknown title is missing."""
        if not self.open:
            return [_example(self.report, [game]) for game in self.report.examples.get(self.place, ())]
        asked = {each.choice for each in self.open}
        table = self.table.answered(game="?") if "game" in asked else self.table
        tables = [table.answered(day_first=order) for order in (True, False)] if "day_first" in asked else [table]
        reports = [first_results(service(), each, pads=ready(), languages=languages()) for each in tables]
        examples = zip(*(games for report in reports for games in report.examples.values()), strict=True)
        return [_example(reports[0], readings, asked) for readings in examples]

    @property
    def remarks(self) -> Sequence[Message]:
        """Remarks on values not imported, except unused columns, which the page lists separately."""
        unused = {str(each) for each in self.table.unused}
        return [each for each in self.table.remarks if str(each) not in unused][:MAX_REMARKS]


def _example(report: ImportReport, readings: Sequence[StoredGame], asked: Collection[str] = ()) -> dict[str, Any]:
    """Return a game for the page; `readings` are the same game by each possible answer to the `asked` choices."""
    game, dates = readings[0], [when_played(each.started, each.ended) for each in readings if each.dated]
    result = ExternalResult.read(game.external_result or "{}")
    players = [
        {"name": name, "won": place == 1, "points": points}
        for name, (place, points) in zip(game.players, result.lines, strict=False)
    ]
    title = report.titles[game.rulebook].meta.title if game.rulebook in report.titles else game.rulebook
    when: Message | str = say("Date unknown")
    if dates:
        when = dates[0] if len({*dates}) == 1 else say("{one} or {other}", one=dates[0], other=dates[-1])
    return {
        "title": None if "game" in asked else title,
        "when": when,
        "about": say("a game or a round of one game") if "by_rounds" in asked else game.venue,
        "players": players,
    }
