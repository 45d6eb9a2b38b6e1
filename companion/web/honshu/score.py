"""The page of a table of Honshu, with what its seat has to do; pages of tricks and of the score of a map."""

import secrets
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace
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
from companion.play.honshu.changes import EnterCounts, LayCard
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame
from companion.play.honshu.hands import EnterHand, EnterNeighbour, PlayTrick, TakeTrickBack, has_secret_cards
from companion.play.honshu.laying import DecidePair, EnterPair, LayTrickCard, TakeCard, TakeCardBack
from companion.play.honshu.state import SEATS
from companion.play.honshu.views import MapView, View
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.score import check_counts, find_uncounted_fallow, score_map, sum_parts
from companion.rules.honshu.tricks import MAP_CARDS
from companion.rules.honshu.tricks import PLAYERS as TRICK_PLAYERS
from companion.sentences import Sentence, say
from companion.service.honshu import scoring
from companion.service.honshu.placing import describe_current_round, judge_last_trick
from companion.service.honshu.score_entry import find_card_question, render_score_pad
from companion.service.playing import carry_out
from companion.service.session import Session
from companion.web.access import Form
from companion.web.context import PLAYERS, SEATED, WATCHERS, Due, PageContext, WebPage
from companion.web.people import LONGEST_NAME
from companion.web.rendering import MIME_TYPES, send_file
from companion.web.tables import send_score_pad, show_scoring

_DEALT = 6  # cards in a new hand


def build_action_values(context: PageContext, view: View) -> Mapping[str, Any]:
    """Build the template values for what the seat in view has to do: the name of the action, and its form."""
    action, sitting = _find_action(context, view), context.app_state.people.sittings(context.table_name)
    seats_due = (seat for seat in _list_due_seats(view) if action == "wait" and seat not in sitting)
    absent = next((seat for seat in seats_due if _can_others_enter(context, view, seat)), None)
    cubes = view.get_map(absent or view.own_seat or "")
    return {
        "what": action,
        "absent": absent,
        "missing": context.abandoned_seat if absent is None else None,
        "twice": context.table.history.steps[-1].event.result.get("twice"),
        "starts": _list_starts(view),
        "card_numbers": list_unplayed_cards(view),
        "cubes": squares.build_grid(cubes) if cubes.pile.cubes and (absent or action in ("lay", "decide")) else None,
        "fixed": next((cube for _, play in view.laid_plays if play for cube in play.cubes), None),
        "letters": COLOUR_LETTERS,
        "face_of": squares.face_of,
        "whose": {play.card: play.player for trick in view.tricks[-1:] for play in trick if play.player},
    }


def _list_due_seats(view: View) -> tuple[str, ...]:
    due = view.takers[:1] or view.seats_to_lay or ((view.chooser,) if view.chooser else view.waiting_seats)
    return tuple(dict.fromkeys((*_list_filling_seats(view), *due)))


def _list_filling_seats(view: View) -> tuple[str, ...]:
    """The seats that place a card in their map before the next trick begins."""
    return () if view.takers or view.laid_plays else view.waiting_seats


def _can_others_enter(context: PageContext, view: View, seat: str) -> bool:
    """True if others may enter the move of a seat without a phone, which then needs no secret."""
    if view.takers or view.chooser:
        return True
    return seat in view.seats_to_lay and not has_secret_cards(context.table.state, seat)


def due(context: PageContext) -> Due | None:
    """What there is to do now, in words for the visitor; ``None`` if the table waits for nobody."""
    view = squares.get_view(context)
    action, seats = _find_action(context, view), _list_due_seats(view)
    if view.is_over:
        return Due(say("All maps are finished."), (), "")
    if view.own_seat is None:
        if is_scoring_only(view):
            return None
        filling_seats = _list_filling_seats(view)
        words = _describe_wait(view, filling_seats) if filling_seats else _describe_action(view, "watch")
        return Due(words, seats) if seats or action else None
    if action in ("", "wait", "watch"):
        return Due(_describe_action(view, action), seats, None if action else "squares")
    return Due(_describe_action(view, action), (view.own_seat, *seats), "")


def is_scoring_only(view: View) -> bool:
    """True if the table only scores maps of a game that is played without Companion."""
    has_counts = any(not each.pile.has_only_cards or len(each.pile.cards) > 1 for each in view.maps.values())
    return has_counts and not (view.tricks or view.laid_plays or view.takers)


def _describe_action(view: View, action: str) -> Sentence:
    if action == "map":
        return say("Card {card} waits for your map", card=view.maps[view.own_seat or ""].waiting_cards[0])
    if action not in ("wait", "watch"):
        has_map = not action and view.maps[view.own_seat or ""].land is not None
        return load_phrases("honshu", "due")["own-points" if has_map else action or "own-map"]
    if view.takers:
        return say("{name} takes a card", name=view.names[view.takers[0]])
    if view.chooser:
        return say("{name} may choose the pair", name=view.names[view.chooser])
    if len(view.seats_to_lay) == 1 or (view.tricks and view.seats_to_lay):
        return say("{name} plays a card", name=view.names[view.seats_to_lay[0]])
    return _describe_wait(view, view.seats_to_lay or view.waiting_seats)


def _describe_wait(view: View, seats: tuple[str, ...]) -> Sentence:
    return say("Wait for {names}", names=", ".join(view.names[seat] for seat in seats))


def _find_action(context: PageContext, view: View) -> str:
    if view.own_seat is None or view.private is None or view.is_over:  # a big screen shows the current trick
        return "watch" if not view.is_over and view.uses_phones and (view.laid_plays or view.takers) else ""
    player_map, is_postponed = view.maps[view.own_seat], context.form.has("later")
    has_begun = view.tricks or player_map.seat in dict(view.laid_plays)
    if player_map.waiting_cards:
        return "map"
    if view.uses_phones and player_map.pile.has_only_cards and not (player_map.squares or is_postponed or has_begun):
        return "start"
    if view.takers[:1] == (player_map.seat,) and view.uses_phones:
        return "take"
    if view.has_played_all and player_map.land is None:
        return "photo"
    if view.takers or view.has_played_all:
        return "wait" if view.uses_phones and (view.takers or view.waiting_seats) else ""
    if not (view.uses_phones and player_map.pile.has_only_cards and len(view.names) in TRICK_PLAYERS):
        return ""
    if view.private.asks_neighbour:
        return "neighbour"
    if view.private.hand is None and view.private.hand_size == _DEALT and not is_postponed:
        return "hand"
    if len(view.names) == 2 and not view.pair:
        return "pair"
    if view.chooser == player_map.seat:
        return "decide"
    return "lay" if player_map.seat in view.seats_to_lay else "wait"


def list_unplayed_cards(view: View) -> list[int]:
    return [card for card in range(1, MAP_CARDS + 1) if card not in view.played_cards]


def _list_starts(view: View) -> list[str]:
    """The start provinces that nobody has; all of one side, once somebody has chosen."""
    names = {name for each in view.maps.values() for name in each.pile.names}
    sides = {name[0] for name in names & {*squares.STARTS}}
    return [start for start in squares.STARTS if start not in names and (not sides or start[0] in sides)]


async def act_now(context: PageContext) -> Response:
    """Carry out the action at the top of the table's page."""
    target = context.form.text("for")

    def ask(seat: str) -> object:
        request = _build_request(context, target or seat)
        if target and target not in context.seats:
            secret = has_secret_cards(context.table.state, target) and not isinstance(request, TakeCard | DecidePair)
            if secret or target in context.app_state.people.sittings(context.table_name):
                raise Refused("Whoever sits there does that from a phone of their own.")
        return request

    squares.change_own_map(context, ask)
    has_waiting_cards = squares.get_view(context).maps[context.seat or ""].waiting_cards and not target
    return context.redirect("card" if has_waiting_cards else "")


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
    request = LayTrickCard(seat, cards[0], form.text("cube"))
    return EnterPair((cards[0], cards[-1])) if form.has("pair") else request


_NUMBERS = frozenset(map(str, range(1, MAP_CARDS + 1)))  # numbers of map cards, as typed


async def _show_tricks(context: PageContext) -> Response:
    view = squares.get_view(context)
    return context.render_page(
        "honshu/tricks.html",
        seen=view,
        guide=describe_current_round(view).lines,
        last=judge_last_trick(view).lines if view.tricks else (),
        plays=not view.has_played_all and not view.is_over and len(view.order) in TRICK_PLAYERS,
        cubes=[*COLOUR_LETTERS.items()],
        two=len(view.order) == 2,
        faces=_find_faces(context),
    )


def _find_faces(context: PageContext) -> dict[str, list[tuple[str, int]]]:
    """The pictures of the squares of each card whose number is typed, by the name of its field."""
    values = {name: texts[-1].strip() for name, texts in context.form.fields.items() if texts}
    cards = {name: card for name, card in values.items() if name.startswith(("card-", "pile-"))}
    return {name: squares.face_of(card) for name, card in cards.items() if card in _NUMBERS}


async def _play_trick(context: PageContext) -> Response:
    table, form = context.table, context.form
    if form.has("undo"):
        context.play(TakeTrickBack)
        return context.redirect("tricks")
    view = squares.get_view(context)
    order = view.order
    if not view.tricks and len(order) > 2:
        places = {form.number(f"place-{seat}", 1, len(order), 0): seat for seat in order}
        if len(places) < len(order) or 0 in places:
            raise InputError("Say who has order card 1, 2 and so on; each exists only once.")
        order = tuple(places[place] for place in sorted(places))
    plays = [_read_play(context, seat, two=len(order) == 2) for seat in order]
    if len(order) == 2 and (form.has("pile-1") or form.has("pile-2")):
        plays += [str(form.number(f"pile-{index}", 1, 60)) for index in (1, 2)]
    order_given = None if table.state.order else order
    context.play(lambda: PlayTrick(tuple(plays), order_given))
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
    view = squares.get_view(context)
    values = build_action_values(context, view)
    events = context.table.history.steps[context.events_shown :]
    if values["what"] == "map" and any(step.event.kind == "take" for step in events):
        return context.redirect("card")  # the last card was taken automatically: place it, too
    mapless = [name for seat, name in view.names.items() if view.get_map(seat).land is None]
    answer = scoring.score_table(view) if any(map_.land for map_ in view.maps.values()) else Answer()
    ranking = next((line for line in answer.lines if isinstance(line, scoring.MapRanking)), None)
    return context.render_page(
        "honshu/standing.html",
        seen=view,
        rows=_list_rows(view, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        grids={seat: squares.build_grid(map_) for seat, map_ in view.maps.items() if map_.squares},
        card=next(
            (each for each in scoring.list_scoring_cards(context.language.code) if each["number"] == view.card), None
        ),
        **values,
        mapless=mapless,
        early=len(mapless) < len(view.names) and (mapless or (view.round > 1 and not view.has_played_all)),
    )


def _list_rows(view: View, ranking: scoring.MapRanking | None) -> list[tuple[object, ...]]:
    """A row for every player, best first, those without a map last: seat, name, score, rank and note."""
    seats = [seat for seat, map_ in view.maps.items() if map_.land is not None]
    rows: list[tuple[object, ...]] = []
    shows_winners = view.is_over or (view.has_played_all and not view.waiting_seats) or is_scoring_only(view)
    if ranking is not None:
        rows = [(seats[row.index], map_.name, map_, row, shows_winners and note) for map_, row, note in ranking.rows]
    elif seats:
        rows = [(seats[0], view.names[seats[0]], scoring.score_seat(view, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in view.names.items() if seat not in seats]


async def _end_or_resume(context: PageContext) -> Response:
    ends = not context.form.has("go_on")
    context.play(lambda: EndGame(ends), stale=not ends)
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
    number = context.form.text("scoring")
    card = parse_scoring_card(number) if number not in ("", "0") else None
    next_page = context.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if next_page == "counts":  # one device enters all maps
        players = dict(zip(SEATS, parse_players(context.form.text("players")), strict=False))
    else:
        players = {seat: player_name for seat in SEATS if (player_name := context.form.text(f"player-{seat}"))}
    request = BeginTable(players, card, drawn=secrets.token_hex(16))
    context.make_table(name, lambda shelf: Session(shelf, name, GAME, request), is_score=bool(next_page))
    if next_page:  # for scoring only: go to the map
        seats = [*players, *players][: len(players) + 1] if next_page == "counts" else [*players][:1]
        own_name = context.user.name
        for seat in seats:  # one device has all seats, the first player's twice, for its name
            context.set_visitor(context.app_state.people.sit(name, seat, context.user, players[seat], keep=True))
        if next_page == "counts":
            context.set_visitor(context.app_state.people.turn_to(name, context.user, seats[-1]))
        else:  # of whom nothing is asked; the seat may be called "Me"
            context.set_visitor(context.app_state.people.save_visitor(replace(context.user, name=own_name)))
        return context.redirect_to_path(context.url(next_page, name))
    return context.redirect_to_new_table(name, "seat")


async def _show_score(context: PageContext) -> Response:
    view = squares.get_view(context)
    map_, result = _find_scored_map(context, view)
    lines = () if result is None else result.score.lines
    line_number = context.form.number("line", 1, max(len(lines), 1), 0) if context.form.has("line") else 0
    return context.render_page(
        "honshu/score.html",
        seen=view,
        map=map_,
        scored=result,
        line=line_number,
        pictures=[] if map_ is None else [squares.find_line_picture(map_, each.where) for each in lines],
        grid=squares.build_grid(map_, 0, lines[line_number - 1].where if line_number else ())
        if result and map_ and map_.squares
        else None,
        cards=scoring.list_scoring_cards(context.language.code),
        totals={(other.question.name, other.value): other.total for other in result.other_rulings} if result else {},
    )


def _find_scored_map(context: PageContext, view: View) -> tuple[MapView | None, scoring.ScoredMap | None]:
    """The map of a page, and its score; ``None`` for what there is not."""
    map_ = squares.find_shown_map(context, view)
    return map_, None if map_ is None else scoring.score_seat(view, map_.seat)


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
    result = _get_scored_map(context)
    picture = scoring.render_map_svg(result, context.language)
    return send_file(picture, MIME_TYPES["svg"], f"honshu-{result.name}.svg", "honshu.svg")


async def _serve_pdf(context: PageContext) -> Response:
    result = _get_scored_map(context)
    picture = scoring.render_map_pdf(result, context.language)
    return send_file(picture, "application/pdf", f"honshu-{result.name}.pdf", "honshu.pdf")


def _get_scored_map(context: PageContext) -> scoring.ScoredMap:
    _, scored_map = _find_scored_map(context, squares.get_view(context))
    if scored_map is None:
        raise Refused("No map has a square yet.")
    return scored_map


def _list_tied_seats(view: View) -> tuple[str, ...]:
    """The seats whose fallow would break a tie, once every map is entered."""
    scores = {seat: scoring.score_seat(view, seat) for seat in view.names}
    seats = {seat: each for seat, each in scores.items() if each is not None}
    if len(seats) < len(scores):
        return ()
    return tuple(
        list(seats)[i] for i in find_uncounted_fallow([(each.score.total, each.map.fallow) for each in seats.values()])
    )


def _compute_worth(context: PageContext, view: View) -> Mapping[str, int]:
    """The points by part of the counts typed so far; empty if they are not valid yet."""
    try:
        counts = _read_typed_counts(context.form, view)
        check_counts(counts)
    except InputError:
        return {}
    score = score_map(counts, view.card, view.rulings)
    return sum_parts(score) | {"total": score.total}


async def _show_counts(context: PageContext) -> Response:
    view = squares.get_view(context)
    map_ = squares.get_own_map(context, view)
    scored_map = scoring.score_seat(view, map_.seat) if map_.pile.counts else None
    totals = {} if scored_map is None else sum_parts(scored_map.score) | {"total": scored_map.score.total}
    return context.render_page(
        "honshu/counts.html",
        seen=view,
        map=map_,
        known={} if map_.pile.counts is None else map_.pile.counts.texts,
        worth=_compute_worth(context, view) if context.form.fields else totals,
        asked=find_card_question(view.card),
        fallow=map_.seat in _list_tied_seats(view) or (map_.pile.counts and map_.pile.counts.fallow is not None),
        seats=[each for each in view.names if each in context.seats],
    )


async def _enter_counts(context: PageContext) -> Response:
    form, view = context.form, squares.get_view(context)
    if form.has("seat"):
        return _turn_to_map(context, form.choice("seat", context.seats))
    counts, old_counts = _read_typed_counts(form, view), squares.get_own_map(context, view).pile.counts
    squares.change_own_map(
        context, lambda seat: None if old_counts == counts else EnterCounts(seat, counts), _end_if_complete
    )
    view = squares.get_view(context)
    seats = [seat for seat, each in view.maps.items() if each.land is None] or _list_tied_seats(view)
    after = next((seat for seat in seats if seat in context.seats), None)
    return context.redirect() if after is None else _turn_to_map(context, after)


def _read_typed_counts(form: Form, view: View) -> Counts:
    """The counts typed into the fields; an empty field is 0."""
    slots = (*list_asked_counts(view.card), *(["fallow"] if form.has("fallow") else []))
    if not any(map(form.has, slots)):
        raise InputError("Count at least one thing; empty fields count as 0.")
    counts = [parse_counts(f"{slot} {form.text(slot) or 0}", (slot,)) for slot in slots]
    return build_counts(dict(ChainMap(*counts)), view.card)


def _turn_to_map(context: PageContext, seat: str) -> Response:
    context.set_visitor(context.app_state.people.turn_to(context.table_name, context.user, seat))
    return context.redirect("counts")


def _end_if_complete(context: PageContext) -> None:
    """End the game if this device has everybody's map and none is missing."""
    view = squares.get_view(context)
    is_scored = all(each.land is not None for each in view.maps.values()) and not _list_tied_seats(view)
    is_alone = len(view.names) > 1 and {*view.names} <= {*context.seats}
    if is_scored and is_alone:
        carry_out(context.table, EndGame())


async def _serve_pad(context: PageContext) -> Response:
    view = squares.get_view(context)
    maps = [each for seat in view.names if (each := scoring.score_seat(view, seat)) is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    return send_score_pad(context, lambda day: render_score_pad(maps, context.language, day))


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
