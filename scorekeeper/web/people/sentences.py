"""What was done to people, in words."""

from ...core.messages import N_, Message, say
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


def describe(change: PeopleChange) -> Message:
    """Return what was done to a name."""
    return say(SAID[change.act], before=change.before, after=change.after)
