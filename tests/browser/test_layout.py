"""Layout of history, replay, rules and sharing: axe, large text and long names on a phone; columns on a wide screen."""

import json

import pytest

from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.store.results import GameQuery, matching_ids, summaries
from scorekeeper.titles import ready
from tests.browser.conftest import RECORDED, recorded
from tests.browser.steps import SMALL, box, scrolls, started, walk
from tests.documents import game_document, import_results
from tests.long_history import bring_in, export

pytestmark = pytest.mark.ids_of_the_store

REPLAY = (".replay-play", ".replay-foot", ".standings, .paper-frame")
NAMES = ("Marguerite", "Christopher", "Bartholomew", "Anneliese", "Wilhelmina")
TABLES = ".scores-frame, .countries, .fallings, .games, .records, .account"
BROKEN = """tables => [...document.querySelectorAll(tables)].filter(table => table.checkVisibility()).flatMap(table => {
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
"""Finds tables wider than their frame, and words broken without a hyphen."""
RACE = """() => {
  const race = document.querySelector(".race svg");
  if (!race) return [];
  for (let each = race; each; each = each.parentElement) if (each.matches("details")) each.open = true;
  const boxes = parts => [...document.querySelectorAll(parts)].map(each => each.getBoundingClientRect());
  const names = boxes(".race .chart-name"), frame = race.getBoundingClientRect();
  return [
    ...names.flatMap((one, index) => names.slice(index + 1).filter(other =>
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5)),
    ...boxes(".race svg > *, .race svg g > *").filter(each => each.left < frame.left - 1 ||
      each.right > frame.right + 1 || each.bottom > frame.bottom + 1),
    ...frame.width > innerWidth ? [frame] : [],
  ];
}"""
"""Opens the chart, and finds names that overlap, parts outside of it, and a chart wider than the screen."""
IN_VIEW = """each => {
  const {top, bottom} = each.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
EDGES = """rows => rows.map(row => [...row.querySelectorAll("td")].map(
  each => Math.round(each.getBoundingClientRect().right)))"""
TABS_END = "document.querySelector('.title-tabs, .chips').getBoundingClientRect().bottom"
RESULT_COLUMNS = (".result-outcome .result-more", ".result-account .result-plays")
COLUMNS = (
    ("/", ".home-running .home-past", ".home-titles"),
    ("/players/1", ".person-figures", ".person-games"),
    ("/players/1/2", ".person-figures", ".person-games"),
    ("/past?game={}", ".past-list", ".past-chosen"),
    ("/rules/carta-nostra?section=all", ".rules-column:first-child", ".rules-column:last-child"),
    ("/games/{}/replay?at=9", ".replay-play", ".table-board"),
)
"""URLs, with the id of a game, and the parts on the left and right."""
POINTS = (71, 104, 65, 88, 12.5, 90)
RESULT = ExternalResult(
    tuple(zip((4, 1, 5, 3, 6, 2), POINTS, strict=True)),
    minutes=95,
    starts=1,
    roles=("Quartiermeisterin", "Medic", "", "", "Operations Expert", ""),
    parts={"Birds": POINTS, "Zwischenrundenzielkarten": (0, None, *POINTS[2:]), "Cached food": (1, 2, 3, 4, 5, 6)},
    rounds=(POINTS, (1, -2, 3, 4.5, None, 6), POINTS),
    expansions=("European Expansion", "Oceania Expansion", "Asia"),
)
ALONE = "1f8fad5b-d9cb-469f-a165-70867728950e"


def named_long(name):
    """Return the document of a recorded game with long names."""
    document = recorded(name)
    text = json.dumps(document)
    for short, long in zip(document["players"], NAMES, strict=False):
        text = text.replace(json.dumps(short), json.dumps(long))
    return json.loads(text)


def tied():
    """Return a game of players with long names, all level at the end."""
    names = ["Wilhelmine-Charlotte", "Maximilian-Alexander", "由美子由美子由美子", "Bartholomäus von und zu"]
    cards = [[1], [4], [5], [6], [2], [0, 4], [0, 5], [0, 6]]
    plays = [{"kind": "agent", "player": names[each % 4], "cards": sent} for each, sent in enumerate(cards)]
    return game_document("don-carlo", names, [*plays, {"kind": "stop"}])


@pytest.fixture
def small(device):
    """A German phone, on which the pages are at their longest."""
    return device(viewport=SMALL, locale="de-DE", reduced_motion="reduce")


def opened(page, urls):
    """Open the pages, and yield their URLs."""
    for url in urls:
        page.goto(url)
        started(page)
        yield url


def test_pages_of_a_long_history_pass_axe_on_a_phone(small, server, axe):
    service = server.app.extensions["service"]
    bring_in(service, export(60, 100, 16))
    with service.store.reading() as db:
        games = summaries(db, matching_ids(db, GameQuery()))
    crowd = max(games, key=lambda game: len(game.results))
    history = ("/", "/past", "/past?from=junk&name=nobody#filter", "/records", "/players/1", "/years/2024")

    def walked():
        for url in opened(small, (*history, f"/games/{crowd.id}")):
            if url in ("/past", "/records"):
                assert small.evaluate(TABS_END) < 2 * SMALL["height"], url
            yield url

    assert walk(small, walked(), axe) == []


def test_long_names_are_neither_cut_nor_broken_in_tables(small, server, played, axe):
    evening = (named_long(RECORDED[3]) | {"started": f"2026-02-01T2{hour}:00:00Z"} for hour in range(2))
    *results, _, together, running = played(*map(named_long, RECORDED), tied(), *evening, "don-carlo/still-running")
    import_results(
        server.app.extensions["service"],
        [result_alone(ALONE, "loire", (*NAMES, "Emil"), RESULT, "2025-04-03")],
        ready(),
    )
    alone, replays = f"/games/{ALONE}", [f"{url}/replay?at=9&line=0" for url in results[:4]]
    history = (
        "/records/don-carlo",
        "/players/1",
        "/players/1/2",
        "/players?beside=1",
        alone,
        f"{alone}/result",
        "/rules/carta-nostra?section=all",
        f"{running}/screen",
    )
    without_axe, wrong = (results[0], *results[2:], replays[0], *replays[2:], "/players/1"), []
    """The same templates as other pages."""

    def walked():
        for url in opened(small, (*results, *replays, *history, f"{together}/evening")):
            if url != alone:  # a table of six players scrolls
                wrong.extend((url, each) for each in small.evaluate(RACE) + small.evaluate(BROKEN, TABLES))
            if url in results:
                edges = small.locator(".result-outcome .scores tbody tr").evaluate_all(EDGES)
                wrong.extend((url, each) for each in edges if each != edges[0])
            if url in replays:
                wrong.extend((url, part) for part in REPLAY if not small.locator(part).evaluate(IN_VIEW))
                wrong.extend((url, "scrolls") for by in scrolls(small) if by > 0)
            if url not in without_axe:
                yield url

    assert walk(small, walked(), axe) + wrong == []


def test_wide_screens_show_parts_side_by_side(device, played):
    page = device(is_mobile=False, locale="de-DE", reduced_motion="reduce")
    *results, _ = played(*RECORDED, "don-carlo/still-running")
    for url, left, right in [*((url, *RESULT_COLUMNS) for url in results), *COLUMNS]:
        page.goto(url.format(results[0].rpartition("/")[2]))
        for width in (1280, 768) if url.startswith(("/players", "/games", "http")) or url == "/" else (1280,):
            page.set_viewport_size({"width": width, "height": 800})
            lefts, rights = ([box(page.locator(part)) for part in parts.split()] for parts in (left, right))
            assert lefts[0]["y"] == rights[0]["y"], (url, width)
            assert {each["x"] for each in lefts} == {lefts[0]["x"]}, (url, width)
            assert {each["x"] for each in rights} == {rights[0]["x"]}, (url, width)
            assert max(each["x"] + each["width"] for each in lefts) <= rights[0]["x"] + 1, (url, width)
            assert min(each["width"] for each in (*lefts, *rights)) > width / 4, (url, width)
            assert scrolls(page)[0] <= 0, (url, width)
