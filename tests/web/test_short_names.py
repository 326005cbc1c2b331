"""Names where there is little room."""

from scorekeeper.web.game.names import breakable, most_in_strip, short_names
from tests.rows import row_by_row


@row_by_row(
    ("names", "short"),
    [
        (["Anneli", "Zoë", "Hans-Joachim"], ["Anneli", "Zoë", "Hans-Joachim"]),
        (["Anneli Koch", "Max"], ["Anneli", "Max"]),
        (["Anna Koch", "Anna Berg", "Anna"], ["Anna K.", "Anna B.", "Anna"]),
        (["Anna Koch", "ANNA Kern"], ["Anna Ko.", "ANNA Ke."]),
        (["Anna Ko", "Anna Kern"], ["Anna Ko", "Anna Ke."]),
        (["Anna von Berg", "Anna zu Koch"], ["Anna B.", "Anna K."]),
        (["Anna A Berg", "Anna B Berg"], ["Anna A Berg", "Anna B Berg"]),
        (["Maximiliane-Theodora von Rappolts", "Zoë"], ["Maximiliane", "Zoë"]),
        (["Maximiliane-Theodora", "Maximiliane-Dorothea"], ["Maximiliane T.", "Maximiliane D."]),
        (["Friedrichwilhelmine", "Zoë"], ["Friedrichwi.", "Zoë"]),
        (["Friedrichwilhelmine", "Friedrichwilhelm"], ["Friedrichwilhel.", "Friedrichwilhelm"]),
        (["-" * 15], ["-" * 11 + "."]),
    ],
)
def test_short_names_are_first_names_with_as_much_of_the_last_as_tells_them_apart(names, short):
    assert short_names(names) == short


@row_by_row(
    ("names", "short"),
    [
        (["Anneli", "Zoë", "Hans-Joachim", "Evangelina"], ["Anneli", "Zoë", "Hans", "Evangel."]),
        (["Alexander Maier", "Alexander Meier", "Bo", "Cy"], ["Ale. Ma.", "Ale. Me.", "Bo", "Cy"]),
        (["Evangelina", "Anja", "Benito", "Cleo", "Maximiliane"], ["Evang.", "Anja", "Benito", "Cleo", "Maxim."]),
        (["Anna Koch", "Anna Berg", "Cy", "Di", "Evi"], ["An. K.", "An. B.", "Cy", "Di", "Evi"]),
        (["Theodora Alt", "Theodora Berg", "Cy", "Di", "Evi"], ["Th. A.", "Th. B.", "Cy", "Di", "Evi"]),
    ],
)
def test_with_more_players_beside_each_other_names_are_shorter_and_no_two_alike(names, short):
    assert short_names(names, most_in_strip(len(names))) == short


@row_by_row(
    ("text", "broken"),
    [
        ("Hitman", "Hitman"),
        ("Caporegime", "Capo-regime"),
        ("Schmuggler", "Schmugg-ler"),
        ("Maximiliane", "Maximi-liane"),
        ("verschiedene Mafiosi", "verschie-dene Ma-fiosi"),
        ("Strngthsk", "Strngthsk"),
    ],
)
def test_a_long_word_can_break_near_its_middle_between_syllables(text, broken):
    assert breakable(text).replace("\u00ad", "-") == broken
