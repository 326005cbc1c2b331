"""The sections of the rules, and the values for their template, `templates/rulebooks/carta-nostra/rules.html`."""

from ...core.messages import say
from ...core.rules import Rules, Section
from .cities import State
from .mafiosi import HAND_LIMIT, MAFIOSI, PLAYERS, START_HAND

VALUES = {"hand_limit": HAND_LIMIT, "mafiosi": MAFIOSI, "players": PLAYERS, "start_hand": START_HAND}

SECTIONS: tuple[Section[State], ...] = (
    Section("start", say("Before the first turn")),
    Section("turn", say("A turn"), ("out-of-turn",)),
    Section("jobs", say("What the Mafiosi do"), ("own-city", "nothing-to-liquidate", "unknown-mafioso")),
    Section("don", say("The Don")),
    Section("no-job", say("Mafiosi who do no job")),
    Section("cards", say("Hand and piles")),
    Section("winning", say("Winning"), ("game-over",)),
)

RULES = Rules(SECTIONS, lambda state: VALUES, by_players=False, scoring="winning")
