"""What was forgotten or is wrong: a turn told late, a round ended, a board put right by hand."""

from starlette.responses import Response

from companion.answers import Answer
from companion.errors import InputError, Refused
from companion.play.shogun.by_hand import CorrectBoard
from companion.play.shogun.fights.fight import TakeTurn
from companion.play.shogun.round import FinishRound
from companion.play.shogun.telling.awaited import Awaited, awaited, late_turns
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.realm import ARMIES
from companion.rules.shogun.round.actions import COMBATS
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.score.finished_board import MOST_AMOUNTS
from companion.service.playing import play
from companion.service.shogun.board_map import board_map
from companion.web.shogun.board import gone_on
from companion.web.shogun.lands import amounts_of, land_of
from companion.web.shogun.page import Touch, check_turn, may_act, out_of_tower, page
from companion.web.shogun.tower.choice import counts_of
from companion.web.visit import PLAYERS, Page, Visit


async def _show(visit: Visit) -> Response:
    """The turns that may be told late; of the chosen one, what can be named in it."""
    waiting = awaited(visit.table.state)
    if not waiting.board or waiting.stage != Stage.ACTIONS:
        return visit.go()
    turns = {_named(each): each for each in late_turns(visit.table.state) if may_act(visit, each.player)}
    chosen = turns.get(visit.form.text("turn"))
    return page(
        visit,
        "late",
        turns=turns,
        chosen=chosen,
        seen=view(visit.table.state),
        waiting=chosen,
        alone=() if chosen is None or chosen.action in COMBATS else chosen.provinces,
        most=ARMIES,
    )


def _named(turn: Awaited) -> str:
    """A turn as the page and its form name it."""
    return f"{turn.player} {turn.action}"


async def _tell(visit: Visit) -> Response:
    """A turn that was forgotten, told in the same round."""
    form = visit.form

    def told() -> Answer:
        turn = next(
            (each for each in late_turns(visit.table.state) if _named(each) == form.text("turn")), None
        )
        if turn is None:
            raise Refused("This turn was not passed over; it is told as ever.")
        player = check_turn(visit, turn.player)
        province, _, target = form.text("what").partition("/")
        if not province:
            raise InputError("Choose the province whose card it was.")
        order = Order(
            player,
            str(turn.action),
            province,
            target or None,
            form.number("armies", 1, ARMIES) if target else 0,
            form.number("defending", 0, ARMIES) if form.has("defending") else None,
        )
        return play(visit.table, TakeTurn(order, out_of_tower(visit), blanks=False, late=True))

    return gone_on(visit, visit.do(told))


async def _end(visit: Visit) -> Response:
    """A round ends before its last turn."""
    if not visit.form.has("sure"):
        raise InputError("Say that the round is over: what is left of it is passed over.")
    visit.do(lambda: play(visit.table, FinishRound(blanks=True)))
    return visit.go()


async def _put_right(visit: Visit) -> Response:
    seen = view(visit.table.state, visit.seat)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    chosen = drawn.province(visit.form.text("province"))
    touch = {
        each.name: Touch.on(visit, {"province": each.name}, "chosen" if each == chosen else "")
        for each in drawn.provinces
    }
    return page(
        visit, "correct", map=drawn, touch=touch, chosen=chosen, owned=seen.owned, players=seen.players
    )


async def _correct(visit: Visit) -> Response:
    province = visit.form.text("province")
    seen = view(visit.table.state)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    if visit.form.has("step") or visit.form.has("reckon"):
        return _counted(visit, province)
    there = drawn.province(province)
    lands = {} if there is None else {province: land_of(visit, province)}
    told = {player: amounts_of(visit, player) for player in seen.owned}
    seats = {
        player: amounts
        for player, amounts in told.items()
        if any(
            getattr(amounts, what) not in (None, getattr(seen.owned[player], what)) for what in MOST_AMOUNTS
        )
    }
    if there is not None and lands[province] == there.land:
        lands = {}
    if not lands and not seats:
        raise InputError("Nothing is changed yet.")
    visit.do(lambda: play(visit.table, CorrectBoard(lands, seats)))
    return visit.go("board", look=province) if lands else visit.go("board")


def _counted(visit: Visit, province: str) -> Response:
    """Back to the page with all that was typed, after a tap on one of its numbers."""
    kept = {name: sent[-1] for name, sent in visit.form.fields.items() if "-" in name}
    for what in ("armies", "markers"):
        kept |= {f"{what}-{name}": str(n) for name, n in counts_of(visit.form, what, (province,)).items()}
    return visit.go("correct", province=province, stepped=1, **kept)


PAGES = (
    Page("/t/{table}/late", _show, _tell, who=PLAYERS, game="shogun"),
    Page("/t/{table}/late/end", _show, _end, who=PLAYERS, game="shogun"),
    Page("/t/{table}/correct", _put_right, _correct, who=PLAYERS, game="shogun"),
)
"""Turns that were forgotten, and the board: anybody who plays may put it right, and the log says so."""
