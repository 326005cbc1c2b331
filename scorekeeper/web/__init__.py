"""The web application: server-rendered pages on top of the store.

Each package imports only itself and the packages before it: `common`, `forms`, `access` (rights of devices), `history`,
`people`, `seating` (starting a game), `table` (one game), `data` (export and import) and `rules`, `app`. A package that
shows content of a later package gets it from `app`, such as `game_page` in templates.

Each page is one module with its view, form and context; only the pages of a game share code (`table/`). A context is a
dict or a frozen dataclass (`common/page.py`) that contains all decisions; the template only renders it. A form is a
tree of groups and leaves built from a rulebook's fields (`forms/`). Each form field names the macro in
`templates/_fields.html` that renders it. A table page contains the panels of all seats (`data-panel`) and their tabs
(`data-tab`), so that switching needs no request. Every action is a form followed by a redirect and works without
scripts; `static/js/app.js` describes what scripts add.

URLs can fill in forms: the slots of a game (`?play=...` and their fields) or the seating of a new game (`query_of` in
`seating/form.py`). URLs of rules and corrections carry the previous page's relative URL in `next`, including its
unsaved input (`table/page.py`).

`common/rights.py` defines the right that a view requires, `access/devices.py` the right that a device has. The right of
a device depends on a token in its cookie (paired, or watching all games) or on the watch key of one game.
Templates call `rights()` to hide links that would be refused. Browsers must not store pages, so that Back shows the
current state. A polled page has an ETag computed from everything that it shows (`table/etags.py`). If you add content
to a `@tagged` page, add it to the tag.
"""

from .app import create_app

__all__ = ["create_app"]
