"""How long something took, in words."""

from .messages import Message, many, say

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def duration(seconds: int) -> Message:
    """Return a length of time as people say it: "25 min", "1 h 25 min", from two days on "3 days"."""
    if seconds >= 2 * DAY:
        return many("{count} day", "{count} days", seconds // DAY)
    hours, minutes = divmod(seconds // MINUTE, 60)
    if not hours:
        return say("{minutes} min", minutes=minutes) if minutes else say("less than a minute")
    return say("{hours} h {minutes} min", hours=hours, minutes=minutes) if minutes else say("{hours} h", hours=hours)


def hours(seconds: int) -> Message:
    """Return a long time in whole hours."""
    return say("{hours} h", hours=round(seconds / HOUR))
