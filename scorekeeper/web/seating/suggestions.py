"""The buttons that rename or hide a suggested name on the form for a new game, or undo such a change."""

from collections.abc import Iterator, Mapping

from ...core.fields import small_number
from ...core.names import hidden_fault, name_fault
from ...store import people
from ...store.games import GameService, StaleRevision, Submission
from ...store.people import CannotRename
from ...store.rows import PeopleChange
from ..forms.fixed import one_line

MOST = 999_999_999


def edited_names(sent: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield id and typed name of each suggestion edited in a form."""
    for field, seen in sent.items():
        number = small_number(field.removeprefix("known-").removesuffix("-was"), MOST)
        if number is not None and field == f"known-{number}-was" and sent.get(f"known-{number}", seen) != seen:
            yield number, sent[f"known-{number}"]


def pressed(button: str, sent: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the action of a button for suggestions and its id; None for other buttons.

    The buttons are "rename:ID", "hide:ID" (of a person) and "undo:ID" (of a change). The Enter key renames if exactly
    one name was edited.
    """
    act, _, what = button.partition(":")
    edited = list(edited_names(sent))
    if button == "enter" and not sent.get("new") and len(edited) == 1:
        return "rename", edited[0][0]
    number = small_number(what, MOST)
    return (act, number) if act in ("rename", "hide", "undo") and number is not None else None


def change(
    service: GameService, act: str, number: int, sent: Mapping[str, str], submission: Submission
) -> PeopleChange | None:
    """Perform the action returned by `pressed`; return the change, or None if the name is the same.

    Raises NoSuchPerson, StaleRevision, CannotRename, SatTogether.
    """
    if act == "undo":
        return people.take_back(service, number, submission)
    seen = sent.get(f"known-{number}-was")
    if seen is None:
        raise StaleRevision
    if act == "hide":
        return people.hide(service, number, seen, submission)
    return rename(service, number, seen, sent.get(f"known-{number}", ""), submission)


def rename(service: GameService, player_id: int, seen: str, typed: str, submission: Submission) -> PeopleChange | None:
    """Rename a person to the typed name; return the change, or None if the name is the same.

    Raises NoSuchPerson, StaleRevision, CannotRename (also for an invalid name).
    """
    name = one_line(typed)
    fault = name_fault(name) or (hidden_fault(name) if name != seen else None)
    if fault:
        raise CannotRename(fault)
    return people.rename(service, player_id, seen, name, submission) if name != seen else None
