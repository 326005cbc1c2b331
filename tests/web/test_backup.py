"""Downloading a backup, the status of daily backups, and removing a name from all backups."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from scorekeeper import daily_backup as making
from scorekeeper.daily_backup import Daily
from scorekeeper.store import backups as copying
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.people import IN_BACKUPS, finish_erasing
from scorekeeper.store.settings import read_setting, set_setting
from scorekeeper.web.data import views
from tests.documents import game_document, import_documents, read_document
from tests.pages import Page

pytestmark = pytest.mark.ids_of_the_store

DAY = timedelta(days=1)


@pytest.fixture
def service(app):
    service = app.extensions["service"]
    import_documents(service, [read_document(game_document("carta-nostra", ("Anneli", "Benito"), []))])
    return service


@pytest.fixture
def folder(service):
    return service.store.path.parent


def downloaded(client, **changed):
    """Request a backup, and read the complete response."""
    form = dict(Page(client.get("/data")).form(action="/data/backup").fields) | changed
    answer = client.post("/data/backup", data=form)
    answer.get_data()
    answer.close()
    return answer


def left(folder):
    return [*folder.rglob(f"{copying.UNFINISHED}*")]


def said(answer):
    return Page(answer).first(class_="notice").text


def test_downloaded_backup_is_complete_and_leaves_no_copy(client, folder, tmp_path):
    answer = downloaded(client)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="scorekeeper-2')
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    (tmp_path / "sent.db").write_bytes(answer.data)
    with closing(sqlite3.connect(tmp_path / "sent.db")) as db:
        assert db.execute("SELECT name FROM players ORDER BY id").fetchall() == [("Anneli",), ("Benito",)]
        assert db.execute("SELECT 1 FROM settings WHERE name = 'pairing_key'").fetchall()
    assert not left(folder)
    assert not (folder / "backups").exists()
    assert client.post("/data/backup", data={"csrf_token": "junk"}).status_code == 400  # from another site


def test_backup_file_is_unlinked_while_being_sent(app, service, folder):
    """A cancelled download and a killed server leave no file behind."""
    with views.copy_of(service.store) as sent:
        assert not left(folder)
        assert sent.read(16) == copying.HEAD


DAMAGED = "the database is damaged. Stop Scorekeeper and restore a backup with “scorekeeper restore”."


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (DatabaseUnavailable(Reason.DISK_FULL), "the disk is full. Free disk space and try again."),
        (DatabaseUnavailable(Reason.DAMAGED, "row 7"), DAMAGED),
        (PermissionError(13, "Permission denied"), "the server cannot read or write a file. Its log has the reason."),
    ],
)
def test_failed_backup_shows_the_reason(app, client, folder, monkeypatch, error, reason):
    def fail(*_):
        raise error

    monkeypatch.setattr(copying, "write_copy", fail)
    answer = downloaded(client)
    assert (answer.status_code, said(answer)) == (503, views.FAILED.format(reason=reason))
    assert not left(folder)
    monkeypatch.setattr(making, "back_up_daily", fail)
    app.extensions["daily"].look()
    assert said(client.get("/data")) == views.LAST_FAILED.format(reason=reason)


def test_data_page_shows_the_last_backup_and_warns_if_old(app, client, service):
    clock = [datetime.now().astimezone()]
    app.extensions["daily"] = daily = Daily(service.store.path, lambda: clock[0])
    assert not Page(client.get("/data")).all(id="last-backup")
    daily.look()
    page = client.get("/data")
    assert "Last backup: " in Page(page).first(id="last-backup").text
    assert not Page(page).all(class_="notice")
    clock[0] += 2.1 * DAY
    assert said(client.get("/data")) == str(views.LATE)
    daily.look()
    assert not Page(client.get("/data")).all(class_="notice")


def removed(client, **changed):
    form = dict(Page(client.get("/players/1/remove")).form(method="post").fields) | {"sure": "yes"} | changed
    return client.post("/players/1/remove", data=form, follow_redirects=True)


def backups(folder):
    return {each.name: each.read_bytes() for each in (folder / "backups").glob("*.db")}


@pytest.fixture
def old(folder):
    """An earlier backup containing a name, and a database replaced by a restore."""
    Daily(folder / "scorekeeper.db", lambda: datetime.now().astimezone() - 3 * DAY).look()
    (made,) = backups(folder)
    (folder / "backups" / "replaced-2026-01-02-101010.db").write_bytes(backups(folder)[made])
    return made


def test_name_is_removed_from_backups_on_request(client, folder, old):
    page = client.get("/players/1/remove").text
    assert "They contain the name for a year, and a database replaced by a restore for longer." in page
    refused = Page(removed(client, backups="yes", sure=""))
    assert refused.values("backups") == ["yes"]
    assert old in backups(folder)
    answer = removed(client, backups="yes")
    assert "The automatic backups still contain it" not in answer.text
    (made,) = backups(folder)
    assert made > old
    assert b"Anneli" not in backups(folder)[made]
    assert b"Benito" in backups(folder)[made]


def test_backups_keep_the_name_by_default(client, folder, old):
    removed(client)
    assert len(backups(folder)) == 2
    assert all(b"Anneli" in each for each in backups(folder).values())
    for path in (folder / "backups").iterdir():
        path.unlink()
    assert not Page(client.get("/players/2/remove")).all(id="backups")  # nothing to choose without backups


def test_backups_stay_until_they_can_be_replaced(client, service, folder, old, monkeypatch):
    def fail(*_):
        raise DatabaseUnavailable(Reason.DISK_FULL)

    with monkeypatch.context() as patched:
        patched.setattr(copying, "write_copy", fail)
        answer = removed(client, backups="yes")
        assert "The name was removed." in answer.text
        assert "The automatic backups still contain it" in answer.text
        assert old in backups(folder)
    finish_erasing(service)
    assert len(backups(folder)) == 1
    assert not any(b"Anneli" in each for each in backups(folder).values())
    with service.store.reading() as db:
        assert read_setting(db, IN_BACKUPS) is None


@pytest.mark.parametrize("moment", ["soon", "9" * 30])
def test_invalid_time_in_the_settings_deletes_no_backup(service, folder, old, moment):
    with service.store.writing() as db:
        set_setting(db, IN_BACKUPS, moment)
    finish_erasing(service)
    assert old in backups(folder)
