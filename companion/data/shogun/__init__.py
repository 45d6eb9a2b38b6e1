"""The facts of Shogun: provinces, borders, events, set-ups, and the drawn map."""

from companion.data.shogun.facts import (
    REGIONS,
    Board,
    Border,
    EventCard,
    Facts,
    Province,
    ProvinceCard,
    Side,
    StartingGroup,
    facts,
    read_facts,
)

__all__ = [
    "REGIONS",
    "Board",
    "Border",
    "EventCard",
    "Facts",
    "Province",
    "ProvinceCard",
    "Side",
    "StartingGroup",
    "facts",
    "read_facts",
]
