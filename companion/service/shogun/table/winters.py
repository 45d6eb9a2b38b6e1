"""A winter at a table: the draw, one revolt after the other, the points, the new year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.errors import InputError
from companion.rules.shogun.cubes import GREEN, armies
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.scoring import final_ranking, score_board
from companion.rules.shogun.winter.hunger import Hunger
from companion.sentences import say
from companion.service.answer import Answer, Told, answering
from companion.service.shogun.hunger import Larder
from companion.service.shogun.score import ranking_data, score_lines
from companion.service.shogun.standing import game_data, game_lines, next_lines, seat_lines
from companion.service.shogun.table.fights import foretold, throw_data, throw_lines
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.table.shogun.requests import BeginWinter, CountPoints, Hand, WinterRevolt
from companion.table.shogun.state import ShogunState
from companion.table.shogun.views import view

__all__ = ["begin_winter", "count_points", "throw_winter_revolt", "winter_has_begun"]


def winter_has_begun(here: ShogunSession) -> bool:
    """Whether the next step of a winter is to count, once its revolts are thrown."""
    calendar = here.state.calendar
    return calendar is not None and calendar.stage == Stage.REVOLTS


@answering
def begin_winter(
    here: ShogunSession, larders: Mapping[str, Larder], drawn: Sequence[str], event: int | None = None
) -> Answer:
    """Reckon the hunger of every player, and draw the provinces that revolt.

    Args:
        here: The table.
        larders: Provinces and rice of each player, where the board is not kept.
        drawn: The provinces that were drawn by hand; none to draw them from the seed.
        event: The open event card that was left, where several are open.
    """
    state = here.state
    hands = {player: Hand(one.names or one.provinces, one.rice) for player, one in larders.items()}
    if isinstance(state.game, Campaign) and hands:
        raise InputError("This table keeps its board; provinces and rice are known.")
    if isinstance(state.game, Campaign) and event is not None:
        raise InputError("This table keeps its board; the fourth event card is known.")
    step = here.do(BeginWinter(hands, _by_owner(state, hands, drawn) if drawn else None, event))
    seen, result = view(step.after), step.event.result
    data = {
        "table": here.name,
        "event": step.event.number,
        "players": result["needs"],
        "drawn": result["drawn"],
        "game": game_data(seen),
    }
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player)
        if not isinstance(seen.game, Campaign):
            lines += [
                say(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need.greens}),
                )
                for province in result["drawn"].get(player, ())
            ]
    return Answer(data, (*lines, *next_lines(seen)))


def _by_owner(
    state: ShogunState, hands: Mapping[str, Hand], drawn: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    owners: dict[str, str] = {}
    for player in state.players:
        owned: int | tuple[str, ...] = ()
        if isinstance(state.game, Campaign):
            owned = state.game.realm.owned(player)
        elif player in hands:
            owned = hands[player].provinces
        owners |= {} if isinstance(owned, int) else dict.fromkeys(owned, player)
    found: dict[str, tuple[str, ...]] = {}
    for province in drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


@answering
def throw_winter_revolt(
    here: ShogunSession, province: str, out: Mapping[str, int] | None, *, foretell: bool = False
) -> Answer:
    """Throw the revolt of a province that was drawn, on a kept board; or tell its odds alone."""
    if foretell:
        return foretold(here, WinterRevolt(province, out))
    step = here.do(WinterRevolt(province, out))
    seen = view(step.after)
    data = {**throw_data(here, step), "game": game_data(seen)}
    return Answer(data, (*throw_lines(step), *log_told(step), *next_lines(seen)))


@answering
def count_points(here: ShogunSession, opened: tuple[int, ...] | None = None) -> Answer:
    """Count the points of a winter and open the new year, or end the game.

    Args:
        here: The table.
        opened: Numbers of the event cards opened for the new year, where the players shuffle their own.
    """
    step = here.do(CountPoints(opened))
    assert step.before is not None  # the start counts nothing
    before, game, seen = step.before.game, step.after.game, view(step.after)
    lines: list[Told] = []
    ranking = None
    if isinstance(before, Campaign) and isinstance(game, Campaign):
        realm = before.realm
        scores = score_board(realm.board, realm.lands, realm.players)
        earlier = {player: seat.points for player, seat in realm.seats.items()}
        lines += score_lines(scores, earlier if any(earlier.values()) else {})
        lines += seat_lines(seen)
        if game.calendar.stage == Stage.OVER:
            ranking = ranking_data(final_ranking(game.realm))
    data = {
        "table": here.name,
        "event": step.event.number,
        **step.event.result,
        "ranking": ranking,
        "game": game_data(seen),
    }
    # Who is the Shogun comes before the word that the game is over.
    told = game_lines(seen)
    return Answer(data, (*lines, *(told if ranking is None else (*told[1:], told[0]))))
