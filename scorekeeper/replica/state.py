"""The state of a replica: until when it has everything, and what is wrong."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from ..core.messages import Message, say


class Fault(Enum):
    """What keeps a replica from being up to date."""

    MISSING = auto()
    FULL = auto()
    REFUSED = auto()
    SLOW = auto()
    UNREACHABLE = auto()
    FOREIGN = auto()
    BROKEN = auto()
    TAKEN = auto()
    SHARED = auto()
    ENDED = auto()
    OTHER = auto()


ADVICE: Mapping[Fault, Message] = {
    Fault.MISSING: say("Its folder is not there. Make it, or connect the disk that it is on."),
    Fault.FULL: say("There is no room for it. Make room on the disk."),
    Fault.REFUSED: say("Access to it is refused. Check the permissions, the password or the key."),
    Fault.SLOW: say("What is new is still on its way. If that lasts, check the network."),
    Fault.UNREACHABLE: say("Its place cannot be reached. Check the address and the network."),
    Fault.FOREIGN: say("The replica of another database is there. Restore that one, or choose an empty place."),
    Fault.BROKEN: say("What is there cannot be restored. It is being made anew."),
    Fault.TAKEN: say("Another Scorekeeper that is running keeps it already. Stop one of them."),
    Fault.SHARED: say("Another machine writes there. Stop one of them, or choose another place."),
    Fault.ENDED: say("Litestream has stopped. It is being started again."),
    Fault.OTHER: say("Litestream cannot write it. The log of the server says more."),
}
"""What is wrong, and what to do."""

SIGNS: Mapping[Fault, tuple[str, ...]] = {
    Fault.FULL: ("no space left", "disk quota", "database or disk is full"),
    Fault.REFUSED: (
        *("permission denied", "read-only file system", "not permitted", "access ?denied", "forbidden", "credential"),
        *("unable to authenticate", "invalidaccesskeyid", "signaturedoesnotmatch", "statuscode: 40[13]"),
        *("private ?key", "key path", "host key"),
    ),
    Fault.MISSING: ("sftp: .*not exist",),
    Fault.SLOW: ("wait for replica sync", "sync.*deadline exceeded", "context canceled"),
    Fault.UNREACHABLE: (
        *("no such host", "connection refused", "connection reset", "timed? ?out", "timeout", "deadline exceeded"),
        *(
            "unreachable",
            "no route",
            "dial tcp",
            "nosuchbucket",
            "statuscode: 404",
            r"\beof\b",
            "broken pipe",
            "handshake",
        ),
    ),
}
"""The words of Litestream (regular expressions) by which a fault is recognised; the first that fits counts."""


@dataclass(frozen=True, slots=True)
class ReplicaState:
    """The state of a replica: it has everything `until` then (None: not known); `fault` is what is wrong, if any."""

    until: datetime | None = None
    fault: Fault | None = None


class Failed(Exception):
    """The replica cannot be kept, or read, just now; the text is Litestream's, mostly."""

    def __init__(self, fault: Fault, text: str = "") -> None:
        super().__init__(text)
        self.fault = fault


def failed(text: str) -> Failed:
    """Return the error that a text of Litestream stands for."""
    fault = next(
        (each for each, signs in SIGNS.items() if re.search("|".join(signs), text, re.IGNORECASE)), Fault.OTHER
    )
    return Failed(fault, " ".join(text.removeprefix("Error:").split()))
