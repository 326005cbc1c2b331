"""Notices whether something was written into a database, and takes it back."""

import sqlite3


class Written:
    """The content of a database, and a copy of it as it was at first."""

    def __init__(self, path):
        self.disk, self.kept = sqlite3.connect(path), sqlite3.connect(":memory:")
        self.keep()

    def text(self):
        return list(self.disk.iterdump())

    def keep(self):
        """Take the present content as the one that `put_back` brings back."""
        self.disk.backup(self.kept)
        self.version = self._version()

    @property
    def before(self):
        return list(self.kept.iterdump())

    @property
    def changed(self):
        """Whether the content differs from the copy; compared only if somebody wrote at all."""
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
