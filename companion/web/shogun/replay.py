"""The board of a game of Shogun that is over, or its tower, after each event; all plans and bids open."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.play.shogun.state import Drafting, ShogunState
from companion.play.shogun.views import view
from companion.play.shogun.winter import total_points
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land, armies, counted, daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.bids import bid_named
from companion.rules.shogun.round.plans import Plan
from companion.sentences import Sentence, listed, say
from companion.service.shogun.board_map import board_map
from companion.web.shogun.page import Touch, area, ground, line, spot
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages


def _drawn(end: ShogunState) -> Draw | None:
    """Every province, else tower and tray; and what each player owned, planned and bid."""
    last = board_map(view(end))
    drawn = last.provinces if last else ()
    touch, names = Touch(), [each.name for each in drawn]
    words: dict[str, Any] = {"area": area, "line": line, "spot": spot, "ground": ground}
    words |= {"armies": armies, "daimyo": daimyo, "touch": dict.fromkeys(names, touch)}
    words |= {"plan_words": _planned, "bid_words": lambda bid: bid_named(bid, names).words()}

    def draw(state: ShogunState) -> Scene:
        game, owned = state.game, view(state).owned
        drafted = game.draft.lands if isinstance(game, Drafting) else {}
        lands = game.realm.lands if isinstance(game, Campaign) else drafted
        now = [replace(each, land=lands.get(each.name, Land())) for each in drawn]
        held = (state.tower.counts(), counted(state.tower.tray))
        plans = {} if state.calendar is None else state.planning.of(state.calendar.label)
        parts: tuple[Mapping[str, Any], ...] = owned, plans, state.bids, total_points(state)
        has = {each: tuple(part.get(each) for part in parts) for each in end.players}
        pieces = (
            *(Piece("land", each.land.owner, (each, touch)) for each in now),
            *(Piece("label", each.land, (each,)) for each in now),
            *([] if last else [Piece("tower", held, held)]),
            *(Piece("owns", told, (each, *told)) for each, told in has.items()),
        )
        return Scene(last and replace(last, provinces=tuple(now)), pieces, words)

    return draw


def _planned(plan: Plan) -> Sentence:
    """The cards of a plan in a row."""
    laid = plan.cards.items()
    return listed(say("{what}: {where}", what=action_words(action), where=name) for action, name in laid)


PAGES = replay_pages("shogun", _drawn)
"""Where a game is looked at again."""
