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
        self.before = self.text()

    @property
    def changed(self):
        return self.text() != self.before

    def put_back(self):
        self.kept.backup(self.disk)

    def close(self):
        self.disk.close()
        self.kept.close()
