"""Loire's tally, as tapped."""

from tests.browser.steps import open_game, started

PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}  # the rulebook specifies the others: 6, 4 and 3


def opened(page, server, *names, plays=(), **options):
    """Open a table of these players."""
    open_game(page, server, "loire", names, plays, triple_values=PRINTED, **options)
    started(page)


def at(element):
    """Bring the element's tab to the front, and return the element."""
    part = element.locator("xpath=ancestor::section[contains(@class, 'tally-part')]")
    if not part.is_visible():
        element.page.locator(f".tally-tab[data-opens='{part.get_attribute('id')}']").tap()
    return element


def last_tab(page):
    """Bring the last tab to the front, which has the button for a new tally."""
    page.locator(".tally-tab:visible").last.tap()


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
