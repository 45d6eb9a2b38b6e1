"""The event card of a round: what it changes for everybody.

Source: Shogun booklet, annex, event cards (with the misprints corrected: 'at least 4 rice').
"""

from companion.data.shogun import EventCard
from companion.data.vocabulary import said_of, typed_as, vocabulary
from companion.sentences import Sentence

OPEN_EVENTS = 4  # event cards open at the beginning of a year: three for the rounds, one for the winter
NO_EVENT = ""  # no event in force, as in winter
THEATRE_EVENT = "revolt_marker=-1"
MOST_CHESTS = "max_chests=5"
LEAST_CHESTS = "min_chests=6"
LEAST_RICE = "min_rice=4"
MOST_RICE = "max_rice=3"
LESS_RECRUITING = "recruit=3/2"


def rule_of(event: EventCard) -> str:
    """The rule of an event card, as ``events.csv`` writes it: ``max_chests=5``."""
    return f"{event.parameter}={event.value}"


def event_named(typed: str, events: tuple[EventCard, ...]) -> str:
    """The rule of the event a person means: a card's number, or a name such as ``max-chests``."""
    if not typed.strip() or typed_as("shogun", "nothing", typed):
        return NO_EVENT
    for event in events:
        if typed.strip() == str(event.number):
            return rule_of(event)
    parameter = vocabulary("shogun", "event").named(typed)
    return next(rule_of(event) for event in events if event.parameter == parameter)


def event_words(rule: str) -> Sentence:
    """The change that an event brings, for the players."""
    return said_of("shogun", "event")[rule]


def limit(rule: str, parameter: str, amount: int) -> int:
    """An amount of ``chests`` or ``rice`` under an event that names a most or a least of it."""
    name, _, value = rule.partition("=")
    if name == f"max_{parameter}":
        return min(amount, int(value))
    if name == f"min_{parameter}":
        return max(amount, int(value))
    return amount
