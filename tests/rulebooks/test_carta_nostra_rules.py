"""Carta Nostra's rules at hand: each fact of the rulebook, where one looks for it, in both languages."""

import pytest

from tests.rules_pages import LANGUAGES, unsaid

FACTS = [
    # what is asked, the section, and what it says; the comment is the heading of the rulebook
    ({}, "turn", "Draw a card", "Zieh eine Karte"),  # Course of play, A
    ({}, "jobs", "two more cards from the draw pile", "zwei weitere Karten vom Nachziehstapel"),  # The jobs: Caporegime
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_is_on_the_page(client, language):
    assert unsaid(client, "carta-nostra", language, FACTS) == []
