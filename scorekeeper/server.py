"""The server: waitress on the home network, and the addresses at which phones open it."""

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
    "connection_limit": 400,  # each takes a file; many systems let a program open 1,024
    "channel_timeout": 60,  # seconds after which a silent connection is closed
    "cleanup_interval": 10,
    "max_request_header_size": 32 * 1024,
    "max_request_body_size": 128 * 2**20,  # twice what may be imported: slightly oversized files are answered by a page
}
"""Limits of waitress for what anyone in the network can send."""
STOP_SECONDS = 5
"""Time that waitress gives running requests to finish."""
LOST = (
    "The database was not there, so that this one is new and empty. Backups of an earlier one are in %s. "
    "To bring one back, stop Scorekeeper and use scorekeeper restore."
)
UNENCRYPTED = (
    "Others in the network reach it without https, too, and can read along then. With --host 127.0.0.1 only a proxy on "
    "this machine reaches it."
)
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104  (the others at the table have to reach it)


def serve(
    instance: Path, host: str, port: int, address: str | None, *, replica: str | None = None, quiet: bool = False
) -> None:
    """Serve until SIGTERM or SIGINT; running requests are finished first. Raises Unusable.

    `address` is one more address at which the server is reached, such as https://score.example behind a proxy on this
    machine. With `replica`, Litestream keeps a replica there and runs the server. With `quiet`, the links and the keys
    in them are not printed, because the output of a service ends up in a log.
    """
    from .web import create_app  # only here: the command `link` does not need it

    logs.set_up()
    hosts = _host_names(address)
    if replica is not None:
        with explain_unusable(instance):
            instance.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Every option of `run` but --replica, whose address may contain a password, has to be passed on here.
        own = ["--instance", str(instance.absolute()), "--host", host, "--port", str(port)]
        own += [*(["--address", address] if address else []), *(["--quiet"] if quiet else [])]
        with _sole_server(instance):
            replicate(instance, replica, [sys.executable, "-m", "scorekeeper", "run", *own])
    lost = not database_path(instance).exists() and _has_backups(instance)
    app = create_app(instance, hosts=hosts)
    store: Store = app.extensions["service"].store
    daily: Daily = app.extensions["daily"]
    with closing(store), _sole_server(instance):
        if SUPERVISED not in os.environ:
            forget_notes(store.path)
            finish_erasing(app.extensions["service"])
        server = listening(app, host, port, behind_proxy=bool(address and address.startswith("https://")))
        signal.signal(signal.SIGTERM, _stop)
        reached = addresses(host, server.effective_port, address)
        app.config["REACHED"] = reached
        with store.reading() as db:
            games = len(all_game_ids(db))
        counted = f"{games:,} {'game' if games == 1 else 'games'}"
        LOG.info("Scorekeeper %s begins, with %s in %s.", version(), counted, store.path.absolute())
        LOG.info("It is at %s. The links that let a phone in: scorekeeper link.", ", ".join(reached))
        if address and address.startswith("https://") and not _only_from_here(host):
            LOG.warning(UNENCRYPTED)
        if lost:
            LOG.warning(LOST, store.path.parent.absolute() / FOLDER)
        keys = pairing_key(store), viewer_key(store)
        if not quiet:
            print_links(*keys, reached)
        with daily.running():
            server.run()
        server.close()
        LOG.info("Scorekeeper has stopped.")


@contextmanager
def _sole_server(instance: Path) -> Iterator[None]:
    """Keep other servers from the folder meanwhile; raises Unusable if there is one already."""
    with ExitStack() as held:
        try:
            held.enter_context(server_lock(database_path(instance)))
        except InUse:
            other = f"Another server has the folder {instance.absolute()}."
            raise Unusable(f"{other} Stop it first, or choose another folder with --instance.") from None
        except OSError as error:
            raise Unusable(
                f"{error.filename} cannot be used ({error.strerror}). Choose another folder with --instance."
            ) from None
        yield


def _only_from_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _has_backups(instance: Path) -> bool:
    try:
        return bool(automatic_backups(database_path(instance)))
    except OSError:  # the folder cannot be read
        return False


def addresses(host: str, port: int, address: str | None) -> Sequence[str]:
    """Return the addresses at which to open the server, the best one for a phone first."""
    if host not in ANYWHERE:
        reached = [f"[{host}]" if ":" in host else host]
    else:
        name = socket.gethostname().split(".", 1)[0].lower()
        reached = [*private_addresses(), f"{name}.local", "localhost"]
    own = [f"http://{each}:{port}" for each in reached]
    return [address.rstrip("/"), *own] if address else own


def private_addresses() -> Sequence[str]:
    """Return every private IPv4 address of this machine."""
    found = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str))
    wanted = (ip for ip in found if ipaddress.ip_address(ip).is_private and not ipaddress.ip_address(ip).is_loopback)
    return sorted(set(wanted), key=lambda ip: (ip.startswith("172."), ipaddress.ip_address(ip)))


def print_links(key: str, viewing: str, reached: Sequence[str]) -> None:
    """Print a link with the pairing key for each address, the first also as a QR code, and one with the viewer key."""
    links = [f"{address}/pair/{key}" for address in reached]
    out = sys.stdout
    out.write("Scorekeeper is running. Scan this with the phone that keeps the score:\n\n")
    segno.make(links[0], error="l", micro=False).terminal(out, compact=True, border=2)
    out.write("\nOr open one of these:\n")
    out.writelines(f"  {link}\n" for link in links)
    out.write(f"\nOr type this key: {written(key)}\n")
    out.write(f"\nWho is only to look at the games opens this:\n  {reached[0]}/look/{viewing}\n")
    out.flush()


def _host_names(address: str | None) -> Sequence[str]:
    if not address:
        return ()
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises ValueError if it is no port
        name = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        name = None
    if not name:
        raise Unusable(f"{address} is not an address. Write it like https://score.example.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        advice = "give it a host name or a port of its own, such as https://club.example or https://score.example:8443"
        raise Unusable(f"{address} goes on behind the host name. Scorekeeper answers to a whole host: {advice}.")
    return (name.lower(),)


def listening(app: Any, host: str, port: int, *, behind_proxy: bool) -> Any:
    """Return the server for `app` on that port, with settings for a home network; raises Unusable.

    It listens at one address: of a name with several, such as localhost, at the first of IPv4 if there is one.
    """
    proxy = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-proto"} if behind_proxy else {}
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        return create_server(
            app,
            host=min(found, key=lambda each: each[0] != socket.AF_INET)[4][0],
            port=port,
            **LIMITS,
            ident=None,
            clear_untrusted_proxy_headers=True,
            **proxy,
        )
    except (OSError, ValueError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        advice = "Stop what is running there, or choose another with --port."
        raise Unusable(f"Port {port} on {host} cannot be used ({reason}). {advice}") from None


def _stop(_signal: int, _frame: FrameType | None) -> None:
    """Let waitress finish running requests and return, as after SIGINT."""
    LOG.info("Scorekeeper is stopping: it finishes what is being answered.")
    sys.exit()
