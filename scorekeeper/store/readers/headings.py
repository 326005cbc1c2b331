"""Roles of the columns of a table, and their known headings in English and German."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...core.messages import Message, say
from .cells import plain, texts


class Role(StrEnum):
    """Meaning of a column. `PART` is a category of points, `POINTS_OF` the points of the player in the heading."""

    DATE = "date"
    BEGAN = "began"
    ENDED = "ended"
    GAME = "game"
    PLAYER = "player"
    POINTS = "points"
    WON = "won"
    PLACE = "place"
    LOCATION = "location"
    MINUTES = "minutes"
    NOTE = "note"
    SEAT = "seat"
    STARTS = "starts"
    NUMBER = "number"
    PART = "part"
    POINTS_OF = "points-of"
    SKIP = "skip"
    FINISHED = "finished"
    ROUND = "round"
    ROLE = "role"
    EXPANSIONS = "expansions"
    CATEGORIES = "categories"
    ROUNDS = "rounds"


OWN_ONLY = (Role.ROLE, Role.EXPANSIONS, Role.CATEGORIES, Role.ROUNDS)
"""Roles of columns that only exported tables have, except those of early versions."""
CHOICES = tuple(role for role in Role if role not in (Role.FINISHED, Role.ROUND, *OWN_ONLY))
"""Roles that can be chosen for a column."""
NAMES: Mapping[Role, Message] = {
    Role.DATE: say("date"),
    Role.BEGAN: say("start"),
    Role.ENDED: say("end"),
    Role.GAME: say("played game"),
    Role.PLAYER: say("player"),
    Role.POINTS: say("points"),
    Role.WON: say("winner"),
    Role.PLACE: say("place"),
    Role.LOCATION: say("location"),
    Role.MINUTES: say("duration"),
    Role.NOTE: say("note"),
    Role.SEAT: say("seat"),
    Role.STARTS: say("starting player"),
    Role.NUMBER: say("game number"),
    Role.PART: say("points of a category"),
    Role.POINTS_OF: say("points of one player"),
    Role.SKIP: say("not used"),
    Role.FINISHED: say("finished"),
    Role.ROUND: say("round"),
    Role.ROLE: say("role"),
    Role.EXPANSIONS: say("expansions"),
    Role.CATEGORIES: say("points by category"),
    Role.ROUNDS: say("points by round"),
}
SYNONYMS: Mapping[Role, Sequence[str]] = {
    role: joined.split("|")
    for role, joined in {
        Role.DATE: "date|datum|game date|play date|date played|played on|date time|datetime|timestamp|spieldatum|"
        "gespielt am|datum uhrzeit|datum zeit|zeitstempel|zeitpunkt|day|tag|when|wann|played|"
        "am|spieltag|abend|spieleabend",
        Role.BEGAN: "began|start time|time started|started at|startzeit|uhrzeit|beginn|begin|anfang|start|started|"
        "begonnen|time of day|time|zeit|von|from",
        Role.MINUTES: "minutes|minuten|duration|dauer|spieldauer|playing time|play time|playtime|game length|length|"
        "spielzeit|minutes played|duration min|duration minutes|duration in minutes|length min|length minutes|"
        "dauer min|dauer minuten|dauer in minuten|dauer in min|spieldauer min|spieldauer minuten|min|mins|"
        "time min|time minutes|zeit min|zeit in minuten|time played|"
        "hours|stunden|duration h|duration hours|dauer h|dauer std|dauer stunden|dauer in stunden|time|zeit",
        Role.ENDED: "ended|end time|time ended|ended at|endzeit|ende|end|schluss|bis|until|to",
        Role.PLAYER: "player|spieler|spielerin|spieler in|player name|name of the player|name of player|spielername|"
        "name des spielers|players|mitspieler|mitspielende|mitspieler innen|spielende|spieler innen|spielerinnen|"
        "players names|player names|teilnehmer|teilnehmende|teilnehmer innen|participants|participant|person|personen|"
        "names|namen|name",
        Role.GAME: "game|spiel|game name|name of the game|name of game|game title|game played|title|titel|spielname|"
        "name des spiels|spieltitel|title of the game|board game|boardgame|board game name|brettspiel|gespieltes spiel|"
        "games|spiele|partie|name",
        Role.POINTS: "total|total score|total points|final score|final points|points total|score total|endpunkte|"
        "profit|net profit|net|saldo|bilanz|"
        "gesamt|gesamtpunkte|gesamtpunktzahl|punkte gesamt|summe|total vp|endstand|score|points|punkte|punktzahl|"
        "punktestand|siegpunkte|victory points|vp|vps|pts|pkt|scores|score s|points scored|final result|endergebnis|"
        "result|results|ergebnis|ergebnisse|resultat",
        Role.WON: "won|winner|is winner|winners|winner s|win|wins|gewonnen|gewinner|gewinnerin|gewinner in|"
        "gewinner innen|sieger|siegerin|sieger in|sieger innen|sieg|w l|win loss|won lost|w|win lose|gewonnen verloren|"
        "sieg niederlage|hat gewonnen|won by|did win|victory|champion|result|results|outcome|ergebnis|resultat|ausgang",
        Role.PLACE: "rank|place|rang|platz|platzierung|placement|placing|ranking|final place|final rank|finish|"
        "finishing position|finish position|standing|platzierungen|position|pos|result|results|ergebnis",
        Role.LOCATION: "location|ort|spielort|venue|where|wo|played at|standort|bei|at|place",
        Role.NOTE: "note|notes|comment|comments|kommentar|kommentare|notiz|notizen|bemerkung|bemerkungen|anmerkung|"
        "anmerkungen|remark|remarks|description|beschreibung|info|infos|sonstiges",
        Role.SEAT: "seat|sitz|sitzplatz|seat order|seat number|start position|startposition|starting position|"
        "turn order|player order|reihenfolge|spielerreihenfolge|sitzreihenfolge|seating|order|position",
        Role.STARTS: "start player|starting player|startspieler|startspielerin|startspieler in|first player|"
        "beginnt|starter|goes first|started|start",
        Role.NUMBER: "number of the game|nummer der partie|play id|play number|play nr|play no|game number|game no|"
        "game nr|game num|match id|match number|match no|match|partie nr|partienummer|nummer der partie|partie id|"
        "spiel nr|spielnummer|spiel id|session id|session|uuid|game id|game|spiel|partie|play|"
        "number|nummer|nr|no|lfd nr|#|index|id",
        Role.ROUND: "round|runde|round number|round no|round nr|rundennummer|runde nr|hand|rounds|runden",
        Role.FINISHED: "finished|beendet",
        Role.SKIP: "number of players|num players|nr players|no of players|player count|players count|num of players|"
        "spieleranzahl|anzahl spieler|anzahl der spieler|anzahl spielende|spielerzahl|anzahl|count|year|jahr|"
        "month|monat|weekday|wochentag|week|woche|kw|season|saison|version|rating|bewertung|age|alter|expansion|expansions|"
        "erweiterung|erweiterungen|player id|spieler id|winner id|username|color|colour|farbe|new",
    }.items()
}
"""Headings by role, in the form of `words_of`; the first ones take precedence. A heading can have several roles."""
ROLES_OF: Mapping[str, Sequence[Role]] = {
    text: [role for role, known in SYNONYMS.items() if text in known]
    for text in {text for known in SYNONYMS.values() for text in known}
}
OF_PLAYER = (Role.POINTS, Role.WON, Role.PLACE, Role.SEAT, Role.STARTS)
"""Roles that a column can have for one of several players in a line."""
PLAYER_WORDS = texts("player|spieler|spielerin|mitspieler|teilnehmer|team|person|p|s")
LINKS = texts("of|von|for|für|by|the|der|des|s")
LINK = re.compile(r"^(?:of|von|for|für|by)\b|\b(?:of|von|'s)$", re.IGNORECASE)
AROUND_NAMES = " _-–:()[]{}.,/|#"
TOKEN = re.compile(r"[^\W\d_]+|\d+")
CAMEL = re.compile(r"(?<=[^\W\d_A-ZÄÖÜ])(?=[A-ZÄÖÜ][a-zäöüß])")


@dataclass(frozen=True, slots=True)
class Slot:
    """A heading about one of the players in a line: the `key` common to their columns, and the role.

    `name` is the player's name if the heading contains it; otherwise another column of the same key has the names.
    """

    key: str
    role: Role
    name: str = ""


def words_of(heading: str) -> str:
    """Return a heading without case and punctuation, for comparison with `SYNONYMS`: "player name" for "playerName"."""
    return " ".join(_tokens(heading)) or plain(heading)


def roles_of(heading: str) -> Sequence[Role]:
    return ROLES_OF.get(words_of(heading), ())


def numbered_slot(heading: str) -> Slot | None:
    """Return the meaning of a heading with the number or letter of a player, as in "Player 1 score" and "P2"."""
    tokens = _tokens(heading)
    has_player = bool(PLAYER_WORDS & set(tokens))
    keys = [each for each in tokens if each.isdigit() and len(each) <= 2] or [
        each for each in tokens if has_player and len(each) == 1 and each not in PLAYER_WORDS and len(tokens) > 1
    ]
    if len(keys) != 1 or not (has_player or len(tokens) > 1):
        return None
    rest = [each for each in tokens if each != keys[0] and each not in PLAYER_WORDS and each not in LINKS]
    if [*rest] in ([], ["name"], ["namen"]) and (has_player or rest):
        return Slot(keys[0], Role.PLAYER)
    role = _role_of_player(" ".join(rest))
    if role:
        return Slot(keys[0], role)
    return Slot(keys[0], Role.SKIP) if has_player else None


def named_slot(heading: str) -> Slot | None:
    """Return the meaning of a heading with the name of a player, such as "Ada score" or "Punkte (Ada)"."""
    spelled = CAMEL.sub(" ", heading)
    found = [*TOKEN.finditer(spelled)]
    tokens = [plain(each[0]) for each in found]
    for length in range(len(found) - 1, 0, -1):
        for words, rest in (
            (tokens[:length], spelled[found[length - 1].end() :]),
            (tokens[-length:], spelled[: found[-length].start()]),
        ):
            role, name = _role_of_player(" ".join(words)), LINK.sub("", rest.strip(AROUND_NAMES)).strip(AROUND_NAMES)
            if role and name and not name.isdigit():
                return Slot(plain(name), role, name)
    return None


def _role_of_player(words: str) -> Role | None:
    return next((each for each in ROLES_OF.get(words, ()) if each in OF_PLAYER), None)


def _tokens(heading: str) -> list[str]:
    return [plain(each) for each in TOKEN.findall(CAMEL.sub(" ", heading))]
