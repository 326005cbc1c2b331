"""The command line: scorekeeper run | demo | link | score | schema | export | import | check | backup | restore."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from .core.answer import OK, REFUSED, UNREADABLE, scored
from .core.document import explained
from .core.errors import Unreadable
from .core.fields import small_number
from .core.json_text import printed
from .core.messages import say
from .core.schema import schema
from .pads.factory import defined
from .paths import Unusable, default_folder, version
from .store.readers.headings import CHOICES
from .titles import READY, installed

STDIN = "-"
PORT, MAX_PORT = 8000, 65535


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A lone surrogate, for example in a file name, is written as its JSON escape.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    args = command_parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        status = command(args)
        sys.stdout.flush()
        return status
    except Unusable as fault:
        print(fault, file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:  # the reading program has ended, such as `head`
        _discard_output()
        return REFUSED
    except OSError as error:  # for example a full disk
        print(f"Cannot complete the command: {error.strerror}. Correct this and retry.", file=sys.stderr)
        _discard_output()
        return UNREADABLE
    except Unreadable as error:
        print(f"Cannot read a stored game: {error.message}. Run `scorekeeper check` for details.", file=sys.stderr)
        return UNREADABLE
    except KeyboardInterrupt:
        return 130


class _Version(argparse.Action):
    """Prints the version only on request, because looking it up is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(parser.prog, version())
        parser.exit()


def _discard_output() -> None:
    """Redirect standard output to the null device, because Python flushes it again at exit and would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Self-hosted score keeper for board games.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, function: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        added.set_defaults(command=function, name=name)
        return added

    def add_instance(added: argparse.ArgumentParser) -> argparse.ArgumentParser:
        added.add_argument(
            "--instance",
            type=Path,
            metavar="DIR",
            default=default_folder(),
            help="directory with the database and custom games (default: instance/ in a checkout, else ~/.scorekeeper)",
        )
        return added

    def add_network(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--host",
            metavar="ADDRESS",
            default="0.0.0.0",  # noqa: S104
            help="network address to listen on (default: all)",
        )
        added.add_argument(
            "--port", type=_port, metavar="PORT", default=PORT, help=f"port to listen on (default: {PORT})"
        )
        added.add_argument(
            "--address", metavar="URL", help="an additional URL of this server, such as https://score.example"
        )

    run = add_instance(command("run", _run, "Run the server and print its URLs."))
    add_network(run)
    run.add_argument(
        "--replica",
        metavar="URL",
        help="keep a replica with Litestream in a directory, sftp://user@host/... or s3://bucket/...",
    )
    run.add_argument(
        "--quiet", action="store_true", help="do not print the links with the key; `scorekeeper link` prints them"
    )
    demo = command("demo", _demo, "Run the server with a year of invented games, deleted when it stops.")
    add_network(demo)
    demo.add_argument("--keep", type=Path, metavar="DIR", help="keep the games in this empty directory")
    demo.add_argument(
        "--seed",
        type=int,
        metavar="N",
        default=1,
        help="the same seed on the same day makes the same games (default: 1)",
    )
    link = add_instance(command("link", _link, "Print the links that pair a phone or let it view all games."))
    add_network(link)
    link.add_argument(
        "--new",
        action="store_true",
        help="replace all keys first: every phone must be paired again, and shared links expire",
    )
    score = add_instance(command("score", _score, "Score game documents without storing them."))
    score.add_argument("files", nargs="+", metavar="FILE", help="game document; - for standard input")
    add_instance(command("schema", _schema, "Print the JSON Schema of game documents."))
    export = add_instance(command("export", _stored, "Export games as documents, one per line."))
    export.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="games to export (default: all; in CSV and BG Stats files, all but archived games)",
    )
    written = export.add_mutually_exclusive_group()
    written.add_argument("--zip", metavar="FILE", help="write a zip with one document per game")
    written.add_argument("--csv", metavar="FILE", help="write the results as CSV, one line per player")
    written.add_argument("--bgstats", metavar="FILE", help="write finished games as a BG Stats file")
    export.add_argument(
        "--language", choices=("en", "de"), default="en", help="language of CSV and BG Stats (default: en)"
    )
    take_in = add_instance(command("import", _stored, "Import games, all or nothing."))
    take_in.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="documents, JSON lines, tables (CSV, XLSX, XLS, ODS), BG Stats files, plays of BoardGameGeek (XML), or "
        "zips of these; - for standard input",
    )
    take_in.add_argument("--results", action="store_true", help=argparse.SUPPRESS)  # of earlier versions; not needed
    take_in.add_argument(
        "--on-conflict",
        choices=("fail", "keep", "replace", "skip"),
        default="fail",
        help="games that exist here with other content: refuse the import (default), keep the stored game, replace it, "
        "or skip the one in the file",
    )
    take_in.add_argument(  # the name of earlier versions
        "--different", choices=("refuse", "ours", "theirs", "leave-out"), help=argparse.SUPPRESS
    )
    take_in.add_argument(
        "--restore-deleted", action="store_true", help="restore games deleted here, except for skipped ones"
    )
    take_in.add_argument(  # the name of earlier versions
        "--bring-back", dest="restore_deleted", action="store_true", help=argparse.SUPPRESS
    )
    take_in.add_argument(
        "--competitive",
        action="append",
        metavar="NAME",
        default=[],
        help="a new game that is not cooperative, although all its players win or lose together in the files; can be "
        "repeated",
    )
    tables = take_in.add_argument_group("tables", "facts that tables omit or give under unknown headings")
    tables.add_argument(
        "--map",
        action="append",
        type=_mapping,
        metavar="HEADING=ROLE",
        default=[],
        help=f"read the column with this heading as ROLE; can be repeated. Roles: {', '.join(CHOICES)}",
    )
    tables.add_argument("--game", metavar="NAME", default="", help="the game, if no column specifies it")
    tables.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="the date, if no column specifies it")
    tables.add_argument("--dates", choices=("day", "month"), help="whether the day or the month comes first in dates")
    tables.add_argument("--rows", choices=("games", "rounds"), help="whether a line is a game or a round of a game")
    tables.add_argument(
        "--lowest",
        action="append",
        metavar="NAME",
        default=[],
        help="game won by the lowest points; can be repeated",
    )
    tables.add_argument(
        "--sheet", action="append", metavar="NAME", default=[], help="sheet of a workbook; can be repeated"
    )
    tables.add_argument(
        "--user",
        metavar="NAME",
        default="",
        help="the BoardGameGeek user whose plays to read, if a file has plays of several users",
    )
    check = add_instance(command("check", _stored, "Verify the database, every game and every statistic."))
    check.add_argument("--rebuild", action="store_true", help="recalculate the results of past games first")
    backup = add_instance(command("backup", _stored, "Back up everything to one file; works while the server runs."))
    backup.add_argument("file", nargs="?", metavar="FILE", help="file to write (default: scorekeeper-DATE.db)")
    restore = add_instance(command("restore", _stored, "Replace the database with a backup; the current one is kept."))
    backed_up = restore.add_mutually_exclusive_group(required=True)
    backed_up.add_argument("file", nargs="?", metavar="FILE", help="backup to restore")
    backed_up.add_argument("--from", dest="replica", metavar="URL", help="replica to restore from, as in run --replica")
    restore.add_argument("--at", metavar="TIME", help="state of the replica to restore: 20:15 or 2026-02-01T20:15")
    return parser


def _port(text: str) -> int:
    port = small_number(text, MAX_PORT)
    if port is None:
        raise argparse.ArgumentTypeError(f"{text} is not a port: choose a number up to {MAX_PORT}")
    return port


def _mapping(text: str) -> tuple[str, str]:
    heading, _, role = text.rpartition("=")
    if not heading or role not in CHOICES:
        raise argparse.ArgumentTypeError(f"{text} is not HEADING=ROLE; roles are {', '.join(CHOICES)}")
    return heading, role


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a date such as 2025-04-30") from None


def _run(args: argparse.Namespace) -> int:
    from .server import serve

    serve(args.instance, args.host, args.port, args.address, replica=args.replica, quiet=args.quiet)
    return OK


def _demo(args: argparse.Namespace) -> int:
    from .commands.demo import demo_instance
    from .server import serve

    with demo_instance(args.keep, args.seed) as folder:
        serve(folder, args.host, args.port, args.address)
    return OK


def _link(args: argparse.Namespace) -> int:
    from .instance import open_store
    from .pairing import new_pairing_key, pairing_key, viewer_key
    from .server import print_links, urls

    with closing(open_store(args.instance)) as store:
        key = new_pairing_key(store) if args.new else pairing_key(store)
        viewing = viewer_key(store)
    print_links(key, viewing, urls(args.host, args.port, args.address))
    return OK


def _schema(args: argparse.Namespace) -> int:
    _print_json(schema(installed(args.instance).rulebooks, READY), indent=2)
    return OK


def _score(args: argparse.Namespace) -> int:
    rulebooks = installed(args.instance).rulebooks
    alone = len(args.files) == 1
    status = OK
    for name in args.files:
        try:
            answer, own = scored(_bytes(name), rulebooks, defined)
        except Unreadable as error:
            answer, own = {"unreadable": explained(error)}, UNREADABLE
        _print_json(answer if alone else {"file": name} | answer, indent=2 if alone else None)
        status = max(status, own)
    return status


def _stored(args: argparse.Namespace) -> int:
    """Run a command that uses the database, imported only now so that `score` starts faster; raises Unusable."""
    from .commands.backup import back_up_games, restore_games
    from .commands.check import check_games
    from .commands.exchange import export_games, import_files
    from .instance import database_path, explain_in_full
    from .store.connection import DatabaseUnavailable

    commands = {
        "export": export_games,
        "import": import_files,
        "check": check_games,
        "backup": back_up_games,
        "restore": restore_games,
    }
    try:
        return commands[args.name](args)
    except DatabaseUnavailable as error:  # the fault appeared only after the database was opened
        raise Unusable(f"Cannot use {database_path(args.instance)}: {explain_in_full(error)}") from None


def _bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for "-"; raises Unreadable."""
    try:
        return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise Unreadable(
            say("cannot read {file} ({reason}); check the path", file=name, reason=error.strerror)
        ) from None


def _print_json(value: dict[str, Any], indent: int | None = None) -> None:
    print(printed(value, indent))


if __name__ == "__main__":
    sys.exit(main())
