"""The actions of a round as they are carried out: whose card lies open, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.answers import Answer, answering
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.plans.model import Opened
from companion.play.shogun.plans.turning import EndTurns, foreseen
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.calendar import Stage
from companion.sentences import Sentence, say
from companion.service.shogun.standing import game_data, next_lines
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.remarks import throw_words
from companion.table.history import Step


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the action under way.

    Attributes:
        player: Who.
        state: ``done``, ``now`` or ``next``.
        laid: Whether the plan lies sealed here; else it lies on the player's mat.
        province: The card that lies open; empty for none.
        passed: Why the turn passed by itself; empty where it did not.
        special: The player's special card.
        brings: What the turn brings, event and special card applied; nothing where the board is kept.
    """

    player: str
    state: str
    laid: bool
    province: str = ""
    passed: str = ""
    special: str | None = None
    brings: tuple[Sentence, ...] = ()


def action_rows(here: ShogunSession) -> tuple[Row, ...]:
    """Every player in the action under way, in turn order; none where no action is."""
    seen = view(here.state)
    calendar = seen.calendar
    if calendar is None or calendar.stage != Stage.ACTIONS or calendar.action is None:
        return ()
    cards = {card.player: card for card in seen.opened if card.action == calendar.action}
    at, rows = calendar.turn % len(calendar.players), []
    for place, player in enumerate(calendar.order or calendar.players):
        card = cards.get(player)
        state = "done" if place < at else "now" if player in seen.due else "next"
        province, passed = ("", "") if card is None else (card.province, card.passed)
        special = calendar.special_of.get(player)
        brings = foreseen(here.state, player) if state == "now" and not passed else ()
        rows.append(Row(player, state, player in seen.laid, province, passed, special, brings))
    return tuple(rows)


def opened_words(card: Opened) -> Sentence:
    """A card that was turned over, and why its turn passed, if it did."""
    named = {"player": daimyo(card.player), "province": card.province, "action": action_words(card.action)}
    return {
        "": say("{player} turns over {province}: {action}.", **named),
        "blank": say("{player} laid a blank: {action}.", **named),
        "lost": say("{province} is no longer {player}'s: {action} passes.", **named),
        "nothing": say("{player} can do nothing with {province}: {action} passes.", **named),
    }[card.passed]


def turned_over(step: Step[ShogunState]) -> tuple[Opened, ...]:
    """The planned cards that were turned over after an event, as they lay open then."""
    came = {(player, action) for player, action, _ in step.event.result.get("opened", ())}
    after = {(card.player, card.action): card for card in step.after.opened}
    return tuple(after[each] for each in after if each in came)


def last_lines(here: ShogunSession) -> tuple[Sentence, ...]:
    """What happened in the last event that stands, and which turns passed by themselves after it."""
    standing = [step for step in here.history if step.event.number in here.history.standing]
    step = standing[-1]
    lines = step.report.lines if isinstance(step.report, TurnReport) else ()
    lines = (*lines, throw_words(step)) if step.event.kind in THROWS else lines
    return (*lines, *(opened_words(card) for card in turned_over(step) if card.passed))


@answering
def end_turns(
    here: ShogunSession,
    player: str | None = None,
    lost: tuple[str, ...] = (),
    cards: Mapping[str, str] | None = None,
    turned: str | None = None,
) -> Answer:
    """End a turn, or all that are left of an action, where the board lies on the table.

    Args:
        here: The table.
        player: Whose turn ends; everybody's that is left in the action, where nobody is named.
        lost: Players who could not do what they planned.
        cards: The province that players turned over who planned on their mat.
        turned: The action card that was turned up, where players shuffle their own.
    """
    step = here.do(EndTurns(player, lost, dict(cards or {}), turned))
    seen = view(step.after)
    passed = [opened_words(card) for card in turned_over(step)]
    data = {"table": here.name, "event": step.event.number, **step.event.result, "game": game_data(seen)}
    return Answer(data, (*step.report.lines, *passed, *next_lines(seen)))
