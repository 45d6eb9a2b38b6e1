"""A card held over one's map: its number typed, dragged, turned, slid under, laid."""

from starlette.responses import Response

from companion.data.honshu.placements import TURNS, Placement, read_place, read_placements
from companion.errors import CompanionError
from companion.play.honshu.views import MapView, View
from companion.play.honshu.working import LayCard, TakeBack
from companion.rules.honshu.score.scoring import score
from companion.service.honshu.placing import AdvisedPlacement, HeldCard, advise_card, held_card
from companion.web.honshu.common import mine, on_my_map, seen
from companion.web.honshu.grid import grid, picture_of
from companion.web.honshu.squares import ZOOMS
from companion.web.visit import SEATED, Page, Visit

STARTS = tuple(f"{side}{number}" for side in "AB" for number in range(1, 7))
_REACH = 3  # places about a map where a card that touches it can reach


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    held = _held(visit, now, map_)
    number = held.placement.card.name if held is not None else visit.typed("card")
    return visit.page(
        "honshu/card.html",
        seen=now,
        map=map_,
        grid=grid(map_, margin=_REACH, least=7),
        total=0 if map_.land is None else score(map_.land, now.card, now.rulings).total,
        held=held,
        number=number,
        waits=number.isdecimal() and int(number) in map_.waiting,
        reach=held is None or not held.faults or frozenset(f"{row}.{column}" for row, column in held.faults),
        places=None if held is None else _places(held),
        turn=_turn(visit),
        starts=() if map_.squares else STARTS,
        advice=_advice(visit, now, map_, held),
        zoom=visit.form.choice("zoom", ZOOMS, ""),
        picture_of=picture_of,
        last=map_.last,
    )


def _turn(visit: Visit) -> int:
    return int(visit.form.choice("turn", [str(turn) for turn in TURNS], "0"))


def _held(visit: Visit, now: View, map_: MapView) -> HeldCard | None:
    """The card that is held, if any; a text that is no card becomes the problem of the page."""
    form = visit.form
    card = form.text("card") or "".join(map(str, map_.waiting[:1]))  # what was taken is at the thumb
    if not card:
        return None
    try:
        at = read_place(form.text("at")) if form.has("at") else None
        return held_card(now, map_.seat, card, at, _turn(visit), form.text("under") or None)
    except CompanionError as error:
        visit.problem = visit.problem or error.whole
        return None


def _places(held: HeldCard) -> str:
    """For who drags it, by place of its corner: the squares at fault, or the points of the map with it."""
    told = {at: f"!{''.join(map(str, wrong))}" for at, wrong in held.faults.items()} | dict(held.totals)
    return " ".join(f"{row}.{column}:{each}" for (row, column), each in told.items())


def _advice(
    visit: Visit, now: View, map_: MapView, held: HeldCard | None
) -> list[tuple[AdvisedPlacement, dict[str, object]]]:
    """The best places for the card, and where each is shown."""
    if held is None or not visit.form.has("advise") or not map_.squares:
        return []
    answer = advise_card(now, map_.seat, held.placement.card.name)
    if answer.refused is not None:
        visit.problem = visit.problem or answer.refused
        return []
    places = [line for line in answer.lines if isinstance(line, AdvisedPlacement)]
    return [(place, _query(place.placement)) for place in places]


def _query(placed: Placement) -> dict[str, object]:
    """The fields that show a card held where it was advised."""
    at = f"{placed.row}.{placed.column}"
    return {
        "card": placed.card.name,
        "at": at,
        "turn": placed.turn,
        "under": placed.under or "",
        "advise": "1",
    }


async def _act(visit: Visit) -> Response:
    form = visit.form
    if form.has("undo"):
        on_my_map(visit, TakeBack)
        return visit.go("card")
    if form.has("way"):  # one of the best places, as it was told
        way = read_placements(form.text("way"))[0]
        card, asked = way.card.name, (way.row, way.column, way.turn, way.under)
    else:
        card, asked = (
            form.text("card"),
            (*read_place(form.text("at")), _turn(visit), form.text("under") or None),
        )
    waited = card in map(str, mine(visit, seen(visit)).waiting)
    on_my_map(visit, lambda seat: LayCard(seat, card.upper(), *asked))
    return visit.go("" if waited else "card")


PAGES = (Page("/t/{table}/card", _show, _act, who=SEATED, game="honshu"),)  # the map by cards
