"""Pages of Hogen: a seat with its cards, calls, the accusation, the deduction sheet."""

from typing import Any

from starlette.responses import Response

from companion.data.hogen import CARDS, CLANS, RANKS, SEATS, Samurai, parse_call, parse_card, sort_cards
from companion.errors import InputError, Refused
from companion.play.hogen.moves import Accuse, AnswerCall, CallCards, LayRallied, PassAll, describe_looks, list_calls
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import (
    ANSWERING,
    CALLING,
    OVER,
    RALLYING,
    View,
    describe_next_move,
    describe_standing,
    parse_seat,
)
from companion.rules.hogen.game import RULINGS, describe_call
from companion.sentences import say
from companion.service.hogen import (
    begin,
    deal_next_game,
    deduce_for_seat,
    describe_heard_events,
    find_next_table,
    format_percent,
    view_table,
)
from companion.service.playing import find_undoable
from companion.web.context import PLAYERS, SEATED, WATCHERS, Due, PageContext, WebPage
from companion.web.replay import ReplayPiece, Scene, SceneDrawer

COLOURS = {"A": "blue", "B": "red", "C": "yellow", "D": "purple"}  # the colour of each seat's helmet


def build_seat_values(view: View) -> dict[str, Any]:
    """Build the values that every page needs; ``places`` has the public values of players."""
    places = [
        {
            "seat": seat,
            "name": name,
            "colour": COLOURS[seat],
            "turn": is_due(view, seat),
            "wrong": seat in view.wrong_seats,
            "won": seat == view.winner,
            "calls": view.phase == ANSWERING and seat == view.active,
            "laid": seat in view.seats_with_rallied,
        }
        for seat, name in view.names.items()
    ]
    values = {"now": view, "own": view.private, "colours": COLOURS, "places": places}
    return {**values, "clans": CLANS, "ranks": RANKS}


def is_due(view: View, seat: str) -> bool:
    if view.phase == RALLYING:
        return seat not in view.seats_with_rallied
    return seat == {CALLING: view.active, ANSWERING: view.asked_seat}.get(view.phase)


async def _show_new(context: PageContext) -> Response:
    return context.render_page(
        "hogen/new.html",
        rulings=RULINGS,
        colours=COLOURS,
        clans=CLANS,
        ranks=RANKS,
        proposed=context.app_state.tables.choose_free_name("Hogen"),
    )


async def _begin(context: PageContext) -> Response:
    form = context.form
    players = [form.text(f"player-{seat}") for seat in SEATS]
    while players and not players[-1]:
        players.pop()
    real = form.choice("cards", ("dealt", "real"), "dealt") == "real"
    palace = [parse_card(card) for card in form.texts("palace")] if real else None
    if palace and len(palace) != 4:
        raise InputError("Four samurai lie open in the palace; choose four, or none if you do not want to track them.")
    starts = form.choice("starts", SEATS[: len(players)], "") if real else None
    name, deduction = form.text("table"), form.has("deduction")
    rulings = {ruling.name: form.choice(ruling.name, ruling.values, ruling.default) for ruling in RULINGS}
    context.make_table(
        name,
        lambda shelf: begin(
            shelf, name, players, rulings, real=real, palace=palace or None, starts=starts or None, deduction=deduction
        ),
    )
    return context.redirect_to_new_table(name)


async def _begin_next_game(context: PageContext) -> Response:
    new = deal_next_game(context.table)
    context.app_state.people.copy_sittings(context.table_name, new)
    context.app_state.notify_pages(context.table_name)
    return context.redirect_to_path(context.url("", new))


_LATELY = 4  # events listed on a phone; another page has all
_LATELY_ON_SCREEN = 5


async def show_table(context: PageContext) -> Response:
    """Show what is public, and on a player's phone also what only that player may see."""
    view = view_table(context.table, context.seat)
    if context.seat is None:
        return context.render_page("hogen/screen.html", **_build_table_values(context, view, _LATELY_ON_SCREEN))
    values = {**_build_table_values(context, view, _LATELY), **_build_choices(view)}
    return context.render_page(f"hogen/{_find_action_page(view)}.html", **values)


def due(context: PageContext) -> Due:
    """What there is to do now, in words for the visitor that do not reveal their cards."""
    view = view_table(context.table, context.seat)
    call = None if view.call is None else describe_call(parse_call([view.call]))
    words = {
        "rally": say("Choose your rallied samurai"),
        "call": say("Your turn: make a call"),
        "answer": say("You must answer: {call}", call=call),
    }.get("" if view.private is None else _find_action_page(view))
    seats = [seat for seat in view.names if is_due(view, seat)]
    return Due(words or describe_next_move(view), seats, "" if words or view.phase == OVER else None)


def _build_table_values(context: PageContext, view: View, lately: int) -> dict[str, Any]:
    table, last = context.table, find_undoable(context.table)
    return {
        **build_seat_values(view),
        "whose_move": describe_next_move(view),
        "lately": describe_heard_events(table, lately),
        "standing": [*describe_standing(view), *describe_looks(table.history, view)],
        "undo": last if last is not None and last.is_allowed_for(context.user.id, host=False) else None,
        "next_game": find_next_table(table) if view.phase == OVER else None,
    }


def _find_action_page(view: View) -> str:
    private = view.private
    assert private is not None
    if view.phase == OVER:
        return "over"
    if view.phase == RALLYING and private.rallied is None:
        return "rally"
    if view.phase == CALLING and private.open_calls:
        return "call"
    if view.phase == ANSWERING and view.has_real_cards:
        return "answer_real"
    if view.phase == ANSWERING and private.cards_to_lay:
        return "answer"
    return "wait"


def _build_choices(view: View) -> dict[str, Any]:
    names, passed, palace = list(view.names), [], view.palace or ()
    call = None if view.call is None else parse_call([view.call])
    if view.has_real_cards and view.asked_seat is not None and view.active is not None:
        order = names[names.index(view.asked_seat) :] + names[: names.index(view.asked_seat)]
        passed = order[: order.index(view.active)]
    return {
        "choices": {str(each.call): (each, describe_call(each.call)) for each in list_calls(view)},
        "cards": [str(card) for card in CARDS],
        "matching": [str(card) for card in CARDS if call and call.matches(card) and str(card) not in palace],
        "asked_names": [(seat, view.names[seat]) for seat in passed],
    }


def get_chosen_card(context: PageContext, field: str) -> Samurai:
    if not (card := context.form.text(field)):
        raise InputError("Choose a samurai first.")
    return parse_card(card)


async def _rally(context: PageContext) -> Response:
    card, seat = get_chosen_card(context, "card"), _get_seat(context)
    context.play(lambda: LayRallied(seat, str(card)), stale=True)
    return context.redirect()


async def _call(context: PageContext) -> Response:
    if not context.form.has("call"):
        raise InputError("Choose a clan, a rank or a samurai first.")
    call, seat = parse_call([context.form.text("call")]), _get_seat(context)
    context.play(lambda: CallCards(seat, str(call)))
    return context.redirect()


async def _answer(context: PageContext) -> Response:
    table, seat = context.table, _get_seat(context)
    view = view_table(table, seat)
    if view.has_real_cards:
        if context.form.text("who") == "nobody":
            context.play(PassAll)
            return context.redirect()
        seat = parse_seat(view.names, context.form.text("who"))
    laid = taken = None
    if not view.has_real_cards or view.palace is not None:
        laid = str(get_chosen_card(context, "lays"))
        taken = laid if context.form.text("takes") == "same" else str(get_chosen_card(context, "takes"))
    context.play(lambda: AnswerCall(seat, laid, taken))
    return context.redirect()


async def _show_accusation(context: PageContext) -> Response:
    if context.seat is None:
        return context.redirect()
    view = view_table(context.table, context.seat)
    if context.problem is None and (view.phase != CALLING or view.active != context.seat):
        return context.redirect()  # not this player's turn
    is_certain = view.deduction and context.form.has("certain")  # the sheet links here without cards in the address
    cards = deduce_for_seat(context.table, context.seat).data["certain"] if is_certain else {}
    return context.render_page("hogen/accuse.html", **build_seat_values(view), certain=cards)


async def _accuse(context: PageContext) -> Response:
    if (seat := context.seat) is None:
        return context.redirect()
    others = [other for other in context.table.state.seats if other != seat]
    cards = {other: str(get_chosen_card(context, f"of-{other}")) for other in others}
    if not context.form.has("sure"):
        raise InputError("Tick to confirm: an accusation is never taken back.")
    context.play(lambda: Accuse(seat, cards))
    return context.redirect()


def _get_seat(context: PageContext) -> str:
    """The seat in view; an ``InputError`` if a shared screen shows none."""
    if context.seat is None:
        raise InputError("Say first whose turn it is to look at this screen.")
    return context.seat


_BEST = 3


async def _show_heard(context: PageContext) -> Response:
    table = context.table
    view = view_table(context.table, context.seat)
    return context.render_page(
        "hogen/heard.html",
        **build_seat_values(view),
        all_heard=describe_heard_events(table)[::-1],
        looked=describe_looks(table.history, view),
    )


def _list_best_calls(view: View, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The best calls in words, how many worlds each leaves on average, and whether this seat may make it now."""
    may_call = [] if view.private is None else view.private.open_calls
    return [
        {
            "call": each["call"],
            "words": describe_call(parse_call([each["call"]])),
            "left": round(each["expected_worlds"]),
            "share": each["expected_worlds"] / answer["worlds"],
            "nobody": each["nobody"],
            "open": each["call"] in may_call,
        }
        for each in answer["calls"][:_BEST]
    ]


async def _show_sheet(context: PageContext) -> Response:
    """Show the deduction sheet, which is computed only when this page is requested."""
    if context.seat is None:
        return context.redirect()
    table = context.table
    view = view_table(context.table, context.seat)
    if view.phase == RALLYING:
        return context.redirect()  # nothing can be deduced yet
    answer = deduce_for_seat(table, context.seat)
    if answer.refused is not None:
        raise Refused(answer.refused)
    deductions = answer.data
    return context.render_page(
        "hogen/sheet.html",
        **build_seat_values(view),
        known=deductions,
        left=answer.lines[0],
        best=_list_best_calls(view, deductions),
        percent=format_percent,
        CALLING=CALLING,
    )


_CARDS = tuple(map(str, CARDS))


def make_drawer(end: HogenState) -> SceneDrawer | None:
    """The drawer of the palace and of every seat with its cards and call; ``None`` if no cards are known."""
    if end.game.turn.palace is None and not end.game.rallied:
        return None

    def draw(state: HogenState) -> Scene:
        game, turn = state.game, state.game.turn
        palace = tuple(map(str, sort_cards(turn.palace or ())))
        pieces = [ReplayPiece("palace", palace, (palace,))]
        for seat in state.seats:
            hand = tuple(map(str, sort_cards(game.hands[seat]))) if game.hands else ()
            call = describe_call(turn.call) if turn.call is not None and seat == turn.active else None
            rallied = str(game.rallied.get(seat, ""))
            details = (seat, hand, rallied, call, seat in turn.wrong_seats, seat == turn.winner)
            pieces.append(ReplayPiece("seat", details, details))
        return Scene(_CARDS, tuple(pieces))

    return draw


PAGES: tuple[WebPage, ...] = (
    WebPage("/new/hogen", _show_new, _begin, role=PLAYERS),
    WebPage("/t/{table}/again", act=_begin_next_game, role=SEATED, game="hogen"),
    WebPage("/t/{table}", show_table, role=WATCHERS, game="hogen", is_cacheable=True),
    WebPage("/t/{table}/rally", show_table, _rally, role=SEATED, game="hogen"),
    WebPage("/t/{table}/call", show_table, _call, role=SEATED, game="hogen"),
    WebPage("/t/{table}/answer", show_table, _answer, role=SEATED, game="hogen"),
    WebPage("/t/{table}/accuse", _show_accusation, _accuse, role=SEATED, game="hogen"),
    WebPage("/t/{table}/heard", _show_heard, role=WATCHERS, game="hogen", is_cacheable=True),
    WebPage("/t/{table}/sheet", _show_sheet, role=SEATED, game="hogen"),
)
