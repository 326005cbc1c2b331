"""English and German: by the browser's preference or the user's choice; date formats by the device's region."""

from datetime import datetime

import pytest
from markupsafe import Markup

from scorekeeper.core.messages import say
from scorekeeper.web.common.language import clock, date, month
from tests.helpers import hidden


@pytest.mark.parametrize(
    ("wish", "language"),
    [("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr,de;q=0.3", "de"), ("en-GB,de;q=0.9", "en"), ("fr", "en"), ("", "en")],
)
def test_browser_preference_selects_the_language(client, wish, language):
    page = client.get("/", headers={"Accept-Language": wish}).text
    assert f'<html lang="{language}">' in page
    assert ("Neue Partie" in page) == (language == "de")


@pytest.mark.parametrize(
    ("wish", "written"),
    [
        ("en-GB,en;q=0.9", "21 November 2026, 12:06"),
        ("en_us", "November 21, 2026, 12:06 PM"),
        ("en,en-AU;q=0.5", "21 November 2026, 12:06 pm"),
        ("en", "November 21, 2026, 12:06 PM"),
        ("de-Latn-CH-1996", "21. November 2026, 12:06"),
        ("de;q=0.3,fr-FR", "21. November 2026, 12:06"),
        ("fr-CH,en;q=0.2", "21 November 2026, 12:06"),
        ("en-XX,en-..,en-/etc", "November 21, 2026, 12:06 PM"),
        (",".join(f"en-Z{a}{b}" for a in "ABCDEFGH" for b in "0123456789") * 9, "November 21, 2026, 12:06 PM"),
    ],
)
def test_dates_and_times_follow_the_devices_region(app, wish, written):
    moment = datetime.fromisoformat("2026-11-21T12:06:00+01:00")
    with app.test_request_context(headers={"Accept-Language": wish}):
        assert f"{date(moment)}, {clock(moment)}".replace("\u202f", " ") == written
        assert month(moment) == "November 2026"


def test_language_switch_is_remembered(client):
    token = hidden(client.get("/"), "csrf_token")
    answer = client.post("/language", data={"language": "de", "csrf_token": token, "after": "/archive"})
    assert (answer.status_code, answer.location) == (303, "/archive")
    assert client.post("/language", data={"language": "xx", "csrf_token": token}).status_code == 400
    assert "Neue Partie" in client.get("/", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize(
    ("wish", "written"),
    [("en", "<b>, Zoë &amp; Co and −1: A turn"), ("de", "<b>, Zoë &amp; Co und −1: Ein Zug")],
)
def test_values_of_a_text_are_listed_translated_and_escaped(app, wish, written):
    template = "{% trans %}{{ names }}: {{ title }}{% endtrans %}"
    names = ["<b>", Markup("Zoë &amp; Co"), -1]
    with app.test_request_context(headers={"Accept-Language": wish}):
        found = app.jinja_env.from_string(template).render(names=names, title=say("A turn"))
    assert found == written.replace("<b>", "&lt;b&gt;")
