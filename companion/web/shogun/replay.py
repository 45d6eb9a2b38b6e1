"""The board of a game of Shogun that is over, as it stood after each event."""

from dataclasses import replace

from companion.play.shogun.state import Drafting, ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land
from companion.service.shogun.board_map import board_map
from companion.web.shogun.page import Touch, area, line, spot
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages


def _drawn(end: ShogunState) -> Draw | None:
    """Every province, and what each player owned; nothing where no board was kept."""
    last = board_map(view(end))
    if last is None:
        return None
    touch = Touch()
    words = {"area": area, "line": line, "spot": spot, "bare": touch}
    words["touch"] = dict.fromkeys((each.name for each in last.provinces), touch)

    def draw(state: ShogunState) -> Scene:
        game, owned = state.game, view(state).owned
        drafted = game.draft.lands if isinstance(game, Drafting) else {}
        lands = game.realm.lands if isinstance(game, Campaign) else drafted
        now = [replace(each, land=lands.get(each.name, Land())) for each in last.provinces]
        pieces = (
            *(Piece("land", each.land.owner, (each, touch)) for each in now),
            *(Piece("label", each.land, (each,)) for each in now),
            *(Piece("owns", owned.get(each), (each, owned.get(each))) for each in end.players),
        )
        return Scene(replace(last, provinces=tuple(now)), pieces, words)

    return draw


PAGES = replay_pages("shogun", _drawn)
"""Where a game is looked at again."""
