"""The board of a game of Shogun that is over, or its tower, after each event; all plans and bids open."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.play.shogun.state import ShogunState, drafting_of
from companion.play.shogun.views import view
from companion.rules.shogun.realm import Land, armies, daimyo
from companion.rules.shogun.round.bids import Plan, action_words, bid_named
from companion.sentences import Sentence, listed, say
from companion.service.shogun.board_map import board_map
from companion.web.shogun.page import Touch, area, ground, line, spot
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages


def _drawn(end: ShogunState) -> Draw | None:
    """Every province, and what each player owned, planned and bid."""
    last = board_map(view(end))
    drawn = last.provinces if last else ()
    touch, names = Touch(), [each.name for each in drawn]
    words: dict[str, Any] = {"area": area, "line": line, "spot": spot, "ground": ground}
    words |= {"armies": armies, "daimyo": daimyo, "touch": dict.fromkeys(names, touch)}
    words |= {"plan_words": _planned, "bid_words": lambda bid: bid_named(bid, names).words()}

    def draw(state: ShogunState) -> Scene:
        owned, drafting = view(state).owned, drafting_of(state.game)
        drafted = {} if drafting is None else drafting.draft.lands
        lands = drafted if state.campaign is None else state.campaign.realm.lands
        now = [replace(each, land=lands.get(each.name, Land())) for each in drawn]
        plans = {} if state.calendar is None else state.planning.of(state.calendar.label)
        parts: tuple[Mapping[str, Any], ...] = owned, plans, state.bids
        has = {each: tuple(part.get(each) for part in parts) for each in end.players}
        pieces = (
            *(Piece("land", each.land.owner, (each, touch)) for each in now),
            *(Piece("label", each.land, (each,)) for each in now),
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
