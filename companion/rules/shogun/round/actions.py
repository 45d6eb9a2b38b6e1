"""The ten actions of a round and its five special cards, by name.

A special card gives a small advantage for a round, and its space is a place in turn order.

Source: Shogun booklet, Planning one's actions; Laying the special cards.
"""

from companion.data.vocabulary import said_of, vocabulary
from companion.rules.shogun.components import BUILDINGS
from companion.sentences import Sentence

YIELDS = {"rice": "rice", "tax": "chests"}  # the two actions that collect something, and what
RECRUITING = {"five": (5, 3), "three": (3, 2), "one": (1, 1)}
"""The recruiting actions: armies, and chests they cost; ``one`` may move as well."""

COMBATS = ("combat-a", "combat-b")  # the two actions that may attack
ACTIONS = (*BUILDINGS, *YIELDS, *RECRUITING, *COMBATS)  # the ten actions
SPACES = len(ACTIONS) + 1  # spaces on a player's mat: ten actions and the bid
SPECIALS = ("chest", "rice", "six", "attack", "defence")
"""The special cards: +1 chest, +1 rice, 6 armies, +1 attack, +1 defence."""


def action_named(typed: str) -> str:
    """The action a person means, in the words of any language, by its short name or as it is shown."""
    return vocabulary("shogun", "action").named(typed)


def action_typed(action: str) -> Sentence:
    """The short name of an action, as it is typed."""
    return vocabulary("shogun", "action").word(action)


def action_words(action: str) -> Sentence:
    """The name of an action, for the players."""
    return said_of("shogun", "action")[action]


def special_named(typed: str) -> str:
    """The special card a person means, in the words of any language, with or without ``+1``."""
    return vocabulary("shogun", "special").named(typed.strip().removeprefix("+1"))


def special_words(special: str) -> Sentence:
    """The name of a special card."""
    return said_of("shogun", "special")[special]
