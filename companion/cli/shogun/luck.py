"""``companion shogun luck``: who the tower has been kind to."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.drawing import symbol
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, said, speak, speak_json
from companion.rules.shogun.cubes import NEUTRAL, daimyo
from companion.sentences import Sentence, say, say_count
from companion.service.shogun.figures import percent
from companion.table.shogun.chances import LuckLine, LuckSheet, luck_sheets

__all__ = ["luck"]


@click.command(cls=SpokenCommand)
@table_argument
@store_option
@json_option
def luck(table: str, store: Path | None, as_json: bool) -> None:
    """A luck sheet for each player: every fight, its odds, and what came of it.

    Luck is where a throw stands among all it could have been: 50 % is middling, near 100 % the best.
    Throws that were undone are on the sheet, but not in the sums. A table that does not show the inside
    gets the exact figures once its seed is revealed.

    \b
    companion shogun luck friday
    companion shogun luck friday --json
    """
    with joined(store, table) as opened:
        sheets = luck_sheets(opened.history)
        if as_json:
            speak_json({"table": opened.name, "players": {each.player: _answer(each) for each in sheets}})
            return
        for sheet in sheets:
            _tell(sheet)


def _answer(sheet: LuckSheet) -> dict[str, object]:
    return {
        "fights": len(sheet.counted),
        "won": sheet.won,
        "expected": sheet.expected,
        "luck": sheet.luck,
        "throws": [asdict(line) for line in sheet.lines],
    }


def _tell(sheet: LuckSheet) -> None:
    click.echo(f"{symbol(sheet.player)} {said(daimyo(sheet.player))}")
    if not sheet.lines:
        speak("  No fight yet.")
        return
    for line in sheet.lines:
        click.echo(f"  {said(_line(line))}")
    if sheet.luck is not None:
        speak(
            say_count(
                "  {count} fight: {won} won, {expected} expected; luck {luck}.",
                "  {count} fights: {won} won, {expected} expected; luck {luck}.",
                len(sheet.counted),
                won=sheet.won,
                expected=round(sheet.expected, 1),
                luck=percent(sheet.luck),
            )
        )


def _line(line: LuckLine) -> Sentence:
    own, other = line.armies
    told = say(
        "{throw}. {what}, {own} against {other}: {outcome} ({chance} likely), luck {luck}",
        throw=line.throw,
        what=_what(line),
        own=own,
        other=other,
        outcome={"win": say("won"), "tie": say("tie"), "lose": say("lost")}[line.outcome],
        chance=percent(line.likelihood),
        luck=percent(line.luck),
    )
    if line.province:
        told = say("{line} [{note}]", line=told, note=line.province)
    if line.entered:
        told = say("{line} [{note}]", line=told, note=say("real tower"))
    if line.undone:
        told = say("{line} [{note}]", line=told, note=say("undone"))
    return told


def _what(line: LuckLine) -> Sentence:
    if line.part == "owner":
        return say("against a revolt")
    if line.part == "defender":
        return say("attacked by {player}", player=daimyo(line.against))
    if line.against == NEUTRAL:
        return say("against a neutral province")
    return say("attack on {player}", player=daimyo(line.against))
