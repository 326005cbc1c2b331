"""Names in a document: who of those who are known here they are, by what people were called before, too."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product

from ..storage import Database
from ..storage.people import former_names, has_name, merged_player, person_called, read_person


class Recognising:
    """Recognises names; what people were called before is looked up once, where somebody is not known by name."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @cached_property
    def _had(self) -> Mapping[str, frozenset[int]]:
        return former_names(self._db)

    def are(self, players: Sequence[int], called: Sequence[str], names: Sequence[str]) -> bool:
        """Return whether players who are `called` so are those that a document names, seat by seat."""
        return len(players) == len(names) and all(
            now.casefold() == name.casefold() or player in self._once(name)
            for player, now, name in zip(players, called, names, strict=True)
        )

    def seats(self, names: Sequence[str], table: Mapping[int, int]) -> tuple[int | None, ...]:
        """Return as whom these sit down, each at most once; None for who comes in for the first time.

        `table` has who sits there so far, and as whom: names are first those of them. A former name is of use only
        where nobody else had it.
        """
        found: dict[int, int] = {}
        taken: set[int] = set()
        for here, who in product((True, False) if table else (False,), (self._called, self._once)):
            for seat, name in enumerate(names):
                known = {} if seat in found else who(name)
                known = {player: table.get(player, known[player]) for player in known if player in table or not here}
                if len(known) == 1 and not taken & known.keys():
                    taken.update(known)
                    (found[seat],) = known.values()
        return tuple(found.get(seat) for seat in range(len(names)))

    def _called(self, name: str) -> Mapping[int, int]:
        """Return who is called so, and as whom they sit down: as themselves."""
        person = person_called(self._db, name)
        return {person.id: person.id} if person else {}

    def _once(self, name: str) -> Mapping[int, int]:
        """Return who was called so, and as whom they sit down: as who they were before they were merged."""
        once = {
            merged_player(self._db, each): each for each in sorted(self._had.get(name.casefold(), ()), reverse=True)
        }
        people = {player: read_person(self._db, player) for player in once}
        return {
            player: once[player]
            for player, person in people.items()
            if person and has_name(self._db, player, person.name)  # whoever left all games has none any more
        }
