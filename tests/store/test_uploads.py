"""Files uploaded for an import are kept for a day at most, privately, and each form only once."""

import os
from io import BytesIO
from time import monotonic, sleep

import pytest

from scorekeeper.daily_backup import Daily
from scorekeeper.store.uploads import (
    MAX_SECONDS,
    NOTES,
    OtherUpload,
    find_upload,
    keep_upload,
    uploads,
)
from tests.apps import ensure_database

KEY = "a-key-of-the-test"


def keep(instance, key=KEY, digest="digest", *contents):
    files = [(f"{number}.json", BytesIO(content)) for number, content in enumerate(contents or (b"one", b"two"))]
    return keep_upload(instance, key, digest, files)


def age(upload, seconds=MAX_SECONDS + 1):
    made = upload.made.timestamp() - seconds
    for path in (upload.folder / NOTES, upload.folder):
        os.utime(path, (made, made))


def test_only_the_owner_can_read_an_upload(tmp_path):
    keep(tmp_path)
    paths = [tmp_path / "uploads", *(tmp_path / "uploads").rglob("*")]
    assert len(paths) == 5
    assert {path.stat().st_mode & 0o077 for path in paths} == {0}


def test_failed_upload_leaves_no_files(tmp_path):
    class Broken(BytesIO):
        def read(self, *_):
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        keep_upload(tmp_path, KEY, "digest", [("a", BytesIO(b"a")), ("b", Broken())])
    assert [*(tmp_path / "uploads").iterdir()] == []


def test_repeated_upload_is_stored_once_and_reused_key_refused(tmp_path):
    first = keep(tmp_path)
    assert keep(tmp_path) == first
    with pytest.raises(OtherUpload):
        keep(tmp_path, KEY, "other")
    assert uploads(tmp_path) == [first]
    assert [path.name for path in (tmp_path / "uploads").iterdir()] == [KEY]


def test_half_deleted_upload_is_not_found_or_reused(tmp_path):
    upload = keep(tmp_path)
    (upload.folder / NOTES).unlink()
    assert find_upload(tmp_path, KEY) is None
    assert uploads(tmp_path) == []
    with pytest.raises(OtherUpload):
        keep(tmp_path)


@pytest.mark.parametrize("key", ["..", ".", "", "a/b", "%00", "\0", "\ud800", "a" * 300, "uploads/x"])
def test_upload_key_cannot_name_another_directory(tmp_path, key):
    (tmp_path / NOTES).write_text('{"digest": "", "names": []}')
    assert find_upload(tmp_path, key) is None


def test_running_app_deletes_old_uploads(tmp_path):
    path = ensure_database(tmp_path / "scorekeeper.db")
    old, new = keep(tmp_path, f"{KEY}-old"), keep(tmp_path, f"{KEY}-new")
    age(old)
    daily = Daily(path)
    with daily.running():
        until = monotonic() + 10
        while old.folder.exists() and monotonic() < until:
            sleep(0.01)
    assert [each.name for each in (tmp_path / "uploads").iterdir()] == [new.key]
