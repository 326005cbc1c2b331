"""A pad's refusal remains until its cause changes, and no longer."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, begin, slug_of, started, tap_twice
from tests.documents import game_document

NEWS = re.compile(r"/games/[^/?]+(\?.*)?$")


def begun(page, name):
    """Begin a game of a ready-made pad."""
    begin(page, slug_of(page, name), "Ada", "Bo")
    started(page)


def test_refusal_of_a_missing_number_stays_until_typed(phone):
    begun(phone, "6 nimmt!")
    fields = phone.locator(".stepper > input:visible")
    fields.first.fill("3")
    phone.locator(".act .send").tap()
    fault = phone.locator(".fault:visible")
    expect(fault).to_contain_text("A number is missing for ")
    with phone.expect_response(NEWS):
        pass
    expect(fault).to_contain_text("A number is missing for ")
    fields.first.fill("4")
    with phone.expect_response(NEWS):
        pass
    expect(fault).to_contain_text("A number is missing for ")
    fields.nth(1).fill("5")
    expect(fault).to_have_count(0)


def test_refusal_of_an_empty_sheet_stays_until_typed(phone):
    begun(phone, "Yatzy")
    phone.locator(".act .send").tap()
    notice = phone.get_by_text("No changes to save.")
    expect(notice).to_be_in_viewport()
    phone.locator("[data-slot] input:visible").first.fill("3")
    expect(notice).to_have_count(0)


def test_refusals_of_two_unreadable_cells_disappear_separately(phone):
    begun(phone, "Yatzy")
    fields = phone.locator("[data-slot] input:visible")
    for place in (0, 1, 2):
        fields.nth(place).fill("x" if place < 2 else "3")
    phone.locator(".act .send").tap()
    notice = phone.locator(".notice-stop")
    expect(notice).to_have_count(1)
    fields.nth(2).fill("6")
    fields.nth(0).fill("3")
    expect(notice).to_have_count(1)
    fields.nth(1).fill("3")
    expect(notice).to_have_count(0)


def test_unlikely_number_on_a_sheet_needs_confirmation(device, played):
    phone = device(viewport=SMALL)
    names = ("Ada", "Bo", "Cy")
    farm = {"title": "Farm", "players": [1, 10], "rows": ["Gold", "Sheep", "Field"]}
    phone.goto(played(game_document("farm", names, []) | {"definition": farm})[0])
    started(phone)
    cells = phone.locator(".pad-rows input:not([type=hidden])")

    def key_in(cell, typed):
        cells.nth(cell).tap()
        for each in typed:
            phone.locator(".field-keys").get_by_role("button", name=each, exact=True).tap()

    key_in(1, "999999")  # Bo's gold
    key_in(5, "7")  # Cy's sheep
    enter, yes = (
        phone.get_by_role("button", name="Enter the numbers"),
        phone.get_by_role("button", name="Yes, enter it"),
    )
    enter.tap()
    expect(phone.locator(".notice-stop")).to_have_text("Really 999999 for Bo?")
    for seen in (phone.locator(".notice-stop"), yes, enter):
        expect(seen).to_be_in_viewport(ratio=1)
    assert [each.input_value() for each in cells.all()] == ["", "999999", "", "", "", "7", "", "", ""]
    expect(phone.locator(".bar-link", has_text="0 entries")).to_be_visible()
    key_in(5, "8")  # a change instead of a yes ends the question and keeps everything typed
    expect(yes).to_have_count(0)
    expect(phone.locator(".notice-stop")).to_have_count(0)
    assert [cells.nth(each).input_value() for each in (1, 5)] == ["999999", "8"]
    enter.tap()
    sent = []
    phone.on("request", lambda request: sent.append(request) if "sure=" in (request.post_data or "") else None)
    expect(yes).to_be_enabled()
    tap_twice(phone, ".sure button", then=".act .send", at_once=True)
    expect(phone.locator(".bar-link", has_text="2 entries")).to_be_visible()
    assert len(sent) == 1
    assert phone.locator("[data-total]").all_inner_texts() == ["0", "999999", "8"]
    assert phone.locator(".pad-rows td > a").all_inner_texts() == ["999999", "8"]
    expect(yes).to_have_count(0)


def test_unlikely_round_needs_confirmation_with_and_without_scripts(device, played):
    names = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo")
    rounds = {"title": "Darts", "players": [1, 10], "rounds": {"least": 0}, "end": {"limit": 501}}
    for scripts in (True, False):
        phone = device(viewport=SMALL, java_script_enabled=scripts)
        phone.goto(played(game_document("darts", names, []) | {"definition": rounds})[0])
        fields = phone.locator(".sum > input")
        if scripts:
            started(phone)
        for field, typed in zip(fields.all(), ("3",) * 9 + ("999999",), strict=True):
            field.fill(typed)
        phone.locator(".act .send").tap()
        expect(phone.locator(".notice-stop")).to_have_text("Really 999999 for Jo?")
        yes = phone.get_by_role("button", name="Yes, enter it")
        for seen in (phone.locator(".notice-stop"), yes) if scripts else (yes,):
            expect(seen).to_be_in_viewport(ratio=1)
        assert [each.input_value() for each in fields.all()] == ["3"] * 9 + ["999999"]
        yes.tap()
        phone.wait_for_url(re.compile("/finale|/games/"))
        expect(phone.locator("body")).to_contain_text("999999")
