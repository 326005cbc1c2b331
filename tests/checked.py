"""The check of a service's database, which must find nothing."""

from scorekeeper.store.check import verify
from scorekeeper.store.connection import open_snapshot


def findings(service):
    """Return the faults that `scorekeeper check` finds."""
    with open_snapshot(service.store.path) as database:
        return verify(database, service.rulebooks).findings
