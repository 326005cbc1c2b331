"""Names at a table on the smallest phone, in German: labels are distinct, and none is cut or broken inside a word."""

import pytest

from tests.browser.steps import SMALL, begin, sideways, started

ALIKE = ("Christopher", "Christophorus", "Christina", "Max Schmidt", "Max Schubert", "Max Schulz", "M. Schumann")
NAMES = {
    "alike": (*ALIKE, "Anna A12", "Anna A13", "Anna A1"),
    "long": tuple("Maximiliane-Theodora von Rappoltstein-" + letter * 2 for letter in "abcdefghij"),
    "one word": tuple("Wwwwmmmmwwwwmmmmwwwwmmmmwwwwmmmmwwwwm" + letter * 3 for letter in "ABCDEFGHIJ"),
    "short": ("Al", "Bo", "Cy", "Di", "Ed", "Benito", "Evangelina", "Benjamin", "Bo B", "李小龍"),
}
TITLES = {
    "6 nimmt!": range(2, 11),
    "Yatzy": (2, 3, 4, 5, 6, 10),
    "loire": range(2, 5),
    "prodigals-club": range(2, 6),
    "carta-nostra": range(2, 7),
    "don-carlo": range(2, 5),
}
LABELS = ".standing-name, .field-name, .pad-name, .picks-name, .cities th[scope=row] > span"
WRONG = """labels => {
  const wrong = [], groups = new Map();
  for (const each of document.querySelectorAll(labels)) {
    if (!each.checkVisibility()) continue;
    const said = each.querySelector("[aria-hidden]:not(.sign)") ?? each.lastChild;
    const text = said.textContent.trim();
    const {left, right} = each.closest(".standing, label, .picks-who, th").getBoundingClientRect();
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


@pytest.mark.parametrize("wider", [False, True], ids=["", "wider"])
@pytest.mark.parametrize("title", TITLES)
def test_labels_are_distinct_and_whole(device, title, wider):
    phone = device(viewport=SMALL, locale="de-DE", wider=wider)
    slug = title
    if title in ("6 nimmt!", "Yatzy"):
        phone.goto("/new")
        slug = phone.get_by_role("link", name=title).get_attribute("href").removeprefix("/new/")
    found = []
    for count in TITLES[title]:
        for kind, names in NAMES.items():
            chosen = {"competitions": ["election", "society"]} if slug == "prodigals-club" else {}
            begin(phone, slug, *names[:count], **chosen)
            started(phone)
            found += [(count, kind, *each) for each in phone.evaluate(WRONG, LABELS)]
            found += [(count, kind, "sideways")] if sideways(phone) > 0 else []
    assert found == []
