"""Settings: writing and removing."""

from scorekeeper.store.settings import read_setting, remove_setting, set_setting


def test_setting_can_be_removed(store):
    with store.writing() as db:
        set_setting(db, "a", "1")
        set_setting(db, "b", "2")
        remove_setting(db, "a")
        remove_setting(db, "never set")
        assert (read_setting(db, "a"), read_setting(db, "b")) == (None, "2")


def test_new_database_needs_no_rebuild(store):
    with store.reading() as db:
        assert read_setting(db, "projections") is None
