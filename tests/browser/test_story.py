"""The story and race chart of a finished game on a phone: reading, links into the replay, and the chart as a table."""

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, box, walk
from tests.documents import game_document

DON_CARLO, PRODIGALS = "don-carlo/names-of-many-kinds", "prodigals-club/five-players-all-three-competitions"
CARTA, SOLO = "carta-nostra/five-players-to-the-end", "loire/solo-held-out-to-the-end"
OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".race .chart-name")].map((each) => each.getBoundingClientRect());
  return shown.flatMap((one, index) => shown.slice(index + 1).filter((other) =>
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5));
}"""
OUTSIDE = """() => {
  const frame = document.querySelector(".race svg").getBoundingClientRect();
  return [...document.querySelectorAll(".race svg > *, .race svg g > *")].map((each) => each.getBoundingClientRect())
    .filter((each) => each.left < frame.left - 1 || each.right > frame.right + 1 || each.bottom > frame.bottom + 1);
}"""


def long_names():
    """Return a game of players with long names, all level at the end."""
    names = ["Wilhelmine-Charlotte", "Maximilian-Alexander", "由美子由美子由美子", "Bartholomäus von und zu"]
    cards = [[1], [4], [5], [6], [2], [0, 4], [0, 5], [0, 6]]
    plays = [{"kind": "agent", "player": names[each % 4], "cards": sent} for each, sent in enumerate(cards)]
    return game_document("don-carlo", names, [*plays, {"kind": "stop"}])


def test_story_links_into_the_replay_and_race_has_a_table(phone, played):
    tap = Taps()
    (url,) = played(DON_CARLO)
    phone.goto(url)
    moment = phone.get_by_role("region", name="The story").get_by_role("link").first
    said = moment.inner_text()
    with phone.expect_navigation():
        tap(moment)
    expect(phone.locator(".story-moment[aria-current]")).to_have_text(said)
    expect(phone.get_by_role("heading", name="Entry 18 of 42")).to_be_visible()
    phone.go_back()
    table = phone.get_by_role("table", name="If it ended now: so far + countries, entry by entry")
    expect(table).to_be_hidden()
    tap(phone.get_by_text("The race as a table"))
    expect(table.get_by_role("row", name="entry 42 36 45 71 59")).to_be_visible()
    assert tap.printed("a moment in the replay, and the race as a table") == 2


def test_story_and_race_fit_a_small_phone_and_dark_mode(device, played, axe):
    phone = device(viewport=SMALL, locale="de-DE", reduced_motion="reduce")
    wrong = []
    for number, url in enumerate(played(SOLO, PRODIGALS, CARTA, long_names())):
        phone.goto(url)
        for fold in phone.locator("details:has(.race) > summary, .race summary").all():
            fold.click()
        if number in (1, 3):  # the other results are checked in other tests
            wrong += walk(phone, [url], axe)
        if phone.locator(".race").count():
            wrong += phone.evaluate(OVERLAPS) + phone.evaluate(OUTSIDE)
            assert box(phone.locator(".race svg"))["width"] <= SMALL["width"]
    assert wrong == []
