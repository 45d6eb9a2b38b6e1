"""The page of a table of Honshu, with what its seat has to do; pages of tricks and of the score of a map."""

import secrets
from collections import ChainMap
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

import companion.web.honshu.squares as squares
from companion.answers import Answer
from companion.data.honshu.cards import parse_scoring_card, scoring_cards
from companion.data.honshu.map import COLOUR_LETTERS, Counts, build_counts, list_asked_counts, parse_counts
from companion.data.honshu.placements import parse_players
from companion.data.vocabulary import load_phrases
from companion.errors import InputError, Refused
from companion.play.honshu import GAME
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame
from companion.play.honshu.hands import EnterHand, EnterNeighbour, PlayTrick, TakeTrickBack, has_secret_cards
from companion.play.honshu.laying import DecidePair, EnterPair, LayTrickCard, TakeCard, TakeCardBack
from companion.play.honshu.state import SEATS
from companion.play.honshu.views import MapView, View
from companion.play.honshu.working import EnterCounts, LayCard
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.score import check_counts, find_uncounted_fallow, score_map, sum_parts
from companion.rules.honshu.tricks import MAP_CARDS
from companion.rules.honshu.tricks import PLAYERS as TRICK_PLAYERS
from companion.sentences import Sentence, say
from companion.service.honshu import scoring
from companion.service.honshu.asking import find_card_question, render_score_pad
from companion.service.honshu.placing import describe_current_round, judge_last_trick
from companion.service.playing import carry_out
from companion.service.session import Session
from companion.web.access import Form
from companion.web.context import PLAYERS, SEATED, WATCHERS, Due, PageContext, WebPage
from companion.web.people import LONGEST_NAME
from companion.web.tables import show_scoring

_DEALT = 6  # cards in a new hand


def build_action_values(context: PageContext, now: View) -> Mapping[str, Any]:
    """Build the template values for what the seat in view has to do: the name of the action, and its form."""
    what, sitting = _find_action(context, now), context.app_state.people.sittings(context.table_name)
    waits = (seat for seat in _list_due_seats(now) if what == "wait" and seat not in sitting)
    absent = next((seat for seat in waits if _can_others_enter(context, now, seat)), None)
    cubes = now.get_map(absent or now.own_seat or "")
    return {
        "what": what,
        "absent": absent,
        "missing": context.abandoned_seat if absent is None else None,
        "twice": context.table.history.steps[-1].event.result.get("twice"),
        "starts": _list_starts(now),
        "card_numbers": list_unplayed_cards(now),
        "cubes": squares.build_grid(cubes) if cubes.pile.cubes and (absent or what in ("lay", "decide")) else None,
        "fixed": next((cube for _, play in now.laid_plays if play for cube in play.cubes), None),
        "letters": COLOUR_LETTERS,
        "face_of": squares.face_of,
        "whose": {play.card: play.player for trick in now.tricks[-1:] for play in trick if play.player},
    }


def _list_due_seats(now: View) -> tuple[str, ...]:
    due = now.takers[:1] or now.seats_to_lay or ((now.chooser,) if now.chooser else now.waiting_seats)
    return tuple(dict.fromkeys((*_list_filling_seats(now), *due)))


def _list_filling_seats(now: View) -> tuple[str, ...]:
    """The seats that place a card in their map before the next trick begins."""
    return () if now.takers or now.laid_plays else now.waiting_seats


def _can_others_enter(context: PageContext, now: View, seat: str) -> bool:
    """True if others may enter the move of a seat without a phone, which then needs no secret."""
    if now.takers or now.chooser:
        return True
    return seat in now.seats_to_lay and not has_secret_cards(context.table.state, seat)


def due(context: PageContext) -> Due | None:
    """What there is to do now, in words for the visitor; ``None`` if the table waits for nobody."""
    now = squares.get_view(context)
    what, seats = _find_action(context, now), _list_due_seats(now)
    if now.is_over:
        return Due(say("All maps are finished."), (), "")
    if now.own_seat is None:
        if is_scoring_only(now):
            return None
        waits = _list_filling_seats(now)
        words = _describe_wait(now, waits) if waits else _describe_action(now, "watch")
        return Due(words, seats) if seats or what else None
    if what in ("", "wait", "watch"):
        return Due(_describe_action(now, what), seats, None if what else "squares")
    return Due(_describe_action(now, what), (now.own_seat, *seats), "")


def is_scoring_only(now: View) -> bool:
    """True if the table only scores maps of a game that is played without Companion."""
    grown = any(not each.pile.has_only_cards or len(each.pile.cards) > 1 for each in now.maps.values())
    return grown and not (now.tricks or now.laid_plays or now.takers)


def _describe_action(now: View, what: str) -> Sentence:
    if what == "map":
        return say("Card {card} waits for your map", card=now.maps[now.own_seat or ""].waiting_cards[0])
    if what not in ("wait", "watch"):
        drawn = not what and now.maps[now.own_seat or ""].land is not None
        return load_phrases("honshu", "due")["own-points" if drawn else what or "own-map"]
    if now.takers:
        return say("{name} takes a card", name=now.names[now.takers[0]])
    if now.chooser:
        return say("{name} may choose the pair", name=now.names[now.chooser])
    if len(now.seats_to_lay) == 1 or (now.tricks and now.seats_to_lay):
        return say("{name} plays a card", name=now.names[now.seats_to_lay[0]])
    return _describe_wait(now, now.seats_to_lay or now.waiting_seats)


def _describe_wait(now: View, seats: tuple[str, ...]) -> Sentence:
    return say("Wait for {names}", names=", ".join(now.names[seat] for seat in seats))


def _find_action(context: PageContext, now: View) -> str:
    if now.own_seat is None or now.private is None or now.is_over:  # a big screen shows the current trick
        return "watch" if not now.is_over and now.uses_phones and (now.laid_plays or now.takers) else ""
    own, later = now.maps[now.own_seat], context.form.has("later")
    laid = now.tricks or own.seat in dict(now.laid_plays)
    if own.waiting_cards:
        return "map"
    if now.uses_phones and own.pile.has_only_cards and not (own.squares or later or laid):
        return "start"
    if now.takers[:1] == (own.seat,) and now.uses_phones:
        return "take"
    if now.has_played_all and own.land is None:
        return "photo"
    if now.takers or now.has_played_all:
        return "wait" if now.uses_phones and (now.takers or now.waiting_seats) else ""
    if not (now.uses_phones and own.pile.has_only_cards and len(now.names) in TRICK_PLAYERS):
        return ""
    if now.private.asks_neighbour:
        return "neighbour"
    if now.private.hand is None and now.private.hand_size == _DEALT and not later:
        return "hand"
    if len(now.names) == 2 and not now.pair:
        return "pair"
    if now.chooser == own.seat:
        return "decide"
    return "lay" if own.seat in now.seats_to_lay else "wait"


def list_unplayed_cards(now: View) -> list[int]:
    """The numbers of the map cards that were not played."""
    return [card for card in range(1, MAP_CARDS + 1) if card not in now.played_cards]


def _list_starts(now: View) -> list[str]:
    """The start provinces that nobody has; all of one side, once somebody has chosen."""
    there = {name for each in now.maps.values() for name in each.pile.names}
    sides = {name[0] for name in there & {*squares.STARTS}}
    return [start for start in squares.STARTS if start not in there and (not sides or start[0] in sides)]


async def act_now(context: PageContext) -> Response:
    """Carry out the action at the top of the table's page."""
    whom = context.form.text("for")

    def ask(seat: str) -> object:
        request = _build_request(context, whom or seat)
        if whom and whom not in context.seats:
            secret = has_secret_cards(context.table.state, whom) and not isinstance(request, TakeCard | DecidePair)
            if secret or whom in context.app_state.people.sittings(context.table_name):
                raise Refused("Whoever sits there does that from a phone of their own.")
        return request

    squares.change_own_map(context, ask)
    waits = squares.get_view(context).maps[context.seat or ""].waiting_cards and not whom
    return context.redirect("card" if waits else "")


def _build_request(context: PageContext, seat: str) -> object:
    form = context.form
    cards = tuple(int(text) for text in form.texts("card") if text.isdecimal() and len(text) < 3)
    if form.has("start"):
        return LayCard(seat, form.choice("start", squares.STARTS), 0, 0)
    if form.has("right"):
        return EnterNeighbour(seat, form.text("right"))
    if form.has("take"):
        return TakeCard(seat, form.number("take", 1, MAP_CARDS))
    if form.has("back"):
        return TakeCardBack(context.seat or "")
    if form.has("decide"):
        return DecidePair(seat, form.texts("cube") if form.text("decide") == "choose" else ())
    if form.has("hand"):
        return EnterHand(seat, cards)
    if form.has("lay"):
        cards = (form.number("lay", 1, MAP_CARDS),)
    if len(cards) != 1 + form.has("pair"):
        raise InputError("Tap the card first; of a pair both.")
    lays = LayTrickCard(seat, cards[0], form.text("cube"))
    return EnterPair((cards[0], cards[-1])) if form.has("pair") else lays


_NUMBERS = frozenset(map(str, range(1, MAP_CARDS + 1)))  # numbers of map cards, as typed


async def _show_tricks(context: PageContext) -> Response:
    now = squares.get_view(context)
    return context.render_page(
        "honshu/tricks.html",
        seen=now,
        guide=describe_current_round(now).lines,
        last=judge_last_trick(now).lines if now.tricks else (),
        plays=not now.has_played_all and not now.is_over and len(now.order) in TRICK_PLAYERS,
        cubes=[*COLOUR_LETTERS.items()],
        two=len(now.order) == 2,
        faces=_find_faces(context),
    )


def _find_faces(context: PageContext) -> dict[str, list[tuple[str, int]]]:
    """The pictures of the squares of each card whose number is typed, by the name of its field."""
    typed = {name: sent[-1].strip() for name, sent in context.form.fields.items() if sent}
    cards = {name: card for name, card in typed.items() if name.startswith(("card-", "pile-"))}
    return {name: squares.face_of(card) for name, card in cards.items() if card in _NUMBERS}


async def _play_trick(context: PageContext) -> Response:
    table, form = context.table, context.form
    if form.has("undo"):
        context.play(TakeTrickBack)
        return context.redirect("tricks")
    now = squares.get_view(context)
    order = now.order
    if not now.tricks and len(order) > 2:
        places = {form.number(f"place-{seat}", 1, len(order), 0): seat for seat in order}
        if len(places) < len(order) or 0 in places:
            raise InputError("Say who has order card 1, 2 and so on; each exists only once.")
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


async def _show_standing(context: PageContext) -> Response:
    now = squares.get_view(context)
    asked = build_action_values(context, now)
    news = context.table.history.steps[context.events_shown :]
    if asked["what"] == "map" and any(step.event.kind == "take" for step in news):
        return context.redirect("card")  # the last card was taken automatically: place it, too
    mapless = [name for seat, name in now.names.items() if now.get_map(seat).land is None]
    answer = scoring.score_table(now) if any(map_.land for map_ in now.maps.values()) else Answer()
    ranking = next((line for line in answer.lines if isinstance(line, scoring.MapRanking)), None)
    return context.render_page(
        "honshu/standing.html",
        seen=now,
        rows=_list_rows(now, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        grids={seat: squares.build_grid(map_) for seat, map_ in now.maps.items() if map_.squares},
        card=next(
            (each for each in scoring.list_scoring_cards(context.language.code) if each["number"] == now.card), None
        ),
        **asked,
        mapless=mapless,
        early=len(mapless) < len(now.names) and (mapless or (now.round > 1 and not now.has_played_all)),
    )


def _list_rows(now: View, ranking: scoring.MapRanking | None) -> list[tuple[object, ...]]:
    """A row for every player, best first, those without a map last: seat, name, score, rank and note."""
    seats = [seat for seat, map_ in now.maps.items() if map_.land is not None]
    rows: list[tuple[object, ...]] = []
    won = now.is_over or (now.has_played_all and not now.waiting_seats) or is_scoring_only(now)
    if ranking is not None:
        rows = [(seats[at.index], map_.name, map_, at, won and note) for map_, at, note in ranking.rows]
    elif seats:
        rows = [(seats[0], now.names[seats[0]], scoring.score_seat(now, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in now.names.items() if seat not in seats]


async def _end_or_resume(context: PageContext) -> Response:
    over = not context.form.has("go_on")
    context.play(lambda: EndGame(over), stale=not over)
    return context.redirect()


async def _show_new(context: PageContext) -> Response:
    if context.form.text("then") == "counts":  # a problem is shown on the page where it was typed
        return await show_scoring(context)
    return context.render_page(
        "honshu/new.html",
        cards=scoring.list_scoring_cards(context.language.code),
        proposed=context.app_state.tables.choose_free_name("Honshu"),
        seats=SEATS,
        longest=LONGEST_NAME,
    )


async def _begin(context: PageContext) -> Response:
    name = context.form.text("table")
    chosen = context.form.text("scoring")
    card = parse_scoring_card(chosen) if chosen not in ("", "0") else None
    way = context.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if way == "counts":  # one device enters all maps
        players = dict(zip(SEATS, parse_players(context.form.text("players")), strict=False))
    else:
        players = {seat: typed for seat in SEATS if (typed := context.form.text(f"player-{seat}"))}
    begin = BeginTable(players, card, drawn=secrets.token_hex(16))
    context.make_table(name, lambda shelf: Session(shelf, name, GAME, begin))
    if way:  # for scoring only: go to the map
        seats = [*players, *players][: len(players) + 1] if way == "counts" else [*players][:1]
        for seat in seats:  # one device has all seats, the first player's twice, for its name
            context.set_visitor(context.app_state.people.sit(name, seat, context.user, players[seat], more=True))
        if way == "counts":
            context.set_visitor(context.app_state.people.turn_to(name, context.user, seats[-1]))
        return context.redirect_to_path(context.url(way, name))
    return context.redirect_to_new_table(name, "seat")


async def _show_score(context: PageContext) -> Response:
    now = squares.get_view(context)
    map_, scored = _find_scored_map(context, now)
    lines = () if scored is None else scored.score.lines
    chosen = context.form.number("line", 1, max(len(lines), 1), 0) if context.form.has("line") else 0
    return context.render_page(
        "honshu/score.html",
        seen=now,
        map=map_,
        scored=scored,
        line=chosen,
        pictures=[] if map_ is None else [squares.find_line_picture(map_, each.where) for each in lines],
        grid=squares.build_grid(map_, 0, lines[chosen - 1].where if chosen else ())
        if scored and map_ and map_.squares
        else None,
        cards=scoring.list_scoring_cards(context.language.code),
        totals={(other.question.name, other.value): other.total for other in scored.other_rulings} if scored else {},
    )


def _find_scored_map(context: PageContext, now: View) -> tuple[MapView | None, scoring.ScoredMap | None]:
    """The map of a page, and its score; ``None`` for what there is not."""
    map_ = squares.find_shown_map(context, now)
    return map_, None if map_ is None else scoring.score_seat(now, map_.seat)


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
    return _send_file(scoring.render_map_svg(scored, context.language).encode(), "image/svg+xml", scored.name, "svg")


async def _serve_pdf(context: PageContext) -> Response:
    scored = _get_scored_map(context)
    return _send_file(scoring.render_map_pdf(scored, context.language), "application/pdf", scored.name, "pdf")


def _get_scored_map(context: PageContext) -> scoring.ScoredMap:
    _, scored = _find_scored_map(context, squares.get_view(context))
    if scored is None:
        raise Refused("No map has a square yet.")
    return scored


def _send_file(content: bytes, kind: str, name: str, suffix: str) -> Response:
    plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in name)
    headers = {"content-disposition": f'attachment; filename="honshu-{plain}.{suffix}"'}
    return Response(content, headers=headers, media_type=kind)


def _list_tied_seats(now: View) -> tuple[str, ...]:
    """The seats whose fallow would break a tie, once every map is entered."""
    scores = {seat: scoring.score_seat(now, seat) for seat in now.names}
    told = {seat: each for seat, each in scores.items() if each is not None}
    if len(told) < len(scores):
        return ()
    return tuple(
        list(told)[at] for at in find_uncounted_fallow([(each.score.total, each.map.fallow) for each in told.values()])
    )


def _compute_worth(context: PageContext, now: View) -> Mapping[str, int]:
    """The points by part of the counts typed so far; empty if they are not valid yet."""
    try:
        counts = _read_typed_counts(context.form, now)
        check_counts(counts)
    except InputError:
        return {}
    found = score_map(counts, now.card, now.rulings)
    return sum_parts(found) | {"total": found.total}


async def _show_counts(context: PageContext) -> Response:
    now = squares.get_view(context)
    map_ = squares.get_own_map(context, now)
    scored = scoring.score_seat(now, map_.seat) if map_.pile.counts else None
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
    form, now = context.form, squares.get_view(context)
    if form.has("seat"):
        return _turn_to_map(context, form.choice("seat", context.seats))
    counts, known = _read_typed_counts(form, now), squares.get_own_map(context, now).pile.counts
    squares.change_own_map(
        context, lambda seat: None if known == counts else EnterCounts(seat, counts), _end_if_complete
    )
    now = squares.get_view(context)
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
    """Turn this device to the seat of another player, and redirect to that map."""
    context.set_visitor(context.app_state.people.turn_to(context.table_name, context.user, seat))
    return context.redirect("counts")


def _end_if_complete(context: PageContext) -> None:
    """End the game if this device has everybody's map and none is missing."""
    now = squares.get_view(context)
    told = all(each.land is not None for each in now.maps.values()) and not _list_tied_seats(now)
    alone = len(now.names) > 1 and {*now.names} <= {*context.seats}
    if told and alone:
        carry_out(context.table, EndGame())


async def _serve_pad(context: PageContext) -> Response:
    now = squares.get_view(context)
    maps = [each for seat in now.names if (each := scoring.score_seat(now, seat)) is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    day = context.app_state.tables.shelf.read_note(context.table_name, "ended") or f"{datetime.now(UTC):%Y-%m-%d}"
    return _send_file(render_score_pad(maps, context.language, day), "application/pdf", context.table_name, "pdf")


PAGES = (
    WebPage("/t/{table}/tricks", _show_tricks, _play_trick, role=WATCHERS, game="honshu", is_cacheable=True),
    WebPage("/t/{table}", _show_standing, _end_or_resume, role=WATCHERS, game="honshu", is_cacheable=True),
    WebPage("/t/{table}/now", _show_standing, act_now, role=SEATED, game="honshu"),
    WebPage("/new/honshu", _show_new, _begin, role=PLAYERS),
    WebPage("/t/{table}/score", _show_score, _score_map, role=WATCHERS, game="honshu", is_cacheable=True),
    WebPage("/t/{table}/counts", _show_counts, _enter_counts, role=SEATED, game="honshu"),
    WebPage("/t/{table}/pad.pdf", _serve_pad, role=WATCHERS, game="honshu", in_pocket=False),
    WebPage("/t/{table}/map.svg", _serve_svg, role=WATCHERS, game="honshu", in_pocket=False),
    WebPage("/t/{table}/map.pdf", _serve_pdf, role=WATCHERS, game="honshu", in_pocket=False),
)
