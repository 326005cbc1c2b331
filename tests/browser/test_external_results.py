"""Results without plays on a phone: their categories and rounds, and the form that edits them."""

import pytest
from playwright.sync_api import expect

from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import result_alone
from scorekeeper.titles import ready
from tests.browser.steps import SMALL, Taps, sideways, started, walk
from tests.documents import import_results

ID = "1f8fad5b-d9cb-469f-a165-70867728950e"
NAMES = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benito", "Cleo", "Dora", "Emil")
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


@pytest.fixture
def result(server):
    """Return the URL of a result without plays."""
    game = result_alone(ID, "loire", NAMES, RESULT, "2025-04-03", venue="Köln", note="A note.")
    import_results(server.app.extensions["service"], [game], ready())
    return f"/games/{ID}"


def test_result_with_categories_and_rounds_fits_on_a_phone(device, result, axe):
    phone = device(viewport=SMALL, locale="de-DE")

    def pages():
        phone.goto(result)
        expect(phone.get_by_role("table")).to_have_count(3)
        assert ":" not in phone.locator(".about > p").first.text_content()
        yield "result"
        phone.goto(f"{result}/result")
        started(phone)
        expect(phone.locator("#seat-1")).to_have_value("1")
        yield "form"
        phone.locator("#seat-0").fill("1")
        phone.locator("#save").tap()
        expect(phone.locator("#seat-1-fault")).to_be_visible()
        yield "refused"

    assert walk(phone, pages(), axe) == []


def test_starting_player_is_entered_and_unknown_time_stays(device, result):
    phone, finger = device(viewport=SMALL), Taps()
    phone.goto(f"{result}/result")
    expect(phone.locator("#time")).to_have_value("")
    phone.locator("#seat-1").fill("")
    phone.locator("#seat-2").fill("1")
    with phone.expect_navigation():
        finger(phone.locator("#save"))
    expect(phone.locator(".about")).to_contain_text("Starting player: Benito")
    expect(phone.locator(".about > p").first).not_to_contain_text(":")
    assert sideways(phone) <= 0
