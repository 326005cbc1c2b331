"""Loire's tally, as tapped."""

from playwright.sync_api import expect

from tests.browser.steps import open_game, started
from tests.seats import at_seat


def at(element):
    """Bring the element's tab to the front, and return the element."""
    part = element.locator("xpath=ancestor::section[contains(@class, 'tally-part')]")
    if not part.is_visible():
        element.page.locator(f".tally-tab[data-opens='{part.get_attribute('id')}']").tap()
    return element


def last_tab(page):
    """Bring the last tab to the front, which has the button for a new tally."""
    page.locator(".tally-tab:visible").last.tap()


TITLE = "The Castles of Burgundy: The Card Game"
PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}  # the rulebook specifies the others: 6, 4 and 3
LONG = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind", "Donny")


def opened(page, server, *names, plays=(), values=PRINTED):
    """Open a table of these players."""
    open_game(page, server, "loire", names, plays, triple_values=values)
    started(page)


def fill_in_values(page, **values):
    for name, value in (PRINTED | values).items():
        page.locator(f"#option-triple_values-{name}").fill(str(value))
    page.get_by_role("button", name=f"Start {TITLE}").click()


def onward(page):
    """Return the link from the front tab to the next one, if the page does not ignore taps on it as double taps."""
    return page.locator("body:not([data-fresh]) .tally-onward:visible")


def tally(page):
    return page.locator("form.tally:visible")


def field(page, name):
    """Return a field of the open tally, by the end of its id."""
    return page.locator(f"[id='{tally(page).get_attribute('id')}-{name}']")


def part(form, name):
    return form.locator(f"[data-part='{name}']")


def total(form):
    return part(form, "total").locator("b")


def fault(form, field):
    return part(form, f"fault-{field}")


def first(form, name):
    return form.locator(f"[name$=-first_triples][value={name}]")


def all_seven(form, points):
    return form.locator(f"[name$=-all_seven][value='{points}']")


def tick(box):
    """Tap a box until it is ticked: the total may appear above it at that moment, and move it."""
    while not at(box).is_checked():
        box.tap()


def fill(page, numbers, form=None, firsts=(), seven=None, starts=False):
    """Fill in numbers by the ends of their fields' ids, and tap the bonus cards."""
    form = form or tally(page)
    for name, number in numbers.items():
        at(field(page, name))
        folded = form.locator("details:not([open])", has=field(page, name)).locator("> summary")
        if folded.count():
            folded.tap()
        field(page, name).fill(str(number))
    for name in firsts:
        tick(first(form, name))
    if seven:
        tick(all_seven(form, seven))
    if starts:
        at(field(page, "start_player")).tap()


def more(page, name, times=1):
    """Return the + beside a field, repeated for each tap."""
    return [field(page, name).locator("+ [data-step='1']")] * times


def triple(page, name):
    """Return the icon of a type; a tap on it adds three cards."""
    return tally(page).locator(f".estate .type-{name} > [data-step='3']")


def open_solo(page, server, name="Jo", plays=()):
    open_game(page, server, "loire", [name], plays, solo=True, triple_values=PRINTED)
    started(page)


def show_seat(page, name):
    page.locator(".standing", has_text=name).tap()
    expect(tally(page)).to_have_id("aaron" if name == "Aaron" else f"tally-{at_seat(0)}")
