"""The commands export and import."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile, TemporaryDirectory, TemporaryFile
from typing import IO, Any

from sqlite_utils import Database

from ..core.answer import OK, REFUSED, UNREADABLE
from ..core.document import explained, write
from ..core.errors import Unreadable
from ..core.json_text import printed
from ..core.messages import Message, listed, say
from ..instance import database_path, open_service, open_store
from ..paths import Unusable
from ..progress import Progress
from ..store.exporting import Words, bgstats_file, csv_table, documents, zipped
from ..store.games import GameService, NoSuchGame, ResultAlone
from ..store.importing import ConflictPolicy, ImportChoices, ImportOutcome, import_games
from ..store.readers.documents import Fault, Found, Place, read_file
from ..store.readers.headings import Role
from ..store.readers.tables import Table, TableChoices
from ..store.results import GameQuery, matching_ids
from ..store.rows import all_game_ids, count_results_alone, has_game
from ..titles import installed, ready

STDIN = "-"
IN_MEMORY = 2**20  # bytes of output buffered before a temporary file is used


def export_games(args: argparse.Namespace) -> int:
    """Write games as documents to standard output or a zip, or their results as CSV or for BG Stats."""
    ids = [each.lower().encode(errors="backslashreplace").decode() for each in args.ids]
    try:
        with (
            _stored(args.instance) as service,
            Progress("export", quiet=sys.stdout.isatty()) as progress,
        ):
            if args.csv:
                _save(args.csv, _table(service, args, ids, progress))
            elif args.bgstats:
                _save(args.bgstats, _bgstats(service, args, ids))
            elif args.zip:
                _print_left_out(service, ids)
                _save(args.zip, zipped(documents(service, ids, progress)))
            else:
                _print_left_out(service, ids)
                for document in documents(service, ids, progress):
                    print(printed(write(document), indent=2 if len(ids) == 1 else None))
    except NoSuchGame as missing:
        print(f"Cannot export game {missing}: no such game. Check the ID.", file=sys.stderr)
        return UNREADABLE
    except ResultAlone as alone:
        print(
            f"Cannot export game {alone}: only its result is known. Use --csv or --bgstats.",
            file=sys.stderr,
        )
        return UNREADABLE
    return OK


def _print_left_out(service: GameService, ids: Sequence[str]) -> None:
    with service.store.reading() as db:
        count = 0 if ids else count_results_alone(db)
    if count:
        games = "game" if count == 1 else "games"
        print(f"Skipped {count} {games} without entries. To export results, use --csv or --bgstats.", file=sys.stderr)


@contextmanager
def _stored(folder: Path) -> Iterator[GameService]:
    """Yield the game service of an instance directory, without creating a missing database. Raises Unusable."""
    with ExitStack() as kept:
        if database_path(folder).exists():
            service = open_service(folder)
        else:
            empty = Path(kept.enter_context(TemporaryDirectory()))
            service = GameService(open_store(empty), installed(folder).rulebooks)
        kept.callback(service.store.close)
        yield service


def _table(service: GameService, args: argparse.Namespace, ids: Sequence[str], progress: Progress) -> Iterator[bytes]:
    words = _words(args)
    with service.store.dedicated_reader() as db:
        _require_games(db, ids)
        yield from csv_table(db, service.rulebooks, words, ids or all_game_ids(db, archived=False), progress)


def _bgstats(service: GameService, args: argparse.Namespace, ids: Sequence[str]) -> Iterator[bytes]:
    with service.store.dedicated_reader() as db:
        _require_games(db, ids)
        yield from bgstats_file(db, service.rulebooks, _words(args).say, ids or matching_ids(db, GameQuery()))


def _words(args: argparse.Namespace) -> Words:
    catalogue = installed(args.instance).catalogue(args.language)
    return Words(args.language, lambda message: message.translated(catalogue))


def _require_games(db: Database, ids: Sequence[str]) -> None:
    for game_id in ids:
        if not has_game(db, game_id):
            raise NoSuchGame(game_id)


def _save(name: str, parts: Iterable[bytes]) -> None:
    """Write a file atomically, or write to standard output or a device; raises Unusable."""
    if name == STDIN:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.buffer.flush()
        return
    path = Path(name).resolve()
    try:
        if path.exists() and not path.is_file():  # writes to a device, instead of replacing it with a file
            with path.open("wb") as device:
                device.writelines(parts)
            return
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as kept:
            try:
                kept.writelines(parts)
                kept.close()
                os.chmod(kept.name, 0o666 & ~_umask())  # a temporary file is readable only by its owner
                os.replace(kept.name, path)
            except BaseException:
                Path(kept.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise Unusable(f"Cannot write {name}: {error.strerror}. Choose another name.") from None


def _umask() -> int:
    """Return the umask, which the system returns only when setting another one: it is restored at once."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def import_files(args: argparse.Namespace) -> int:
    """Import games from files with documents and results, all or none."""
    service, titles = open_service(args.instance), installed(args.instance)
    languages = [Words(code, partial(Message.translated, language=titles.catalogue(code))) for code in ("en", "de")]
    choices = ImportChoices(
        ConflictPolicy(args.different) if args.different else ON_CONFLICT[args.on_conflict],
        args.restore_deleted,
        competitive=args.competitive,
        table=TableChoices(
            {heading: Role(role) for heading, role in args.map},
            args.game,
            args.date,
            None if args.dates is None else args.dates == "day",
            None if args.rows is None else args.rows == "rounds",
            args.lowest,
            user=args.user,
        ),
        sheets=args.sheet,
    )
    with closing(service.store), Progress("import") as progress:
        found = (part for name in args.files for part in _found(service, name))
        report = import_games(service, found, choices, pads=ready(), languages=languages, progress=progress)
    shown: Place | None = None
    for place, table in report.tables:
        if not table.is_own:
            _print_table(place, table)
    open_tables = [place for place, table in report.tables if table.questions]
    for fault in report.faults:
        place, line = fault.place, fault.place.line
        if place not in open_tables and replace(place, line=None) != shown:  # only the first fault of each file
            shown = replace(place, line=None)
            error = fault.error if line is None else fault.error.within(f"line {line}")
            print(printed(_named(place) | {"unreadable": explained(error)}))
            if users := report.users.get(place):
                print(f"  Answer with --user NAME ({', '.join(users)})")
    if report.faults:
        return UNREADABLE
    for refused in report.refused:
        reasons = [
            ({} if number is None else {"play": number}) | {"code": each.code, "message": str(each.message)}
            for number, each in refused.refusals
        ]
        print(printed(_named(refused.place) | {"refused": reasons}))
    if report.refused:
        return REFUSED
    for each in report.documents:
        print(each.id, BECAME[each.became] + (f"; it differs in {listed(each.differs)}" if each.differs else ""))
    unused = {str(each) for _, table in report.tables for each in table.unused}
    for name, reason in report.left_out:
        if str(reason) not in unused:  # printed with the other columns
            print(printed({"file": name, "left_out": str(reason)}))
    for slug in report.together:
        title = report.titles[slug].meta.title
        print(f"{title} is cooperative, because all its players win or lose together.", end=" ")
        print(f'If not, import with --competitive "{title}"')
    for slug, names in report.other_names.items():
        spellings = ", ".join(f"“{name}”" for name in sorted(names.values()))
        title = report.titles[slug].meta.title
        print(f"{spellings} is imported as {title}, because its BoardGameGeek number is the same")
    counts = Counter(each.became for each in report.results)
    if counts or (report.left_out and not report.documents):
        print(", ".join(f"{counts[each]} {BECAME[each]}" for each in BECAME if counts[each]) or "no games")
    return OK


OPTIONS = {
    "roles": "--map HEADING=player",
    "game": "--game NAME",
    "day_first": "--dates day or --dates month",
    "by_rounds": "--rows games or --rows rounds",
    "sheet": "--sheet NAME",
}
"""Options that answer the open questions about a table, by field of TableChoices."""


def _print_table(place: Place, table: Table) -> None:
    """Print how the columns of a table are read, and its open questions."""
    name = ", ".join(filter(None, (place.file, place.entry, table.sheet)))
    for column in table.columns:
        player = f" of {column.slot.name or f'player {column.slot.key}'}" if column.slot else ""
        role = "not used" if column.role == Role.SKIP else f"read as {column.role.removesuffix('-of')}"
        print(f"{name}: “{column.name}” is {role}{player} ({column.why})")
    for question in table.questions:
        print(f"{name}: {question.text}", *(f"{text}." for _, text in question.answers if text.values))
        names = ", ".join(str(value) for value, _ in question.answers) if question.choice == "sheet" else ""
        print(f"  Answer with {OPTIONS[question.choice]}" + (f" ({names})" if names else ""))


ON_CONFLICT = {
    "fail": ConflictPolicy.REFUSE,
    "keep": ConflictPolicy.OURS,
    "replace": ConflictPolicy.THEIRS,
    "skip": ConflictPolicy.LEAVE_OUT,
}
BECAME = {
    ImportOutcome.NEW: "new",
    ImportOutcome.SAME: "already here",
    ImportOutcome.BACK: "restored",
    ImportOutcome.OURS: "kept",
    ImportOutcome.THEIRS: "replaced",
    ImportOutcome.LEFT_OUT: "skipped",
}
"""Text printed for the outcome of an imported game."""


def _found(service: GameService, name: str) -> Iterator[Found]:
    try:
        with _opened(name) as file:
            yield from read_file(file, name, service.rulebooks)
    except OSError as error:
        reason = say("cannot read {file} ({reason}); check the path", file=name, reason=error.strerror)
        yield Fault(Place(name), Unreadable(reason))


def _opened(name: str) -> IO[bytes]:
    """Open a file, or standard input, for reading more than once; streams that cannot seek are copied."""
    file = sys.stdin.buffer if name == STDIN else open(name, "rb")  # noqa: SIM115  (the caller closes it)
    if name != STDIN and file.seekable():
        return file
    kept = TemporaryFile()  # noqa: SIM115
    copyfileobj(file, kept)
    return kept


def _named(place: Place) -> dict[str, Any]:
    return {"file": place.file} | ({"entry": place.entry} if place.entry else {})
