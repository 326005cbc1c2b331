"""The command check."""

import argparse
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from ..core.answer import OK, REFUSED
from ..core.rulebook import Rulebook
from ..instance import database_path, explain_unusable, open_service
from ..progress import Progress
from ..store.check import Finding, Verified, rebuild, verify
from ..store.connection import open_snapshot
from ..titles import Titles, installed

OUTDATED = """The statistics are outdated, because this version has not opened the database yet, or its update was
interrupted. Not checked: the stored results, the lists of games and players, records, and search words. They are
rebuilt when the app starts. To rebuild them now, run `scorekeeper check --rebuild`."""
INCOMPLETE = 3
"""Exit status of a check without findings that could not check everything."""
REBUILD = "To rebuild the statistics from the entries, run `scorekeeper check --rebuild`."
RESTORE = "If that does not help, restore a backup with `scorekeeper restore`."


def check_games(args: argparse.Namespace) -> int:
    """Verify the database, print the findings and return the exit status; only --rebuild writes anything."""
    titles = installed(args.instance)
    if args.rebuild:
        service = open_service(args.instance)
        with closing(service.store), Progress("rebuild") as progress:
            rebuild(service, progress)
    with explain_unusable(args.instance):
        verified = verified_at(database_path(args.instance), titles.rulebooks)
    status = print_verified(verified, titles)
    return INCOMPLETE if verified.outdated and status == OK else status


def verified_at(path: Path, rulebooks: Mapping[str, Rulebook[Any]]) -> Verified:
    """Return the findings of a check of the database at `path`, without changing it; raises DatabaseUnavailable."""
    with Progress("check") as progress, open_snapshot(path) as database:
        progress.tell("the file")
        return verify(database, rulebooks, progress)


def print_verified(verified: Verified, titles: Titles) -> int:
    """Print the titles that failed to load, the findings and their remedies; return the exit status."""
    for title in titles.failed:
        print(title)
    for finding in verified.findings:
        print(_sentence(finding))
    if verified.outdated:
        print(" ".join(OUTDATED.split()))
    if any(each.rebuilt for each in verified.findings):
        print(REBUILD)
    if not all(each.rebuilt for each in verified.findings):
        print(RESTORE)
    games = "game" if verified.games == 1 else "games"
    print(f"{verified.games} {games} replayed, {verified.standing} valid.")
    return REFUSED if verified.findings or titles.failed else OK


def _sentence(finding: Finding) -> str:
    if finding.game_id is None:
        return finding.message
    return f"{finding.game_id} {'is no longer valid' if finding.invalid else 'is inconsistent'}: {finding.message}"
