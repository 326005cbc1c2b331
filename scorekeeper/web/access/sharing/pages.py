"""The pages by which games are shared."""

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
    """A game shared: the key by which it is watched, and the offer of its book, if there is one.

    `keeps`: the device keeps the book, and may share the game; `watched`: some who are not of the house may look;
    `ended`: that was ended a moment ago.
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
        """Until when that holds."""
        return None if self.offer is None else datetime.fromtimestamp(self.offer.until).astimezone()


@dataclass(frozen=True)
class TakePage:
    """The question whether the book of a game is to be kept on the device from now on; `here`: it is there already."""

    template: ClassVar[str] = "sharing/take.html"
    title: Message
    players: Sequence[str]
    address: str
    game_address: str
    here: bool
    entry_key: str = field(default_factory=new_entry_key)


@dataclass(frozen=True)
class LookPage:
    """The link by which anybody may look at all games; `key` is the one in it, `new`: it was made a moment ago."""

    template: ClassVar[str] = "sharing/look.html"
    key: str
    new: bool = False
    entry_key: str = field(default_factory=new_entry_key)

    @property
    def link(self) -> SharedLink:
        return shared_link(url_for("sharing.look", key=self.key))


@dataclass(frozen=True)
class LinkGonePage:
    """A link that leads nowhere any more: what is the matter, and what to do."""

    template: ClassVar[str] = "sharing/gone.html"
    heading: Message
    message: Message
