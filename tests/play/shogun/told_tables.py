"""Tables of Shogun of which everything is told that is told of them."""

from collections.abc import Iterator

from companion.play.shogun.descriptions.standing import find_next_action
from companion.play.shogun.round import RevealBids, TakeSpecial
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.round.stages import Stage
from companion.table.history import History
from tests.play.told import Telling

Shogun = History[ShogunState]
SPECIALS = ("six", "attack", "rice", "chest", "defence")
LAID = ("tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre")
BIDS = RevealBids({"blue": "2", "yellow": "2", "red": "0"})


def waits(state: ShogunState) -> object:
    """What a table waits for."""
    now = find_next_action(state)
    return {"waits": now.words, "for": now}


def build_telling(here: Shogun) -> Telling:
    return Telling(here, waits)


def choosing(at: Telling) -> Iterator[str]:
    """Everybody takes the first special card that is left."""
    while (calendar := at.state.calendar) is not None and calendar.stage == Stage.CHOICE:
        free = next(card for card in calendar.specials if card not in calendar.taken.values())
        yield from at.play(TakeSpecial(str(calendar.player), free))
