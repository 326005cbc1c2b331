"""What a database holds, told apart from what it held before, and put back."""

import sqlite3


class Written:
    """Everything that is written in a database: as text, whether it has changed, and as it was at first."""

    def __init__(self, path):
        self.disk, self.kept = sqlite3.connect(path), sqlite3.connect(":memory:")
        self.keep()

    def text(self):
        return list(self.disk.iterdump())

    def keep(self):
        """Take what is written now for what it is put back to."""
        self.disk.backup(self.kept)
        self.version = self._version()

    @property
    def before(self):
        return list(self.kept.iterdump())

    @property
    def changed(self):
        """Whether it says anything else than before; looked at only after somebody wrote."""
        return self.version != self._version() and self.text() != self.before

    def put_back(self):
        self.kept.backup(self.disk)
        self.version = self._version()

    def close(self):
        self.disk.close()
        self.kept.close()

    def _version(self):
        """Return a number that another one takes the place of whenever some other connection has written."""
        return self.disk.execute("PRAGMA data_version").fetchone()
