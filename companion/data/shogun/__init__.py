"""The facts of Shogun: provinces, borders, events, set-ups, and the drawn map."""

from companion.data.shogun.facts import facts, read_facts
from companion.data.shogun.model import (
    REGIONS,
    Board,
    Border,
    Event,
    Facts,
    Placement,
    Province,
    ProvinceCard,
    Side,
)

__all__ = [
    "REGIONS",
    "Board",
    "Border",
    "Event",
    "Facts",
    "Placement",
    "Province",
    "ProvinceCard",
    "Side",
    "facts",
    "read_facts",
]
