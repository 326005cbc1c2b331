"""What is sent compressed comes out as it went in, by whichever library it was."""

import gzip
import sys

import pytest

from scorekeeper.places import beside_package
from scorekeeper.web import packing

TEXT = (beside_package("static") / "css" / "rulebooks" / "prodigals-club.css").read_bytes()


@pytest.fixture(params=["with libdeflate", "without it"])
def way(request, monkeypatch):
    """How bodies are compressed: as it is found here, and as where there is no libdeflate."""
    if request.param == "without it":
        monkeypatch.setitem(sys.modules, "deflate", None)
        found = packing._found()
        assert found is packing._by_zlib
        return found
    return packing._found()


@pytest.mark.parametrize("body", [b"", b"x", TEXT, bytes(range(256)) * 9], ids=len)
@pytest.mark.parametrize("often", [False, True])
def test_what_is_compressed_comes_out_as_it_went_in(way, body, often):
    assert gzip.decompress(way(body, often)) == body
    assert way(body, often) == way(body, often)  # no time in it


def test_what_is_sent_often_is_smaller(way):
    assert len(way(TEXT, True)) < len(way(TEXT, False)) < len(TEXT) / 3
