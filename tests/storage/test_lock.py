"""A file that is being written is not taken for left over, and one that was is known to be gone."""

from scorekeeper.storage import lock


def test_a_file_is_left_over_once_nobody_writes_it(tmp_path):
    path = tmp_path / "copy"
    with path.open("wb") as file:
        assert lock.claimed(file.fileno())
        lock.remove_left_over(path)
        assert path.exists()
    lock.remove_left_over(path)
    assert not path.exists()


def test_who_comes_too_late_with_a_claim_is_told(tmp_path):
    path = tmp_path / "copy"
    with path.open("wb") as file:
        path.unlink()
        assert not lock.claimed(file.fileno())
