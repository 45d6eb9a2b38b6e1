"""``companion shogun round``: the cards of a round, its event, its end, and where the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import refuse
from companion.cli.shogun.keeping import (
    do,
    refuse_passing,
    speak_passed,
)
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak_json
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.actions import action_named
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.round.passing import turns_until
from companion.rules.shogun.round.special_cards import special_named
from companion.rules.shogun.score.scoring import final_ranking
from companion.service.shogun.score import ranking_lines
from companion.service.shogun.standing import board_data, board_lines, calendar_lines, game_data, next_lines
from companion.table.shogun.kept import NO_ROUNDS
from companion.table.shogun.views import view

__all__ = ["round_command"]

STEPS = ("show", "lay", "event", "end")


class _Step(click.Choice[str]):
    """A step of a round; French words are understood."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The step that was typed."""
        return super().convert(vocabulary("shogun", "step").find(str(value)) or value, param, ctx)


@click.command("round", cls=SpokenCommand)
@table_argument
@click.argument("step", type=_Step(STEPS), default="show")
@click.option("--actions", metavar="NAMES", help="With lay: how your own ten action cards lie, in order.")
@click.option("--specials", metavar="NAMES", help="With lay: how your own special cards lie, in order.")
@click.option("--card", type=click.IntRange(1, 12), metavar="NUMBER", help="With event: the card you drew.")
@click.option("--pass", "passing", is_flag=True, help="With end: the turns nobody told were blanks.")
@click.option("--board", is_flag=True, help="With show: every province as well.")
@store_option
@json_option
def round_command(
    table: str,
    step: str,
    actions: str | None,
    specials: str | None,
    card: int | None,
    passing: bool,
    board: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """See where a game stands, lay the cards of its next round, draw the event, end the round.

    Cards are shuffled from the table's seed; or say how your own fell. Steps: show, lay, event, end. A round
    ends by itself after its last turn; end with --pass makes blanks of the turns that are left.

    \b
    companion shogun round friday
    companion shogun round friday lay
    companion shogun round friday event --card 7
    companion shogun round friday lay --specials rice,six,attack,chest,defence
    companion shogun round friday end --pass
    """
    asked: Mapping[str, Any] = {}
    if step == "lay":
        asked = {
            "actions": None if actions is None else [action_named(name) for name in _words(actions)],
            "specials": None if specials is None else [special_named(name) for name in _words(specials)],
        }
    elif actions is not None or specials is not None:
        raise InputError("--actions and --specials go with the step lay.")
    if step == "event":
        asked = {"event": card}
    elif card is not None:
        raise InputError("--card goes with the step event.")
    if passing and step != "end":
        raise InputError("--pass goes with the step end.")
    with joined(store, table) as opened:
        before = opened.state.kept
        passed: tuple[tuple[str, str], ...] = ()
        if step == "end" and isinstance(before, Campaign) and before.calendar.stage == Stage.ACTIONS:
            passed = turns_until(before.calendar)
            if not passing:
                refuse_passing(before.calendar, passed, as_json)
        if step != "show":
            do(opened, step, asked, as_json)
        kept = opened.state.kept
        if kept is None:
            refuse(NO_ROUNDS, as_json)
        seen = view(opened.state)
        if as_json:
            speak_json({"table": opened.name, "game": game_data(seen), "board": board_data(seen)})
            return
        if passed and isinstance(before, Campaign):
            speak_passed(before.calendar, passed)
        if board:
            tell_lines(board_lines(seen))
        tell_lines(calendar_lines(seen))
        if seen.calendar is None or seen.calendar.stage != Stage.OVER:
            tell_lines(next_lines(seen))
        elif isinstance(kept, Campaign):
            tell_lines(ranking_lines(final_ranking(kept.realm)))


def _words(typed: str) -> list[str]:
    return typed.replace(",", " ").split()
