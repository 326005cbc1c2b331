"""The command that checks whether everything that is stored is right."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ..core.answer import REFUSED, STANDS
from ..core.rulebook import Rulebook
from ..instance import database_path, explain_unusable, open_service
from ..progress import Progress
from ..store.check import Finding, Verified, faults, verify
from ..store.connection import open_snapshot
from ..titles import Titles, installed

OUTDATED = """It was written by an older version, or that was cut short: what the history shows is going to be written
anew when the app starts, and was not checked. `scorekeeper check --rebuild` does so now."""
REBUILD = "`scorekeeper check --rebuild` writes what the history shows anew, from the plays."
RESTORE = "Where that does not help, bring back a backup with scorekeeper restore."


def check_games(args: argparse.Namespace) -> int:
    """Verify everything that is stored, and print what is wrong; write nothing, except with --rebuild."""
    titles = installed(args.instance)
    if args.rebuild:
        _rebuild(args.instance)
    with explain_unusable(args.instance):
        verified = verified_at(database_path(args.instance), titles.rulebooks)
    return print_verified(verified, titles)


def verified_at(path: Path, rulebooks: Mapping[str, Rulebook[Any]]) -> Verified:
    """Return what a check of the database at `path` finds, without writing to it; raises DatabaseUnavailable."""
    with Progress("check") as progress, open_snapshot(path) as database:
        progress.tell("the file")
        return verify(database, rulebooks, progress)


def print_verified(verified: Verified, titles: Titles) -> int:
    """Print what was found, what to do about it, and which titles could not be loaded; return the exit status."""
    for title in titles.failed:
        print(title)
    for finding in verified.findings:
        print(_sentence(finding))
    if verified.outdated:
        print(" ".join(OUTDATED.split()))
    for advice in _advice(verified.findings):
        print(advice)
    games, stand = ("game", "stands") if verified.games == 1 else ("games", "stand")
    print(f"{verified.games} {games} replayed, {verified.standing} {stand}.")
    return REFUSED if verified.findings or titles.failed else STANDS


def _rebuild(folder: Path) -> None:
    """Write the projections of all games anew; raises Unusable."""
    service = open_service(folder)
    with closing(service.store), Progress("rebuild") as progress:
        for _ in faults(service, rebuild=True, progress=progress):
            pass


def _sentence(finding: Finding) -> str:
    if finding.game_id is None:
        return finding.message
    return f"{finding.game_id} {'no longer stands' if finding.invalid else 'is not right'}: {finding.message}"


def _advice(findings: Sequence[Finding]) -> Sequence[str]:
    """Return what to do: a rebuild where it helps, and a backup for the rest."""
    rebuilt = [REBUILD] if any(each.rebuilt for each in findings) else []
    return rebuilt + ([RESTORE] if any(not each.rebuilt for each in findings) else [])
