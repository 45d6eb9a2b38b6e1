"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from typing import Any

from starlette.responses import Response

from companion.data.hogen.cards import CARDS, CLANS, RANKS, Card, call_named, card_named, in_order
from companion.data.hogen.log import SEATS
from companion.errors import InputError, Refused
from companion.play.hogen.moves import (
    Accuse,
    AnswerCall,
    CallCards,
    LayRallied,
    PassAll,
    choices,
    looked_lines,
)
from companion.play.hogen.telling import seat_named, standing_lines, whose_move
from companion.play.hogen.views import ANSWERING, CALLING, OVER, RALLYING, HogenState, View
from companion.rules.hogen.game import said_call
from companion.rules.hogen.rulings import RULINGS
from companion.sentences import say
from companion.service.hogen.table import again, begin, deduction_sheet, heard, next_table, percent, seen
from companion.service.playing import Reversal, last_done
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Due, Page, Visit

COLOURS = {"A": "blue", "B": "red", "C": "yellow", "D": "purple"}
"""The colour of the helmet that stands for a seat."""


def seat_values(now: View) -> dict[str, Any]:
    """The values that every page of a table of Hogen is drawn with."""
    places = [_place(now, seat) for seat in now.names]
    return {"now": now, "own": now.own, "colours": COLOURS, "places": places}


def waits_for(now: View, seat: str) -> bool:
    """True when the table waits for a seat."""
    if now.phase == RALLYING:
        return seat not in now.laid
    return seat == {CALLING: now.active, ANSWERING: now.asked}.get(now.phase)


def _place(now: View, seat: str) -> dict[str, Any]:
    """A player as the whole table sees them, and whether the table waits for them."""
    return {
        "seat": seat,
        "name": now.names[seat],
        "colour": COLOURS[seat],
        "turn": waits_for(now, seat),
        "wrong": seat in now.wrong,
        "won": seat == now.winner,
        "calls": now.phase == ANSWERING and seat == now.active,
        "laid": seat in now.laid,
    }


async def _new(visit: Visit) -> Response:
    return visit.page(
        "hogen/new.html",
        rulings=RULINGS,
        colours=COLOURS,
        clans=CLANS,
        ranks=RANKS,
        proposed=visit.house.tables.free_name("Hogen"),
    )


async def _begin(visit: Visit) -> Response:
    form = visit.form
    players = [form.text(f"player-{seat}") for seat in SEATS]
    while players and not players[-1]:
        players.pop()
    real = form.choice("cards", ("dealt", "real"), "dealt") == "real"
    palace = [card_named(card) for card in form.all("palace")] if real else None
    if palace and len(palace) != 4:
        raise InputError(
            "Four samurai lie open in the palace; choose four, or none to keep no account of them."
        )
    starts = form.choice("starts", SEATS[: len(players)], "") if real else None
    name, deduction = form.text("table"), form.has("deduction")
    rulings = {ruling.name: form.choice(ruling.name, ruling.values, ruling.default) for ruling in RULINGS}
    visit.make_table(
        name,
        lambda shelf: begin(
            shelf,
            name,
            players,
            rulings,
            real=real,
            palace=palace or None,
            starts=starts or None,
            deduction=deduction,
        ),
    )
    return visit.go_begin(name)


async def _again(visit: Visit) -> Response:
    new = again(visit.table)
    visit.house.people.move_on(visit.table_name, new)
    visit.house.changed(visit.table_name)
    return visit.go_to(visit.url("", new))


_LATELY = 4  # things heard that stand on a phone; all are on a page of their own
_LATELY_ON_SCREEN = 5


async def show_table(visit: Visit) -> Response:
    """The open table, or on a phone of a player what is theirs as well."""
    here = visit.table
    if visit.seat is None:
        return visit.page("hogen/screen.html", **_open_to_all(visit, seen(here), _LATELY_ON_SCREEN))
    now = seen(visit.table, visit.seat)
    values = {**_open_to_all(visit, now, _LATELY), **_choices(now)}
    return visit.page(f"hogen/{_what_to_do(now)}.html", **values)


def due(visit: Visit) -> Due:
    """What there is to do now, for whoever asks; their cards are not looked at for it."""
    now = seen(visit.table, visit.seat)
    asked = None if now.call is None else said_call(call_named([now.call]))
    words = {
        "rally": say("Choose your rallied samurai"),
        "call": say("Your turn: make a call"),
        "answer": say("You must answer: {call}", call=asked),
    }.get("" if now.own is None else _what_to_do(now))
    seats = [seat for seat in now.names if waits_for(now, seat)]
    return Due(words or whose_move(now), seats, "" if words or now.phase == OVER else None)


def _own_last(visit: Visit) -> Reversal | None:
    """The last event, where whoever asks did it and it can be taken back."""
    last = last_done(visit.table)
    return last if last is not None and last.open_to(visit.who.id, host=False) else None


def _open_to_all(visit: Visit, now: View, lately: int) -> dict[str, Any]:
    here = visit.table
    return {
        **seat_values(now),
        "whose_move": whose_move(now),
        "lately": heard(here, lately),
        "standing": [*standing_lines(now), *looked_lines(here.history, now)],
        "undo": _own_last(visit),
        "next_game": next_table(here) if now.phase == OVER else None,
    }


def _what_to_do(now: View) -> str:
    """The name of the page that asks for what this seat may do now."""
    own = now.own
    assert own is not None
    if now.phase == OVER:
        return "over"
    if now.phase == RALLYING and own.rallied is None:
        return "rally"
    if now.phase == CALLING and own.may_call:
        return "call"
    if now.phase == ANSWERING and now.real:
        return "answer_real"
    if now.phase == ANSWERING and own.may_lay:
        return "answer"
    return "wait"


def _choices(now: View) -> dict[str, Any]:
    names, asked, laid = list(now.names), [], now.palace or ()
    wanted = None if now.call is None else call_named([now.call])
    if now.real and now.asked is not None and now.active is not None:
        around = names[names.index(now.asked) :] + names[: names.index(now.asked)]
        asked = around[: around.index(now.active)]
    return {
        "choices": {str(each.call): (each, said_call(each.call)) for each in choices(now)},
        "clans": CLANS,
        "ranks": RANKS,
        "cards": [str(card) for card in CARDS],
        "matching": [
            str(card) for card in CARDS if wanted and wanted.matches(card) and str(card) not in laid
        ],
        "asked_names": [(seat, now.names[seat]) for seat in asked],
    }


def sent_card(visit: Visit, field: str) -> Card:
    """The samurai chosen in a field; an ``InputError`` when none was."""
    chosen = visit.form.text(field)
    if not chosen:
        raise InputError("Choose a samurai first.")
    return card_named(chosen)


async def _rally(visit: Visit) -> Response:
    card, seat = sent_card(visit, "card"), _seat(visit)
    visit.play(lambda: LayRallied(seat, str(card)), stale=True)
    return visit.go()


async def _call(visit: Visit) -> Response:
    if not visit.form.has("call"):
        raise InputError("Choose a clan, a rank or a samurai first.")
    wanted, seat = call_named([visit.form.text("call")]), _seat(visit)
    visit.play(lambda: CallCards(seat, str(wanted)))
    return visit.go()


async def _answer(visit: Visit) -> Response:
    here, seat = visit.table, _seat(visit)
    now = seen(here, seat)
    if now.real:
        if visit.form.text("who") == "nobody":
            visit.play(PassAll)
            return visit.go()
        seat = seat_named(now.names, visit.form.text("who"))
    lays = takes = None
    if not now.real or now.palace is not None:
        lays = str(sent_card(visit, "lays"))
        takes = lays if visit.form.text("takes") == "same" else str(sent_card(visit, "takes"))
    visit.play(lambda: AnswerCall(seat, lays, takes))
    return visit.go()


async def _accusation(visit: Visit) -> Response:
    if visit.seat is None:
        return visit.go()
    now = seen(visit.table, visit.seat)
    if visit.problem is None and (now.phase != CALLING or now.active != visit.seat):
        return visit.go()  # somebody else's turn: there is nothing to accuse with
    sure = now.deduction and visit.form.has("certain")  # the sheet leads here; no card stands in an address
    certain = deduction_sheet(visit.table, visit.seat).data["certain"] if sure else {}
    return visit.page("hogen/accuse.html", **seat_values(now), clans=CLANS, ranks=RANKS, certain=certain)


async def _accuse(visit: Visit) -> Response:
    seat = visit.seat
    if seat is None:
        return visit.go()
    others = [other for other in visit.table.state.seats if other != seat]
    named = {other: str(sent_card(visit, f"of-{other}")) for other in others}
    if not visit.form.has("sure"):
        raise InputError("Tick that you mean it: an accusation is never taken back.")
    visit.play(lambda: Accuse(seat, named))
    return visit.go()


def _seat(visit: Visit) -> str:
    """The seat in view; a screen that is passed on may be turned to none."""
    if visit.seat is None:
        raise InputError("Say first whose turn it is to look at this screen.")
    return visit.seat


_BEST = 3


async def _heard(visit: Visit) -> Response:
    here = visit.table
    now = seen(visit.table, visit.seat)
    return visit.page(
        "hogen/heard.html",
        **seat_values(now),
        all_heard=heard(here)[::-1],
        looked=looked_lines(here.history, now),
        whose_move=whose_move(now),
    )


def _best_calls(now: View, known: dict[str, Any]) -> list[dict[str, Any]]:
    """The best calls in words, what each leaves on average, and whether this seat may make it now."""
    may_call = [] if now.own is None else now.own.may_call
    return [
        {
            "call": each["call"],
            "words": said_call(call_named([each["call"]])),
            "left": round(each["expected_worlds"]),
            "share": each["expected_worlds"] / known["worlds"],
            "nobody": each["nobody"],
            "open": each["call"] in may_call,
        }
        for each in known["calls"][:_BEST]
    ]


async def _sheet(visit: Visit) -> Response:
    """Reckoned only when somebody opens it, so that it holds up nobody else's page."""
    if visit.seat is None:
        return visit.go()
    here = visit.table
    now = seen(visit.table, visit.seat)
    if now.phase == RALLYING:
        return visit.go()  # nothing was heard that anything could follow from
    answer = deduction_sheet(here, visit.seat)
    if answer.refused is not None:
        raise Refused(answer.refused)
    known = answer.data
    return visit.page(
        "hogen/sheet.html",
        **seat_values(now),
        known=known,
        left=answer.lines[0],
        best=_best_calls(now, known),
        percent=percent,
        clans=CLANS,
        CALLING=CALLING,
        ranks=RANKS,
    )


_CARDS = tuple(map(str, CARDS))


def _drawn(end: HogenState) -> Draw | None:
    """The palace and every seat with its hand, its rallied samurai and its call, as far as they were kept."""
    if end.game.turn.palace is None and not end.game.rallied:
        return None

    def draw(state: HogenState) -> Scene:
        game, turn = state.game, state.game.turn
        palace = tuple(map(str, in_order(turn.palace or ())))
        pieces = [Piece("palace", palace, (palace,))]
        for seat in state.seats:
            hand = tuple(map(str, in_order(game.hands[seat]))) if game.hands else ()
            call = said_call(turn.call) if turn.call is not None and seat == turn.active else None
            rallied = str(game.rallied.get(seat, ""))
            told = (seat, hand, rallied, call, seat in turn.wrong, seat == turn.winner)
            pieces.append(Piece("seat", told, told))
        return Scene(_CARDS, tuple(pieces))

    return draw


PAGES: tuple[Page, ...] = (
    Page("/new/hogen", _new, _begin, who=PLAYERS),
    Page("/t/{table}/again", act=_again, who=SEATED, game="hogen"),
    Page("/t/{table}", show_table, who=WATCHERS, game="hogen", still=True),
    Page("/t/{table}/rally", show_table, _rally, who=SEATED, game="hogen"),
    Page("/t/{table}/call", show_table, _call, who=SEATED, game="hogen"),
    Page("/t/{table}/answer", show_table, _answer, who=SEATED, game="hogen"),
    Page("/t/{table}/accuse", _accusation, _accuse, who=SEATED, game="hogen"),
    Page("/t/{table}/heard", _heard, who=WATCHERS, game="hogen", still=True),
    Page("/t/{table}/sheet", _sheet, who=SEATED, game="hogen"),
    *replay_pages("hogen", _drawn),
)
