"""Each tap has the effect shown under the finger: a short round of random taps under fixed conditions."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import roaming
from tests.browser.hand import TITLES, Conditions, play
from tests.browser.steps import begin, settle, sit_down, started, tap_cards, tap_twice
from tests.own_titles import plain_pad

ROUNDS = {
    "don-carlo": (27, Conditions(latency=300, cpu=2, offline=True, taps=8)),
    "prodigals-club": (24, Conditions(latency=800, taps=8)),
    "loire": (27, Conditions(latency=300, offline=True, taps=12)),
    "carta-nostra": (24, Conditions(latency=300, cpu=4, taps=8)),
}
"""Seed and conditions. With the seed, the hand sends one or two plays and, if possible, the network fails."""


@pytest.mark.parametrize("slug", TITLES)
def test_tapped_entries_are_logged_once(device, server, slug):
    seed, conditions = ROUNDS[slug]
    wrong = play(device().context, server.url, server.app.extensions["service"], slug, Random(seed), conditions)
    assert not wrong, f"seed {seed}, {wrong}"


@pytest.mark.parametrize("slug", ["prodigals-club", "hearts"])
def test_every_tap_has_an_effect_or_message(device, server, slug):
    context = device().context
    assert not roaming.play(context, server.url, server.app.extensions["service"], slug, Random(1), taps=12)


def test_second_tap_causes_no_undo_end_or_empty_entry(phone, server):
    sit_down(phone, "Anneli", "Benito")
    tap_cards(phone, "3")
    tap_twice(phone, "#send", then="#undo")  # the button's former place
    settle(phone)
    expect(phone.locator("#undo")).to_have_accessible_name("Undo Anneli's 3")

    begin(phone, plain_pad(server.app, "hearts"), "Ada", "Bo", "Cy", "Di")
    started(phone)
    for field, points in zip(phone.locator(".sum > input").all(), ("13", "10", "3", "0"), strict=True):
        field.fill(points)
    tap_twice(phone, ".act .send", at_once=True)
    settle(phone)
    expect(phone.locator(".bar-link")).to_have_text("1 entry")
    expect(phone.get_by_role("alert")).to_have_count(0)
