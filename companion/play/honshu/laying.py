"""A player lays a card on their map."""

from dataclasses import dataclass, field

from companion.codec import UNSAID
from companion.data.honshu.placements import BOTTOM, Placement, read_card, read_placements
from companion.errors import Refused
from companion.play.honshu.working import map_kind
from companion.rules.honshu.placing.laying import Pile, lay_counted
from companion.rules.rulings import Rulings
from companion.sentences import joined, say


@dataclass(frozen=True, slots=True)
class LayCard:
    """Lay a card on one's own map."""

    seat: str
    card: str  # the card's name, such as ``29`` or ``A3``
    row: int  # row of its top left corner once turned
    column: int
    turn: int = 0  # degrees clockwise
    under: str | None = field(default=None, metadata=UNSAID)
    """The card it is slid directly beneath, or ``bottom``; ``None`` where it lies on top."""


def placement_of(asked: LayCard) -> Placement:
    """A request to lay a card, read as it is typed; an ``InputError`` for no card, place, turn, or level."""
    line = f"{read_card(asked.card).name} {asked.row} {asked.column} {asked.turn}"
    if asked.under is not None:
        line += " bottom" if asked.under == BOTTOM else f" under {read_card(asked.under).name}"
    return read_placements(line)[0]


def _after(pile: Pile, asked: LayCard, rulings: Rulings) -> Pile:
    step = lay_counted(pile, placement_of(asked), rulings)
    if not step.legal:
        raise Refused(joined(step.reasons, "\n") or "")
    return step.pile


KIND = map_kind("card", LayCard, _after, lambda asked: say("card {card}", card=asked.card))
