"""Accepted names, and names abbreviated for small spaces."""

from random import Random

import pytest

from scorekeeper.core.names import hidden_fault, name_fault
from scorekeeper.web.common.names import MAX_WIDTH, NARROW_WIDTH, breakable, hyphenated, short_names, strip_names, width
from tests.rows import row_by_row


@row_by_row(
    ("name", "refused"),
    [
        *((name, False) for name in ("אבי", "مریم\u200cخانم", "👩\u200d👧", "❤️", "A" * 40)),
        *((f"Ben{hidden}ito", True) for hidden in "\x07\u202e\u200f\u2067\u200b\u200d\ufeff\u3164\u00ad"),
    ],
)
def test_name_of_any_script_is_accepted_without_hidden_characters(name, refused):
    assert bool(name_fault(name) or hidden_fault(name)) is refused


@row_by_row(
    ("names", "short"),
    [
        (["Anneli", "Zoë", "Hans-Joachim"], ["Anneli", "Zoë", "Hans-Joachim"]),
        (["Anneli Koch", "Max"], ["Anneli", "Max"]),
        (["Anna Koch", "Anna Berg", "Anna"], ["Anna K.", "Anna B.", "Anna"]),
        (["Anna Koch", "ANNA Kern"], ["Anna Koch", "ANNA Kern"]),
        (["Anna A12", "Anna A13", "Anna A1"], ["Anna A12", "Anna A13", "Anna A1"]),
        (["Anna von Berg", "Anna zu Koch"], ["Anna B.", "Anna K."]),
        (["Max Schmidt", "M. Schumann", "Max Schulz"], ["Max Schmidt", "M. Schumann", "Max Schulz"]),
        (["Maximiliane-Theodora von Rappolts", "Zoë"], ["Maximiliane…", "Zoë"]),
        (["Maximiliane-Theodora", "Maximiliane-Dorothea"], ["Maximil…Theo", "Maximil…Doro"]),
        (["-" * 25], ["-" * 18 + "…"]),
    ],
)
def test_short_names_add_only_distinguishing_letters_to_first_names(names, short):
    assert short_names(names) == short


@row_by_row(
    ("names", "short"),
    [
        (["Anneli", "Zoë", "Hans-Joachim", "Evangelina"], ["Anneli", "Zoë", "Hans-J…", "Evang…"]),
        (["Alexander Maier", "Alexander Meier", "Bo", "Cy"], ["A. Maier", "A. Meier", "Bo", "Cy"]),
        (["Evangelina", "Anja", "Benito", "Cleo", "Maximiliane"], ["Evan…", "Anja", "Benito", "Cleo", "Maxi…"]),
        (["Anna Koch", "Anna Berg", "Cy", "Di", "Evi"], ["A. K.", "A. B.", "Cy", "Di", "Evi"]),
        (["Christopher", "Christophorus", "Cy", "Di", "Evi"], ["Chr…er", "C…oru", "Cy", "Di", "Evi"]),
    ],
)
def test_strip_names_are_shorter_with_more_players_but_distinct(names, short):
    assert strip_names(names) == short


@pytest.mark.parametrize("most", [MAX_WIDTH, 9, 7.2, NARROW_WIDTH])
def test_labels_of_any_names_fit_and_are_distinct(most):
    chance = Random(7)
    for _ in range(40):
        words = ["".join(chance.choices("abmWiÄ小1-", k=chance.randint(1, 14))) for _ in range(4)]
        names = {" ".join(chance.choices(words, k=chance.randint(1, 3)))[:40].strip() for _ in range(10)}
        different = list({name.casefold(): name for name in sorted(names)}.values())
        labels = short_names(different, most)
        assert len({label.casefold() for label in labels}) == len(different), different
        assert max(map(width, labels)) <= most, different


@row_by_row(
    ("text", "broken"),
    [
        ("Hitman", "Hitman"),
        ("Caporegime", "Capo-regime"),
        ("Schmuggler", "Schmugg-ler"),
        ("verschiedene Mafiosi", "verschie-dene Ma-fiosi"),
        ("Strngthsk", "Strngthsk"),
    ],
)
def test_long_word_can_break_near_its_middle_between_syllables(text, broken):
    assert breakable(text).replace("\u00ad", "-") == broken


@row_by_row(
    ("text", "hyphened"),
    [
        ("Vertical lines", "Vertical lines"),
        ("Horizontal lines", "Ho-ri-zon-tal lines"),
        ("Christopher wins", "Chris-topher wins"),
        ("Wwwwmmmmwwwwmmmm", "Wwwwm-mmmww-wwmmmm"),
        ("die zweithöchste Wertung", "die zweit-höchste Wertung"),
        ("Beliebtheit", "Be-liebt-heit"),
        ("Elisabethinnen", "Eli-sa-bethin-nen"),
    ],
)
def test_long_word_has_soft_hyphens_close_to_each_other(text, hyphened):
    assert hyphenated(text).replace("\u00ad", "-") == hyphened
