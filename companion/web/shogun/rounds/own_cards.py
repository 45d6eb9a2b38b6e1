"""Cards that the players shuffle themselves: how those of a round fell on the table."""

from starlette.responses import Response

from companion.play.shogun.round import LayCards
from companion.play.shogun.telling.awaited import awaited
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS
from companion.rules.shogun.round.calendar import FACE_UP, Stage
from companion.service.playing import play
from companion.web.pages import PLAYERS, Page
from companion.web.shogun.rounds.round_page import drawn
from companion.web.visit import Visit


async def _show(visit: Visit) -> Response:
    """The spaces of the cards; of a board that lies on the table, those that lie face up."""
    waiting = awaited(visit.table.state)
    if waiting.stage != Stage.LAY:
        return visit.go()
    spaces = range(1, 1 + (len(ACTIONS) if waiting.board else FACE_UP))
    return drawn(
        visit,
        "own-cards",
        spaces=spaces,
        places=range(1, 1 + len(SPECIALS)),
        actions=ACTIONS,
        specials=SPECIALS,
    )


async def _lay(visit: Visit) -> Response:
    """The cards lie as they fell; those of which nothing is said are shuffled here."""
    visit.do(lambda: play(visit.table, LayCards(_told(visit, "action"), _told(visit, "special"))))
    return visit.go("round")


def _told(visit: Visit, name: str) -> tuple[str, ...] | None:
    told = (visit.form.text(f"{name}-{place}") for place in range(1, 1 + len(ACTIONS)))
    return tuple(card for card in told if card) or None


PAGES = (Page("/t/{table}/own-cards", _show, _lay, who=PLAYERS, game="shogun"),)  # cards of one's own, laid
