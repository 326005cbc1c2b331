"""The web application: pages rendered by the server, over the store.

A page is one module, with its view, its form and what it shows; only those of a game share more (`table/`). What a page
shows is a dict or a frozen value (`shell/page.py`) that decides everything; its template only shows the values and
computes nothing. A form is a tree of groups and leaves made from a rulebook's fields (`forms/`); each form field names
the macro of `templates/_fields.html` that draws it. A table page holds the panels of all seats (`data-panel`), of which
one is open, and their tabs (`data-tab`), of which one is in front: to open another needs no request. Every action is a
form and a redirect, and works without scripts; what scripts add is described in `static/js/app.js`.

An address can fill in a form: that of a game its slots (`?play=...` and their fields), that of a new game the seating
(`query_of` in `seating/form.py`). Addresses of rules and corrections carry the way back in `next`: the relative address
of the page before, with what was typed there (`table/page.py`).

`access/rights.py` says what a view requires, `access/devices.py` what a device may do: by a token in its cookie
(paired, or view-only for all games) or by the key of a game that it watches. Templates ask `rights()`, and show no link
to what would be refused. Browsers do not store pages, so that Back shows the present state. A page that a browser asks
for again and again has a tag made of all that it shows (`shell/freshness.py`): whoever puts something new on a page
that is `@tagged` adds that to its tag.
"""

from .app import create_app

__all__ = ["create_app"]
