"""The sheets of pads on the smallest phone: the last rounds and the current player's column stay visible."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, begin, follow, hurry, in_sight, large_table, slug_of, started

SIX = ("Anneli", "Benito", "Carla", "Dora", "Evangelina", "Friedrich")


@pytest.mark.parametrize(("count", "shown"), [(4, 3), (14, 0)])
def test_last_rounds_stay_visible_while_entering_a_round(device, played, count, shown):
    phone, other = (device(viewport=SMALL, wider=wider) for wider in (True, False))
    (url,) = played(large_table(count))
    for each in (phone, other):
        hurry(each)
        each.goto(url)
        started(each)
    tap, keys, rows = Taps(), phone.locator(".number-keys button"), phone.locator(".pad-latest tbody tr:visible")
    for row in rows.all()[-shown:] if shown else []:
        in_sight(row)
    for place in range(count):
        tap(keys.nth(6))
        expect(phone.locator("[data-at]")).to_be_in_viewport(ratio=1)
        if place < count - 1:
            tap(keys.last)
    tap(phone.locator(".act .send"))
    assert tap.spent(f"a round of {count}") == (2 * count, 0)
    for each in (phone, other):
        expect(each.locator(".pad-latest tbody tr").last).to_have_text(re.compile(r"^\s*5[\s7]+$"))
    if shown:
        in_sight(rows.last)
    follow(rows.last.get_by_role("link").first)
    expect(phone).to_have_url(re.compile("/plays/5$"))


def test_current_players_column_is_visible_in_a_wide_sheet(device):
    phone = device(viewport=SMALL)
    begin(phone, slug_of(phone, "Yatzy"), *SIX)
    started(phone)
    for plays, name in enumerate(SIX):
        expect(phone.get_by_role("heading", name=name)).to_be_visible()
        expect(phone.locator(f".pad thead th:nth-child({plays + 2})")).to_be_in_viewport(ratio=0.99)
        assert phone.evaluate("""() => {
          const {left, right} = document.querySelector("[data-turn]").getBoundingClientRect();
          return left >= document.querySelector(".pad th").getBoundingClientRect().right - 1 && right <= innerWidth;
        }""")
        phone.locator(".field-keys-group:visible button").nth(1).tap()
        expect(phone.locator("[data-turn] input:not([type=hidden])").first).to_have_value("1")
        phone.locator(".act .send").tap()
        expect(phone.locator(".bar-link", has_text=f"{plays + 1} ")).to_be_visible()
    expect(phone.locator(".pad thead th:nth-child(2)")).to_be_in_viewport(ratio=0.99)
