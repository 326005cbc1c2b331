"""Resources requested over HTTPS: the app manifest, the service worker, and the offline page."""

import pytest

from tests.pages import Page


def test_installed_app_has_name_icons_and_worker_and_opens_home(stranger):
    found = stranger.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert found.mimetype == "application/manifest+json"
    said = found.get_json(force=True)
    assert (said["name"], said["short_name"], said["lang"]) == ("Scorekeeper", "Scorekeeper", "de")
    assert all(said[where] == "/" for where in ("id", "start_url", "scope"))
    icons = said["icons"]
    assert [icon["purpose"] for icon in icons].count("maskable") == 1
    for icon in icons:
        answer = stranger.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        assert answer.cache_control.immutable
    assert stranger.get("/worker.js").mimetype == "text/javascript"


@pytest.mark.parametrize(("language", "said"), [("en", "Offline: as of {}."), ("de", "Ohne Netz: Stand von {}.")])
def test_offline_notice_is_in_the_readers_language(stranger, language, said):
    answer = stranger.get("/offline", headers={"Accept-Language": language})
    template = Page(answer.text.partition("<template")[2])  # its content is not part of the page
    assert template.first("b").text == said.format("")
    assert not Page(answer).forms
