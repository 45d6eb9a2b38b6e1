"""The score of a map, each line lighting its squares; its counts, a player at a time; files to keep."""

from collections import ChainMap
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.responses import Response

from companion.answers import Answer
from companion.data.honshu.counts import Counts, counts_of, read_counts, wanted
from companion.data.honshu.scoring_cards import scoring_cards
from companion.errors import InputError, Refused
from companion.play.honshu.ending import ChooseCard, EndGame
from companion.play.honshu.views import MapView, View
from companion.play.honshu.working import TellCounts
from companion.play.settling import SettleRuling
from companion.rules.honshu.score.scoring import check_counts, fallow_wanted, parts, score
from companion.service.honshu.asking import asked_by, pad_pdf
from companion.service.honshu.scoring import ScoredMap, map_pdf, map_svg, score_of, worded_cards
from companion.service.playing import play
from companion.web.form import Form
from companion.web.honshu.common import looked_at, mine, on_my_map, seen
from companion.web.honshu.grid import grid, line_picture
from companion.web.visit import SEATED, WATCHERS, Page, Visit


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
        grid=grid(map_, 0, lines[chosen - 1].where if chosen else ())
        if scored and map_ and map_.squares
        else None,
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


def _level(now: View) -> tuple[str, ...]:
    """The seats whose fallow would part a tie, once every map is told."""
    scores = {seat: score_of(now, seat) for seat in now.names}
    told = {seat: each for seat, each in scores.items() if each is not None}
    if len(told) < len(scores):
        return ()
    return tuple(
        list(told)[at]
        for at in fallow_wanted([(each.score.total, each.map.fallow) for each in told.values()])
    )


def _worth(visit: Visit, now: View) -> Mapping[str, int]:
    """The points of what is typed so far, by its part; nothing where it cannot be, which is told later."""
    try:
        counts = _typed(visit.form, now)
        check_counts(counts)
    except InputError:
        return {}
    found = score(counts, now.card, now.rulings)
    return parts(found) | {"total": found.total}


async def _counts(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    scored = score_of(now, map_.seat) if map_.pile.counts else None
    told = {} if scored is None else parts(scored.score) | {"total": scored.score.total}
    return visit.page(
        "honshu/counts.html",
        seen=now,
        map=map_,
        known={} if map_.pile.counts is None else map_.pile.counts.typed,
        worth=_worth(visit, now) if visit.form.fields else told,
        asked=asked_by(now.card),
        fallow=map_.seat in _level(now) or (map_.pile.counts and map_.pile.counts.fallow is not None),
        seats=[each for each in now.names if each in visit.seats],
    )


async def _count(visit: Visit) -> Response:
    form, now = visit.form, seen(visit)
    if form.has("seat"):
        return _turned(visit, form.choice("seat", visit.seats))
    counts, known = _typed(form, now), mine(visit, now).pile.counts
    on_my_map(visit, lambda seat: None if known == counts else TellCounts(seat, counts), _over)
    now = seen(visit)
    waiting = [seat for seat, each in now.maps.items() if each.land is None] or _level(now)
    after = next((seat for seat in waiting if seat in visit.seats), None)
    return visit.go() if after is None else _turned(visit, after)


def _typed(form: Form, now: View) -> Counts:
    """What was typed into the fields; what stays empty is 0."""
    slots = (*wanted(now.card), *(["fallow"] if form.has("fallow") else []))
    if not any(map(form.has, slots)):
        raise InputError("Count at least one thing; what stays empty is 0.")
    told = [read_counts(f"{slot} {form.text(slot) or 0}", (slot,)) for slot in slots]
    return counts_of(dict(ChainMap(*told)), now.card)


def _turned(visit: Visit, seat: str) -> Response:
    """On to the map of another player whose seat this device has."""
    visit.become(visit.house.people.turn_to(visit.table_name, visit.who, seat))
    return visit.go("counts")


def _over(visit: Visit) -> Answer:
    """End the game where this device has everybody's map and none is waited for."""
    now = seen(visit)
    told = all(each.land is not None for each in now.maps.values()) and not _level(now)
    alone = len(now.names) > 1 and {*now.names} <= {*visit.seats}
    return play(visit.table, EndGame()) if told and alone else Answer()


async def _pad(visit: Visit) -> Response:
    now = seen(visit)
    maps = [each for seat in now.names if (each := score_of(now, seat)) is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    day = visit.house.tables.shelf.read_note(visit.table_name, "ended") or f"{datetime.now(UTC):%Y-%m-%d}"
    return _file(pad_pdf(maps, visit.language, day), "application/pdf", visit.table_name, "pdf")


PAGES = (
    Page("/t/{table}/score", _show, _act, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/counts", _counts, _count, who=SEATED, game="honshu"),
    Page("/t/{table}/pad.pdf", _pad, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.svg", _svg, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.pdf", _pdf, who=WATCHERS, game="honshu", pocket=False),
)
"""The score, the counts, the pictures and the score pad."""
