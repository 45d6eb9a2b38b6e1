"""The score of a map, each line lighting its squares; scoring card, rulings, the map as a picture."""

from starlette.responses import Response

from companion.data.honshu.scoring_cards import scoring_cards
from companion.errors import Refused
from companion.play.honshu.scoring import ChooseCard, SettleRuling
from companion.play.honshu.views import MapView, View
from companion.service.honshu.scored import ScoredMap, map_pdf, map_svg
from companion.service.honshu.standing import score_of, worded_cards
from companion.service.playing import play
from companion.web.honshu.common import looked_at, seen
from companion.web.honshu.grid import grid, line_picture
from companion.web.pages import WATCHERS, Page
from companion.web.visit import Visit


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    map_, scored = _looked_at(visit, now)
    lines = () if scored is None else scored.score.lines
    chosen = visit.form.number("line", 1, max(len(lines), 1), 0) if visit.form.has("line") else 0
    return visit.page(
        "honshu/score.html",
        seen=now,
        map=map_,
        scored=scored,
        line=chosen,
        pictures=[] if map_ is None else [line_picture(map_, each.where) for each in lines],
        grid=grid(map_, 0, lines[chosen - 1].where if chosen else ()) if scored and map_ else None,
        cards=worded_cards(visit.language.code),
        totals={(other.question.name, other.value): other.total for other in scored.others} if scored else {},
    )


def _looked_at(visit: Visit, now: View) -> tuple[MapView | None, ScoredMap | None]:
    """The map a page is about, and its score, as far as there are any."""
    map_ = looked_at(visit, now)
    return map_, None if map_ is None else score_of(now, map_.seat)


async def _act(visit: Visit) -> Response:
    form, table = visit.form, visit.table
    if form.has("ruling"):
        name, _, value = form.text("ruling").partition("=")
        visit.do(lambda: play(table, SettleRuling(name, value)))
    else:
        card = form.number("scoring", 0, len(scoring_cards()), 0)
        visit.do(lambda: play(table, ChooseCard(card or None)))
    return visit.go("score", **({"of": form.text("of")} if form.has("of") else {}))


async def _svg(visit: Visit) -> Response:
    scored = _picture(visit)
    return _file(map_svg(scored, visit.language).encode(), "image/svg+xml", scored.name, "svg")


async def _pdf(visit: Visit) -> Response:
    scored = _picture(visit)
    return _file(map_pdf(scored, visit.language), "application/pdf", scored.name, "pdf")


def _picture(visit: Visit) -> ScoredMap:
    _, scored = _looked_at(visit, seen(visit))
    if scored is None:
        raise Refused("No map has a square yet.")
    return scored


def _file(content: bytes, kind: str, name: str, suffix: str) -> Response:
    plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in name)
    headers = {"content-disposition": f'attachment; filename="honshu-{plain}.{suffix}"'}
    return Response(content, headers=headers, media_type=kind)


PAGES = (
    Page("/t/{table}/score", _show, _act, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/map.svg", _svg, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.pdf", _pdf, who=WATCHERS, game="honshu", pocket=False),
)
"""The score and the pictures."""
