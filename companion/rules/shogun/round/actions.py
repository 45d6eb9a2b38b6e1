"""The ten actions of a round, by name.

Source: Shogun booklet, Planning one's actions.
"""

from __future__ import annotations

from companion.errors import InputError
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.cubes import listing
from companion.rules.shogun.naming import folded, guesses
from companion.sentences import Sentence, say

__all__ = ["ACTIONS", "COMBATS", "RECRUITING", "YIELDS", "action_named", "action_typed", "action_words"]

YIELDS = {"rice": "rice", "tax": "chests"}
"""The two actions that collect something, and what."""

RECRUITING = {"five": (5, 3), "three": (3, 2), "one": (1, 1)}
"""The recruiting actions: armies, and chests they cost; ``one`` may move as well."""

COMBATS = ("combat-a", "combat-b")
"""The two actions that may attack."""

ACTIONS = (*BUILDINGS, *YIELDS, *RECRUITING, *COMBATS)
"""The ten actions."""

_ALSO = {
    "build-a-castle": "castle",
    "chateau": "castle",
    "construire-un-chateau": "castle",
    "village": "castle",
    "build-a-temple": "temple",
    "construire-un-temple": "temple",
    "build-a-no-theatre": "theatre",
    "construire-un-theatre-no": "theatre",
    "no": "theatre",
    "no-theatre": "theatre",
    "theater": "theatre",
    "theatre-no": "theatre",
    "collect-rice": "rice",
    "recolter-le-riz": "rice",
    "riz": "rice",
    "collect-taxes": "tax",
    "impot": "tax",
    "impots": "tax",
    "lever-des-impots": "tax",
    "taxes": "tax",
    "5": "five",
    "5-armees": "five",
    "5-armies": "five",
    "cinq": "five",
    "place-5-armies": "five",
    "placer-5-armees": "five",
    "3": "three",
    "3-armees": "three",
    "3-armies": "three",
    "place-3-armies": "three",
    "placer-3-armees": "three",
    "trois": "three",
    "1": "one",
    "1-armee": "one",
    "1-army": "one",
    "place-1-army-and-move": "one",
    "placer-1-armee-et-deplacer": "one",
    "un": "one",
    "une": "one",
    "a": "combat-a",
    "combat-or-move-a": "combat-a",
    "combat-ou-mouvement-a": "combat-a",
    "b": "combat-b",
    "combat-or-move-b": "combat-b",
    "combat-ou-mouvement-b": "combat-b",
}


def action_named(typed: str) -> str:
    """The action a person means, in English or French, by its short name or as it is shown.

    Raises:
        InputError: When there is no such action; those that look like it are named.
    """
    text = folded(typed)
    name = _ALSO.get(text, text)
    if name in ACTIONS:
        return name
    close = guesses(text, (*ACTIONS, *_ALSO))
    if close:
        meant = dict.fromkeys(_ALSO.get(word, word) for word in close)
        raise InputError(
            "'{typed}' is no action; did you mean {names}?",
            typed=typed,
            names=listing(action_typed(each) for each in meant),
        )
    raise InputError(
        "'{typed}' is no action; the ten are {names}.",
        typed=typed,
        names=listing(action_typed(each) for each in ACTIONS),
    )


def action_typed(action: str) -> Sentence:
    """The short name of an action, as it is typed."""
    return {
        "castle": say("castle"),
        "temple": say("temple"),
        "theatre": say("theatre"),
        "rice": say("rice"),
        "tax": say("tax"),
        "five": say("five"),
        "three": say("three"),
        "one": say("one"),
        "combat-a": say("combat-a"),
        "combat-b": say("combat-b"),
    }[action]


def action_words(action: str) -> Sentence:
    """The name of an action, for the players."""
    return {
        "castle": say("build a castle"),
        "temple": say("build a temple"),
        "theatre": say("build a Nô theatre"),
        "rice": say("collect rice"),
        "tax": say("collect taxes"),
        "five": say("place 5 armies"),
        "three": say("place 3 armies"),
        "one": say("place 1 army and move"),
        "combat-a": say("combat or move A"),
        "combat-b": say("combat or move B"),
    }[action]
