"""Forms with fixed fields, independent of rulebooks, and the checks of locations and notes."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField, ValidationError
from wtforms.form import BaseForm

from ...core.document import NOTE_LENGTH, VENUE_LENGTH
from ...core.durations import has_time, minutes
from ...core.fields import BOUND, small_number
from ...core.log import About
from ...core.messages import Message, say
from ...store.games import moment_of, seconds_of
from ...store.importing import minutes_after, read_moment
from ...store.rows import StoredGame
from ..common.language import translated


class FixedForm(FlaskForm):  # type: ignore[misc]
    """A form filled from a POST request or from `values`; CSRFProtect checks the token of every POST."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # noqa: D106
        csrf = False

    def __init__(self, **values: str) -> None:
        # Pass the form data explicitly, because FlaskForm would also read JSON, and files into text fields.
        super().__init__(request.form if request.method == "POST" else None, data=values)


class Text(StringField):
    """A text field, initially empty. `clean` normalizes a sent text; `check` returns its fault or None."""

    data: str

    def __init__(
        self,
        *,
        clean: Callable[[str], str] = str,
        check: Callable[[str], Message | None] = lambda _: None,
        **options: Any,
    ) -> None:
        super().__init__(default="", **options)
        self.clean, self.check = clean, check

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        super().process_formdata(list(map(self.clean, valuelist)))

    def pre_validate(self, form: BaseForm) -> None:
        fault = self.check(self.data)
        if fault:
            raise ValidationError(translated(fault))


def needed(fault: Message) -> Callable[[str], Message | None]:
    return lambda text: None if text.strip() else fault


PLACES = 8
"""Maximum number of recent locations offered by a form."""
UNREADABLE = ("Cc", "Cs")  # Unicode categories: control characters and surrogates


def one_line(text: str) -> str:
    """Return a typed name or location without extra spaces, normalized to NFC."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def clean_note(text: str) -> str:
    """Return a note without surrounding and trailing spaces, normalized to NFC and to LF line ends."""
    lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines).strip())


def place_fault(place: str) -> Message | None:
    if len(place) > VENUE_LENGTH:
        return say(
            "A location can have at most {most} characters; this one has {length}.",
            most=VENUE_LENGTH,
            length=len(place),
        )
    return _unreadable(place)


def note_fault(note: str) -> Message | None:
    if len(note) > NOTE_LENGTH:
        return say(
            "A note can have at most {most} characters; this one has {length}.", most=NOTE_LENGTH, length=len(note)
        )
    return _unreadable(note.replace("\n", "").replace("\t", ""))


def _unreadable(text: str) -> Message | None:
    if any(unicodedata.category(character) in UNREADABLE for character in text):
        return say("Control characters and incomplete characters are not allowed here.")
    return None


NO_DATE = say("Write the date as 2026-03-25, 25.03.2026 or 3/25/2026, and the time as 20:15 or 8:15 PM.")
NO_MINUTES = say("Type the duration as a whole number of minutes, such as 90, and the date.")
DATE_NEEDED, TIME_NEEDED = say("A date is needed here."), say("A time is needed here.")
TOO_LATE = say("This is in the future.")


class DetailsForm(FixedForm):
    date = Text(clean=str.strip)
    time = Text(clean=str.strip)
    minutes = Text(clean=str.strip)
    venue = Text(clean=one_line, check=place_fault)
    note = Text(clean=clean_note, check=note_fault)

    def about(self, before: About) -> About:
        """Return the location and note; an unchanged value keeps its stored text, even if cleaning would alter it."""
        return About(
            before.venue if self.venue.data == one_line(before.venue or "") else self.venue.data or None,
            before.note if self.note.data == clean_note(before.note or "") else self.note.data or None,
        )

    def times(self, game: StoredGame, now: datetime) -> tuple[str | None, str | None]:
        """Return the start and the end of a game (ISO 8601), unchanged if the form was not edited.

        The start can be a date without a time in a result without plays, or if the game's time was unknown. The end is
        None unless the start's time and the duration are known. Fields get a fault for an unreadable value, for a
        missing value, previously known, of a game with plays, and for a time more than a day after `now`.
        """
        shown = times_of(game)
        typed = {name: self[name].data for name in shown}
        if typed == shown:
            return game.started, game.ended
        has_plays = game.external_result is None
        needs = [name for name in ("date", "minutes") if shown[name] and has_plays]
        needs_time = has_plays and bool(shown["time"] or not shown["date"] or typed["minutes"])
        started, ended = game.started, game.ended
        if (typed["date"], typed["time"]) != (shown["date"], shown["time"]) or started is None:
            started = read_moment(f"{typed['date']} {typed['time']}") if typed["date"] else None
            if started and not typed["time"] and not needs_time:
                started = started[: len("2026-11-28")]
        lasted = small_number(typed["minutes"], BOUND) if typed["minutes"] else 0
        if lasted or game.finished:
            ended = minutes_after(started, lasted) if lasted and started and has_time(started) else None
        if started is None and (typed["date"] or typed["time"]):
            self.date.errors = [translated(NO_DATE)]
        elif started is None and "date" in needs:
            self.date.errors = [translated(DATE_NEEDED)]
        elif started and needs_time and not typed["time"]:
            self.time.errors = [translated(TIME_NEEDED)]
        elif lasted is None or (lasted and started is None and has_plays) or (not lasted and "minutes" in needs):
            self.minutes.errors = [translated(NO_MINUTES)]
        elif started and moment_of(ended or started) > (now + timedelta(days=1)).timestamp():
            self.date.errors = [translated(TOO_LATE)]
        return started, ended


def details_of(game: StoredGame) -> dict[str, str]:
    return {**times_of(game), "venue": game.venue or "", "note": game.note or ""}


def times_of(game: StoredGame) -> dict[str, str]:
    seconds = seconds_of(game) if game.finished else None
    day, _, clock = (game.dated or "").partition("T")
    return {"date": day, "time": clock[:5], "minutes": "" if seconds is None else str(minutes(seconds))}
