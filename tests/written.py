"""Detects and undoes writes to a database."""

import sqlite3


class Written:
    """The current content of a database, and a copy to restore."""

    def __init__(self, path):
        self.disk, self.kept = sqlite3.connect(path), sqlite3.connect(":memory:")
        self.keep()

    def text(self):
        return list(self.disk.iterdump())

    def keep(self):
        """Copy the current content for `put_back` to restore."""
        self.disk.backup(self.kept)
        self.version = self._version()

    @property
    def before(self):
        return list(self.kept.iterdump())

    @property
    def changed(self):
        """Whether the content differs from the copy. Compares only if another connection wrote."""
        return self.version != self._version() and self.text() != self.before

    def put_back(self):
        self.kept.backup(self.disk)
        self.version = self._version()

    def close(self):
        self.disk.close()
        self.kept.close()

    def _version(self):
        """Return a number that changes whenever another connection writes."""
        return self.disk.execute("PRAGMA data_version").fetchone()
