"""A hand that taps at random over the table of a title, at a person's speed, on a slow phone with a bad network.

It knows of the page only what can be seen: an eye in the page (eye.js) writes down under each tap what it is, whose,
and whether it is available. What follows from that has to be in the log in the end, once, for that player (`judged`),
or the page has said that it is not.
"""

import json
import re
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

from playwright.sync_api import Error, expect

from scorekeeper.core.document import write
from scorekeeper.desk.exchange import documents, import_documents
from tests.documents import game_document, read_document

NAMES = ("Anja", "Benito", "Cleo")
FASTEST, SLOWEST = 100, 300  # milliseconds between two taps
TURN_TO = 1000  # until a person has found the other tab
OFFLINE = (1000, 8000)
LATENCIES, SPEEDS = (0, 100, 300, 800, 2000), (1, 2, 4, 6)
SETTLED = 45  # seconds until nothing may be on its way any more
BREATH = 400  # milliseconds without anything on its way before that is believed
EXCUSE = 20  # seconds in which the page may say that it has not taken something


@dataclass(frozen=True)
class Title:
    """What a hand taps on a table: patterns of what a control says (and `in` which group), and how often each.

    So only plays of these kinds come about; a log begins with these plays.
    """

    taps: dict
    kinds: set
    plays: tuple = ()
    options: dict = field(default_factory=dict)


def _known(name):
    return (
        {"kind": "possessions", "player": name, "tiles": [8, 8, 5, 4]},
        {"kind": "coins", "player": name, "to": 60},
        {"kind": "influence", "player": name, "markers": [9, 8, 7, 6]},
    )


TITLES = {
    "don-carlo": Title(
        {
            r"^\d, \d+ cards? left": 8,
            r"^Send agent": 3,
            r"^Delete the last": 0.5,
            r"^Take out": 0.3,
            r"^\d+ .*\w+$": 0.2,
        },
        {"agent"},
    ),
    "prodigals-club": Title(
        {
            r"^−?\d+( .*)?$ in the sheet": 4,
            r"^(Possessions|Election)$ in the sheet": 0.3,
            r"^[+−]\d+$": 5,
            r"^Number under marker \d: one less": 3,
            r"^One more of": 1,
            r"^Choose": 3,
            r"^−\d+ −?\d+$ in Sell": 4,
            r"^Save": 3,
        },
        {"votes", "coins", "possessions", "influence", "sell"},
        tuple(play for name in NAMES for play in _known(name)),
        {"competitions": ["possessions", "election", "society"]},
    ),
    "loire": Title(
        {r": (one|three) more": 8, r": one less": 1, r"^(Enter|Change) \w+'s tally": 1.5, r"^\d+ .*\w+( ✓)?": 0.7},
        {"tally"},
        options={"triple_values": {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}},
    ),
    "carta-nostra": Title(
        {r"^(×\d|–) \w+$": 4, r"^(End \w+'s turn|No change: next player)": 2},
        {"turn"},
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Conditions:
    """Under which a hand taps."""

    latency: int = 0
    cpu: int = 1
    tabs: int = 1
    offline: bool = False
    reloads: bool = False
    taps: int = 40

    @classmethod
    def of(cls, chance, taps=None):
        return cls(
            chance.choice(LATENCIES), chance.choice(SPEEDS), chance.choice((1, 1, 2)),
            chance.random() < 0.4, chance.random() < 0.3, taps or chance.randint(15, 60),
        )  # fmt: skip


EYE = Path(__file__).with_name("eye.js").read_text()


def play(context, address, desk, slug, chance, conditions):
    """Let a hand play a game of that title; return what went wrong, as one text: nothing if all is well."""
    title = TITLES[slug]
    (game,) = import_documents(desk, [read_document(game_document(slug, NAMES, title.plays, title.options))])
    hand = Hand(context, f"{address}/games/{game.id}", title, chance, conditions)
    try:
        hand.taps()
        hand.settles()
        faults = hand.faults + judged(slug, hand, log_of(desk, game.id)[len(title.plays) :])
    finally:
        hand.lets_go()
    return (
        f"{slug}, {conditions}\n" + "\n".join([*faults, *hand.told(), *map(str, log_of(desk, game.id))])
        if faults
        else ""
    )


def log_of(desk, game):
    return write(next(documents(desk, [game])))["plays"]


class Hand:
    """A finger on one phone.

    `notes` are its taps as the eye saw them; `said` is when the page said what; in the end `typed` is what is filled in
    on it and `waiting` what was sent and not taken.
    """

    def __init__(self, context, address, title, chance, conditions):
        self.context, self.address, self.title, self.chance, self.conditions = (
            context,
            address,
            title,
            chance,
            conditions,
        )
        self.notes, self.said, self.faults, self.sent, self.offline_until = [], [], [], set(), 0
        self.waiting, self.typed = [], {}
        context.expose_binding("noted", self._note)
        context.add_init_script(f"({EYE}\n)({json.dumps(NAMES)})")
        context.on("request", lambda each: each.method == "POST" and self.sent.add(each))
        for over in ("requestfinished", "requestfailed"):
            context.on(over, lambda each: self.sent.discard(each))
        self.tabs = [self._tab(number) for number in range(conditions.tabs)]
        self.sessions = [context.new_cdp_session(tab) for tab in self.tabs]
        self._weather()

    def _tab(self, number):
        tab = self.context.new_page()
        tab.number, tab.complaints = number, []
        tab.on("pageerror", lambda error: self.faults.append(f"the page fails: {error}"))
        self._go(tab, self.address)
        return tab

    def _go(self, tab, address):
        tab.goto(address)
        expect(tab.locator("[data-module]:not([data-started])")).to_have_count(0)

    def _note(self, source, note):
        if "said" in note:
            self.said.append((note["time"], note["said"]))
        else:
            self.notes.append(note | {"tab": getattr(source["page"], "number", 0)})

    def _weather(self, *, fair=False):
        """Slow down network and processor, or make them fair again."""
        offline = not fair and self.offline_until > time.monotonic()
        latency, cpu = (0, 1) if fair else (self.conditions.latency, self.conditions.cpu)
        network = {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        for session in self.sessions:
            session.send("Network.emulateNetworkConditions", network)
            session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})

    def taps(self):
        """Tap for a while, without waiting for anything."""
        sorts = [[*_within(pattern), weight] for pattern, weight in self.title.taps.items()]
        tab, point, offline = self.tabs[0], None, False
        for _ in range(self.conditions.taps):
            began = time.monotonic()
            if self.conditions.offline and not offline and self.chance.random() < 0.08:
                self.offline_until, offline = began + self.chance.randint(*OFFLINE) / 1000, True
                self._weather()
            if offline and self.offline_until < began:
                offline = False
                self._weather()
            if self.conditions.reloads and not offline and self.chance.random() < 0.05:
                self._reload(tab)
            if len(self.tabs) > 1 and self.chance.random() < 0.1:
                tab = self.tabs[1 - tab.number]
                tab.wait_for_timeout(TURN_TO)
            again, first, second, pause = (self.chance.random() for _ in range(4))
            with suppress(Error):  # another page is just coming
                if again > 0.1 or not point:
                    point = tab.evaluate("sorts => eye.find(...sorts)", [sorts, first, second])
                if point:
                    tab.touchscreen.tap(*point)
            left = FASTEST + pause * (SLOWEST - FASTEST) - (time.monotonic() - began) * 1000
            tab.wait_for_timeout(max(1, left))

    def _reload(self, tab):
        with suppress(Error):
            tab.reload()
            expect(tab.locator("[data-module]:not([data-started])")).to_have_count(0)

    def settles(self):
        """Wait with a good network until nothing is on its way, and look what is typed and not sent, and what waits."""
        self.offline_until = 0
        self._weather(fair=True)
        until, quiet = time.monotonic() + SETTLED, 0
        for tab in self.tabs:
            with suppress(Error):
                tab.evaluate("dispatchEvent(new Event('online'))")
        while quiet < BREATH and time.monotonic() < until:
            self.tabs[0].wait_for_timeout(50)
            quiet = 0 if self.sent or self._on_its_way() else quiet + 50
        if quiet < BREATH:
            self.faults.append(f"still on its way: {[each.url for each in self.sent]} {self._on_its_way()}")
        self.waiting = self.tabs[0].evaluate("eye.waiting()")
        before = [tab.evaluate("eye.filled()") for tab in self.tabs]
        for seat in range(len(NAMES)):
            self._go(self.tabs[0], f"{self.address}?seat={seat}")
            self.typed |= {
                name: each for name, each in self.tabs[0].evaluate("eye.filled()").items() if f".{seat}-" in name
            }
        for tab, values in enumerate(before):
            for name, each in values.items():
                if _plain(each) != _plain(self.typed.get(name, each)):
                    self.faults.append(f"tab {tab} showed {name}: {each}, after a reload {self.typed.get(name)}")

    def _on_its_way(self):
        with suppress(Error):
            waits = self.tabs[0].evaluate("eye.waiting()")
            return [] if not waits or waits[0].get("stopped") else [each.get("says") for each in waits]
        return ["a page"]

    def lets_go(self):
        self._weather(fair=True)

    def told(self):
        """Return a line for each tap, and for what the page said."""
        noted = sorted(self.notes, key=lambda each: each["time"])
        began = noted[0]["time"] if noted else 0
        lines = [(each["time"], _line(each)) for each in noted]
        lines += [(when, f'         the page says "{what}"') for when, what in self.said]
        return [f"{(when - began) / 1000:7.2f} {line}" for when, line in sorted(lines)]


def _within(pattern):
    """Return what a control says, and how the name of the group begins in which it stands."""
    what, _, group = pattern.partition(" in ")
    return what, group


def _line(note):
    changed = {name: each for name, each in note.get("after", {}).items() if each != note["shown"].get(name)}
    return " ".join(
        str(each) for each in (
            f"tab {note['tab']}:", f'"{note["what"]}"', note["where"] and f"in {note['where']}", "of", note["whose"],
            "" if note["available"] else "(not available)", "" if note["clicked"] else "(no click)",
            "then another page" if note.get("swapped") else f"-> {changed}" if changed else "",
        ) if each
    )  # fmt: skip


def _plain(values):
    """Return values without what means the same: nothing and 0, and the order."""
    return sorted(each for value in values for each in re.findall(r"[^\s,]+", value) if each != "0")


KINDS = {"Possessions": "coins", "Election": "votes"}


def key_of(slug, note):
    """Return the field that a tap on a key writes to, as the page shows it, and what it adds; None for another tap."""
    what, seat = note["what"].replace("−", "-"), NAMES.index(note["whose"]) if note["whose"] else None
    if seat is None:
        return None
    if slug == "don-carlo" and re.match(r"\d, ", what):
        return f"agent.{seat}-cards", 0, what[0]
    if slug == "carta-nostra" and re.match(r"[×–]", what) and note["whose"] == note["form"]:
        return f"turn.{seat}-city", 0, what.split()[-1].lower()
    if slug == "prodigals-club" and re.fullmatch(r"[+-]\d+", what) and note["open"] in KINDS:
        return f"{KINDS[note['open']]}.{seat}-change", 0, int(what)
    if slug == "prodigals-club" and what.startswith("One more of"):
        return f"possessions.{seat}-tiles", 0, what.split()[-1]
    stepped = re.search(r": (one less|one more|three more)$", what)
    if stepped and note["aim"]:
        name = re.sub(r"\.-?\d+-", f".{seat}-", note["aim"][0], count=1)  # for whom it is, the heading says
        return name, note["aim"][1], {"one less": -1, "one more": 1, "three more": 3}[stepped[1]]
    return None


def _number(values, at=0):
    return int(values[at].replace("−", "-") or 0) if len(values) > at else 0


def _stepped(name, number, by):
    return number + by if name.endswith(("-change", "-markers")) else max(0, number + by)


def judged(slug, hand, log):
    """Return what is wrong with a log after these taps."""
    notes = sorted(hand.notes, key=lambda each: each["time"])
    faults = [
        f"it stands in the slot {each['slot']}, under another name: {_line(each)}" for each in notes if each["differs"]
    ]
    taken = [each for each in notes if each["available"]]
    faults += [f"a tap on what was available came to nothing: {_line(each)}" for each in taken if not each["clicked"]]
    taken = [each for each in taken if each["clicked"]]
    keys = [(note, *found) for note in taken if (found := key_of(slug, note))]
    faults += [fault for each in keys if (fault := _at_once(*each))]
    faults += [
        f"in the log though there was no key for it: {each}" for each in log if each["kind"] not in TITLES[slug].kinds
    ]
    faults += _kept(slug, keys, hand, log)
    faults += _still_typed(slug, taken, hand)
    return faults + _sent(slug, taken, hand, log)


def _at_once(note, name, at, by):
    """Return what is wrong with what a tap on a key did before anything else happened."""
    if note["swapped"]:
        return ""
    before, after = note["shown"].get(name, []), note["after"].get(name, [])
    if name.endswith("-city"):
        right = after == [by]
    elif isinstance(by, str):
        right = (
            _plain(after) == sorted([*_plain(before), by])
            if name.endswith("tiles")
            else sorted(after) == sorted([*before, by])
        )
    else:
        right = _number(after, at) == _stepped(name, _number(before, at), by)
    others = [
        other
        for other in note["after"]
        if other != name and _of(other) and note["after"][other] != note["shown"].get(other, note["after"][other])
    ]
    if right and not others:
        return ""
    return f"a tap fell silently, or elsewhere ({name} {before} -> {after}, {others}): {_line(note)}"


def _of(name):
    return name.endswith(("-change", "-tiles", "-markers", "-cards", "-city")) or "estate" in name


def _kept(slug, keys, hand, log):
    """Return where what was tapped on keys is not, once, in the log, in what waits, or still typed."""
    tapped, faults = defaultdict(list), []
    for play in log:  # of somebody whose keys were not tapped there is nothing
        path = {"votes": "change", "coins": "change", "possessions": "tiles", "influence": "markers"}.get(play["kind"])
        if path:
            tapped[f"{play['kind']}.{NAMES.index(play['player'])}-{path}"] = []
    for _, name, _, by in keys:
        tapped[name].append(by)
    for name, values in tapped.items():
        kind, seat, path = re.fullmatch(r"([a-z-]+)\.(\d+)-(.+)", name).groups()
        plays = [each for each in log if each.get("player") == NAMES[int(seat)]]
        typed = hand.typed.get(name, [])
        if path == "change":
            waits = sum(_number([value]) for waiting in _stopped(hand, name) for value in waiting)
            parts = [sum(each["change"] for each in plays if each["kind"] == kind), waits, _number(typed)]
            right, tap = sum(parts) == sum(values), sum(values)
        elif path == "markers":
            parts, tap = sum(map(_number, ([each] for each in typed))), sum((9, 8, 7, 6)) + sum(values)
            right = parts == tap or bool(_stopped(hand, name))
        elif path == "tiles":
            sold = [str(each["tile"]) for each in plays if each["kind"] == "sell"]
            parts, tap = sorted(_plain(typed) + sold), sorted(["8", "8", "5", "4", *values])
            right = parts == tap or bool(_stopped(hand, name))
        elif slug == "loire":
            parts, tap = _number(typed), 0
            for each in values:
                tap = _stepped(name, tap, each)
            right = parts == tap or bool(_stopped(hand, name))
        else:
            continue
        if not right:
            faults.append(f"{NAMES[int(seat)]}, {kind} {path}: tapped {tap}, but it is {parts} (log, waiting, typed)")
    return faults


def _still_typed(slug, taken, hand):
    """Return what was typed after the last that was sent for a player, and is shown no more."""
    last = {}
    for note in taken:
        if (found := key_of(slug, note)) and slug in ("don-carlo", "carta-nostra") and not note["swapped"]:
            last[found[0]] = note["after"].get(found[0])
        elif play := play_of(slug, note):
            last = {name: each for name, each in last.items() if f".{NAMES.index(play[1])}-" not in name}
        elif note["form"]:  # taken out, put back, or chosen otherwise
            last.pop(f"agent.{NAMES.index(note['form'])}-cards", None)
    return [
        f"typed was {name}: {each}, but it shows {hand.typed.get(name, [])}"
        for name, each in last.items()
        if _plain(each or []) != _plain(hand.typed.get(name, []))
    ]


def _stopped(hand, name):
    """Return the values of a field in plays that were sent and refused, and wait for what is to become of them."""
    bodies = [parse_qs(str(each["body"])) for each in hand.waiting]
    return [values for body in bodies for field, values in body.items() if field == name]


def _sent(slug, taken, hand, log):
    """Return what was sent by a tap and is not in the log once, or is there and was not sent."""
    meant = [(note, play) for note in taken if (play := play_of(slug, note))]
    entered = [play for each in log if (play := entry_of(slug, each))]
    left, faults, found = list(meant), [], []
    for play in entered:
        match = next((each for each in left if each[1] == play), None)
        if match is None:
            again = any(each == play for _, each in meant)
            faults.append(f"in the log {'too often' if again else 'though nobody sent it'}: {play}")
        else:
            left.remove(match)
            found.append(match)
    for tab in range(len(hand.tabs)):
        times = [note["time"] for note, _ in found if note["tab"] == tab]
        if times != sorted(times):
            faults.append(f"in the log in another order than sent in tab {tab}")
    return faults + [
        f"sent, and not in the log: {play} by {_line(note)}"
        for note, play in left
        if not _excused(note, play, meant, hand)
    ]


def _excused(note, play, meant, hand):
    """Say whether the page said that it was not taken, or the same was just sent, or it waits, or is typed still."""
    before = [each for other, each in meant if other["time"] < note["time"] and each[1] == play[1]]
    if before and before[-1] == play:
        return True
    if any(0 <= when - note["time"] <= 1000 * EXCUSE for when, _ in hand.said) or hand.waiting:
        return True
    seat = NAMES.index(play[1])
    return play[0] == "agent" and tuple(sorted(hand.typed.get(f"agent.{seat}-cards", []))) == play[2]


def play_of(slug, note):
    """Return the play that a tap sends by what the page shows: its kind, whose it is, what it says; None for none."""
    what, who = note["what"], note["form"] or note["whose"]
    if note["link"] or not who:
        return None
    seat = NAMES.index(who)
    shown = {name.split("-", 1)[1]: each for name, each in note["shown"].items() if f".{seat}-" in name}
    if slug == "don-carlo" and what.startswith("Send agent"):
        return ("agent", who, tuple(sorted(shown["cards"]))) if shown.get("cards") else None
    if slug == "loire" and re.match(r"(Enter|Change) \w+'s tally", what):
        return "tally", who, _tally(shown)
    if slug == "carta-nostra" and re.match(r"End|No change", what):
        victim = shown.get("liquidated", [""])[0]
        return "turn", who, (shown.get("city", [""])[0], victim)
    if slug == "prodigals-club" and note["where"].startswith("Sell "):
        tile, discount = re.search(r"tile=(\d+)&discount=(-?\d+)", note["value"]).groups()
        return "sell", note["whose"], (int(tile), int(discount))
    return None


def entry_of(slug, play):
    """Return a play of the log as `play_of` has it."""
    kind, who = play["kind"], play.get("player")
    if kind == "agent":
        return kind, who, tuple(sorted(map(str, play["cards"])))
    if kind == "turn":
        hit = play.get("liquidated")
        return kind, who, (play.get("city") or "", f"{NAMES.index(hit['player'])}:{hit['mafioso']}" if hit else "")
    if kind == "sell":
        return kind, who, (play["tile"], play["discount"])
    if kind == "tally":
        return kind, who, _tally({name: [str(each)] for name, each in _flat(play)})
    return None


def _flat(play, within=""):
    for name, value in play.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{within}{name}-")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield within + name, value


def _tally(values):
    """Return the numbers of a tally that are not 0."""
    numbers = {name: _number(each) for name, each in values.items() if re.fullmatch(r"-?\d*", each[0])}
    return tuple(sorted((name, each) for name, each in numbers.items() if each))
