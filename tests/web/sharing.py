"""Guests of a shared game: their links, devices and open pages."""

import re

from scorekeeper.pairing import viewer_key
from tests.pages import Page

GUESTS = ["watcher", "viewer"]


def opened(app, url):
    """Return a device that has opened a link."""
    device = app.test_client()
    assert device.get(url).status_code == 303
    return device


def id_of(game):
    return game.rpartition("/")[2]


def shared(client, game, act):
    """Press one of the buttons on the sharing page, and return the next page."""
    form = next(form for form in Page(client.get(f"{game}/share")).forms if ("do", act) in form.fields)
    assert client.post(f"{game}/share", data=dict(form.fields)).status_code == 303
    return client.get(f"{game}/share")


def link_on(page, name):
    """Return the path of a link shown on a page."""
    return re.sub(r"^http://[^/]+", "", Page(page).first(id=name).text)


def watcher_of(client, game):
    return opened(client.application, link_on(shared(client, game, "watch"), "watch-link"))


def device(role, app, client, game):
    match role:
        case "watcher":
            return watcher_of(client, game)
        case "viewer":
            return opened(app, f"/look/{viewer_key(app.extensions['service'].store)}")
    return app.test_client() if role == "stranger" else client
