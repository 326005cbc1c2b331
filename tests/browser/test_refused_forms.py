"""Each refused form leads to its first faulty field, which is visible with its message and has the focus."""

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SMALL, started
from tests.documents import game_document

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
TEN = (*NAMES, "Flo", "Gil", "Hal", "Ida", "Jo")
pytestmark = pytest.mark.ids_of_the_store
LONG = "x" * 41
MESSAGE = ".fault:not(:empty)"
SAVE = "main .send[data-sends]"
"""The button that enters the typed cells of a sheet."""
DICE = {"title": "Dice", "players": [1, 10], "rows": [{"name": "Sixes", "step": 6}]}
FARM = {"title": "Farm", "players": [1, 10], "rows": [f"Category {number}" for number in range(1, 10)]}
SUMS = {"title": "Sums", "players": [1, 10], "rounds": {"sum": 26, "least": 0}}
ROUNDS = {"title": "Darts", "players": [1, 10], "rounds": {"least": 0}, "end": {"limit": 99}}


def at_seat(seat):
    return f"@{seat + 1}"  # the games begin with the same players


GAMES = {
    "don-carlo": game_document(
        "don-carlo",
        NAMES[:4],
        [{"kind": "agent", "player": name, "cards": [number]} for number, name in enumerate(NAMES[:4], 1)],
    ),
    "loire": game_document("loire", NAMES[:2], [{"kind": "tally", "player": "Bo", "victory_cards": 6}]),
    "darts": game_document("darts", NAMES, [{"kind": "round", "points": dict.fromkeys(NAMES, 3)}])
    | {"definition": ROUNDS},
    "sums": game_document("sums", TEN, []) | {"definition": SUMS},
    "farm": game_document("farm", NAMES[:2], [{"kind": "row", "player": "Ada", "row": "category-1", "number": 4}])
    | {"definition": FARM},
    "dice": game_document("dice", NAMES[:2], []) | {"definition": DICE},
    "mafia": game_document("mafia", NAMES, [])
    | {"definition": {"title": "Mafia", "players": [1, 10], "only_winner": True}},
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
  if (field.matches(".fault")) return seen(field) ? "" : "out of sight";
  if (document.activeElement !== field) return `the focus is on ${told(document.activeElement)}`;
  if (!field.matches("[aria-invalid=true]")) return "it is not marked";
  if (!said.length) return "it has no message";
  const [details] = document.querySelectorAll(".problems li");
  const all = seen(field) && said.some(seen) && (!details || seen(details));
  return all ? "" : `out of sight: ${[field, ...said].map(told)}`;
}"""


COLOURED = "/new/don-carlo?name-0=Ada&families-0=blue&name-1=Bo&families-1=green"


class Refused(NamedTuple):
    """A form and the input that it refuses: page (URL, or title and subpage), typed values, button, and faulty field.

    A refusal without a faulty field leads to its message. With `at_once`, the phone itself refuses the input.
    """

    page: str
    typed: dict[str, str]
    button: str
    faulty: str
    at_once: bool = False


FORMS = {
    "a pad without a name": Refused("/pads/new", {}, "#make", "#name"),
    "a pad with a limit": Refused("/pads/new", {"#name": "Farm", "#limit": "abc", "#most": "x"}, "#make", "#limit"),
    "a pad without categories": Refused("/pads/new", {"#name": "Farm", "[value=rows]": "tap"}, "#make", "#rows"),
    "a pad with an unknown tie-break": Refused(
        "/pads/new",
        {"#name": "Farm", "[value=rows]": "tap", "#rows": "Gold", "#decides": "Silver"},
        "#make",
        "#decides",
    ),
    "a new name": Refused("/new/don-carlo?name-0=Ada&name-1=Bo", {"#new": LONG}, "#add", "#new", at_once=True),
    "a colour": Refused("/new/don-carlo?name-0=Ada&name-1=Bo", {}, "#begin", "[name=families-0]"),
    "a name at a seat": Refused(COLOURED, {".seat-open >> nth=1": "tap", "#name-1": LONG}, "#begin", "#name-1"),
    "a place": Refused(COLOURED, {"#place": LONG * 9}, "#begin", "#place"),
    "options of a new game": Refused(
        "/new/loire?name-0=Ada&name-1=Bo",
        {"#option-triple_values-ships": "x"},
        "#begin",
        "#option-triple_values-ships",
    ),
    "folded options of a new game": Refused(
        "/new/prodigals-club?name-0=Ada&name-1=Bo",
        {".sheet .fold summary": "tap", "#option-start-votes": "x"},
        "#begin",
        "#option-start-votes",
    ),
    "a suggested name": Refused(
        "/new/don-carlo", {"#edit-names": "tap", "#known-4": LONG}, "[value='rename:4']", "#known-4"
    ),
    "players": Refused("don-carlo/players", {".seat-open >> nth=3": "tap", "#name-3": LONG}, "#save", "#name-3"),
    "a new player": Refused(
        "don-carlo/players",
        {".seat-open >> nth=3": "tap", "[value='remove:3']": "tap", "#new": LONG},
        "#add",
        "#new",
        at_once=True,
    ),
    "a note": Refused("don-carlo/about", {"#note": "x" * 5000}, "#save", "#note"),
    "place and note": Refused("don-carlo/about", {"#venue": "x" * 500, "#note": "x" * 5000}, "#save", "#venue"),
    "options of a game": Refused(
        "loire/options", {"#option-triple_values-ships": "x"}, "main .send", "#option-triple_values-ships"
    ),
    "a category": Refused("farm/category", {}, "main .send", "#category"),
    "a category that is there": Refused("farm/category", {"#category": "Category 2"}, "main .send", "#category"),
    "a name": Refused("/players/1/edit", {"#name": LONG}, "#rename", "#name"),
    "a name to merge with": Refused("/players/1/merge", {"#name": "Nobody"}, "main .second", "#name"),
    "a name to remove": Refused("/players/1/remove", {}, "#remove", "#sure"),
    "files to import": Refused("/data", {}, "#import .second", "#files"),
    "a foreign file": Refused("/data", {"#files": "a file"}, "#import .second", "#files"),
    "past games": Refused("/past?to=abc&name=Nobody", {}, ".past-show .send", "#name"),
    "the key": Refused("/pair", {"#key": "22222-22222"}, "main .send", "#key"),
    "a question": Refused("loire/help/animals", {"#ask-pigs": "x"}, "main .send", "#ask-pigs"),
    "a tally": Refused(
        f"loire?seat={at_seat(0)}",
        {f"[id='tally-{at_seat(0)}-mines']": "x", f"[id='seat-{at_seat(0)}'] .tally-tab >> nth=3": "tap"},
        f"[id='send-{at_seat(0)}']",
        f"[id='tally-{at_seat(0)}-mines']",
    ),
    "a round": Refused(
        "darts",
        {f"[id='round-points-{at_seat(seat)}']": "3x"[seat == 4] for seat in range(5)},
        "main .send",
        f"[id='round-points-{at_seat(4)}']",
    ),
    "a round with a missing number": Refused(
        "darts",
        {f"[id='round-points-{at_seat(seat)}']": "3" for seat in range(4)},
        "main .send",
        f"[id='round-points-{at_seat(4)}']",
        at_once=True,
    ),
    "a round with a number that the rules refuse": Refused(
        "darts",
        {f"[id='round-points-{at_seat(seat)}']": "-3" if seat == 1 else "3" for seat in range(5)},
        "main .send",
        f"[id='round-points-{at_seat(1)}']",
    ),
    "a round of ten with the wrong sum": Refused(
        "sums",
        {f"[id='round-points-{at_seat(seat)}']": "3" for seat in range(10)},
        "main .send",
        f"[id='round-points-{at_seat(0)}']",
    ),
    "a cell that the rules refuse": Refused("dice", {"[name$='sixes-number']": "7"}, SAVE, "[name$='sixes-number']"),
    "a winner": Refused("mafia", {}, "main .send", "[name$=winners]", at_once=True),
    "an agent": Refused("don-carlo", {"#cards": "99"}, "#send", "#cards"),
    "a sheet": Refused("farm", {"[name$='category-9-number']": "x"}, SAVE, "[name$='category-9-number']"),
    "a tally corrected": Refused(
        "loire/plays/1", {".tally-tab >> nth=3": "tap", "[name$=goods_vp]": "x"}, "main .act .send", "[name$=goods_vp]"
    ),
    "a round corrected": Refused(
        "darts/plays/1", {f"[name$='points-{at_seat(3)}']": "x"}, "main .send", f"[name$='points-{at_seat(3)}']"
    ),
}


WITHOUT_SCRIPTS = (
    "a pad with a limit", "a colour", "a name at a seat", "players", "a note", "files to import", "the key",
    "a tally", "a round", "a cell that the rules refuse", "an agent", "a tally corrected",
)  # fmt: skip
"""One form of each page with a separate layout for browsers without scripts."""


@pytest.mark.parametrize(
    ("names", "scripts"),
    [*(([name for name in FORMS if name != "an agent"][part::4], True) for part in range(4)), (WITHOUT_SCRIPTS, False)],
    ids=["1", "2", "3", "4", "without scripts"],
)
def test_refused_form_focuses_its_first_invalid_field(device, played, names, scripts):
    urls = dict(zip(GAMES, played(*GAMES.values()), strict=True))
    found = {name: led_to(device, urls, FORMS[name], scripts) for name in names}
    assert {name: fault for name, fault in found.items() if fault} == {}


def led_to(device, urls, case, scripts):
    """Submit a form on a new phone, and return the fault in the response, or ""."""
    title = case.page.partition("/")[0].partition("?")[0]
    phone = device(viewport=SMALL, java_script_enabled=scripts, paired=case.page != "/pair")
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
    expect(found, str(case)).to_be_visible()
    if case.faulty != MESSAGE:
        expect(found, str(case)).to_be_focused()
    fault = phone.evaluate(LED_TO, case.faulty)
    phone.goto("about:blank")
    return fault


def test_message_about_all_fields_is_visible_in_large_text(device, played):
    phone = device(viewport=SMALL)
    letters = phone.context.new_cdp_session(phone)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 13}})
    phone.goto(played(GAMES["sums"])[0])
    started(phone)
    for field in phone.locator(".sum > input").all():
        field.fill("3")
    phone.locator(".act .send").tap()
    expect(phone.locator(f"[id='round-points-{at_seat(0)}']")).to_be_focused()
    expect(phone.locator(MESSAGE)).to_have_count(1)
    assert phone.evaluate(LED_TO, f"[id='round-points-{at_seat(0)}']") == ""
