"""Durations of games, and their texts."""

from datetime import datetime

from .messages import Message, many, say

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
PAUSE = 6 * HOUR
"""Maximum number of seconds between the starts of two consecutive games of an evening."""


def has_time(dated: str) -> bool:
    """Return whether an ISO 8601 text has a time of day, and not only a date."""
    return "T" in dated


def seconds_between(started: str | None, ended: str | None) -> int | None:
    """Return the seconds between two ISO 8601 times; None unless both have a time and `ended` is later."""
    if started is None or ended is None or not (has_time(started) and has_time(ended)):
        return None
    taken = datetime.fromisoformat(ended) - datetime.fromisoformat(started)
    return int(taken.total_seconds()) if taken.total_seconds() > 0 else None


def minutes_between(started: str | None, ended: str | None) -> int | None:
    """Return the minutes between two ISO 8601 times, at least 1; None as for `seconds_between`."""
    seconds = seconds_between(started, ended)
    return None if seconds is None else minutes(seconds)


def minutes(seconds: int) -> int:
    """Return a duration in minutes, rounded to the nearest (half a minute up); at least 1."""
    return max(1, (seconds + MINUTE // 2) // MINUTE)


def duration(seconds: int) -> Message:
    """Return a duration as text: "25 min", "1 h 25 min", or, from two days on, "3 days"."""
    if seconds >= 2 * DAY:
        return many("{count} day", "{count} days", (seconds + DAY // 2) // DAY)
    hour, rest = divmod(minutes(seconds), 60)
    if not hour:
        return say("{minutes} min", minutes=rest)
    return say("{hours} h {minutes} min", hours=hour, minutes=rest) if rest else say("{hours} h", hours=hour)


def hours(seconds: int) -> Message:
    """Return a long duration as text, in hours only: "130 h"."""
    return say("{hours} h", hours=round(seconds / HOUR))
