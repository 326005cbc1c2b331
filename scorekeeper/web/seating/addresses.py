"""Query parameters for a seating: to open the page with it again, and to open the rules for it."""

from ..forms.fields_form import ASKED, typed_in, typed_in_field
from .form import KEPT, Seating


def query_of(seating: Seating) -> list[tuple[str, str]]:
    """Return the query parameters from which `read_seating` makes the same seating."""
    pairs = [("new", seating.typed), *([] if seating.place is None else [("place", seating.place)])]
    pairs += [("order", KEPT)] if seating.kept else []
    pairs += [("after", seating.after)] if seating.after else []
    for number, row in enumerate(seating.rows):
        pairs += [(f"name-{number}", row.name), *((f"{name}-{number}", word) for name, word in row.words.items())]
    return [*pairs, *typed_in(seating.options)]


def rules_query(seating: Seating) -> list[tuple[str, str]]:
    """Return the query parameters of the rules for a seating: the number of players, and options that matter there."""
    count, (fewest, most) = len(seating.rows), seating.rulebook.meta.players
    asked = seating.rulebook.rules.asks
    chosen = [each for each in seating.options or () if each.name.split("-")[0] in asked]
    pairs = [("players", str(count))] if fewest <= count <= most else []
    return [*pairs, *([(ASKED, "yes")] if chosen else []), *(pair for each in chosen for pair in typed_in_field(each))]
