"""All pages use the tests' fonts, so that results do not depend on the machine's fonts."""

import sys

import pytest

from tests.browser.steps import WIDER

FONTS = {"Roboto", "Noto Serif", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math"}
MARK = """() => {
  const met = new Set();
  for (const each of document.querySelectorAll("body *")) {
    const text = [...each.childNodes].filter(({nodeType}) => nodeType === 3).map(({data}) => data.trim()).join("");
    const {fontFamily, fontWeight, fontStyle} = getComputedStyle(each);
    const sort = [fontFamily, fontWeight, fontStyle, text.replace(/[ -~]/g, "")].join();
    if (text && !met.has(sort)) met.add(sort) && each.setAttribute("data-marked", "");
  }
}"""
"""Marks one element per font and non-ASCII character, which represents all others like it."""
WIDTHS = """() => ["sans", "serif"].map(family => {
  const text = document.body.appendChild(document.createElement("span"));
  text.style.cssText = `position: absolute; white-space: nowrap; font-family: var(--${family})`;
  text.textContent = "The quick brown fox jumps over the lazy dog 0123456789".repeat(4);
  return text.getBoundingClientRect().width;
})"""


@pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere Chromium does not read fontconfig.")
def test_pages_use_only_the_test_fonts(phone, played):
    (game,) = played("prodigals-club/five-players-all-three-competitions")
    browser = phone.context.new_cdp_session(phone)
    browser.send("DOM.enable")
    browser.send("CSS.enable")
    for url in ("/", game, f"{game}/rules"):
        phone.goto(url)
        phone.evaluate(MARK)
        root = browser.send("DOM.getDocument")["root"]["nodeId"]
        nodes = browser.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-marked]"})["nodeIds"]
        used = [browser.send("CSS.getPlatformFontsForNode", {"nodeId": each})["fonts"] for each in nodes]
        families = {font["familyName"] for fonts in used for font in fonts}
        assert {"Roboto", "Noto Serif"} <= families <= FONTS, url
    widths = phone.evaluate(WIDTHS)
    phone.evaluate(WIDER)
    assert phone.evaluate(WIDTHS) == pytest.approx([1.1 * width for width in widths], rel=0.02)
