"""Player names on the smallest phone, in German: labels are distinct, and none is clipped or broken inside a word."""

import json

import pytest

from tests.browser.conftest import RECORDED, recorded
from tests.browser.steps import SMALL, sideways, started
from tests.documents import game_document

ALIKE = ("Christopher", "Christophorus", "Christina", "Max Schmidt", "Max Schubert", "Max Schulz", "M. Schumann")
NAMES = {
    "alike": (*ALIKE, "Anna A12", "Anna A13", "Anna A1"),
    "long": tuple("Maximiliane-Theodora von Rappoltstein-" + letter * 2 for letter in "abcdefghij"),
    "one word": tuple("Wwwwmmmmwwwwmmmmwwwwmmmmwwwwmmmmwwwwm" + letter * 3 for letter in "ABCDEFGHIJ"),
    "short": ("Al", "Bo", "Cy", "Di", "Ed", "Benito", "Evangelina", "Benjamin", "Bo B", "李小龍"),
}
TITLES = {
    "six-nimmt": (4, 10),
    "yatzy": (10,),
    "loire": (4,),
    "prodigals-club": (5,),
    "carta-nostra": (6,),
    "don-carlo": (4,),
}
"""Numbers of players with different label widths."""
LABELS = ".standing-name, .field-name, .pad-name, .picks-name, .cities th[scope=row] > span"
WRONG = """labels => {
  const wrong = [], groups = new Map();
  for (const each of document.querySelectorAll(labels)) {
    if (!each.checkVisibility()) continue;
    const line = each.querySelector(".fits");
    const said = line ? [...line.children].find(one => one.clientWidth) :
      each.querySelector("[aria-hidden]:not(.sign)") ?? each.lastChild;
    const text = said.textContent.trim();
    const {left, right} = (line ?? each.closest(".standing, label, .picks-who, th")).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(said);
    const lines = [...range.getClientRects()].filter(line => line.width > 1);
    const cut = each.matches("th *") ? false : each.scrollWidth > each.clientWidth + 1
      || lines.some(line => line.left < left - 1 || line.right > right + 1);
    if (cut || new Set(lines.map(line => Math.round(line.top))).size > 1) wrong.push(["cut", each.className, text]);
    const place = `${each.className} ${each.closest("[data-panel]")?.id}`;
    groups.set(place, [...groups.get(place) ?? [], text.toLowerCase()]);
  }
  for (const [place, texts] of groups) if (new Set(texts).size < texts.length) wrong.push(["alike", place, texts]);
  return wrong;
}"""


@pytest.mark.parametrize("title", TITLES)
def test_labels_are_distinct_and_uncut(device, played, title):
    phone = device(viewport=SMALL, locale="de-DE", wider=True)
    chosen, found = {"competitions": ["election", "society"]} if title == "prodigals-club" else {}, []
    games = [(count, kind) for count in TITLES[title] for kind in NAMES]
    documents = [game_document(title, NAMES[kind][:count], [], chosen) for count, kind in games]
    for (count, kind), url in zip(games, played(*documents), strict=True):
        phone.goto(url)
        started(phone)
        found += [(count, kind, *each) for each in phone.evaluate(WRONG, LABELS)]
        found += [(count, kind, "sideways")] if sideways(phone) > 0 else []
    assert found == []


FITTING = """labels => [...document.querySelectorAll(labels)].map(each => {
  const [short, full] = each.querySelector(".fits")?.children ?? [];
  if (!short) return [each.lastChild.textContent.trim(), true];
  const {left, right} = short.clientWidth ? short.getBoundingClientRect() : full.getBoundingClientRect();
  const needs = full.getBoundingClientRect().width;
  return [(short.clientWidth ? short : full).textContent, short.clientWidth === 0 || needs > right - left];
})"""
"""Returns each shown name, and whether it is complete or there is no room for the full name."""


@pytest.mark.parametrize("options", [{}, {"viewport": SMALL, "wider": True}], ids=["phone", "small and wider"])
def test_fourteen_names_are_shortened_only_if_too_long(device, played, options):
    names = ["Leonie", "Mira", "Konstantin", "Zoë", "Anja", "Jürgen", "Friederike", "Bo", "Maximilian", "Ada", "Theo",
             "Ottilie", "Jo", "Aleksandra"]  # fmt: skip
    play = {"kind": "round", "points": {name: [seat] for seat, name in enumerate(names)}}
    (url,) = played(game_document("rounds", names, [play]) | {"definition": {"title": "R", "players": [2, 20]}})
    phone = device(locale="de-DE", **options)
    phone.goto(url)
    started(phone)
    for place in (".standing-name", ".field-name"):
        shown = phone.evaluate(FITTING, place)
        assert [name for name, right in shown if not right] == []
        assert len(shown) == len(names)
    if not options:
        assert {"Jürgen", "Leonie"} <= {name for name, _ in phone.evaluate(FITTING, ".standing-name")}
    assert phone.evaluate(WRONG, ".standing-name, .field-name") == []


FULL = ("Christopher", "Maximiliane", *("Donaudampfschifffahrtsgesellschaftskap" + letter * 2 for letter in "abc"))
SHOWN = (
    ".winner h2, .winner small, .scores th, .country-lead, .country-text p, .log-text b, .finale-beat, .tale, "
    ".story-moment, .result-foot .send, .ways a"
)
BROKEN = """([shown, names]) => {
  const found = [], range = document.createRange();
  for (const each of document.querySelectorAll(shown)) {
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility() || node.parentElement.closest(".visually-hidden")) continue;
      for (const {0: word, index} of node.data.matchAll(/[\\p{L}\u00ad…]+/gu)) {
        if (!word.includes("…") && !names.some(name => name.includes(word.replaceAll("\u00ad", "")))) continue;
        let line, last;
        for (let at = index; at < index + word.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = [...range.getClientRects()].at(-1);
          if (box?.width && line !== undefined && box.top - line > box.height * .6 && last !== "\u00ad")
            found.push([each.className || each.tagName, word]);
          if (box?.width) line = box.top;
          last = node.data[at];
        }
      }
    }
  }
  return found;
}"""
"""Finds names with a line break inside a word but without a hyphen before it."""


def test_no_name_is_broken_without_a_hyphen_in_a_result(device, played):
    phone = device(viewport=SMALL, locale="de-DE", reduced_motion="reduce")
    sizes = phone.context.new_cdp_session(phone)
    for title in RECORDED:
        document = json.dumps(recorded(title), ensure_ascii=False)
        for player, name in zip(json.loads(document)["players"], FULL, strict=False):
            document = document.replace(json.dumps(player, ensure_ascii=False), json.dumps(name))
        (url,) = played(json.loads(document))
        for page in ("", "/finale"):
            phone.goto(url + page)
            for letters in (16, 32):
                sizes.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": 13}})
                assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{letters}px"
                assert phone.evaluate(BROKEN, [SHOWN, FULL]) == [], (title, page, letters)
                assert sideways(phone) <= 0, (title, page, letters)
