"""The table: every map and who leads, on each phone and on the big screen; the end of the game."""

from starlette.responses import Response

from companion.answers import Answer
from companion.play.honshu.ending import EndGame
from companion.play.honshu.views import View
from companion.service.honshu.scoring import MapRanking
from companion.service.honshu.standing import score_of, standing, worded_cards
from companion.service.playing import play
from companion.web.honshu.common import seen
from companion.web.honshu.grid import grid
from companion.web.pages import WATCHERS, Page
from companion.web.visit import Visit

_Row = tuple[str, str, object, object, object]  # seat, name, score, rank and note


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    answer = standing(now) if any(map_.land for map_ in now.maps.values()) else Answer()
    mapless = [name for seat, name in now.names.items() if now.map_of(seat).land is None]
    ranking = next((line for line in answer.lines if isinstance(line, MapRanking)), None)
    return visit.page(
        "honshu/standing.html",
        seen=now,
        rows=_rows(now, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        mapless=mapless,
        early=len(mapless) < len(now.names) and (mapless or (now.round > 1 and not now.played)),
        grids={seat: grid(map_) for seat, map_ in now.maps.items() if map_.squares},
        card=next((each for each in worded_cards(visit.language.code) if each.number == now.card), None),
    )


def _rows(now: View, ranking: MapRanking | None) -> list[_Row]:
    """Every player, the best first, then those whose map has no square."""
    seats = [seat for seat, map_ in now.maps.items() if map_.land is not None]
    rows: list[_Row] = []
    if ranking is not None:
        rows = [
            (seats[ranked.index], scored.name, scored, ranked, note) for scored, ranked, note in ranking.rows
        ]
    elif seats:
        rows = [(seats[0], now.names[seats[0]], score_of(now, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in now.names.items() if seat not in seats]


async def _act(visit: Visit) -> Response:
    table, over = visit.table, not visit.form.has("go_on")
    visit.do(lambda: play(table, EndGame(over)), stale=not over)
    return visit.go()


PAGES = (Page("/t/{table}", _show, _act, who=WATCHERS, game="honshu", still=True),)  # the table
