"""Tables of names and points on the smallest phone: long names are neither clipped nor broken without a hyphen."""

import json

import pytest

from tests.browser.conftest import recorded
from tests.browser.steps import SMALL, sideways

pytestmark = pytest.mark.ids_of_the_store

PLAYED = (
    "carta-nostra/five-players-to-the-end",
    "don-carlo/four-players-to-the-end",
    "loire/four-players-to-the-end",
    "prodigals-club/five-players-all-three-competitions",
)
NAMES = ("Marguerite", "Christopher", "Bartholomew", "Anneliese", "Wilhelmina")
TABLES = ".scores-frame, .countries, .fallings, .games, .records"
WRONG = """tables => [...document.querySelectorAll(tables)].filter(table => table.checkVisibility()).flatMap(table => {
  const wrong = table.scrollWidth > table.clientWidth ? [[table.className, table.scrollWidth]] : [];
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement;
    if (!around.checkVisibility() || around.closest(".visually-hidden, thead")) continue;
    for (const { index, 0: word } of node.data.matchAll(/[^\\s\u00ad-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index + (node.data[index - 1] === "\u00ad" && word.length > 1)); // the hyphen counts with it
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) wrong.push(word);
    }
  }
  return wrong;
})"""


def named_long(name):
    """Return the document of a recorded game with long names."""
    text = json.dumps(recorded(name))
    for short, long in zip(recorded(name)["players"], NAMES, strict=False):
        text = text.replace(json.dumps(short), json.dumps(long))
    return json.loads(text)


def test_german_tables_have_no_cut_or_broken_words(device, played):
    phone = device(viewport=SMALL, locale="de-DE", wider=True)
    letters = phone.context.new_cdp_session(phone)
    results = played(*map(named_long, PLAYED))
    found = []
    for url in [*results, "/past", "/records", "/players/1", "/players/1/2"]:
        phone.goto(url)
        found += [(url, each) for each in phone.evaluate(WRONG, TABLES)]
        found += [(url, "sideways")] if sideways(phone) > 0 else []
        if url in results[:3]:
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
            found += [(url, "200 %", each) for each in phone.evaluate(WRONG, TABLES)]
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    assert found == []
