"""Who the tower has been kind to: a luck sheet for each player."""

from __future__ import annotations

from dataclasses import asdict

from companion.answers import Answer, Told, answering
from companion.play.shogun.chances import LuckLine, LuckSheet, luck_sheets
from companion.rules.shogun.cubes import NEUTRAL, daimyo
from companion.sentences import Sentence, say, say_count
from companion.service.shogun.figures import PlayerMark, percent
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.remarks import remarks_data, remarks_told


@answering
def tell_luck(here: ShogunSession) -> Answer:
    """Every fight with its odds and what came of it, by player."""
    sheets = luck_sheets(here.history)
    data = {
        "table": here.name,
        "players": {
            sheet.player: {
                "fights": len(sheet.counted),
                "won": sheet.won,
                "expected": sheet.expected,
                "luck": sheet.luck,
                "throws": [asdict(line) for line in sheet.lines],
            }
            for sheet in sheets
        },
        "remarks": remarks_data(here.history),
    }
    lines = (line for sheet in sheets for line in _sheet_lines(sheet))
    return Answer(data, (*lines, *remarks_told(here.history)))


def _sheet_lines(sheet: LuckSheet) -> list[Told]:
    lines: list[Told] = [PlayerMark(sheet.player)]
    if not sheet.lines:
        return [*lines, say("  No fight yet.")]
    lines += [say("  {line}", line=_line(line)) for line in sheet.lines]
    if sheet.luck is not None:
        lines.append(
            say_count(
                "  {count} fight: {won} won, {expected} expected; luck {luck}.",
                "  {count} fights: {won} won, {expected} expected; luck {luck}.",
                len(sheet.counted),
                won=sheet.won,
                expected=round(sheet.expected, 1),
                luck=percent(sheet.luck),
            )
        )
    return lines


def _line(line: LuckLine) -> Sentence:
    own, other = line.armies
    told = say(
        "{throw}. {what}, {own} against {other}: {outcome} ({chance} likely), luck {luck}",
        throw=line.throw,
        what=_what(line),
        own=own,
        other=other,
        outcome=_outcome(line),
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


def _outcome(line: LuckLine) -> Sentence:
    if line.tied and line.outcome == "lose":
        return say("lost by a tie")
    return {"win": say("won"), "tie": say("tie"), "lose": say("lost")}[line.outcome]


def _what(line: LuckLine) -> Sentence:
    if line.part == "owner":
        return say("against a revolt")
    if line.part == "defender":
        return say("attacked by {player}", player=daimyo(line.against))
    if line.against == NEUTRAL:
        return say("against a neutral province")
    return say("attack on {player}", player=daimyo(line.against))
