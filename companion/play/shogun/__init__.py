"""Shogun at a table: its events, how they are described, the state they make, and what each seat may see of it."""

from dataclasses import replace

from companion.play.game import Game, Seat
from companion.play.shared_events import SettleRuling, build_open_seat_kind, build_ruling_kind
from companion.play.shogun import corrections, fights, plans, round, start, story
from companion.play.shogun.state import ShogunState, check_state
from companion.play.shogun.views import has_secrets, is_record_hidden, view
from companion.rules.shogun.realm import name_player
from companion.rules.shogun.stages import describe_season
from companion.sentences import say


def _keep_after_undo(state: ShogunState, current: ShogunState) -> ShogunState:
    """The state that an undo goes back to, with what no undo changes: plans, and that cards were drawn."""
    if state.planning != current.planning:  # but plans of players who now own something else are dropped
        state = plans.without_stale_plans(current, replace(state, planning=current.planning))
    return replace(state, repeats_draws=True) if has_secrets(current) else state


GAME: Game[ShogunState] = Game(
    name="shogun",
    title="Shogun",
    summary=say("The tower alone beside your board, or the whole game."),
    picture="game-shogun.webp",
    describe_winner=lambda name: say("{name} is the Shogun.", name=name),
    words="games/shogun",
    version=1,
    kinds=(
        *start.KINDS,
        *fights.KINDS,
        *corrections.KINDS,
        start.SET_UP,
        start.DRAFT,
        *round.KINDS,
        plans.LAY_PLAN,
        build_ruling_kind(reopens=False),
        build_open_seat_kind(
            lambda state, seat: name_player(state.check_player(seat)),
            lambda name: say("{name}'s plan was opened on another phone.", name=name),
        ),
    ),
    check=check_state,
    restore=_keep_after_undo,
    follow_up=plans.follow_up_plans,
    is_secret=is_record_hidden,
    salt=lambda state, number: state.seal.derive_salt(number) if state.seal.has_seed else "",
    seats=lambda state: tuple(Seat(colour, "", colour) for colour in state.players),
    view=view,
    describe_stage=story.describe_stage,
    chapter=lambda state: None if state.calendar is None else describe_season(state.calendar),
    final_ranks=story.rank_players,
    list_highlights=story.describe_highlights,
    parts=story.PARTS,
    points=story.count_points,
    has_secrets=has_secrets,
    is_exposed=start.has_exposed_seed,
    list_exposure_requests=lambda state: () if state.seal.is_revealed else (start.ExportSeed(),),
    exposure_note=say("The file holds the seed: whoever reads it can foresee every throw; the log tells everyone so."),
    has_public_seed=lambda state: state.seal.is_revealed,
    copy_notice=say("The seed of the throws stays here until it is revealed."),
    whole_copy_warning=say(
        "The file holds the seed and every card, plan and bid: whoever opens it could foresee the throws. "
        "The log tells everybody that it was saved."
    ),
    history_end=story.describe_history_end,
    has_private_pages=lambda state: state.game is not None,
    has_hand=plans.has_secret_plan,
    verify=story.check_log,
    line=story.event_line,
    describe_reversal=story.describe_reversal,
    build_ruling_request=SettleRuling,
    board_game_geek=20551,
)
"""The record of Shogun, through which other rooms use it."""
