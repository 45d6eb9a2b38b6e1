"""The next thing a table waits for, as everybody may see: whose turn, and what can be named in it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import COMBATS, action_typed
from companion.rules.shogun.round.stages import Stage
from companion.sentences import Sentence, say

DRAFT = "draft"  # the stage in which provinces are divided
THROWS = "throws"  # the stage of a table that keeps no game: it only throws


@dataclass(frozen=True, slots=True)
class Awaited:
    """The next thing a table waits for."""

    stage: str  # one of ``Stage``, or ``DRAFT``, or ``THROWS``
    players: tuple[str, ...]
    throw: int
    player: str | None = None
    action: str | None = None
    provinces: tuple[str, ...] = ()  # those whose card this player can play, take, or let revolt
    # from where to where this player's armies can go, and how many at most
    marches: tuple[tuple[str, str, int], ...] = ()
    defender_chooses: bool = False  # true when defenders say how many of their armies they throw
    planned: str = ""  # the province whose card lies open for this turn, where it was planned here

    @property
    def words(self) -> Sentence:
        """The player and the deed, in a few words."""
        if self.action is not None and self.player is not None:
            return say("{player}, {action}", player=daimyo(self.player), action=action_typed(self.action))
        if self.stage == THROWS:
            return say("throw {number}", number=self.throw)
        what = {
            DRAFT: say("draft"),
            Stage.LAY: say("lay the cards"),
            Stage.EVENT: say("draw the event"),
            Stage.BIDS: say("bids"),
            Stage.CHOICE: say("special card"),
            Stage.ACTIONS: say("actions"),
            Stage.WINTER: say("winter"),
            Stage.REVOLTS: say("revolt") if self.provinces else say("count the points"),
            Stage.OVER: say("the end"),
        }[self.stage]
        return what if self.player is None else say("{player}, {what}", player=daimyo(self.player), what=what)


def awaited(state: ShogunState) -> Awaited:
    """The next thing a table waits for now."""
    chooses = state.rulings["defender-throws-all"] == "chooses"
    return replace(_game(state), defender_chooses=chooses)


def _game(state: ShogunState) -> Awaited:
    """The stage that the game at a table has come to."""
    seen = view(state)
    game, throw = seen.campaign, seen.throws + 1
    if seen.drafting is not None:
        draft = seen.drafting.draft
        return Awaited(DRAFT, seen.players, throw, draft.player, None, tuple(draft.open))
    if game is None:
        return Awaited(THROWS, seen.players, throw)
    calendar = game.calendar
    if game.revolting is not None and game.pending is not None:
        provinces, _ = game.pending[game.revolting]
        return Awaited(calendar.stage, seen.players, throw, game.revolting, None, provinces)
    if calendar.player is None or calendar.action is None:
        return Awaited(calendar.stage, seen.players, throw, calendar.player)
    return _turn(state, game, calendar.player, calendar.action)


def _turn(state: ShogunState, game: Campaign, player: str, action: str) -> Awaited:
    """A player's turn in an action, with what can be named in it."""
    seen, stage = view(state), game.calendar.stage
    own = tuple(sorted(game.cards & {*game.realm.owned(player)}))
    planned = next((c.province for c in seen.opened if (c.player, c.action) == (player, action)), "")
    own = (planned,) if planned in own else own
    marches = tuple(_marches(game, player, action, own))
    throw = seen.throws + 1
    return Awaited(stage, seen.players, throw, player, action, own, marches, planned=planned)


def _marches(
    game: Campaign, player: str, action: str, own: tuple[str, ...]
) -> Iterator[tuple[str, str, int]]:
    """The ways armies can go in an action; the action that places one army may move that one too."""
    if action not in (*COMBATS, "one"):
        return
    lands = game.realm.lands
    for source in own:
        most = lands[source].armies - (action in COMBATS)
        for target in game.realm.neighbours(source) if most > 0 else ():
            if target in lands and (action in COMBATS or lands[target].owner == player):
                yield (source, target, most)
