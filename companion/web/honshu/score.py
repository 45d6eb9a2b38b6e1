"""Tricks, the maps of a table as they stand, and the score of one map."""

import secrets
from collections import ChainMap
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.responses import Response

from companion.answers import Answer
from companion.data.honshu.cards import scoring_card, scoring_cards
from companion.data.honshu.map import COLOUR_LETTERS, Counts, counts_of, read_counts, wanted
from companion.data.honshu.placements import read_players
from companion.errors import InputError, Refused
from companion.play.honshu import GAME
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame
from companion.play.honshu.hands import PlayTrick, TakeTrickBack
from companion.play.honshu.state import SEATS
from companion.play.honshu.views import MapView, View
from companion.play.honshu.working import TellCounts
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.score import check_counts, fallow_wanted, parts, score
from companion.rules.honshu.tricks import MAP_CARDS
from companion.rules.honshu.tricks import PLAYERS as TRICK_PLAYERS
from companion.service.honshu.asking import asked_by, pad_pdf
from companion.service.honshu.placing import last_trick, round_now
from companion.service.honshu.scoring import (
    MapRanking,
    ScoredMap,
    map_pdf,
    map_svg,
    score_of,
    standing,
    worded_cards,
)
from companion.service.playing import carry_out
from companion.service.session import Session
from companion.web.form import Form
from companion.web.honshu.now import act_now, scores_alone, to_do
from companion.web.honshu.squares import face_of, grid, line_picture, looked_at, mine, on_my_map, seen
from companion.web.people import LONGEST_NAME
from companion.web.tables.listing import to_score
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, Visit

_NUMBERS = frozenset(map(str, range(1, MAP_CARDS + 1)))  # of map cards, as they are typed


async def _show_tricks(visit: Visit) -> Response:
    now = seen(visit)
    return visit.page(
        "honshu/tricks.html",
        seen=now,
        guide=round_now(now).lines,
        last=last_trick(now).lines if now.tricks else (),
        plays=not now.played and not now.over and len(now.order) in TRICK_PLAYERS,
        cubes=[(letter, colour) for letter, colour in COLOUR_LETTERS.items()],
        two=len(now.order) == 2,
        faces=_faces(visit),
    )


def _faces(visit: Visit) -> dict[str, list[tuple[str, int]]]:
    """The squares of each card whose number is typed, by its field."""
    typed = {name: sent[-1].strip() for name, sent in visit.form.fields.items() if sent}
    cards = {name: card for name, card in typed.items() if name.startswith(("card-", "pile-"))}
    return {name: face_of(card) for name, card in cards.items() if card in _NUMBERS}


async def _play_trick(visit: Visit) -> Response:
    table, form = visit.table, visit.form
    if form.has("undo"):
        visit.play(TakeTrickBack)
        return visit.go("tricks")
    now = seen(visit)
    order = now.order
    if not now.tricks and len(order) > 2:
        places = {form.number(f"place-{seat}", 1, len(order), 0): seat for seat in order}
        if len(places) < len(order) or 0 in places:
            raise InputError("Say who has order card 1, 2 and so on; each is there once.")
        order = tuple(places[place] for place in sorted(places))
    plays = [_play(visit, seat, two=len(order) == 2) for seat in order]
    if len(order) == 2 and (form.has("pile-1") or form.has("pile-2")):
        plays += [str(form.number(f"pile-{at}", 1, 60)) for at in (1, 2)]
    told = None if table.state.order else order
    visit.play(lambda: PlayTrick(tuple(plays), told))
    return visit.go("tricks")


def _play(visit: Visit, seat: str, two: bool) -> str:
    """The play of a player, as it is typed at the prompt: ``29+b``."""
    card = visit.form.number(f"card-{seat}", 1, 60)
    letters = (*COLOUR_LETTERS, "")
    cubes = [visit.form.choice(f"cube-{seat}", letters, "")]
    if two:
        cubes.append(visit.form.choice(f"cube2-{seat}", letters, ""))
    return "+".join([str(card), *(cube for cube in cubes if cube)])


_Row = tuple[str, str, object, object, object]  # seat, name, score, rank and note


async def _show_standing(visit: Visit) -> Response:
    now = seen(visit)
    asked = to_do(visit, now)
    news = visit.table.history.steps[visit.drawn :]
    if asked["what"] == "map" and any(step.event.kind == "take" for step in news):
        return visit.go("card")  # the card that came by itself, as one that is taken
    mapless = [name for seat, name in now.names.items() if now.map_of(seat).land is None]
    answer = standing(now) if any(map_.land for map_ in now.maps.values()) else Answer()
    ranking = next((line for line in answer.lines if isinstance(line, MapRanking)), None)
    return visit.page(
        "honshu/standing.html",
        seen=now,
        rows=_rows(now, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        grids={seat: grid(map_) for seat, map_ in now.maps.items() if map_.squares},
        card=next((each for each in worded_cards(visit.language.code) if each["number"] == now.card), None),
        **asked,
        mapless=mapless,
        early=len(mapless) < len(now.names) and (mapless or (now.round > 1 and not now.played)),
    )


def _rows(now: View, ranking: MapRanking | None) -> list[_Row]:
    """Every player, the best first, then those whose map has no square."""
    seats = [seat for seat, map_ in now.maps.items() if map_.land is not None]
    rows: list[_Row] = []
    going_on = not (now.over or (now.played and not now.filling) or scores_alone(now))  # nobody has won
    if ranking is not None:
        rows = [
            (seats[at.index], map_.name, map_, at, not going_on and note) for map_, at, note in ranking.rows
        ]
    elif seats:
        rows = [(seats[0], now.names[seats[0]], score_of(now, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in now.names.items() if seat not in seats]


async def _settle(visit: Visit) -> Response:
    over = not visit.form.has("go_on")
    visit.play(lambda: EndGame(over), stale=not over)
    return visit.go()


async def _new(visit: Visit) -> Response:
    if visit.form.text("then") == "counts":  # what cannot be is told where it was typed
        return await to_score(visit)
    return visit.page(
        "honshu/new.html",
        cards=worded_cards(visit.language.code),
        proposed=visit.house.tables.free_name("Honshu"),
        seats=SEATS,
        longest=LONGEST_NAME,
    )


async def _begin(visit: Visit) -> Response:
    name = visit.form.text("table")
    chosen = visit.form.text("scoring")
    card = scoring_card(chosen) if chosen not in ("", "0") else None
    way = visit.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if way == "counts":  # of maps that all lie before one device
        players = dict(zip(SEATS, read_players(visit.form.text("players")), strict=False))
    else:
        players = {seat: typed for seat in SEATS if (typed := visit.form.text(f"player-{seat}"))}
    begin = BeginTable(players, card, drawn=secrets.token_hex(16))
    visit.make_table(name, lambda shelf: Session(shelf, name, GAME, begin))
    if way:  # whoever only scores a map begins with it
        seats = [*players, *players][: len(players) + 1] if way == "counts" else [*players][:1]
        for seat in seats:  # one device has all maps before it, and is the first player's
            visit.become(visit.house.people.sit(name, seat, visit.who, players[seat], more=True))
        if way == "counts":
            visit.become(visit.house.people.turn_to(name, visit.who, seats[-1]))
        return visit.go_to(visit.url(way, name))
    return visit.go_begin(name, "seat")


async def _show_score(visit: Visit) -> Response:
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


async def _score_map(visit: Visit) -> Response:
    form = visit.form
    if form.has("ruling"):
        name, _, value = form.text("ruling").partition("=")
        visit.play(lambda: SettleRuling(name, value))
    else:
        card = form.number("scoring", 0, len(scoring_cards()), 0)
        visit.play(lambda: ChooseCard(card or None))
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


def _over(visit: Visit) -> None:
    """End the game where this device has everybody's map and none is waited for."""
    now = seen(visit)
    told = all(each.land is not None for each in now.maps.values()) and not _level(now)
    alone = len(now.names) > 1 and {*now.names} <= {*visit.seats}
    if told and alone:
        carry_out(visit.table, EndGame())


async def _pad(visit: Visit) -> Response:
    now = seen(visit)
    maps = [each for seat in now.names if (each := score_of(now, seat)) is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    day = visit.house.tables.shelf.read_note(visit.table_name, "ended") or f"{datetime.now(UTC):%Y-%m-%d}"
    return _file(pad_pdf(maps, visit.language, day), "application/pdf", visit.table_name, "pdf")


PAGES = (
    Page("/t/{table}/tricks", _show_tricks, _play_trick, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}", _show_standing, _settle, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/now", _show_standing, act_now, who=SEATED, game="honshu"),
    Page("/new/honshu", _new, _begin, who=PLAYERS),
    Page("/t/{table}/score", _show_score, _score_map, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/counts", _counts, _count, who=SEATED, game="honshu"),
    Page("/t/{table}/pad.pdf", _pad, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.svg", _svg, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.pdf", _pdf, who=WATCHERS, game="honshu", pocket=False),
)
"""Tricks, all maps, and one map's score."""
