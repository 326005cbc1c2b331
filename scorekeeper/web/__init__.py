"""The web application: pages that the server renders, over the desk. By feature, each with its views and its pages.

A page is a frozen value that decides all that is shown; its template shows values and asks names, and never counts. A
form is a tree of groups and leaves made from the fields (`forms/`); a form field names the macro of
`templates/_fields.html` that draws it. A table page holds the panels of all seats (`data-panel`), of which one is
open: opening another asks nobody. Every action is a form and a redirect, and works without scripts; what these add is
said in `static/js/app.js`.

An address can fill in a form: that of a game its slots (`?play=...` and their fields), that of sitting down the whole
seating (`seating/addresses.py`). Rules and corrections know the way back: a relative address, with what was typed
(`game/links.py`).

What a view asks of a device is in `access/rights.py`, what a device may in `access/devices.py`: by the badge in its
cookie, by the key of a game that it watches, or by what `desk/sharing.py` wrote of a book that was handed over.
Templates ask `rights()` and show no way to what would be refused. A page is never stored, so that Back shows it as it
is now. One that is followed is asked for by its tag, made of all that it depends on (`shell/freshness.py`): whoever
puts something new on a page that is `@tagged` adds it there.
"""

from .app import create_app

__all__ = ["create_app"]
