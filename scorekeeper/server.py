"""The waitress server for the home network, and the URLs that open it."""

import errno
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import ifaddr
import segno
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server

from . import logs
from .daily_backup import Daily
from .instance import database_path, explain_unusable
from .logs import LOG
from .pairing import pairing_key, viewer_key, written
from .paths import Unusable, version
from .replica import SUPERVISED, forget_notes, replicate
from .store.backups import FOLDER, automatic_backups
from .store.db import Store
from .store.locks import InUse, server_lock
from .store.people import finish_erasing
from .store.rows import all_game_ids

LIMITS = {
    "threads": 8,
    "connection_limit": 400,  # each needs a file descriptor; many systems allow a process 1,024
    "channel_timeout": 60,  # seconds before an idle connection is closed
    "cleanup_interval": 10,
    "max_request_header_size": 32 * 1024,
    "max_request_body_size": 128 * 2**20,  # twice the import limit: the app answers slightly oversized files
}
"""Limits of waitress against excessive requests from the network."""
LOST = (
    "Cannot find the database: a new, empty one was created. Backups of an earlier database are in %s. "
    "To restore one, stop Scorekeeper and run `scorekeeper restore`."
)
UNENCRYPTED = (
    "Connections can be unencrypted: the server also accepts plain HTTP from the network. Pass --host 127.0.0.1 to "
    "accept only a proxy on this machine."
)
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104  (phones on the network connect to it)


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Answers a Content-Length with too many digits for `int` with 400 instead of closing the connection."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("Content-Length is invalid") from None


class Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = RequestParser


def serve(
    instance: Path, host: str, port: int, url: str | None, *, replica: str | None = None, quiet: bool = False
) -> None:
    """Serve until SIGTERM or SIGINT, then finish running requests. Raises Unusable.

    `url` is an additional URL of the server, such as https://score.example of a proxy on this machine. With the URL
    `replica`, Litestream replicates the database and runs the server. With `quiet`, the links are not printed: they
    contain keys, and a service's output ends up in a log.
    """
    from .web import create_app  # imported here because the command `link` does not need it

    logs.set_up()
    hosts = _host_names(url)
    if replica is not None:
        with explain_unusable(instance):
            instance.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Pass on all options of `run` except --replica, because its URL may contain a password.
        own = ["--instance", str(instance.absolute()), "--host", host, "--port", str(port)]
        own += [*(["--address", url] if url else []), *(["--quiet"] if quiet else [])]
        with _sole_server(instance):  # exec closes the lock file, so the server started by Litestream can lock it again
            replicate(instance, replica, [sys.executable, "-m", "scorekeeper", "run", *own])
    lost = not database_path(instance).exists() and _has_backups(instance)
    app = create_app(instance, hosts=hosts)
    store: Store = app.extensions["service"].store
    daily: Daily = app.extensions["daily"]
    with closing(store), _sole_server(instance):
        if SUPERVISED not in os.environ:
            forget_notes(store.path)
            finish_erasing(app.extensions["service"])
        server = listening(app, host, port, behind_proxy=bool(url and url.startswith("https://")))
        signal.signal(signal.SIGTERM, _stop)
        reached = urls(host, server.effective_port, url)
        app.config["REACHED"] = reached
        with store.reading() as db:
            games = len(all_game_ids(db))
        counted = f"{games:,} {'game' if games == 1 else 'games'}"
        LOG.info("Scorekeeper %s started with %s in %s.", version(), counted, store.path.absolute())
        LOG.info("Reachable at %s. To print the pairing links, run `scorekeeper link`.", ", ".join(reached))
        if url and url.startswith("https://") and not _is_loopback(host):
            LOG.warning(UNENCRYPTED)
        if lost:
            LOG.warning(LOST, store.path.parent.absolute() / FOLDER)
        keys = pairing_key(store), viewer_key(store)
        if not quiet:
            print_links(*keys, reached)
        with daily.running():
            server.run()
        server.close()
        LOG.info("Scorekeeper stopped.")


@contextmanager
def _sole_server(instance: Path) -> Iterator[None]:
    with ExitStack() as held:
        try:
            held.enter_context(server_lock(database_path(instance)))
        except InUse:
            reason = f"Cannot use the directory {instance.absolute()}: another server is using it."
            raise Unusable(f"{reason} Stop it first, or choose another directory with --instance.") from None
        except OSError as error:
            raise Unusable(
                f"Cannot use {error.filename}: {error.strerror}. Choose another directory with --instance."
            ) from None
        yield


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _has_backups(instance: Path) -> bool:
    try:
        return bool(automatic_backups(database_path(instance)))
    except OSError:  # the directory cannot be read
        return False


def urls(host: str, port: int, url: str | None) -> Sequence[str]:
    """Return the URLs of the server, the best one for a phone first."""
    if host not in ANYWHERE:
        reached = [f"[{host}]" if ":" in host else host]
    else:
        name = socket.gethostname().split(".", 1)[0].lower()
        reached = [*private_addresses(), f"{name}.local", "localhost"]
    own = [f"http://{each}:{port}" for each in reached]
    return [url.rstrip("/"), *own] if url else own


def private_addresses() -> Sequence[str]:
    """Return all private IPv4 addresses of this machine; addresses in 172.16.0.0/12, often of containers, come last."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str))
    wanted = (ip for ip in found if ipaddress.ip_address(ip).is_private and not ipaddress.ip_address(ip).is_loopback)
    return sorted(set(wanted), key=lambda ip: (ip.startswith("172."), ipaddress.ip_address(ip)))


def print_links(key: str, viewing: str, reached: Sequence[str]) -> None:
    """Print a pairing link for each URL, the first also as a QR code, and one link with the viewer key."""
    links = [f"{url}/pair/{key}" for url in reached]
    out = sys.stdout
    out.write("Scorekeeper is running. To pair a phone, scan this code:\n\n")
    segno.make(links[0], error="l", micro=False).terminal(out, compact=True, border=2)
    out.write("\nOr open one of these URLs:\n")
    out.writelines(f"  {link}\n" for link in links)
    out.write(f"\nOr type this key: {written(key)}\n")
    out.write(f"\nTo watch all games, open:\n  {reached[0]}/look/{viewing}\n")
    out.flush()


def _host_names(url: str | None) -> Sequence[str]:
    if not url:
        return ()
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError for an invalid port
        name = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        name = None
    if not name:
        raise Unusable(f"Cannot use {url}: not a URL. Write it like https://score.example.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        advice = "Use a separate host name or port, such as https://club.example or https://score.example:8443"
        raise Unusable(f"Cannot use {url}: Scorekeeper must be at the root of its host. {advice}.")
    return (name.lower(),)


def listening(app: Any, host: str, port: int, *, behind_proxy: bool) -> Any:
    """Return the server for `app` on that port, configured for a home network; raises Unusable.

    It listens on one network address. If the host name has several, the first IPv4 address is preferred.
    """
    proxy = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-proto"} if behind_proxy else {}
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        server = create_server(
            app,
            host=min(found, key=lambda each: each[0] != socket.AF_INET)[4][0],
            port=port,
            **LIMITS,
            ident=None,
            clear_untrusted_proxy_headers=True,
            **proxy,
        )
        server.channel_class = Channel
        return server
    except (OSError, ValueError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        advice = "Check --host and --port."
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            advice = "Stop the program that uses it, or choose another with --port."
        raise Unusable(f"Cannot use port {port} on {host}: {reason}. {advice}") from None


def _stop(_signal: int, _frame: FrameType | None) -> None:
    """Stop waitress, as SIGINT does; it handles SystemExit by finishing the running requests."""
    LOG.info("Scorekeeper is stopping and finishes running requests.")
    sys.exit()
