"""A random tester that taps on a title's table at a person's speed, on a slow phone with a bad network.

It uses only what is visible: at each tap, eye.js notes the control at that point, its player, and whether it is
available. The effect of each noted tap must be in the log at the end exactly once and for that player (`judged`),
unless the page has reported that it is not.
"""

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

from playwright.sync_api import Error, expect

from scorekeeper.core.document import write
from scorekeeper.store.exporting import documents
from tests.documents import game_document, import_documents, read_document

NAMES = ("Anja", "Benito", "Cleo")
FASTEST, SLOWEST = 100, 300  # milliseconds between two taps
TURN_TO = 1000  # milliseconds that a person needs to switch to the other tab
OFFLINE = (1000, 8000)
LATENCIES, SPEEDS = (0, 100, 300, 800, 2000), (1, 2, 4, 6)
SETTLED = 45  # maximum seconds for a response
BREATH = 400  # milliseconds without a pending request before the page counts as settled
DROPS = "(Undo|Discard|Send|Change) “"  # labels of the buttons of a play waiting to be sent
EXCUSE = 20  # seconds for the page to report a rejection


@dataclass(frozen=True)
class Title:
    """Controls to tap on a table: label patterns, optionally with ` in ` and a group, each with its weight.

    With these, only plays of these `kinds` can occur. The log begins with `plays`.
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
            r"^(Undo|Redo) ": 0.3,
            f"^{DROPS}": 0.5,
        },
        {"agent"},
    ),
    "prodigals-club": Title(
        {
            r"^−?\d+( .*)?$ in the sheet": 4,
            r"^(Possessions|Election|Society)$ in the sheet": 0.3,
            r"^[+−]\d+$": 5,
            r"^Number under marker \d: ": 3,
            r"^(\d|Delete the last digit)$ in Digits": 2,
            r"^\d$ in One more tile": 1,
            r"^Choose": 3,
            r"^Remove$": 0.3,
            r"^−\d+ −?\d+$ in Sell": 4,
            r"^Put back$": 0.5,
            r"^Save": 3,
            r"^(Hyde Park|End)": 0.3,
            f"^[\\d–]$ in ({'|'.join(NAMES)})": 4,
            r"^(\d/)+\d$": 1,
            r"^(Enter Hyde Park|End round \d|End the game)": 3,
            r"^(Undo|Redo) ": 0.3,
        },
        {"votes", "coins", "possessions", "influence", "sell", "hyde-park", "end-round"},
        tuple(play for name in NAMES for play in _known(name)),
        {"competitions": ["possessions", "election", "society"]},
    ),
    "loire": Title(
        {
            r": (one|three) more": 8,
            r": one less": 1,
            r"^\+1 of each": 0.5,
            r"^(Clear this tally|Bring back)": 0.2,
            r"^Next: ": 2,
            r"^(Enter|Change) \w+'s tally|^Yes": 1.5,
            r"^\d+ .*\w+( ✓)?": 0.7,
            r"^(Undo|Redo) ": 0.2,
            f"^{DROPS}": 0.3,
        },
        {"tally"},
        options={"triple_values": {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}},
    ),
    "carta-nostra": Title(
        {
            r"^(×\d|\+) (\w+: )?\w+$": 4,
            r"^(End \w+'s turn|\w+ wins: end the game|No change: next player)": 2,
            r"^Yes": 1,
            r"^Clear$": 0.3,
            r"^(Undo|Redo)\b": 0.3,
            f"^{DROPS}": 0.5,
        },
        {"turn"},
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Conditions:
    """Network, device and tabs that the tester works with."""

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


EYE = Path(__file__).with_name("eye.js").read_text().rstrip().rstrip(";")  # an expression


def play(context, url, service, slug, chance, conditions):
    """Play a game of that title at random, and return its faults as one text, or ""."""
    title = TITLES[slug]
    (game,) = import_documents(service, [read_document(game_document(slug, NAMES, title.plays, title.options))])
    hand = Hand(context, f"{url}/games/{game.id}", title, chance, conditions)
    try:
        hand.taps()
        hand.settles()
        faults = hand.faults + judged(slug, hand, log_of(service, game.id)[len(title.plays) :])
    finally:
        hand.release()
    return (
        f"{slug}, {conditions}\n" + "\n".join([*faults, *hand.told(), *map(str, log_of(service, game.id))])
        if faults
        else ""
    )


def log_of(service, game):
    return write(next(documents(service, [game])))["plays"]


class Hand:
    """A finger on one phone.

    `notes` are its taps as noted by eye.js. `said` are the page's messages with their times. After `settles`, `typed`
    has the filled-in fields of the page, and `waiting` the forms sent but not accepted.
    """

    def __init__(self, context, url, title, chance, conditions):
        self.context, self.url, self.title, self.chance, self.conditions = (
            context,
            url,
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
        self._set_network()

    def _tab(self, number):
        tab = self.context.new_page()
        tab.number, tab.complaints = number, []
        tab.on("pageerror", lambda error: self.faults.append(f"the page fails: {error}"))
        self._go(tab, self.url)
        return tab

    def _go(self, tab, url):
        tab.goto(url)
        expect(tab.locator("[data-module]:not([data-started])")).to_have_count(0)

    def _note(self, source, note):
        if "said" in note:
            self.said.append((note["time"], note["said"]))
        else:
            self.notes.append(note | {"tab": getattr(source["page"], "number", 0)})

    def _set_network(self, *, fair=False):
        """Slow down network and processor, or restore both with `fair`."""
        offline = not fair and self.offline_until > time.monotonic()
        latency, cpu = (0, 1) if fair else (self.conditions.latency, self.conditions.cpu)
        network = {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        for session in self.sessions:
            session.send("Network.emulateNetworkConditions", network)
            session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})

    def taps(self):
        """Tap for a while, without waiting for responses."""
        sorts = [[*_within(pattern), weight] for pattern, weight in self.title.taps.items()]
        tab, point, offline = self.tabs[0], None, False
        for _ in range(self.conditions.taps):
            began = time.monotonic()
            if self.conditions.offline and not offline and self.chance.random() < 0.08:
                self.offline_until, offline = began + self.chance.randint(*OFFLINE) / 1000, True
                self._set_network()
            if offline and self.offline_until < began:
                offline = False
                self._set_network()
            if self.conditions.reloads and not offline and self.chance.random() < 0.05:
                self._reload(tab)
            if len(self.tabs) > 1 and self.chance.random() < 0.1:
                tab = self.tabs[1 - tab.number]
                tab.wait_for_timeout(TURN_TO)
            again, first, second, pause = (self.chance.random() for _ in range(4))
            with suppress(Error):  # the page is being replaced
                if again > 0.1 or not point:  # every tenth tap repeats the previous point
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
        """With a good network, wait until no request is pending; then note the typed fields and the waiting forms."""
        self.offline_until = 0
        self._set_network(fair=True)
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
        # Reloading must bring back what each tab showed.
        before = [tab.evaluate("eye.filled()") for tab in self.tabs]
        for seat in range(len(NAMES)):
            key = self.tabs[0].evaluate("seat => eye.key(seat)", seat)
            self._go(self.tabs[0], f"{self.url}?seat={key}")
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

    def release(self):
        self._set_network(fair=True)

    def told(self):
        """Return a line for each tap and for each message of the page."""
        noted = sorted(self.notes, key=lambda each: each["time"])
        began = noted[0]["time"] if noted else 0
        lines = [(each["time"], _line(each)) for each in noted]
        lines += [(when, f'         the page says "{what}"') for when, what in self.said]
        return [f"{(when - began) / 1000:7.2f} {line}" for when, line in sorted(lines)]


def _within(pattern):
    """Return the two parts of a pattern: the control's label, and the start of its group's name."""
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
    """Return values in a comparable form: without 0 and empty values, and sorted."""
    return sorted(each for value in values for each in re.findall(r"[^\s,]+", value) if each != "0")


KINDS = {"Possessions": "coins", "Election": "votes"}
SLOTS = {"Possessions": ("coins", "possessions"), "Election": ("votes",), "Society": ("influence",)}
START = {"possessions": ["8", "8", "5", "4"], "influence": ["9", "8", "7", "6"]}


def ways_of(slug, note):
    """Return all correct results of a tap on a key, each as the changed fields' values by name. None for other taps."""
    what, seat = note["what"].replace("−", "-"), NAMES.index(note["whose"]) if note["whose"] else None
    if seat is None:
        return None
    before = lambda name: note["shown"].get(name, [])  # noqa: E731
    number = re.search(r": (one less|one more|three more)$", what)
    if number and note["aim"]:
        name = re.sub(r"\.-?\d+-", f".{seat}-", note["aim"][0], count=1)  # the heading defines the player
        by = {"one less": -1, "one more": 1, "three more": 3}[number[1]]
        return [{name: _with(before(name), note["aim"][1], str(_stepped(name, before(name), note["aim"][1], by)))}]
    if slug == "don-carlo":
        name = f"agent.{seat}-cards"
        if found := re.match(r"(\d), |Take out (\d)", what):
            return [{name: [*before(name), found[1]] if found[1] else _without(before(name), found[2])}]
        return (
            [{name: _without(before(name), each)} for each in before(name) or [""]]
            if what.startswith("Delete")
            else None
        )
    if slug == "carta-nostra" and (found := re.match(r"[×+]\d? (?:(\w+): )?(\w+)$", what)):
        mafioso, taker = found[2].lower(), NAMES.index(note["form"])
        if found[1]:
            return [{f"turn.{taker}-liquidated": [f"{NAMES.index(found[1])}:{mafioso}"]}]
        return [{f"turn.{taker}-city": [mafioso]}]
    if slug == "loire" and what == "+1 of each":
        animals = [name for name in note["shown"] if name.startswith(f"tally.{seat}-animals-")]
        return [{name: [str(_number(before(name)) + 1)] for name in animals}]
    return _of_sheet(what, seat, note, before) if slug == "prodigals-club" else None


def _of_sheet(what, seat, note, before):
    """Return the correct results (see `ways_of`) for the keys of the score sheet of The Prodigals Club."""
    kind = KINDS.get(note["open"])
    change, to = f"{kind}.{seat}-change", f"{kind}.{seat}-to"
    tiles, markers = f"possessions.{seat}-tiles", f"influence.{seat}-markers"
    if kind and re.fullmatch(r"[+-]\d+", what):
        name = to if any(before(to)) else change
        return [{name: [str(_number(before(name)) + int(what) or ("" if name == change else 0))]}]
    if note["where"] == "One more tile":
        return [{tiles: [*before(tiles), what]}]
    if found := re.match(r"Number under marker (\d): -?\d+ ", what):  # in each player's panel
        at = int(found[1]) - 1
        return [{markers: _with(before(markers), at, str(_number(before(markers), at) - 1))}]
    if note["where"] != "Digits":
        return None
    if kind and re.fullmatch(r"\d", what):
        return [{to: [each], change: [""]} for each in (what, "".join(before(to)) + what)]
    if kind and what == "Delete the last digit":
        return [{to: ["".join(before(to))[:-1]]}]
    if not note["at"]:
        return None
    at = note["at"][1]
    typed = before(markers)[at]
    if what == "Delete the last digit":
        return [{markers: _with(before(markers), at, typed[:-1])}]
    if not re.fullmatch(r"\d", what):
        return None
    ways = [{markers: _with(before(markers), at, each)} for each in (what, typed + what)]
    if at < len(before(markers)) - 1:  # no further marker can follow
        ways.append({markers: _with(before(markers), at + 1, what)})
    return ways


def _with(values, at, value):
    return [*values[:at], value, *values[at + 1 :]]


def _without(values, value):
    at = values.index(value) if value in values else len(values)
    return [*values[:at], *values[at + 1 :]]


def _number(values, at=0):
    text = values[at].replace("−", "-") if len(values) > at else ""
    return int(text) if re.fullmatch(r"-?\d+", text) else 0


def _stepped(name, values, at, by):
    number = _number(values, at) + by
    return number if name.endswith(("-change", "-markers")) else max(0, number)


def judged(slug, hand, log):
    """Return the faults in a log after the taps of a hand."""
    notes = sorted(hand.notes, key=lambda each: each["time"])
    faults = [
        f"it stands in the slot {each['slot']}, under another name: {_line(each)}" for each in notes if each["differs"]
    ]
    taken = [each for each in notes if each["available"]]
    faults += [f"a tap on what was available came to nothing: {_line(each)}" for each in taken if not each["clicked"]]
    taken = [each for each in taken if each["clicked"]]
    faults += [fault for each in taken if (fault := _at_once(each, ways_of(slug, each)))]
    faults += [
        f"in the log though there was no key for it: {each}" for each in log if each["kind"] not in TITLES[slug].kinds
    ]
    if slug in ("loire", "prodigals-club"):
        faults += _kept(slug, taken, hand, log)
    else:
        faults += _still_typed(slug, taken, hand, log)
    return faults + _sent(slug, taken, hand, log)


def _at_once(note, ways):
    """Return the fault in a key's immediate effect on the page, or ""."""
    if note["swapped"] or ways is None:
        return ""
    shown = {name: _read(name, each) for name, each in note["shown"].items()}
    changed = {name: _read(name, each) for name, each in note["after"].items()}
    changed = {name: each for name, each in changed.items() if each != shown.get(name, _read(name, []))}
    right = [{name: _read(name, each) for name, each in way.items()} for way in ways]
    right = [{name: each for name, each in way.items() if each != shown.get(name, _read(name, []))} for way in right]
    if changed in right:
        return ""
    return f"a tap fell silently, or elsewhere ({ways[0]}): {_line(note)}"


def _read(name, values):
    """Return the values of a field in a comparable form; only markers have an order."""
    return tuple(values) if name.endswith("-markers") else _plain(values)


@dataclass
class Timeline:
    """Fields that keep their content from play to play, tracked tap by tap as `saved` and as `typed`.

    A number is ("by", change since the beginning) or ("to", value). Undo restores from `before`, redo from `undone`.
    """

    saved: dict = field(default_factory=dict)
    typed: dict = field(default_factory=dict)
    before: list = field(default_factory=list)
    undone: list = field(default_factory=list)

    def save(self, changes=None):
        """Save these changes, or everything typed if None."""
        saved = self.saved | (self.typed if changes is None else changes)
        if saved != self.saved or changes is not None:
            self.before.append(self.saved)
            self.undone.clear()
        self.saved = saved

    def goes_back(self, source, target):
        """Undo or redo: `source` and `target` are `before` and `undone`, or the reverse. Typed fields stay typed."""
        if not source:
            return
        target.append(self.saved)
        old, self.saved = self.saved, source.pop()
        for name, each in self.typed.items():
            if each == old[name]:
                self.typed[name] = self.saved[name]
            elif "by" == each[0] == self.saved[name][0] == old[name][0]:
                self.typed[name] = ("by", each[1] - old[name][1] + self.saved[name][1])


def _kept(slug, taken, hand, log):
    """Return each field whose taps are not found exactly once: in the log, waiting, or still typed."""
    seats = range(len(NAMES))
    if slug == "loire":
        names = {
            name
            for each in taken
            for name in each["shown"]
            if re.match(r"tally\.\d-(estate|animals|goods|victory|storage)", name)
        }
        course = Timeline(dict.fromkeys(names, ("to", 0)), dict.fromkeys(names, ("to", 0)))
    else:
        begun = {f"{kind}.{seat}": ("by", 0) for kind in ("coins", "votes") for seat in seats}
        begun |= {f"possessions.{seat}-tiles": tuple(sorted(START["possessions"])) for seat in seats}
        begun |= {f"influence.{seat}-markers": tuple(START["influence"]) for seat in seats}
        course = Timeline(begun, dict(begun))
    for note in taken:
        if re.match(DROPS, note["what"]) or (re.match("Undo|Redo", note["what"]) and _is_said(hand, note)):
            return []  # the fields after this are unpredictable
        if re.match("Undo|Redo", note["what"]):
            course.goes_back(
                *((course.before, course.undone) if note["what"][0] == "U" else (course.undone, course.before))
            )
        elif slug == "loire":
            _tallied(course, note)
        else:
            _on_sheet(course, note)
    shown = _shown(slug, course, hand, log)
    return [
        f"{name}: tapped {each}, but it is {shown[name]} (in the log, waiting and typed)"
        for name, each in course.typed.items()
        if shown[name] != each
    ]


def _tallied(course, note):
    ways = ways_of("loire", note)
    if ways:
        for name in ways[0]:
            by = _number(ways[0][name]) - _number(note["shown"].get(name, []))
            by = {"one less": -1}.get(note["what"].split(": ")[-1], by)  # at 0 in one tab, but not yet in the other
            course.typed[name] = ("to", max(0, course.typed[name][1] + by))
    elif note["what"] in ("Clear this tally", "Restore the previous numbers"):
        own = [name for name in course.typed if name.startswith(f"tally.{NAMES.index(note['form'])}-")]
        course.typed |= {name: ("to", _number(note["after"].get(name, []))) for name in own}
    elif play := play_of("loire", note):
        seat = NAMES.index(play[1])
        course.save({name: each for name, each in course.typed.items() if name.startswith(f"tally.{seat}-")})


def _on_sheet(course, note):
    what, ways = note["what"].replace("−", "-"), ways_of("prodigals-club", note)
    seat = NAMES.index(note["whose"]) if note["whose"] else None
    tiles, markers, number = (
        f"possessions.{seat}-tiles",
        f"influence.{seat}-markers",
        f"{KINDS.get(note['open'])}.{seat}",
    )
    if play := play_of("prodigals-club", note):
        if play[0] == "sell":
            sold = course.typed[tiles]
            course.typed[tiles] = tuple(_without(sold, str(play[2][0])))
        course.save(course.typed if play[0] == "sell" else {})
    elif what.startswith("Save"):
        course.save()
    elif what == "Put back":  # while a form is being saved, no heading names the player
        put_back = {field.split("-")[0] for field, each in note["shown"].items() if note["after"].get(field) != each}
        for name in course.typed:
            own = seat is not None and re.match(rf"({'|'.join(SLOTS[note['open']])})\.{seat}\b", name)
            if own or name.split("-")[0] in put_back:
                course.typed[name] = course.saved[name]
    elif what == "Remove":
        gone = _plain(note["shown"][tiles]), _plain(note["after"][tiles])
        for each in set(gone[0]):
            for _ in range(gone[0].count(each) - gone[1].count(each)):
                course.typed[tiles] = tuple(_without(course.typed[tiles], each))
    elif not ways:
        return
    elif re.fullmatch(r"[+-]\d+", what):
        kind, value = course.typed[number]
        course.typed[number] = (kind, value + int(what))
    elif tiles in ways[0]:
        course.typed[tiles] = tuple(sorted([*course.typed[tiles], what.split()[-1]]))
    elif markers in ways[0] and note["where"] != "Digits":
        at = next(at for at, each in enumerate(ways[0][markers]) if each != note["shown"][markers][at])
        lower = 1 if what.endswith("one more") else -1
        course.typed[markers] = tuple(_with(course.typed[markers], at, str(_number(course.typed[markers], at) + lower)))
    elif markers in ways[0]:
        course.typed[markers] = tuple(note["after"][markers])
    else:
        typed = note["after"][f"{number}-to"]
        course.typed[number] = ("to", _number(typed)) if any(typed) else course.saved[number]


def _shown(slug, course, hand, log):
    """Return the final values of a course's fields, from the log, waiting forms and typed fields."""
    if slug == "loire":
        return {name: ("to", _number(hand.typed.get(name, []))) for name in course.typed}
    shown = {name: hand.typed.get(name, []) for name in course.typed}
    for name in shown:
        kind, seat = name.split("-")[0].split(".")
        if kind == "possessions":
            shown[name] = tuple(_plain(shown[name]))
        elif kind == "influence":
            shown[name] = tuple(shown[name])
        else:
            plays = [each for each in log if each["kind"] == kind and each["player"] == NAMES[int(seat)]]
            # Forms sent after a play was stopped come before that play and the ones behind it.
            stopped = next((at for at, each in enumerate(hand.waiting) if each.get("stopped")), 0)
            waiting = [*hand.waiting[stopped:], *hand.waiting[:stopped]]
            said = [*(parse_qs(str(each["body"])) for each in waiting), hand.typed]
            plays += [
                {path: _number(each[f"{name}-{path}"])}
                for each in said
                for path in ("change", "to")
                if any(each.get(f"{name}-{path}", []))
            ]
            total = ("by", 0)
            for each in plays:
                total = ("to", each["to"]) if each.get("to") is not None else (total[0], total[1] + each["change"])
            shown[name] = total
    return shown


def _is_said(hand, note):
    return any(0 <= when - note["time"] <= 1000 * EXCUSE for when, _ in hand.said)


def _still_typed(slug, taken, hand, log):
    """Return values typed for a player since that player's last sent form and no longer shown."""
    last = {}
    for note in taken:
        if (ways := ways_of(slug, note)) and not note["swapped"]:
            last |= {name: note["after"].get(name) for name in ways[0]}
        elif play := play_of(slug, note):
            last = {name: each for name, each in last.items() if f".{NAMES.index(play[1])}-" not in name}
        elif note["what"].startswith("Undo"):  # a victim may disappear with the undone play
            last = {name: each for name, each in last.items() if not name.endswith("-liquidated")}
        elif note["what"] == "Clear":
            last = {name: each for name, each in last.items() if f".{NAMES.index(note['form'])}-" not in name}
    return [
        f"typed was {name}: {each}, but it shows {hand.typed.get(name, [])}"
        for name, each in last.items()
        if _plain(each or []) != _plain(hand.typed.get(name, [])) and not _is_gone(name, each, log)
    ]


def _is_gone(name, values, log):
    """Return whether a chosen victim is no longer in the city."""
    if not name.endswith("-liquidated") or not values:
        return False
    seat, mafioso = values[0].split(":")
    hits = [each.get("liquidated") or {} for each in log]
    came = sum(each.get("city") == mafioso and each["player"] == NAMES[int(seat)] for each in log)
    return came <= sum(hit == {"player": NAMES[int(seat)], "mafioso": mafioso} for hit in hits)


def _sent(slug, taken, hand, log):
    """Return each sent play missing from the log or repeated in it, and each logged play never sent."""
    meant = [(note, play) for note in taken if (play := play_of(slug, note))]
    entered = [play for each in log if (play := entry_of(slug, each))]
    undone = [each for each in taken if re.match(f"Undo|{DROPS}", each["what"])]
    turned = reversed if undone else list  # of two equal plays, the first one was undone
    left, faults, found = list(turned(meant)), [], []
    for play in turned(entered):
        match = next((each for each in left if each[1] == play), None)
        if match is None:
            again = any(each == play for _, each in meant)
            faults.append(f"in the log {'too often' if again else 'though nobody sent it'}: {play}")
        else:
            left.remove(match)
            found.append(match)
    for tab in range(len(hand.tabs)):
        times = [note["time"] for note, _ in turned(found) if note["tab"] == tab]
        if times != sorted(times):
            faults.append(f"in the log in another order than sent in tab {tab}")
    for note, play in sorted(left, key=lambda each: -each[0]["time"]):
        undo = next((each for each in undone if each["time"] > note["time"]), None)
        if _excused(note, play, meant, hand):
            continue
        if undo:
            undone.remove(undo)
        else:
            faults.append(f"sent, and not in the log: {play} by {_line(note)}")
    return faults


def _excused(note, play, meant, hand):
    """Return whether a play may be missing: reported by the page, repeating the last play, waiting, or still typed."""
    before = [each for other, each in meant if other["time"] < note["time"] and each[1] == play[1]]
    if before and before[-1] == play:
        return True
    if _is_said(hand, note) or hand.waiting:
        return True
    seat = NAMES.index(play[1]) if play[1] else None
    return play[0] == "agent" and tuple(sorted(hand.typed.get(f"agent.{seat}-cards", []))) == play[2]


def play_of(slug, note):
    """Return the play that a tap sends, as (kind, player, values) shown on the page; None if it sends no play."""
    what, who = note["what"], note["form"] or note["whose"]
    if note["link"]:
        return None
    if slug == "prodigals-club" and (found := re.match(r"Enter (Hyde Park)|End (round \d|the game)", what)):
        kind = (found[1] or "End round").lower().replace(" ", "-")
        return kind, None, _phase(kind, {name: each for name, each in note["shown"].items() if name.startswith(kind)})
    if not who:
        return None
    seat = NAMES.index(who)
    shown = {name.split("-", 1)[1]: each for name, each in note["shown"].items() if f".{seat}-" in name}
    if slug == "don-carlo" and what.startswith("Send agent"):
        return ("agent", who, tuple(sorted(shown["cards"]))) if shown.get("cards") else None
    if slug == "loire" and re.match(r"(Enter|Change) \w+'s tally|Yes, enter it", what):
        return "tally", who, _tally(shown)
    if slug == "carta-nostra" and re.match(r"End|No change|Yes, no change", what):
        victim = shown.get("liquidated", [""])[0]
        return "turn", who, (shown.get("city", [""])[0], victim)
    if slug == "prodigals-club" and note["where"].startswith("Sell "):
        tile, discount = re.search(r"tile=(\d+)&discount=(-?\d+)", note["value"]).groups()
        return "sell", note["whose"], (int(tile), int(discount))
    return None


def entry_of(slug, play):
    """Return a play of the log in the form of `play_of`."""
    kind, who = play["kind"], play.get("player")
    if kind == "agent":
        return kind, who, tuple(sorted(map(str, play["cards"])))
    if kind == "turn":
        hit = play.get("liquidated")
        return kind, who, (play.get("city") or "", f"{NAMES.index(hit['player'])}:{hit['mafioso']}" if hit else "")
    if kind == "sell":
        return kind, who, (play["tile"], play["discount"])
    if kind in ("hyde-park", "end-round"):
        return kind, None, _phase(kind, {f"{kind}-{name}": [str(each)] for name, each in _flat(play)})
    if kind == "tally":
        return kind, who, _tally({name: [str(each)] for name, each in _flat(play)})
    return None


def _phase(kind, values):
    """Return the non-zero numbers of Hyde Park or of the end of a round, by seat."""
    said = {name.split("-")[-1]: each[0] for name, each in values.items() if re.search(r"-\d$", name)}
    return tuple(sorted((seat, each) for seat, each in said.items() if each not in ("", "0")))


def _flat(play, within=""):
    for name, value in play.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{within}{name}-")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield within + name, value


def _tally(values):
    """Return the non-zero numbers of a tally."""
    numbers = {name: _number(each) for name, each in values.items() if re.fullmatch(r"-?\d*", each[0])}
    return tuple(sorted((name, each) for name, each in numbers.items() if each))
