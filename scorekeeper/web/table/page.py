"""The page of a game at a position, and the functions that create one."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile
from typing import Any
from urllib.parse import urlencode

from flask import abort, g, request, url_for

from ...core.messages import Message, say
from ...core.replay import Replay
from ...core.rulebook import Kind, Rulebook, StartingPlayer
from ...pads.definition import Input
from ...pads.factory import takes_rows
from ...pads.how import Worked, definition_of, noted, worked
from ...pads.round_form import RoundForm, round_form
from ...pads.sheet_form import SheetForm, sheet_form
from ...pads.words import changeable
from ...store.games import GameView
from ...store.rows import GameStatus
from ...store.trail import ChangeLine, trail
from ..access.devices import watched_with
from ..common.language import asked_url, translated
from ..common.names import NARROW_WIDTH, short_names, strip_names
from ..common.page import Link, asked_panel, key_of, next_url, player_keys, service, way_up
from ..common.rights import rights
from ..forms.fields import wrong
from ..forms.submission import new_entry_key
from .clash import Clash
from .counting import counting, counting_sheet
from .last_points import last_kind
from .lines import Log, LogLine, Player, PlayerTag, RemarkLine
from .result import Evening, Result, evening_of
from .score_sheet import (
    LAST_ENTRY,
    MAX_BRIEF,
    Grid,
    PlayTable,
    PlayTableRow,
    RankingRow,
    ScoreSheetView,
    grid,
    play_table,
)
from .sent import Moves, Sent
from .slots import Position, Slot, empty_slot, name_of, slot_of

CORRECTING = ("table/table.html", "table/log.html")
"""Templates that link plays to their corrections, if the device may correct; other templates link to the replay."""
MAX_FIELDS, WIDE_COLUMNS = 2, 2
"""Maximum number of fields in one column (entry.css), and of sheet columns with some room for names."""
SHORT_ROW = 5.0
"""Maximum width of a short row name, in average characters."""
LAST_ROWS = 3
"""Number of rows of the score pad on the table page."""
NEWS_TIME = timedelta(minutes=1)
"""Time during which a result reports a change as saved, undone or redone."""
OF_TABLE = ("seat", "open")
"""URL parameters of the table other than plays: the seat of the open panel, and the name of the panel."""
ENVELOPE = ("csrf_token", "entry_key", "revision")
"""Form fields not filled in by the user."""


def of_player(kind: Kind[Any, Any]) -> bool:
    """Return whether plays of this kind belong to a player or non-player, rather than to the entire table."""
    return kind.has_player or kind.non_player is not None


def before_last_change(view: GameView) -> int:
    """Return the number of plays before the last change of a game: the position to count gains from."""
    together = takewhile(
        lambda change: change is not None and change == view.inserted_by[-1], reversed(view.inserted_by)
    )
    count = len(view.replay.steps)
    # Plays without a revision (None) count as changes of one play each.
    return count - max(len(list(together)), min(count, 1))


@dataclass(frozen=True, eq=False)
class GamePage:
    """A game at a position, with all data for its pages.

    - `seat`, `open`: the seat of the open panel, and the name of the panel.
    - `notice`: a sentence at the top. `code`: the code of the refusal in it.
    - `sent`: the slots from a form or the URL. `typed`: a link to input now out of turn.
    - `frame`: the template. A title can have its own one with the name `named`.
    - `shown`: the replay to draw instead of the one at the position. `before`: the replay to count gains from.
    - `top`: the link one level up is to the list of all games.
    - `trail`: all changes of the game.
    - `evening`, `player_ids` (by seat): for a result.
    - `later`: in a correction, the slots of conflicting later plays. `moves`: the plays that would move one seat on.
    - `clash`: two entries for the same turn, round or value; the user decides between them.
    """

    position: Position
    seat: int | None = None
    notice: Message | str | None = None
    _: KW_ONLY
    code: str = ""
    typed: Link | None = None
    sent: Sent | None = None
    frame: str = ""
    named: str = ""
    open: str = ""
    shown: Replay | None = None
    before: Replay | None = None
    top: bool = False
    trail: Sequence[ChangeLine] = ()
    evening: Evening | None = None
    player_ids: Sequence[int] = ()
    later: Sequence[Slot] = ()
    moves: Moves | None = None
    clash: Clash | None = None
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def template(self) -> Sequence[str]:
        """The templates to try: the title's own, if the page is `named`, then `frame`."""
        return [f"rulebooks/{self.rulebook.slug}/{self.named}.html", self.frame] if self.named else [self.frame]

    @property
    def view(self) -> GameView:
        """The complete stored game, not only up to the position."""
        return self.position.view

    @property
    def rulebook(self) -> Rulebook[Any]:
        return self.view.rulebook

    @property
    def replay(self) -> Replay:
        return self.shown or self.position.replay

    @property
    def up(self) -> Link | None:
        """The link one level up; None at the top if the device may view only this game."""
        if self.top:
            return Link(url_for("history.home"), say("All games")) if rights().may_view_all else None
        return way_up(self.view)

    # URLs of the game's pages.

    def url(self, view: str, **values: Any) -> str:
        """Return the URL of this game's page at an endpoint such as "game.log"."""
        return url_for(view, game_id=self.view.game.id, **values)

    @cached_property
    def here(self) -> str:
        """The URL of this page with its input; links carry it as `next`, so that "Back" returns here."""
        if request.method == "GET" or "url" in g:
            return asked_url()
        if self.sent:
            panel = {name: request.form[name] for name in OF_TABLE if name in request.form}
            url, typed = self.place(self.sent.first.position, **panel), self.sent.fields
            if request.endpoint == "game.preview":  # the script itself keeps the input
                return url
            return _with_query(url, typed)
        if request.blueprint == "options":
            sent = request.form.items(multi=True)
            return _with_query(request.path, [(name, word) for name, word in sent if name not in ENVELOPE and word])
        return self.url("game.table")

    def place(self, position: Position, **values: Any) -> str:
        """Return the URL for entering plays at a position; a correction keeps the `next` of this page."""
        if position.number is None:
            return self.url("game.table", **values)
        view = "game.before" if position.before else "game.play"
        return self.url(view, number=position.number, next=next_url(self.view) or None, **values)

    def insert(self, number: int) -> str:
        """Return the URL for inserting a forgotten play before play `number`."""
        return self.place(Position(self.view, number, before=True))

    def correct(self, number: int) -> str:
        """Return the URL for correcting a play; saving the correction returns to this page."""
        back = f"{self.here}#play-{number}" if request.endpoint == "game.log" else self.here
        return self.url("game.play", number=number, next=self._unless_table(back))

    def filled(self, fields: Sequence[tuple[str, str]], seat: int | None = None) -> str:
        """Return the URL of the table with slots filled in from form fields (name, value)."""
        return _with_query(self.url("game.table", seat=key_of(self.view, seat)), fields)

    def offers(self, slot: Slot) -> list[tuple[Message, list[tuple[Player, str]]]]:
        """Return the questions of `Kind.offers` with each player's URL of the page that has the play filled in."""
        found = []
        for question, plays in slot.kind.offers(slot.position.replay.state):
            ways = []
            for seat, play in plays.items():
                url = _with_query(self.place(slot.position), slot_of(slot.position, play).fields)
                ways.append((self.players[seat], url))
            found.append((question, ways))
        return found

    def rules(self, section: str | None = None) -> str:
        """Return the URL of the rules for this table, with one section open if it is named."""
        return self.url("rules.of_game", section=section, next=self._unless_table(self.here), _anchor=section)

    def _unless_table(self, url: str) -> str | None:
        return None if url == self.url("game.table") else url  # "Back" leads to the table by default

    # Players and their points.

    @cached_property
    def at_table(self) -> tuple[PlayerTag, ...]:
        colours = self.rulebook.seats.colours(self.view.table)
        names, keys = self.rulebook.names(self.view.table), player_keys(self.view)
        return tuple(PlayerTag(seat, keys[seat], names[seat], colour) for seat, colour in enumerate(colours))

    @cached_property
    def everybody(self) -> Sequence[Player]:
        """The players in seat order, then `Seats.non_players`; plays are entered for all of them."""
        seats, state, score_sheet = self.rulebook.seats, self.replay.state, self.score_sheet
        names, keys = self.rulebook.names(self.view.table), player_keys(self.view)
        short, brief = strip_names(names), short_names(names, NARROW_WIDTH)
        out, dealer, away = (
            () if self.replay.finished else seats.eliminated(state),
            seats.dealer(state),
            seats.away(state),
        )
        return [
            Player(who.seat, who.key, who.name, who.colour, score_sheet.points.get((who.seat, "")), who.seat in out,
                   who.seat == self.seat, (who.seat, "") in score_sheet.leading, score_sheet.made_of.get(who.seat),
                   score_sheet.gained(who.seat), who.seat == dealer, short[who.seat], brief[who.seat], who.seat in away)
            for who in self.at_table
        ] + [
            Player(seat, keys[seat], name, "", score_sheet.points.get((None, name)), False, seat == self.seat,
                   (None, name) in score_sheet.leading, short=short[seat], brief=brief[seat])
            for seat, name in enumerate(names) if seat >= len(self.at_table)
        ]  # fmt: skip

    @property
    def columns(self) -> Sequence[PlayerTag]:
        """The players and first players of teams: the columns of a sheet."""
        return [self.at_table[seat] for seat in self.rulebook.scorers(self.view.table)]

    @property
    def scorers(self) -> Sequence[Player]:
        """The players and first players of teams, then `Seats.non_players`."""
        own = self.rulebook.scorers(self.view.table)
        return [each for each in self.everybody if each.seat in own or each.seat >= len(self.at_table)]

    @property
    def players(self) -> Sequence[Player]:
        return self.everybody[: len(self.at_table)]

    @cached_property
    def short_names(self) -> Sequence[str]:
        return short_names(self.rulebook.names(self.view.table)[: len(self.at_table)])

    @property
    def field_names(self) -> Sequence[str]:
        """The players' names beside their fields; more than MAX_FIELDS fields are in two narrow columns."""
        return [player.brief for player in self.players] if len(self.columns) > MAX_FIELDS else self.short_names

    @cached_property
    def column_names(self) -> Sequence[str]:
        names = [who.name for who in self.columns]
        return strip_names(names) if len(names) <= WIDE_COLUMNS else short_names(names, NARROW_WIDTH)

    @cached_property
    def pad_names(self) -> Sequence[str]:
        """The names above the columns of a pad; many names are vertical, so they can be longer."""
        names = [who.name for who in self.columns]
        return short_names(names) if len(names) > MAX_BRIEF else strip_names(names)

    @property
    def player(self) -> Player | None:
        return None if self.seat is None else self.everybody[self.seat]

    @property
    def turn(self) -> Player | None:
        return None if self.replay.turn is None else self.players[self.replay.turn]

    @cached_property
    def board(self) -> object:
        return self.rulebook.pages.board(self.replay.state)

    @cached_property
    def score_sheet(self) -> ScoreSheetView:
        return ScoreSheetView(self.replay, self.at_table, self.url, self.before)

    @property
    def ranking(self) -> Sequence[RankingRow]:
        return self.score_sheet.scoreboard(self.players, self.play_table)

    @property
    def gains(self) -> Message:
        return self.play_table.last_label if self.play_table else LAST_ENTRY

    @property
    def counted(self) -> Message:
        return self.rulebook.meta.total if self.replay.finished else self.score_sheet.figures

    @property
    def to_act(self) -> Message | None:
        if self.turn:
            return say("It is {player}'s turn.", player=self.turn.name)
        return next((say("{player} deals next", player=each.name) for each in self.players if each.deals), None)

    @cached_property
    def log(self) -> Log:
        corrects = self.frame in CORRECTING and rights().may_enter
        url = self.correct if corrects else lambda number: self.url("replay.replay", at=number)
        turned = bool(self.trail) and not self.view.replay.finished
        return Log(self.view, self.replay, self.at_table, url, self.trail, turned)

    @cached_property
    def news(self) -> Sequence[RemarkLine]:
        """The players eliminated by the last play, and the remarks on it; before the first play, the order if drawn."""
        if self.log.last is None:
            drawn = say("Drawn: {players} play in this order.", players=self.view.table.players)
            return (RemarkLine(drawn),) if self._drawn else ()
        before = self.rulebook.seats.eliminated(self.replay.steps[-1].before)
        out = [player for player in self.players if player.out and player.seat not in before]
        return [
            *(RemarkLine(say("{player} is out.", player=player.name), "out") for player in out),
            *self.log.last.remarks,
        ]

    @property
    def just_changed(self) -> bool:
        """Whether the last change was so recent that a result still reports it."""
        if self.view.news is None:
            return False
        return service().clock() - datetime.fromisoformat(self.view.changed) < NEWS_TIME

    @property
    def _drawn(self) -> bool:
        return (
            "drawn" in request.args
            and self.rulebook.seats.sitting(self.view.table.options).first is StartingPlayer.DRAWN
        )

    # Rules.

    def rules_on(self, code: str) -> Link | None:
        """Return the link to the section of the rules behind a refusal, remark or slip code; None without one."""
        return self._ways_to_rules.get(code)

    @property
    def notice_rules(self) -> Link | None:
        return self.rules_on(self.code) if self.code else None

    @cached_property
    def _ways_to_rules(self) -> Mapping[str, Link]:
        """The links to sections of the rules by code; computed on first use, because most pages do not need them."""
        sections = self.rulebook.rules.sections_in(self.view.replay.state)
        ways = [(section.explains, Link(self.rules(section.name), section.title)) for section in sections]
        return {code: way for codes, way in ways for code in codes}

    # Entry.

    def slot(self, kind: str, seat: int | None = None, tag: str = "") -> Slot:
        """Return the slot for a play of this kind, with any sent input; `seat` defaults to that of the open panel.

        `tag` names the panel or sheet row of the slot, if the page has several slots of this kind.
        """
        found = next(each for each in self.rulebook.kinds(self.view.table) if each.name == kind)
        whose = None if not found.has_player else self.seat if seat is None else seat
        name = name_of(kind, key_of(self.view, whose), self.position.where, tag)
        if name not in self._slots:
            sent = self.sent.slot(name) if self.sent else None
            slot = sent or empty_slot(self.position, found, whose, tag)
            rules = self.rules_on(slot.refusal.code) if slot.refusal else None
            self._slots[name] = replace(slot, rules=rules) if rules else slot
        return self._slots[name]

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        return {}

    def at_fault(self, slot: Slot) -> str:
        if self.sent is None or not slot.sent:
            return ""
        unreadable = (node.field.name for node in slot.form.nodes if wrong(slot.form, node.field.name))
        return slot.refusal.field if slot.refusal else next(unreadable, "")

    @property
    def kinds(self) -> Sequence[Kind[Any, Any]]:
        """The kinds of play for the open panel; in a correction, only the kind of the corrected play."""
        if self.position.corrected:
            return [self.position.corrected.kind]
        return self.kinds_for(self.seat)

    def kinds_for(self, seat: int | None) -> Sequence[Kind[Any, Any]]:
        """Return the kinds of play to enter for a seat (None for any seat), except the one ending the game."""
        kinds, state = self.rulebook.kinds_of(self.view.table, seat), self.position.replay.state
        refused = [slot.kind for slot in self.sent.slots] if self.sent else []
        offered = [kind for kind in kinds if kind.on_table and not kind.ends_game]
        open_now = [kind for kind in offered if kind.possible(state) or kind in refused]
        return sorted(open_now, key=lambda kind: not kind.prepares)

    # Rounds with fields, entered in steps: the announcement before the round, and the rest.

    def round_form(self, slot: Slot) -> RoundForm | None:
        """Return the form of a round with fields, or of its announcement; None for any other slot."""
        return round_form(slot.position.replay.state, slot.kind.play_type)

    @cached_property
    def in_steps(self) -> bool:
        """Whether all plays that can be entered here are rounds with fields or announcements."""
        kinds = self.kinds_of_all if self.takes_plays else ()
        return bool(kinds) and all(round_form(self.position.replay.state, kind.play_type) for kind in kinds)

    def counting(self, slot: Slot) -> Mapping[str, Any]:
        """Return the data for counting.js to count the points in the form of a round with fields."""
        form = self.round_form(slot)
        return counting(form, [self.everybody[seat] for seat in form.seats]) if form else {}

    @cached_property
    def steps(self) -> Sequence[Slot]:
        """The slots of the announcement, if it can be entered now, and of the round."""
        return [self.slot(kind.name) for kind in self.kinds_of_all]

    @property
    def rounds_played(self) -> Sequence[PlayTableRow]:
        """The rows of the sheet of rounds, newest first; an announcement only until its round is entered."""
        rows = self.play_table.rows if self.play_table else ()
        waits = self.round_form(self.steps[-1])
        announced = waits is not None and waits.announced
        pending = next((row for row in reversed(rows) if row.prepares), None) if announced else None
        return [row for row in reversed(rows) if row is pending or not row.prepares]

    def step_of(self, slot: Slot) -> str:
        """Return the name of the panel of a step, which is different in each round."""
        form = self.round_form(slot)
        return f"{slot.kind.name}-{form.round}" if form else ""

    def step_url(self, slot: Slot) -> str:
        return self.place(self.position, open=self.step_of(slot))

    def step_fields(self, slot: Slot) -> Sequence[Message]:
        """Return the labels of a step's required fields, or of all its fields if none is required."""
        form = self.round_form(slot)
        own = [each for each in form.inputs if form.announces or not each.announced] if form else []
        return [each.label for each in own if each.default is None] or [each.label for each in own]

    @cached_property
    def open_step(self) -> str:
        """The panel of the open step: the step of a sent form, or the requested one; "" for the sheet of the rounds."""
        sent = self.sent.first.name if self.sent and self.sent.slots else ""
        steps = {self.step_of(slot): slot.name for slot in self.steps}
        asked = next((step for step, name in steps.items() if name == sent), self.open)
        if asked in steps:
            return asked
        number = asked.rpartition("-")[2]
        others = [step for step in steps if self.correcting or step.rpartition("-")[2] == number]
        return others[0] if others else ""

    @property
    def ending(self) -> Kind[Any, Any] | None:
        """The kind that ends the game, if the game has begun and cannot end in any other way; else None."""
        kinds = (kind for kind in self.rulebook.kinds(self.view.table) if kind.ends_game and kind.on_table)
        return next(kinds, None) if self.takes_plays and self.log.last else None

    @property
    def has_last_points(self) -> bool:
        """Whether the end of the game has a step for the last points of each player."""
        return last_kind(self.view) is not None

    @property
    def by_player(self) -> bool:
        """Whether any play that can be entered here belongs to a player or non-player, not to the entire table."""
        return self.takes_plays and not (self.before or self.filling) and any(map(of_player, self.kinds))

    @property
    def filling(self) -> bool:
        return self.takes_plays and self.grid is not None and self.grid.open

    @property
    def takes_plays(self) -> bool:
        return self.view.game.status is GameStatus.ACTIVE

    @property
    def takes_rows(self) -> bool:
        return self.position.number is None and not self.view.replay.finished and takes_rows(self.rulebook)

    @property
    def changes_pad(self) -> bool:
        return self.position.number is None and not self.view.replay.finished and bool(changeable(self.rulebook))

    def kinds_in_panel(self, seat: int) -> list[Kind[Any, Any]]:
        return [] if self.everybody[seat].away else [kind for kind in self.kinds_for(seat) if of_player(kind)]

    @property
    def kinds_of_all(self) -> list[Kind[Any, Any]]:
        return [kind for kind in self.kinds if not of_player(kind)]

    @property
    def entry(self) -> object:
        return None if self.seat is None else self.entry_of(self.seat)

    def entry_of(self, seat: int) -> object:
        if seat not in self._entries:
            self._entries[seat] = self.rulebook.pages.entry(self.position.replay.state, seat)
        return self._entries[seat]

    @cached_property
    def _entries(self) -> dict[int, object]:
        return {}

    @property
    def correcting(self) -> str:
        """The action at an earlier play: "amend" to correct it, "insert" to insert one before it; "" at the table."""
        return "" if self.position.number is None else "insert" if self.position.before else "amend"

    @property
    def act_url(self) -> str:
        return self.url("game.act", next=next_url(self.view) or None)

    @property
    def preview_url(self) -> str:
        return self.url("game.preview", next=next_url(self.view) or None)

    def seat_url(self, seat: int, open: str = "") -> str:  # noqa: A002  (the URL parameter's name)
        drawn = "yes" if self._drawn else None
        return self.place(self.position, seat=key_of(self.view, seat), open=open or None, drawn=drawn)

    # Past plays and the result.

    @cached_property
    def play_table(self) -> PlayTable | None:
        """The plays as a score pad; None without plays, or if they do not fit on a pad."""
        return play_table(self.replay, self.log, self.columns)

    @cached_property
    def recent_plays(self) -> PlayTable | None:
        """The last rows of the score pad, beside the form."""
        return play_table(self.replay, self.log, self.columns, LAST_ROWS)

    @property
    def sums_up(self) -> bool:
        """Whether each total is the sum of the values in the pad, with one value per play and player."""
        kinds = self.rulebook.kinds(self.view.table)
        return bool(self.top and self.takes_plays and self.recent_plays and len(kinds[0].fields) == 1)

    @property
    def last_lines(self) -> Sequence[LogLine]:
        return [self.log.line(step) for step in self.replay.steps[-LAST_ROWS:]]

    @cached_property
    def grid(self) -> Grid | None:
        """The title's sheet with a cell for each play, or None. At the table and the result it can be filled in."""
        over = self.view.replay.finished and not (self.takes_plays and rights().may_enter)
        closed = over or self.before or self.correcting
        return grid(self.replay, self.columns, self.log.url, None if closed else self.slot)

    @cached_property
    def sheet_form(self) -> SheetForm | None:
        """The form of the sheet, if it can be filled in here."""
        return sheet_form(self.position.replay.state) if self.filling else None

    @property
    def help(self) -> Message | None:
        definition = definition_of(self.replay.state)
        return definition.help if definition else None

    @property
    def noted(self) -> Sequence[Input]:
        definition = definition_of(self.replay.state)
        return noted(definition) if definition else ()

    @property
    def explained(self) -> bool:
        """Whether the game has texts about its scoring, apart from rules."""
        return bool(self.help or self.noted)

    @property
    def worked(self) -> Sequence[Worked]:
        return worked(self.replay)

    @cached_property
    def row_names(self) -> Sequence[str]:
        """Short names of the rows of the sheet, for many columns."""
        return short_names([translated(label) for label, _ in self.grid.rows], SHORT_ROW) if self.grid else ()

    @property
    def counting_sheet(self) -> Mapping[str, Any]:
        """The data for sheet-points.js to count the points in the sheet."""
        return counting_sheet(self.sheet_form, self.columns) if self.sheet_form else {}

    @property
    def preview_picture(self) -> str:
        """The absolute URL of the picture for previews of the watch link that opened this page; "" without one."""
        key = watched_with(self.view.game.id)
        return self.url("picture.preview", key=key, _external=True) if key else ""

    @cached_property
    def result(self) -> Result:
        return Result(self.view, self.players, self.score_sheet, self.evening, self.player_ids)


def _with_query(url: str, pairs: Sequence[tuple[str, str]]) -> str:
    return f"{url}{'&' if '?' in url else '?'}{urlencode(pairs)}" if pairs else url


def game_page(view: GameView) -> GamePage:
    """Return the current page of a game, for other packages that show it, such as the list of past games."""
    return GamePage(Position(view))


def opened_page(
    view: GameView,
    seat: int | None = None,
    notice: Message | str | None = None,
    code: str = "",
    sent: Sent | None = None,
    panel: str | None = None,
) -> GamePage:
    """Return the table, or the result of a finished game, with the seat's `panel` or the requested panel open."""
    position = Position(view)
    if view.replay.finished:
        shown = GamePage(
            position, None, notice, code=code, sent=sent, frame="table/final.html", named="final", top=True
        )
        if not rights().may_view_all:  # the evening and the pages of players show other games
            return shown
        return replace(shown, evening=evening_of(service().store, view.game), player_ids=view.people)
    if seat is None:
        seat = position.whose if sent is None or sent.first.whose is None else sent.first.whose
    opened = asked_panel() if panel is None else panel
    frame = "table/table.html"
    return GamePage(
        position, seat, notice, code=code, sent=sent, frame=frame, named="table", open=opened, top=True
    )  # fmt: skip


def preview_page(sent: Sent, seat: int | None, *, refused: bool) -> GamePage:
    """Return the preview of plays while they are filled in, and the table after them; follow.js copies parts of it.

    `refused`: the plays were sent before and refused, so all refusals are shown, even for unfinished numbers.
    """
    whose = sent.first.whose if seat is None else seat
    frame, judged = "table/preview.html", sent.judged()
    shown = judged if refused else judged.while_typed()
    return GamePage(sent.first.position, whose, sent=shown, shown=judged.after, frame=frame, named="preview")


def correct_page(
    position: Position,
    seat: int | None = None,
    notice: Message | str | None = None,
    code: str = "",
    sent: Sent | None = None,
) -> GamePage:
    """Return the page that corrects or inserts a play; abort with 404 if the seat cannot have a play of its kind."""
    view, step, whose = position.view, position.corrected, position.whose if seat is None else seat
    if step and step.kind not in view.rulebook.kinds_of(view.table, whose):
        abort(404)
    frame = "table/correct.html"
    return GamePage(
        position, whose, notice, code=code, sent=sent, frame=frame, named="correct", open=asked_panel()
    )  # fmt: skip


def clash_page(clash: Clash, seat: int | None) -> GamePage:
    entered = [] if clash.revision is None else trail(service(), clash.view.game.id, since=clash.revision - 1)[:1]
    return GamePage(Position(clash.view), seat, frame="table/clash.html", top=True, trail=entered, clash=clash)


def log_page(view: GameView, notice: Message | str | None = None) -> GamePage:
    """Return the page of all plays and changes of a game; the latest play comes first until the game is over."""
    return GamePage(Position(view), None, notice, frame="table/log.html", trail=trail(service(), view.game.id))


def watch_page(view: GameView) -> GamePage:
    shown = GamePage(Position(view), frame="table/watch.html", named="replay", top=True)
    return looking_back(shown, len(view.replay.steps), before_last_change(view))


def screen_page(view: GameView) -> GamePage:
    shown = GamePage(Position(view), frame="table/screen.html", named="screen")
    return looking_back(shown, len(view.replay.steps), before_last_change(view))


def looking_back(shown: GamePage, at: int, before: int) -> GamePage:
    """Return the page for the game after play `at`, with the gains since play `before`."""
    full = shown.view.replay
    return replace(shown, shown=full.at(at), before=full.at(max(before, 0)))
