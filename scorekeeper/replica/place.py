"""Where a replica is kept: in a folder, on a server with sftp, or in a store that speaks S3."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from ..places import Unusable

SFTP_PORT = 22
SSH_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")
EXAMPLES = "a folder, sftp://user@host/folder, or s3://bucket/folder"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a replica is kept: `shown` to people, without any password; `settings` are for Litestream's configuration.

    `folder` is its folder, if it is kept in one on this machine.
    """

    shown: str
    settings: Mapping[str, object] = field(repr=False)
    folder: Path | None = None

    @property
    def setting(self) -> str:
        """The name of the setting that says that a database's replica is there."""
        return f"replica {hashlib.sha256(self.shown.encode()).hexdigest()[:32]}"

    def without_password(self, text: str) -> str:
        """Return the text with the place's password, if it has one, made unreadable."""
        password = self.settings.get("password")
        return text.replace(str(password), "***") if password else text


def read_place(text: str) -> Place:
    """Return the place that an address or the path of a folder names; raises Unusable.

    Passwords and keys come from the address or from the environment, and are never stored.
    """
    try:
        text.encode()
        parts = urlsplit(text)
        port = parts.port or SFTP_PORT if parts.scheme == "sftp" else None
    except ValueError:
        raise _not_a_place(text) from None
    if not text.isprintable() or not text.strip():
        raise _not_a_place(text)
    if "://" not in text:
        return _folder(Path(text))
    match parts.scheme:
        case "file" if parts.path and parts.netloc in ("", "localhost"):
            return _folder(Path(unquote(parts.path)))
        case "sftp" if parts.hostname and parts.path.strip("/"):
            return _sftp(parts, f"{parts.hostname}:{port}")
        case "s3" if parts.hostname and parts.path.strip("/"):
            return _s3(text, parts)
    raise _not_a_place(text)


def _not_a_place(text: str) -> Unusable:
    # What stands before an @ may be a password.
    shown = text.rpartition("@")[2].encode(errors="backslashreplace").decode()
    return Unusable(f"No replica can be kept at {shown!r}. Write {EXAMPLES}.")


def _folder(path: Path) -> Place:
    folder = path.expanduser().absolute()
    return Place(str(folder), {"type": "file", "path": str(folder)}, folder)


def _sftp(parts: SplitResult, host: str) -> Place:
    """Return a folder on a server: from its root, or, after /~/, from where the user is when they log in."""
    user, password = unquote(parts.username or ""), unquote(parts.password or "") or os.environ.get("SFTP_PASSWORD", "")
    if not user:
        raise Unusable("An address with sftp needs a user: sftp://user@host/folder.")
    settings = {"type": "sftp", "host": host, "user": user, "path": unquote(parts.path).removeprefix("/~/")}
    if host_key := os.environ.get("SFTP_HOST_KEY"):
        settings["host-key"] = host_key
    if password:
        settings["password"] = password
    else:
        settings["key-path"] = os.environ.get("SFTP_KEY") or _ssh_key()
    return Place(f"sftp://{user}@{host}{parts.path}", settings)


def _ssh_key() -> str:
    kept = [Path.home() / ".ssh" / name for name in SSH_KEYS]
    found = next((key for key in kept if key.is_file()), None)
    if found is None:
        raise Unusable("There is no key for sftp. Name its file in SFTP_KEY, or give the password in SFTP_PASSWORD.")
    return str(found)


def _s3(text: str, parts: SplitResult) -> Place:
    if "@" in parts.netloc:
        raise Unusable(
            "Keys do not belong into an address. Set LITESTREAM_ACCESS_KEY_ID and LITESTREAM_SECRET_ACCESS_KEY."
        )
    endpoint = "".join(f"?endpoint={value}" for name, value in parse_qsl(parts.query) if name == "endpoint")
    # The other parameters of the address are not shown: one of them may be a key.
    return Place(f"s3://{parts.netloc}{parts.path}{endpoint}", {"type": "s3", "url": text})
