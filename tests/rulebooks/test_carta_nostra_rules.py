"""The text of Carta Nostra's rules page."""

import pytest

from tests.rules_pages import rules_text


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_page_has_the_accepted_text(client, snapshot, language):
    assert rules_text(client, "carta-nostra", {"any": {}}, language) == snapshot
