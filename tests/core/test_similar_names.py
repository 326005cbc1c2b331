"""Similar names: by the minimum number of typing errors between them, depending on their length."""

from scorekeeper.core import similar_names as module
from scorekeeper.core.similar_names import alike, alike_to
from tests.rows import row_by_row

NAMES = ("Annegret", "Anja", "Anneli", "Anna", "Benito")


@row_by_row(
    ("one", "other", "looks"),
    [
        ("Anna", "anna", True),
        ("Anna", "Änna", True),
        ("Anna", "A-n n.a", True),
        # A wrong, a missing, an additional character; two swapped characters.
        ("Anna", "Anka", True),
        ("Bnna", "Anna", True),
        ("Anna", "Ana", False),
        ("Annas", "Anna", True),
        ("Hanna", "Anna", True),
        ("Anna", "Nana", True),
        ("Anna", "Anan", True),
        # Two errors need seven characters; three are always too many.
        ("Benito", "Bernita", False),
        ("Bernito", "Vernita", True),
        ("Bernito", "Vermita", False),
        ("Bernito", "Ebrniot", True),
        ("Bernito", "Bernitolo", True),
        ("Bernito", "Bernitolos", False),
        ("Bernito", "Ernit", False),
        # Names of at most three characters must be the same.
        ("Bob", "Bib", False),
        ("Bob", "BOB", True),
        # Swapped characters must be neighbours, and the same two.
        ("abcd", "cbad", False),
        ("abcd", "badc", False),
        ("abcdefg", "badcefg", True),
        ("abcdefgh", "badcfegh", False),
        # Digits must be the same.
        ("Player1", "Player2", False),
        ("Player1", "Plaxer1", True),
    ],
)
def test_similar_names_are_found_in_both_directions(one, other, looks):
    assert alike([one, other]) == ((0, 1),) * looks
    for name, others in ((one, other), (other, one)):
        assert alike_to(name, [others]) == (0,) * looks


def test_similar_names_are_sorted_by_difference():
    assert alike(["Bernito", "Bob", "Bornita", "bernito", "Bornito"]) == (
        (0, 3),
        (0, 4),
        (2, 4),
        (3, 4),
        (0, 2),
        (2, 3),
    )
    assert alike_to("Bernito", ["Bornita", "Bob", "bernito", "Bornito", "Benito"]) == (2, 3, 4, 0)
    assert alike_to("Anna", NAMES) == (3, 1)


def test_number_of_compared_names_is_limited(monkeypatch):
    monkeypatch.setattr(module, "MAX_COMPARED", 2)
    assert alike(["Anna", "Anka", "anna", "ANNA"]) == ((0, 2), (0, 3))
