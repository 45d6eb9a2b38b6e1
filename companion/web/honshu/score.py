"""Tricks, the maps of a table as they stand, and the score of one map."""

import secrets
from collections import ChainMap
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.responses import Response

from companion.answers import Answer
from companion.data.honshu.cards import parse_scoring_card, scoring_cards
from companion.data.honshu.map import COLOUR_LETTERS, Counts, build_counts, list_asked_counts, parse_counts
from companion.data.honshu.placements import parse_players
from companion.errors import InputError, Refused
from companion.play.honshu import GAME
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame
from companion.play.honshu.hands import SEATS, PlayTrick, TakeTrickBack
from companion.play.honshu.views import MapView, View
from companion.play.honshu.working import TellCounts
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.score import check_counts, find_uncounted_fallow, score_map, sum_parts
from companion.rules.honshu.tricks import MAP_CARDS
from companion.rules.honshu.tricks import PLAYERS as TRICK_PLAYERS
from companion.service.honshu.asking import find_card_question, render_score_pad
from companion.service.honshu.placing import describe_current_round, judge_last_trick
from companion.service.honshu.scoring import (
    MapRanking,
    ScoredMap,
    list_scoring_cards,
    render_map_pdf,
    render_map_svg,
    score_seat,
    score_table,
)
from companion.service.playing import carry_out
from companion.service.session import Session
from companion.web.context import PLAYERS, SEATED, WATCHERS, Page, PageContext
from companion.web.form import Form
from companion.web.honshu.now import act_now, build_action_values, is_scoring_only
from companion.web.honshu.squares import (
    build_grid,
    change_own_map,
    face_of,
    find_line_picture,
    find_shown_map,
    get_own_map,
    get_view,
)
from companion.web.people import LONGEST_NAME
from companion.web.tables.listing import show_scoring

_NUMBERS = frozenset(map(str, range(1, MAP_CARDS + 1)))  # of map cards, as they are typed


async def _show_tricks(context: PageContext) -> Response:
    now = get_view(context)
    return context.render_page(
        "honshu/tricks.html",
        seen=now,
        guide=describe_current_round(now).lines,
        last=judge_last_trick(now).lines if now.tricks else (),
        plays=not now.has_played_all and not now.over and len(now.order) in TRICK_PLAYERS,
        cubes=[(letter, colour) for letter, colour in COLOUR_LETTERS.items()],
        two=len(now.order) == 2,
        faces=_find_faces(context),
    )


def _find_faces(context: PageContext) -> dict[str, list[tuple[str, int]]]:
    """The squares of each card whose number is typed, by its field."""
    typed = {name: sent[-1].strip() for name, sent in context.form.fields.items() if sent}
    cards = {name: card for name, card in typed.items() if name.startswith(("card-", "pile-"))}
    return {name: face_of(card) for name, card in cards.items() if card in _NUMBERS}


async def _play_trick(context: PageContext) -> Response:
    table, form = context.table, context.form
    if form.has("undo"):
        context.play(TakeTrickBack)
        return context.redirect("tricks")
    now = get_view(context)
    order = now.order
    if not now.tricks and len(order) > 2:
        places = {form.number(f"place-{seat}", 1, len(order), 0): seat for seat in order}
        if len(places) < len(order) or 0 in places:
            raise InputError("Say who has order card 1, 2 and so on; each is there once.")
        order = tuple(places[place] for place in sorted(places))
    plays = [_read_play(context, seat, two=len(order) == 2) for seat in order]
    if len(order) == 2 and (form.has("pile-1") or form.has("pile-2")):
        plays += [str(form.number(f"pile-{at}", 1, 60)) for at in (1, 2)]
    told = None if table.state.order else order
    context.play(lambda: PlayTrick(tuple(plays), told))
    return context.redirect("tricks")


def _read_play(context: PageContext, seat: str, two: bool) -> str:
    """A player's play from the form, as it is typed at the prompt: ``29+b``."""
    card = context.form.number(f"card-{seat}", 1, 60)
    letters = (*COLOUR_LETTERS, "")
    cubes = [context.form.choice(f"cube-{seat}", letters, "")]
    if two:
        cubes.append(context.form.choice(f"cube2-{seat}", letters, ""))
    return "+".join([str(card), *(cube for cube in cubes if cube)])


_Row = tuple[str, str, object, object, object]  # seat, name, score, rank and note


async def _show_standing(context: PageContext) -> Response:
    now = get_view(context)
    asked = build_action_values(context, now)
    news = context.table.history.steps[context.events_shown :]
    if asked["what"] == "map" and any(step.event.kind == "take" for step in news):
        return context.redirect("card")  # the card that came by itself, as one that is taken
    mapless = [name for seat, name in now.names.items() if now.get_map(seat).land is None]
    answer = score_table(now) if any(map_.land for map_ in now.maps.values()) else Answer()
    ranking = next((line for line in answer.lines if isinstance(line, MapRanking)), None)
    return context.render_page(
        "honshu/standing.html",
        seen=now,
        rows=_list_rows(now, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        grids={seat: build_grid(map_) for seat, map_ in now.maps.items() if map_.squares},
        card=next((each for each in list_scoring_cards(context.language.code) if each["number"] == now.card), None),
        **asked,
        mapless=mapless,
        early=len(mapless) < len(now.names) and (mapless or (now.round > 1 and not now.has_played_all)),
    )


def _list_rows(now: View, ranking: MapRanking | None) -> list[_Row]:
    """Every player, the best first, then those whose map has no square."""
    seats = [seat for seat, map_ in now.maps.items() if map_.land is not None]
    rows: list[_Row] = []
    going_on = not (
        now.over or (now.has_played_all and not now.waiting_seats) or is_scoring_only(now)
    )  # nobody has won
    if ranking is not None:
        rows = [(seats[at.index], map_.name, map_, at, not going_on and note) for map_, at, note in ranking.rows]
    elif seats:
        rows = [(seats[0], now.names[seats[0]], score_seat(now, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in now.names.items() if seat not in seats]


async def _end_or_resume(context: PageContext) -> Response:
    over = not context.form.has("go_on")
    context.play(lambda: EndGame(over), stale=not over)
    return context.redirect()


async def _show_new(context: PageContext) -> Response:
    if context.form.text("then") == "counts":  # what cannot be is told where it was typed
        return await show_scoring(context)
    return context.render_page(
        "honshu/new.html",
        cards=list_scoring_cards(context.language.code),
        proposed=context.app_state.tables.choose_free_name("Honshu"),
        seats=SEATS,
        longest=LONGEST_NAME,
    )


async def _begin(context: PageContext) -> Response:
    name = context.form.text("table")
    chosen = context.form.text("scoring")
    card = parse_scoring_card(chosen) if chosen not in ("", "0") else None
    way = context.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if way == "counts":  # of maps that all lie before one device
        players = dict(zip(SEATS, parse_players(context.form.text("players")), strict=False))
    else:
        players = {seat: typed for seat in SEATS if (typed := context.form.text(f"player-{seat}"))}
    begin = BeginTable(players, card, drawn=secrets.token_hex(16))
    context.make_table(name, lambda shelf: Session(shelf, name, GAME, begin))
    if way:  # whoever only scores a map begins with it
        seats = [*players, *players][: len(players) + 1] if way == "counts" else [*players][:1]
        for seat in seats:  # one device has all maps before it, and is the first player's
            context.set_visitor(context.app_state.people.sit(name, seat, context.who, players[seat], more=True))
        if way == "counts":
            context.set_visitor(context.app_state.people.turn_to(name, context.who, seats[-1]))
        return context.redirect_to_path(context.url(way, name))
    return context.redirect_to_new_table(name, "seat")


async def _show_score(context: PageContext) -> Response:
    now = get_view(context)
    map_, scored = _find_scored_map(context, now)
    lines = () if scored is None else scored.score.lines
    chosen = context.form.number("line", 1, max(len(lines), 1), 0) if context.form.has("line") else 0
    return context.render_page(
        "honshu/score.html",
        seen=now,
        map=map_,
        scored=scored,
        line=chosen,
        pictures=[] if map_ is None else [find_line_picture(map_, each.where) for each in lines],
        grid=build_grid(map_, 0, lines[chosen - 1].where if chosen else ())
        if scored and map_ and map_.squares
        else None,
        cards=list_scoring_cards(context.language.code),
        totals={(other.question.name, other.value): other.total for other in scored.others} if scored else {},
    )


def _find_scored_map(context: PageContext, now: View) -> tuple[MapView | None, ScoredMap | None]:
    """The map a page is about, and its score, as far as there are any."""
    map_ = find_shown_map(context, now)
    return map_, None if map_ is None else score_seat(now, map_.seat)


async def _score_map(context: PageContext) -> Response:
    form = context.form
    if form.has("ruling"):
        name, _, value = form.text("ruling").partition("=")
        context.play(lambda: SettleRuling(name, value))
    else:
        card = form.number("scoring", 0, len(scoring_cards()), 0)
        context.play(lambda: ChooseCard(card or None))
    return context.redirect("score", **({"of": form.text("of")} if form.has("of") else {}))


async def _serve_svg(context: PageContext) -> Response:
    scored = _get_scored_map(context)
    return _send_file(render_map_svg(scored, context.language).encode(), "image/svg+xml", scored.name, "svg")


async def _serve_pdf(context: PageContext) -> Response:
    scored = _get_scored_map(context)
    return _send_file(render_map_pdf(scored, context.language), "application/pdf", scored.name, "pdf")


def _get_scored_map(context: PageContext) -> ScoredMap:
    _, scored = _find_scored_map(context, get_view(context))
    if scored is None:
        raise Refused("No map has a square yet.")
    return scored


def _send_file(content: bytes, kind: str, name: str, suffix: str) -> Response:
    plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in name)
    headers = {"content-disposition": f'attachment; filename="honshu-{plain}.{suffix}"'}
    return Response(content, headers=headers, media_type=kind)


def _list_tied_seats(now: View) -> tuple[str, ...]:
    """The seats whose fallow would break a tie, once every map is told."""
    scores = {seat: score_seat(now, seat) for seat in now.names}
    told = {seat: each for seat, each in scores.items() if each is not None}
    if len(told) < len(scores):
        return ()
    return tuple(
        list(told)[at] for at in find_uncounted_fallow([(each.score.total, each.map.fallow) for each in told.values()])
    )


def _compute_worth(context: PageContext, now: View) -> Mapping[str, int]:
    """The points of the counts typed so far, by part; empty where they are not valid yet."""
    try:
        counts = _read_typed_counts(context.form, now)
        check_counts(counts)
    except InputError:
        return {}
    found = score_map(counts, now.card, now.rulings)
    return sum_parts(found) | {"total": found.total}


async def _show_counts(context: PageContext) -> Response:
    now = get_view(context)
    map_ = get_own_map(context, now)
    scored = score_seat(now, map_.seat) if map_.pile.counts else None
    told = {} if scored is None else sum_parts(scored.score) | {"total": scored.score.total}
    return context.render_page(
        "honshu/counts.html",
        seen=now,
        map=map_,
        known={} if map_.pile.counts is None else map_.pile.counts.texts,
        worth=_compute_worth(context, now) if context.form.fields else told,
        asked=find_card_question(now.card),
        fallow=map_.seat in _list_tied_seats(now) or (map_.pile.counts and map_.pile.counts.fallow is not None),
        seats=[each for each in now.names if each in context.seats],
    )


async def _enter_counts(context: PageContext) -> Response:
    form, now = context.form, get_view(context)
    if form.has("seat"):
        return _turn_to_map(context, form.choice("seat", context.seats))
    counts, known = _read_typed_counts(form, now), get_own_map(context, now).pile.counts
    change_own_map(context, lambda seat: None if known == counts else TellCounts(seat, counts), _end_if_complete)
    now = get_view(context)
    waiting = [seat for seat, each in now.maps.items() if each.land is None] or _list_tied_seats(now)
    after = next((seat for seat in waiting if seat in context.seats), None)
    return context.redirect() if after is None else _turn_to_map(context, after)


def _read_typed_counts(form: Form, now: View) -> Counts:
    """The counts typed into the fields; an empty field is 0."""
    slots = (*list_asked_counts(now.card), *(["fallow"] if form.has("fallow") else []))
    if not any(map(form.has, slots)):
        raise InputError("Count at least one thing; empty fields count as 0.")
    told = [parse_counts(f"{slot} {form.text(slot) or 0}", (slot,)) for slot in slots]
    return build_counts(dict(ChainMap(*told)), now.card)


def _turn_to_map(context: PageContext, seat: str) -> Response:
    """Redirect to the map of another player whose seat this device has."""
    context.set_visitor(context.app_state.people.turn_to(context.table_name, context.who, seat))
    return context.redirect("counts")


def _end_if_complete(context: PageContext) -> None:
    """End the game where this device has everybody's map and none is missing."""
    now = get_view(context)
    told = all(each.land is not None for each in now.maps.values()) and not _list_tied_seats(now)
    alone = len(now.names) > 1 and {*now.names} <= {*context.seats}
    if told and alone:
        carry_out(context.table, EndGame())


async def _serve_pad(context: PageContext) -> Response:
    now = get_view(context)
    maps = [each for seat in now.names if (each := score_seat(now, seat)) is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    day = context.app_state.tables.shelf.read_note(context.table_name, "ended") or f"{datetime.now(UTC):%Y-%m-%d}"
    return _send_file(render_score_pad(maps, context.language, day), "application/pdf", context.table_name, "pdf")


PAGES = (
    Page("/t/{table}/tricks", _show_tricks, _play_trick, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}", _show_standing, _end_or_resume, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/now", _show_standing, act_now, who=SEATED, game="honshu"),
    Page("/new/honshu", _show_new, _begin, who=PLAYERS),
    Page("/t/{table}/score", _show_score, _score_map, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/counts", _show_counts, _enter_counts, who=SEATED, game="honshu"),
    Page("/t/{table}/pad.pdf", _serve_pad, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.svg", _serve_svg, who=WATCHERS, game="honshu", pocket=False),
    Page("/t/{table}/map.pdf", _serve_pdf, who=WATCHERS, game="honshu", pocket=False),
)
"""Tricks, all maps, and one map's score."""
