"""Parts of import files."""

from io import BytesIO

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.readers.documents import read_file


def parts(data, name="file"):
    return list(read_file(BytesIO(data), name, all_rulebooks()))
