"""Documents of random games: plausible ones and, depending on `boldness`, with occasional plays against the rules."""

from hypothesis import strategies as st

from scorekeeper.core.replay import replay
from tests.documents import game_document, read_document

NAMES = ("Anneli", "Benito", "Anja", "Adrian", "Zoë", "Donny")
TYPES = ("castles", "mines", "cloisters", "knowledge", "ships", "pastures", "buildings")
ANIMALS = ("chickens", "cows", "sheep", "pigs")
CARDS_OF_AARON = (3, 7, 12, 18, 25)
MAFIOSI = ("caporegime", "don", "consigliere", "hitman", "smuggler")
COMPETITIONS = (
    ("possessions", "election"),
    ("society", "possessions"),
    ("election", "society"),
    ("election", "possessions", "society"),
    ("last-will", "election"),
    ("society", "last-will"),
    ("society", "election", "last-will"),
)


class Chance:
    """Makes random plays; `boldness` (0 to 1) is the share of plays against the rules."""

    def __init__(self, random, boldness, players):
        self.random, self.boldness, self.players = random, boldness, players

    def bold(self):
        return self.random.random() < self.boldness

    def some(self, values, most=99):
        return self.random.sample(values, self.random.randint(0, min(most, len(values))))

    def someone(self):
        return self.random.choice(["Nobody", "anneli"] if self.bold() else self.players)

    def number(self, most, least=0):
        return self.random.choice([-3, -1, 17, 99]) if self.bold() else self.random.randint(least, most)

    def numbers(self, most_of_them, most):
        return [self.number(most) for _ in range(self.random.randint(0, most_of_them))]


class Loire(Chance):
    def document(self):
        solo = len(self.players) == 1
        options = {"solo": True} if solo else {}
        if not self.bold():
            options["triple_values"] = {name: self.random.randint(0, 7) for name in TYPES}
        plays = list(self.solo() if solo else self.together())
        return game_document("loire", self.players, plays, options)

    def together(self):
        yield from (self.tally() for _ in range(self.random.randint(0, 12)))
        if self.random.random() < 0.5:
            yield from [*(self.tally(name) for name in self.players), {"kind": "stop"}]
        yield from (self.tally() for _ in range(self.random.randint(0, 1)))

    def solo(self):
        piles = []
        for count in CARDS_OF_AARON[: self.random.randint(0, 5)]:
            piles += [self.random.choice(TYPES) for _ in range(count - len(piles))]
            aaron = {"kind": "aaron", "estate": {name: piles.count(name) + self.bold() for name in TYPES}}
            yield from self.random.sample([self.tally(), self.bonuses(aaron)], 2)
            yield {"kind": "end-round"}

    def tally(self, name=None):
        estate = {}
        for each in self.some(TYPES):
            own = self.number(4)
            estate[each] = {"cards": own, "cloisters": 0 if each == "cloisters" else self.number(max(0, 2 * own), 0)}
        play = {"kind": "tally", "player": name or self.someone(), "estate": estate}
        play |= {each: self.number(12) for each in self.some(["victory_cards", "goods_vp"])}
        play["animals"] = {each: self.number(2) for each in self.some(ANIMALS)}
        play["storage"] = {each: self.number(3) for each in self.some(["workers", "silver", "goods"])}
        play |= {"start_player": True} if self.random.random() < 0.2 else {}
        return self.bonuses(play)

    def bonuses(self, play):
        piles = {name: pile if play["kind"] == "aaron" else pile["cards"] for name, pile in play["estate"].items()}
        earned = [name for name, count in piles.items() if count > 2 or self.bold()]
        seven = len([count for count in piles.values() if count > 0]) == 7 or self.bold()
        play |= {"first_triples": self.some(earned, 2)} if self.random.random() < 0.5 else {}
        return play | ({"all_seven": self.random.choice([0, 1, 2, 3, 4])} if seven else {})


class ProdigalsClub(Chance):
    def document(self):
        self.played = self.random.choice(COMPETITIONS)
        options = {"competitions": list(self.played)}
        if self.random.random() < 0.3:
            options["start"] = {"votes": self.random.choice([20, 43, 60]), "pounds": self.random.choice([0, 3, -2])}
        plays = [each for name in self.players if not self.bold() for each in self.entries(name)]
        for number in range(1, self.random.randint(0, 6) + 1):
            plays += [self.move() for _ in range(self.random.randint(0, 12))]
            if "election" in self.played and not self.bold():
                plays.append(self.hyde_park(number))
            plays.append(self.end_round())
        plays += [self.move() for _ in range(self.random.randint(0, 6))]
        return game_document("prodigals-club", self.players, plays, options)

    def entries(self, name):
        """Yield the initial entries of one player's numbers."""
        made = {"possessions": self.tiles, "last-will": self.properties, "society": self.influence}
        yield from (made[each](name) for each in self.played if each in made)

    def tiles(self, name):
        return {"kind": "possessions", "player": name, "tiles": self.numbers(6, 8)}

    def properties(self, name):
        return {"kind": "properties", "player": name, "values": self.numbers(6, 8)}

    def influence(self, name):
        return {"kind": "influence", "player": name, "markers": [self.number(16, -2) for _ in range(4 + self.bold())]}

    def moves(self, name):
        return {"kind": "influence", "player": name, "moves": [self.number(1, -3) for _ in range(4 + self.bold())]}

    def move(self):
        own = {"player": self.someone()}
        change = {self.random.choice(["change", "change", "to"]): self.random.randint(-12, 6)}
        moves = {"votes": [{"kind": "votes"} | own | change], "coins": [{"kind": "coins"} | own | change]}
        moves["sell"] = [{"kind": "sell", "tile": self.number(8), "discount": self.number(4)} | own]
        moves["exchange"] = [{"kind": "exchange", "give": self.number(8), "take": self.number(8), "limit": 2} | own]
        of = {
            "election": moves["votes"],
            "possessions": [*moves["coins"], *moves["sell"], *moves["exchange"], self.tiles(**self.named(own))],
            "last-will": [*moves["coins"], self.properties(**self.named(own))],
            "society": [self.influence(**self.named(own)), self.moves(**self.named(own))],
        }
        known = [each for name in (of if self.bold() else self.played) for each in of[name]]
        return self.random.choice([{"kind": "duel"}, {"kind": "stop"}] if self.random.random() < 0.02 else known)

    def named(self, own):
        return {"name": own["player"]}

    def hyde_park(self, number):
        heard = self.players[1:] if self.bold() else self.players
        play = {"kind": "hyde-park", "megaphones": {name: self.number(6) for name in heard}}
        if number < 4 and not self.bold():
            play["rewards"] = self.random.choice([[2, 1, 0], [3, 1, 0], [4, 2, 1]])
        return play

    def end_round(self):
        if "last-will" in self.played:
            order = self.random.sample(self.players, len(self.players))
            return {"kind": "end-round", "order": order[self.bold() :]}
        who, spots = self.some(self.players), range(1, len(self.players) + 1)
        chosen = [self.random.choice([0, 1]) for _ in who] if self.bold() else self.random.sample(spots, len(who))
        return {"kind": "end-round", "reserved": dict(zip(who, chosen, strict=True))}


class CartaNostra(Chance):
    def document(self):
        names = [self.players[at % len(self.players)] for at in range(self.random.randint(0, 40))]
        plays = [self.turn(self.someone() if self.bold() else name) for name in names]
        return game_document("carta-nostra", self.players, plays)

    def turn(self, name):
        if self.random.random() < self.boldness / 9:
            return {"kind": "won", "player": name}
        play = {"kind": "turn", "player": name}
        if self.random.random() < 0.8:
            play["city"] = "boss" if self.bold() else self.random.choice(MAFIOSI)
        if self.random.random() < 0.2:
            play["liquidated"] = {"player": self.someone(), "mafioso": self.random.choice(MAFIOSI)}
        return play


PLAYED = {"loire": (Loire, 1, 4), "prodigals-club": (ProdigalsClub, 2, 5), "carta-nostra": (CartaNostra, 2, 6)}
"""The class that plays each title, and its minimum and maximum numbers of players."""


@st.composite
def games(draw, slug, boldness=(0, 0.05, 0.2)):
    """Return a document of a title; with a boldness above 0, some of its plays may be refused."""
    player, fewest, most = PLAYED[slug]
    random, names = draw(st.randoms(use_true_random=True)), list(NAMES[: draw(st.integers(fewest, most))])
    return player(random, draw(st.sampled_from(boldness)), names).document()


def replayed(document):
    found = read_document(document)
    return replay(found.rulebook, found.table, found.plays)


def standing(document):
    """Return the document without the refused plays."""
    steps = {step.number for step in replayed(document).steps}
    return document | {"plays": [play for number, play in enumerate(document["plays"], 1) if number in steps]}
