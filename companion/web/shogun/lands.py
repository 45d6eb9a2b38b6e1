"""A board as it is typed into a page, told or put right: provinces, and the events that lie open."""

from companion.data.shogun import facts
from companion.play.shogun.by_hand import Amounts
from companion.rules.shogun.components import BUILDINGS, MARKERS
from companion.rules.shogun.realm import ARMIES, DAIMYO, Land
from companion.rules.shogun.score import MOST_AMOUNTS
from companion.web.visit import Visit


def land_of(visit: Visit, province: str) -> Land:
    """The land of a province as it was typed; empty where nobody owns it."""
    form = visit.form
    owner = form.choice(f"owner-{province}", ("", *DAIMYO), "")
    if not owner:
        return Land()
    return Land(
        owner,
        form.number(
            f"armies-{province}", 1, ARMIES, 1 if form.has("then") else None
        ),  # no point hangs on them
        tuple(kind for kind in BUILDINGS if form.has(f"{kind}-{province}")),
        form.number(f"markers-{province}", 0, MARKERS, 0),
    )


def amounts_of(visit: Visit, player: str) -> Amounts:
    """What a player owns as it was typed; what is left out is none where nothing but points is counted."""
    form, told = visit.form, {}
    for what, most in MOST_AMOUNTS.items():
        given = form.has(name := f"{what}-{player}") or form.has("then")
        told[what] = form.number(name, 0, most, 0) if given else None
    return Amounts(**told)


def opened_events(visit: Visit) -> tuple[int, ...] | None:
    """The event cards that players have opened from their own; nothing where Companion shuffles."""
    ticked = visit.form.all("open")
    return tuple(event.number for event in facts().events if str(event.number) in ticked) or None
