"""Names that look alike: by the fewest slips that make one of the other, and by how many letters they have."""

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
        # A wrong, a missing, an additional letter; two that are swapped.
        ("Anna", "Anka", True),
        ("Bnna", "Anna", True),
        ("Anna", "Ana", False),
        ("Annas", "Anna", True),
        ("Hanna", "Anna", True),
        ("Anna", "Nana", True),
        ("Anna", "Anan", True),
        # Two slips need seven letters, three are too many for all.
        ("Benito", "Bernita", False),
        ("Bernito", "Vernita", True),
        ("Bernito", "Vermita", False),
        ("Bernito", "Ebrniot", True),
        ("Bernito", "Bernitolo", True),
        ("Bernito", "Bernitolos", False),
        ("Bernito", "Ernit", False),
        # Three letters and fewer must be the same.
        ("Bob", "Bib", False),
        ("Bob", "BOB", True),
        # What is swapped must be neighbours, and the same two.
        ("abcd", "cbad", False),
        ("abcd", "badc", False),
        ("abcdefg", "badcefg", True),
        ("abcdefgh", "badcfegh", False),
        # Numbers are never alike.
        ("Player1", "Player2", False),
        ("Player1", "Plaxer1", True),
    ],
)
def test_two_names(one, other, looks):
    assert alike([one, other]) == ((0, 1),) * looks
    for name, others in ((one, other), (other, one)):
        assert alike_to(name, [others]) == (0,) * looks


def test_those_first_that_differ_least():
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


def test_the_pairs_are_bounded(monkeypatch):
    monkeypatch.setattr(module, "MAX_COMPARED", 2)
    assert alike(["Anna", "Anka", "anna", "ANNA"]) == ((0, 2), (0, 3))
