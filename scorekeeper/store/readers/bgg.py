"""Reader of plays of BoardGameGeek (XML), one or several pages in a file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from ...core.errors import Unreadable
from ...core.messages import N_, Message, say
from . import ImportedGame, ImportedPlayer, LeftOutGame
from .bgstats import NOTHING, without_points
from .values import read_int, read_points, read_when, text_of

ADDRESS = "https://boardgamegeek.com/xmlapi2/plays?username=NAME&page=1"
NOT_PLAYS = say(
    "this XML file is not a page of plays of BoardGameGeek. Open {address} with your name there, "
    "save the page as a file, and import that file",
    address=ADDRESS,
)
WHOSE = N_("these are the plays of a game by everybody on BoardGameGeek. Choose the user whose plays they are: {users}")
NO_USERS = say(
    "these are the plays of a game by everybody on BoardGameGeek, and no player in them has a user name there. "
    "Open {address} with your name there, save the page as a file, and import that file",
    address=ADDRESS,
)
OF_OTHERS = say("it is a play of other users of BoardGameGeek")
CUT_OFF = say("it is cut off or damaged; save it again")
MAX_DEPTH = 20
PORTION, MAX_TOKEN = 2**16, 2**20
"""Number of characters searched at once for a tag, and maximum length of a text: longer texts take very long."""
NO_DATE = "0000-00-00"
ANONYMOUS = {"", "anonymous", "anonymous player"}
NONE = ("", "0")
"""Values of an unset attribute."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of plays: the user, its number (from 1), the `count` of plays on it, and the `total` of all pages."""

    user: str
    number: int
    count: int
    total: int


def read_bgg(text: str, user: str = "") -> tuple[list[ImportedGame | LeftOutGame], list[Page], list[str]]:
    """Return the plays, the pages and the users to choose from in XML of BoardGameGeek; raises Unreadable.

    Pages of a game contain the plays of many users. Of these, only the plays of `user` are returned, and the users to
    choose from are all players with a user name.
    """
    games, pages, users = list[ImportedGame | LeftOutGame](), list[Page](), set[str]()
    with_tag = ("<" in text[at : at + PORTION] for at in range(0, len(text), PORTION))
    if any(not has_tag and len([*run]) > MAX_TOKEN // PORTION for has_tag, run in groupby(with_tag)):
        raise Unreadable(CUT_OFF)
    for part in re.split(r"(?:<\?xml[^<>]*\?>\s*)?(?=<plays[\s>])", text):
        if part.strip() or not text.strip():
            count, root, found = 0, Element(""), list[tuple[list[str], list[ImportedGame | LeftOutGame]]]()
            for element in _elements(part):
                if element.tag == "play":
                    count += 1
                    names = [text_of(each.get("username")) for each in element.iter("player") if each.get("username")]
                    found.append((names, [*_play(element)]))
                    element.clear()
                root = element
            if root.tag != "plays" or not {"total", "page"} <= {*root.keys()}:
                raise Unreadable(NOT_PLAYS)
            if root.get("username"):
                number, total = read_int(root.get("page")), read_int(root.get("total"))
                pages.append(Page(text_of(root.get("username")), number, count, total))
                games += (game for _, played in found for game in played)
                continue
            users |= {name for names, _ in found for name in names}
            if not users:
                raise Unreadable(NO_USERS)
            theirs = [played for names, played in found if user.casefold() in map(str.casefold, names)]
            games += (game for played in theirs for game in played)
            if len(theirs) < len(found):
                games.append(LeftOutGame(OF_OTHERS, count=len(found) - len(theirs)))
    return games, pages, sorted(users, key=str.casefold)


def missing_pages(pages: list[Page]) -> Iterator[Message]:
    """Yield a message for each user whose plays are incomplete in the pages."""
    for user in dict.fromkeys(each.user for each in pages):
        theirs = {each.number: each for each in pages if each.user == user}
        total, read = max(each.total for each in theirs.values()), sum(each.count for each in theirs.values())
        per_page = max((each.count for each in theirs.values()), default=0)
        if read < total and per_page:
            missing = [number for number in range(1, -(-total // per_page) + 1) if number not in theirs]
            yield say(
                "{user} has {total} plays on BoardGameGeek, and these files have {count} of them. "
                "Import the other pages, too: {pages}",
                user=user,
                total=total,
                count=read,
                pages=_ranges(missing),
            )


def _ranges(numbers: list[int]) -> str:
    """Return numbers as text, such as "2–8" or "2, 4–5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


def _elements(text: str) -> Iterator[Element]:
    """Yield the elements of XML when they end, the root last; raises Unreadable."""
    depth = 0
    data = re.sub(r"^<\?xml[^<>]*\?>", "", text).encode(errors="ignore")  # the declaration can name another encoding
    try:
        for event, element in iterparse(BytesIO(data), events=("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            if depth > MAX_DEPTH:
                raise Unreadable(NOT_PLAYS)
            if event == "end":
                yield element
    except DefusedXmlException:
        raise Unreadable(NOT_PLAYS) from None
    except (ParseError, ValueError):
        raise Unreadable(CUT_OFF) from None


def _play(play: Element) -> Iterator[ImportedGame | LeftOutGame]:
    """Yield a play, and a LeftOutGame for its further games: BoardGameGeek can have one result for several games."""
    item = play.find("item")
    title = "" if item is None else text_of(item.get("name"))
    quantity = max(read_int(play.get("quantity")), 1)
    players, remarks = list[ImportedPlayer](), list[Message]()
    for each in play.iter("player"):
        players.append(_player(each.attrib))
        score = text_of(each.get("score"))
        if score and players[-1].points is None:
            remarks.append(without_points(score, players[-1].name or ""))
    number, date = play.get("id"), play.get("date", NO_DATE)
    when, names = date if date != NO_DATE else f"#{number}", tuple(each.name or "" for each in players)
    reason = None
    if play.get("incomplete", "0") not in NONE:
        reason = say("it is marked as incomplete on BoardGameGeek")
    elif not players:
        reason = say("it has no players on BoardGameGeek")
    elif item is None:
        reason = say("the name of the game is missing")
    if reason:
        yield LeftOutGame(reason, when, title, names, quantity)
        return
    day, clock = read_when(date)
    length = play.get("length", "0")
    if date != NO_DATE and day is None:
        remarks.append(say("imported without a date"))
    if length not in NONE and not read_int(length):
        remarks.append(say("imported without {what} “{value}”", what=say("Minutes"), value=length[:40]))
    if play.get("nowinstats", "0") not in NONE and any(each.won for each in players):
        remarks.append(say("imported with its winner, although BoardGameGeek does not count wins in it"))
    yield ImportedGame(
        title,
        tuple(players),
        day,
        clock,
        minutes=read_int(length) or None,
        location=text_of(play.get("location")),
        note=text_of(play.findtext("comments")),
        bgg_play=read_int(number) or None,
        bgg=None if item is None else read_int(item.get("objectid")) or None,
        remarks=tuple(remarks),
    )
    if quantity > 1:  # the results of the other games are unknown
        told = say("imported once, because BoardGameGeek has one result for {number} games", number=quantity)
        yield LeftOutGame(told, when, title, names, quantity - 1)


def _player(given: Mapping[str, Any]) -> ImportedPlayer:
    name = text_of(given.get("name")) or text_of(given.get("username"))
    seat = read_int(given.get("startposition")) or None
    return ImportedPlayer(
        None if name.casefold() in ANONYMOUS and not given.get("username") else name,
        read_points(given.get("score")),
        given.get("win") == "1",
        seat=seat,
        starts=True if seat == 1 else None,
        role=text_of(given.get("color")),
        parts=NOTHING,
    )
