"""Loire's tally, as tapped."""


def at(element):
    """Bring the element's tab to the front, and return the element."""
    part = element.locator("xpath=ancestor::section[contains(@class, 'tally-part')]")
    if not part.is_visible():
        element.page.locator(f".tally-tab[data-opens='{part.get_attribute('id')}']").tap()
    return element


def onward(page):
    """Return the link from the front tab to the next one, if the page does not ignore taps on it as double taps."""
    return page.locator("body:not([data-fresh]) .tally-onward:visible")
