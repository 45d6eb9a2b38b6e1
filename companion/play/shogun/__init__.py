"""Shogun at a table: which events there are, what each decides, how it is told, and the state they leave."""

from dataclasses import replace

from companion.play.game import Game, Seat
from companion.play.shared_events import SettleRuling, opening_kind, settling_kind
from companion.play.shogun import by_hand, fights, plans, round, start
from companion.play.shogun.state import ShogunState, check
from companion.play.shogun.telling.story import (
    PARTS,
    event_line,
    final_ranks,
    history_end,
    points,
    remarkable,
    stands,
    tell_reversal,
    verified,
)
from companion.play.shogun.views import hides, sealed, view
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.stages import season_line
from companion.sentences import say


def _kept(state: ShogunState, now: ShogunState) -> ShogunState:
    """A state that is gone back to, with what no undo takes back: plans, and what was drawn."""
    if state.planning != now.planning:  # plans stay laid, but where what their players own is another thing
        state = plans.with_owned(now, replace(state, planning=now.planning))
    return replace(state, drawn=True) if sealed(now) else state


GAME: Game[ShogunState] = Game(
    name="shogun",
    title="Shogun",
    about=say("The tower alone beside your board, or the whole game."),
    picture="game-shogun.webp",
    crowned=lambda name: say("{name} is the Shogun.", name=name),
    words="games/shogun",
    version=1,
    kinds=(
        *start.KINDS,
        *fights.KINDS,
        *by_hand.KINDS,
        start.SET_UP,
        start.DRAFT,
        *round.KINDS,
        *plans.KINDS,
        settling_kind(again=False),
        opening_kind(
            lambda state, seat: daimyo(state.player(seat)),
            lambda name: say("{name}'s plan was opened on another phone.", name=name),
        ),
    ),
    check=check,
    kept=_kept,
    follow_up=plans.follow,
    hides=hides,
    salt=lambda state, number: state.seal.derive_salt(number) if state.seal.known else "",
    seats=lambda state: tuple(Seat(colour, "", colour) for colour in state.players),
    view=view,
    stands=stands,
    chapter=lambda state: None if state.calendar is None else season_line(state.calendar),
    final_ranks=final_ranks,
    remarkable=remarkable,
    parts=PARTS,
    points=points,
    sealed=sealed,
    out=start.seed_is_out,
    letting_out=lambda state: () if state.seal.revealed else (start.ExportSeed(),),
    let_out=say("The file holds the seed: whoever reads it can foresee every throw; the log says so to all."),
    revealed=lambda state: state.seal.revealed,
    saved=say("The seed of the throws stays here until it is revealed."),
    taken_along=say(
        "The file holds the seed and every card, plan and bid: whoever opens it could foresee the throws. "
        "The log tells everybody that it was saved."
    ),
    history_end=history_end,
    handed=lambda state: state.game is not None,
    dealt=plans.dealt,
    verified=verified,
    line=event_line,
    tell_reversal=tell_reversal,
    settling=SettleRuling,
    board_game_geek=20551,
)
"""The game of Shogun."""
