"""Changes to people, in words."""

from collections.abc import Collection

from ...core.messages import N_, Message, say
from ...storage.keeping import Sort
from ...storage.rows import PeopleAct, PeopleChange

SAID = {
    PeopleAct.RENAME: N_("{before} is called {after} now."),
    PeopleAct.HIDE: N_("{before} is not suggested any more."),
    PeopleAct.SHOW: N_("{before} is suggested again."),
    PeopleAct.MERGE: N_("{before} and {after} are one person now: {after}."),
    PeopleAct.SPLIT: N_("{before} and {after} are two people again."),
    PeopleAct.REMOVE: N_("The name is gone. In the games it says {after} now."),
}
TOGETHER = say("They sat in one game together, so they are two people.")
KEPT_FOR_A_YEAR = say("They have the name for a year. Without them, nothing from before today can be brought back.")
KEPT_FOR_GOOD = say(
    "They have the name for a year, and a database that restore replaced has it for longer."
    " Without them, nothing from before today can be brought back."
)


def describe(change: PeopleChange) -> Message:
    """Return what a change did to a name."""
    return say(SAID[change.act], before=change.before, after=change.after)


def kept_in(backups: Collection[Sort]) -> Message | None:
    """Return how long backups of these sorts keep a name, and what it means to delete them; None if there are none."""
    if not backups:
        return None
    return KEPT_FOR_GOOD if Sort.REPLACED in backups else KEPT_FOR_A_YEAR
