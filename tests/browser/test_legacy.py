"""What the version before kept of what was typed and not sent. To be deleted with static/js/legacy.js."""

import json

from playwright.sync_api import expect

from tests.browser.steps import open_game, started

THREE = ("Ada", "Ben", "Cleo")
KEPT = {
    "don-carlo": ("0/19", {"player": ["0"], "cards": ["1/2"]}, "agent.0-cards", "1/2"),
    "loire": ("0/tally", {"goods_vp": ["39"]}, "tally.0-goods_vp", "39"),
    "prodigals-club": (
        "sheet",
        {"possessions.2-tiles": ["6 5 5 4 3 1"], "votes.1-change": ["-3"], "influence.0-markers": ["8", "9", "2", "8"]},
        "votes.1-change",
        "-3",
    ),
    "carta-nostra": ("0/0/turn", {"city": ["caporegime"]}, "turn.0-city", "caporegime"),
}
"""By title: the end of the key, what was kept under it, and a field with what is to stand there."""
OPTIONS = {"prodigals-club": {"competitions": ["election", "society", "possessions"]}}


def test_a_draft_of_the_version_before_stands_in_its_slot(phone, server):
    for slug, (rest, values, name, value) in KEPT.items():
        open_game(phone, server, slug, THREE, [], **OPTIONS.get(slug, {}))
        unsent = f"unsent:{phone.url.rsplit('/', 1)[1]}/{rest}"
        phone.evaluate("([key, text]) => localStorage.setItem(key, text)", [unsent, json.dumps(values)])
        phone.reload()
        started(phone)
        expect(phone.locator(f"[name='{name}']:is(:checked, :not([type=radio]))")).to_have_value(value)
        assert not phone.evaluate("Object.keys(localStorage).filter(key => key.startsWith('unsent:'))"), slug
