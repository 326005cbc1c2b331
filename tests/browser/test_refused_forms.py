"""Each refused form leads to its first faulty field, which is visible with its message and has the focus."""

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, started
from tests.documents import game_document
from tests.pads.documents import document

pytestmark = pytest.mark.ids_of_the_store
TEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo")
FOUR = TEN[:4]
LONG = "x" * 41
DICE = {"title": "Dice", "players": [1, 10], "rows": [{"name": "Sixes", "step": 6}]}
SUMS = {"title": "Sums", "players": [1, 10], "rounds": {"sum": 26, "least": 0}}


def at_seat(seat):
    return f"@{seat + 1}"  # the games begin with the same players


GAMES = {
    "don-carlo": game_document("don-carlo", FOUR, []),
    "loire": game_document("loire", FOUR[:2], [{"kind": "tally", "player": "Bo", "victory_cards": 6}]),
    "sums": game_document("sums", TEN, []) | {"definition": SUMS},
    "dice": game_document("dice", FOUR[:2], []) | {"definition": DICE},
    "mafia": document("mafia", FOUR, [], facts={"title": "Mafia", "players": [1, 10], "only_winner": True}),
    "wizard": document("wizard", FOUR, []),
}
LED_TO = """css => {
  const field = [...document.querySelectorAll(css)].find(each => each.checkVisibility());
  const seen = each => {
    const {left, width, top, bottom, height} = each.getBoundingClientRect();
    if (height > innerHeight / 2) return top < innerHeight / 2 && bottom > 0;
    const x = left + Math.min(width / 2, 60);
    return [top + 2, bottom - 2].every(y => each.contains(document.elementFromPoint(x, y)));
  };
  const told = each => each.outerHTML.slice(0, 150);
  const ids = (field?.getAttribute("aria-describedby") ?? "").split(" ");
  const said = [...document.querySelectorAll(`[id], [data-wrong~="${field?.name}"]`)]
    .filter(each => each.matches(".fault:not(:empty), .verdict-stop") && (each.dataset.wrong || ids.includes(each.id)));
  if (!field) return "it is not shown";
  if (document.activeElement !== field) return `the focus is on ${told(document.activeElement)}`;
  if (!field.matches("[aria-invalid=true]")) return "it is not marked";
  if (!said.length) return "it has no message";
  const [details] = document.querySelectorAll(".problems li");
  const all = seen(field) && said.some(seen) && (!details || seen(details));
  return all ? "" : `out of sight: ${[field, ...said].map(told)}`;
}"""


class Refused(NamedTuple):
    """A form and the input that it refuses: page (URL, or title and subpage), typed values, button, and faulty field.

    With `at_once`, the phone itself refuses the input. `scripts`: in which browsers the form is sent. `letters`: the
    font size in pixels.
    """

    page: str
    typed: dict[str, str]
    button: str
    faulty: str
    at_once: bool = False
    scripts: tuple[bool, ...] = (True,)
    letters: int = 16


BOTH = (True, False)
SEATS = "name-0=Ada&name-1=Bo"
COLOURED = "/new/don-carlo?name-0=Ada&families-0=blue&name-1=Bo&families-1=green"
MINES = f"[id='tally-{at_seat(0)}-mines']"
POINTS = [f"[id='round-points-{at_seat(seat)}']" for seat in range(10)]
TRICKS = [f"[id='round-values-{at_seat(seat)}-{field}']" for seat in range(4) for field in ("bid", "tricks")]
FORMS = {
    "the first of two fields": Refused(
        "/pads/new", {"#name": "Farm", "#limit": "abc", "#most": "x"}, "#make", "#limit", scripts=BOTH
    ),
    "a choice": Refused(f"/new/don-carlo?{SEATS}", {}, "#begin", "[name=families-0]", scripts=BOTH),
    "a name": Refused(f"/new/don-carlo?{SEATS}", {"#new": LONG}, "#add", "#new", at_once=True),
    "a name behind its seat": Refused(
        COLOURED, {".seat-open >> nth=1": "tap", "#name-1": LONG}, "#begin", "#name-1", scripts=BOTH
    ),
    "folded options": Refused(
        f"/new/prodigals-club?{SEATS}",
        {".sheet .fold summary": "tap", "#option-start-votes": "x"},
        "#begin",
        "#option-start-votes",
    ),
    "a long text": Refused("don-carlo/about", {"#note": "x" * 5000}, "#save", "#note", scripts=BOTH),
    "a file": Refused("/data", {"#files": "a file"}, "#import .second", "#files"),
    "another tab": Refused(
        f"loire?seat={at_seat(0)}",
        {MINES: "x", f"[id='seat-{at_seat(0)}'] .tally-tab >> nth=3": "tap"},
        f"[id='send-{at_seat(0)}']",
        MINES,
        scripts=BOTH,
    ),
    "a correction": Refused(
        "loire/plays/1",
        {".tally-tab >> nth=3": "tap", "[name$=goods_vp]": "x"},
        "main .act .send",
        "[name$=goods_vp]",
        scripts=BOTH,
    ),
    "a missing number": Refused("sums", dict.fromkeys(POINTS[:9], "3"), "main .send", POINTS[9], at_once=True),
    "a winner": Refused("mafia", {}, "main .send", "[name$=winners]", at_once=True),
    "all fields": Refused("sums", dict.fromkeys(POINTS, "3"), "main .send", POINTS[0], letters=32),
    "a cell": Refused(
        "dice", {"[name$='sixes-number']": "7"}, "main .send[data-sends]", "[name$='sixes-number']", scripts=BOTH
    ),
    "cards": Refused("don-carlo", {"#cards": "99"}, "#send", "#cards", scripts=(False,)),
    "tricks": Refused(
        "wizard?open=round-1", dict.fromkeys(TRICKS, "1"), "#round .send:visible", TRICKS[0], scripts=(False,)
    ),
}
"""Forms by the kind of field that is refused."""


@pytest.mark.parametrize("scripts", BOTH, ids=["with scripts", "without scripts"])
def test_refused_form_focuses_its_first_invalid_field(device, played, scripts):
    urls = dict(zip(GAMES, played(*GAMES.values()), strict=True))
    found = {name: led_to(device, urls, case, scripts) for name, case in FORMS.items() if scripts in case.scripts}
    assert {name: fault for name, fault in found.items() if fault} == {}


def led_to(device, urls, case, scripts):
    """Submit a form on a new phone, and return the fault in the response, or ""."""
    title = case.page.partition("/")[0].partition("?")[0]
    phone = device(viewport=SMALL, java_script_enabled=scripts)
    if case.letters != 16:
        sizes = {"fontSizes": {"standard": case.letters, "fixed": 13}}
        phone.context.new_cdp_session(phone).send("Page.setFontSizes", sizes)
    phone.goto(case.page.replace(title, urls[title], 1) if title else case.page)
    if scripts:
        started(phone)
    for css, typed in case.typed.items():
        field = phone.locator(css).first
        if typed == "tap":
            field.click(force=True) if field.is_visible() else None  # no tabs without scripts
        elif typed == "a file":
            field.set_input_files({"name": "holiday.json", "mimeType": "application/json", "buffer": b"hello"})
        else:
            field.fill(typed)
    phone.evaluate("for (const form of document.forms) form.noValidate = true")  # like a browser without validation
    if phone.locator(".seat-form:popover-open").count():
        phone.keyboard.press("Escape")
    if scripts and case.at_once:
        phone.locator(case.button).first.click()
    else:
        with phone.expect_response(lambda answer: answer.status in (403, 404, 409, 422)):
            phone.locator(case.button).first.click()
    found = phone.locator(case.faulty).locator("visible=true").first
    expect(found, str(case)).to_be_focused()
    fault = phone.evaluate(LED_TO, case.faulty)
    phone.goto("about:blank")
    return fault
