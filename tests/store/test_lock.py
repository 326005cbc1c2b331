"""A file being written is not treated as left over, and a file no longer being written is."""

import fcntl

import pytest

from scorekeeper.store import locks


def test_unlocked_file_counts_as_leftover(tmp_path):
    path = tmp_path / "copy"
    with path.open("wb") as file:
        assert locks.claimed(file.fileno())
        locks.remove_left_over(path)
        assert path.exists()
    locks.remove_left_over(path)
    assert not path.exists()


def test_mutex_locks_only_its_file(tmp_path):
    path, other = tmp_path / "lock", tmp_path / "other"
    with locks.mutex(path), path.open("ab") as second, other.open("ab") as third:
        with pytest.raises(BlockingIOError):
            fcntl.flock(second, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(third, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_file_removed_before_locking_is_noticed(tmp_path):
    path = tmp_path / "copy"
    with path.open("wb") as file:
        path.unlink()
        assert not locks.claimed(file.fileno())
