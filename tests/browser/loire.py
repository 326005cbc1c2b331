"""Loire's tally, as tapped."""


def at(element):
    """Bring the element's tab to the front, and return the element."""
    part = element.locator("xpath=ancestor::section[contains(@class, 'tally-part')]")
    if not part.is_visible():
        element.page.locator(f".tally-tab[data-opens='{part.get_attribute('id')}']").tap()
    return element


def last_tab(page):
    """Bring the last tab to the front, which has the button for a new tally."""
    page.locator(".tally-tab:visible").last.tap()
