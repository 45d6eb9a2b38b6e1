"""``companion shogun act``: a player's turn in an action, on a board that the table keeps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_province, refuse
from companion.cli.shogun.keeping import do, refuse_passing, speak_passed
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.shogun.throwing import as_throw, read_out, tell_odds, tell_throw, throw_options
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, said, speak, speak_json
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.rules.shogun.cubes import daimyo_named
from companion.rules.shogun.game.turn import Order
from companion.rules.shogun.round.actions import COMBATS, action_named
from companion.rules.shogun.round.passing import turns_until
from companion.service.shogun.standing import game_data, next_lines, seat_data, seat_line
from companion.table.shogun.fights import asked_turn
from companion.table.shogun.kept import Refused
from companion.table.shogun.rounds import campaign_at, outcome_of
from companion.table.shogun.views import as_known, view

__all__ = ["act_command"]


@click.command("act", cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE|pass")
@click.option("--to", "target", metavar="PROVINCE", help="Where armies move or attack.")
@click.option(
    "--armies", type=click.IntRange(0, 62), default=None, metavar="NUMBER", help="How many armies move."
)
@click.option(
    "--defending",
    type=click.IntRange(0, 62),
    metavar="NUMBER",
    help="How many armies the defender throws (ruling defender-throws-all=chooses).",
)
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What came out of your real tower, if it is thrown there; repeatable, or 'nothing'.",
)
@click.option("--pass", "passing", is_flag=True, help="The turns nobody told before this one were blanks.")
@throw_options
@store_option
@json_option
def act_command(
    table: str,
    colour: str,
    action: str,
    province: str,
    target: str | None,
    armies: int | None,
    defending: int | None,
    out: Sequence[str],
    passing: bool,
    odds_only: bool,
    still: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """Carry out an action: castle, temple, theatre, rice, tax, five, three, one, combat-a, combat-b.

    Event and special card are applied, what cannot be done is lost, battles and revolts are thrown. Where
    turns before this one were not told, they are named and nothing is done: --pass makes them blanks.

    \b
    companion shogun act friday blue tax Settsu
    companion shogun act friday red castle Omi
    companion shogun act friday yellow combat-a Shinano --to Kozuke --armies 4
    companion shogun act friday blue one Aki --to Bingo --armies 2
    companion shogun act friday red five pass
    companion shogun act friday red five Omi --pass
    """
    order = _order(colour, action, province, target, armies, defending)
    with joined(store, table) as opened:
        before = as_known(opened.state) if odds_only else opened.state
        try:
            outcome = outcome_of(before, order)
            kind, asked = asked_turn(before, order, read_out(out))
        except Refused as refused:
            refuse(refused.illegal, as_json)
        if out and kind == "act":
            raise InputError("Nothing is thrown in this turn; --out does not belong there.")
        if odds_only:
            if kind == "act":
                raise InputError("There are odds for an attack or a revolt only.")
            tell_odds(before, kind, asked, as_json)
            return
        calendar = campaign_at(before).calendar
        passed = turns_until(calendar, calendar.position(order.player, order.action))
        if passed and not passing:
            refuse_passing(calendar, passed, as_json, order.action)
        event = do(opened, kind, asked, as_json)
        step, seen = opened.history.step(event.number), view(opened.state)
        # What is thrown besides is told with the throw.
        notes = outcome.clash.muster.notes if outcome.clash is not None else ()
        lines = [line for line in outcome.lines if line not in notes]
        if as_json:
            thrown = as_throw(opened.name, step) if kind != "act" else {}
            speak_json(
                {
                    "table": opened.name,
                    "event": event.number,
                    "done": outcome.done,
                    "lines": [said(line) for line in lines],
                    "passed": [{"player": player, "action": taken} for player, taken in passed],
                    "throw": thrown or None,
                    "player": seat_data(seen, order.player),
                    "game": game_data(seen),
                }
            )
            return
        if passed:
            speak_passed(calendar, passed)
        for line in lines:
            speak(line)
        if kind != "act":
            tell_throw(step, still)
            speak_log(opened)
        tell_lines((seat_line(seen, order.player), *next_lines(seen)))


def _order(
    colour: str,
    action: str,
    province: str,
    target: str | None,
    armies: int | None,
    defending: int | None,
) -> Order:
    player, name = daimyo_named(colour), action_named(action)
    blank = typed_as("shogun", "blank", province)
    moves = name in (*COMBATS, "one")
    if (target is None) != (armies is None):
        raise InputError("A move needs both --to and --armies.")
    if target is not None and (blank or not moves):
        raise InputError("Armies move in the actions one, combat-a and combat-b only.")
    if blank:
        return Order(player, name)
    goal = None if target is None else read_province(target)
    return Order(player, name, read_province(province), goal, armies or 0, defending)
