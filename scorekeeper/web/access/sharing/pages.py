"""The values of the pages with which games are shared."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from flask import url_for

from ....core.messages import Message
from ....storage.sharing import HandOver
from ...forms.submission import new_entry_key
from ...game.page import GamePage
from .codes import SharedLink, shared_link


@dataclass(frozen=True, eq=False, kw_only=True)
class SharePage(GamePage):
    """How a game is shared: `watch_key` lets others watch it, `offer` lets one take over its book, if they exist.

    `keeps`: this device keeps the book, so it may share the game. `watched`: devices that are not paired may look.
    `ended`: watching was ended just now.
    """

    frame: str = "sharing/share.html"
    keeps: bool = False
    watch_key: str | None = None
    watched: bool = False
    offer: HandOver | None = None
    ended: bool = False

    @property
    def watch_link(self) -> SharedLink | None:
        if self.watch_key is None:
            return None
        return shared_link(url_for("sharing.watch", game_id=self.view.game.id, key=self.watch_key))

    @property
    def take_link(self) -> SharedLink | None:
        if self.offer is None:
            return None
        return shared_link(url_for("sharing.take", game_id=self.view.game.id, key=self.offer.key))

    @property
    def until(self) -> datetime | None:
        return None if self.offer is None else datetime.fromtimestamp(self.offer.until).astimezone()


@dataclass(frozen=True)
class TakePage:
    """The question whether this device takes over the book of a game; `here`: it is the one that offers it.

    `address` is where the answer is sent, `game_address` the page of the game.
    """

    template: ClassVar[str] = "sharing/take.html"
    title: Message
    players: Sequence[str]
    address: str
    game_address: str
    here: bool
    entry_key: str = field(default_factory=new_entry_key)


@dataclass(frozen=True)
class LookPage:
    """The link with which anybody may look at all games; `key` is the key in it, `new`: it was made just now."""

    template: ClassVar[str] = "sharing/look.html"
    key: str
    new: bool = False
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def link(self) -> SharedLink:
        return shared_link(url_for("sharing.look", key=self.key))


@dataclass(frozen=True)
class LinkGonePage:
    """A link that was ended: what is wrong, and what to do."""

    template: ClassVar[str] = "sharing/gone.html"
    heading: Message
    message: Message
