"""The event card of a round: what it changes for everybody.

Source: Shogun booklet, annex, event cards (with the misprints corrected: 'at least 4 rice').
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.data.shogun import Event
from companion.errors import InputError
from companion.rules.shogun.battle.muster import CASTLE_EVENT, NEUTRAL_EVENT, TEMPLE_EVENT
from companion.rules.shogun.cubes import listing
from companion.rules.shogun.naming import folded, guesses
from companion.sentences import Sentence, say

__all__ = [
    "LEAST_CHESTS",
    "LEAST_RICE",
    "LESS_RECRUITING",
    "MOST_CHESTS",
    "MOST_RICE",
    "NO_EVENT",
    "OPEN_EVENTS",
    "THEATRE_EVENT",
    "event_named",
    "event_words",
    "limit",
    "rule_of",
]

OPEN_EVENTS = 4
"""Event cards open at the beginning of a year: three for the rounds, one for the winter."""

NO_EVENT = ""
"""No event in force, as in winter."""

THEATRE_EVENT = "revolt_marker=-1"
MOST_CHESTS = "max_chests=5"
LEAST_CHESTS = "min_chests=6"
LEAST_RICE = "min_rice=4"
MOST_RICE = "max_rice=3"
LESS_RECRUITING = "recruit=3/2"

_NAMES: Mapping[str, str] = {
    "theatre": THEATRE_EVENT,
    "neutral": NEUTRAL_EVENT,
    "castle": CASTLE_EVENT,
    "temple": TEMPLE_EVENT,
    "max-chests": MOST_CHESTS,
    "min-chests": LEAST_CHESTS,
    "min-rice": LEAST_RICE,
    "max-rice": MOST_RICE,
    "recruit": LESS_RECRUITING,
}


def rule_of(event: Event) -> str:
    """What an event card changes, as ``events.csv`` writes it: ``max_chests=5``."""
    return f"{event.parameter}={event.value}"


_ALSO = {
    "neutre": "neutral",
    "chateau": "castle",
    "max-coffres": "max-chests",
    "min-coffres": "min-chests",
    "min-riz": "min-rice",
    "max-riz": "max-rice",
    "recrutement": "recruit",
}


def _typed(name: str) -> Sentence:
    return {
        "theatre": say("theatre"),
        "neutral": say("neutral"),
        "castle": say("castle"),
        "temple": say("temple"),
        "max-chests": say("max-chests"),
        "min-chests": say("min-chests"),
        "min-rice": say("min-rice"),
        "max-rice": say("max-rice"),
        "recruit": say("recruit"),
    }[name]


def event_named(typed: str, events: tuple[Event, ...]) -> str:
    """The rule of the event a person means: a card's number, or a name such as ``max-chests``.

    Raises:
        InputError: When there is no such event.
    """
    text = folded(typed)
    if text in ("", "none", "aucun"):
        return NO_EVENT
    for event in events:
        if text == str(event.number):
            return rule_of(event)
    name = _ALSO.get(text, text)
    if name in _NAMES:
        return _NAMES[name]
    close = guesses(text, (*_NAMES, *_ALSO))
    if close:
        meant = dict.fromkeys(_ALSO.get(word, word) for word in close)
        raise InputError(
            "'{typed}' is no event; did you mean {names}?",
            typed=typed,
            names=listing(_typed(each) for each in meant),
        )
    raise InputError(
        "'{typed}' is no event; give the number of its card, 1 to 12, or one of {names}.",
        typed=typed,
        names=listing(_typed(each) for each in _NAMES),
    )


def event_words(rule: str) -> Sentence:
    """What an event changes, for the players."""
    return {
        NO_EVENT: say("No event is in force."),
        THEATRE_EVENT: say("Building a Nô theatre takes one revolt marker out of its province."),
        NEUTRAL_EVENT: say("Neutral provinces defend with two green armies instead of one."),
        CASTLE_EVENT: say("Whoever is attacked in a province with a castle throws one army more."),
        TEMPLE_EVENT: say("Provinces with a temple may not be attacked."),
        MOST_CHESTS: say("A tax brings 5 chests at most."),
        LEAST_CHESTS: say("A tax brings 6 chests at least."),
        LEAST_RICE: say("A harvest brings 4 rice at least."),
        MOST_RICE: say("A harvest brings 3 rice at most."),
        LESS_RECRUITING: say("'5 armies' brings only 3 and '3 armies' only 2, at the same price."),
    }[rule]


def limit(rule: str, parameter: str, amount: int) -> int:
    """An amount under an event that names a most or a least of something.

    Args:
        rule: The event in force.
        parameter: ``chests`` or ``rice``.
        amount: What the card of the province says.
    """
    name, _, value = rule.partition("=")
    if name == f"max_{parameter}":
        return min(amount, int(value))
    if name == f"min_{parameter}":
        return max(amount, int(value))
    return amount
