"""A refusal at a pad stays until what caused it changes, and no longer."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.places import PACKAGE
from tests.browser.steps import follow, started

NEWS = re.compile(r"/games/[^/?]+(\?.*)?$")


@pytest.fixture
def server(tmp_path, server_of):
    """A server over an instance with a pad by rounds and a sheet."""
    folder = tmp_path / "instance" / "rulebooks"
    folder.mkdir(parents=True)
    for name in ("six-nimmt", "yatzy"):
        (folder / f"{name}.toml").write_text((PACKAGE / "pads" / "titles" / f"{name}.toml").read_text())
    yield from server_of(tmp_path / "instance")


def begun(page, slug):
    page.goto(f"/new/{slug}?name-0=Ada&name-1=Bo")
    follow(page.get_by_role("button", name="Begin"))
    started(page)


def test_a_number_that_is_missing_in_a_round(phone):
    begun(phone, "six-nimmt")
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


def test_two_cells_of_a_sheet_that_cannot_be_read(phone):
    begun(phone, "yatzy")
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
