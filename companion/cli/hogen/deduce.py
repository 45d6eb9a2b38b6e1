"""``companion hogen deduce``: every world a seat's log leaves, and what is certain in all of them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.hogen.sheet import sheet_lines
from companion.cli.hogen.tables import ruling_option
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak_json
from companion.data.files import read_given
from companion.data.hogen.log import read_log
from companion.rules.hogen.deduction import Deduction, deduce
from companion.rules.hogen.rulings import RULINGS
from companion.rules.rulings import Rulings

__all__ = ["deduce_command"]


@click.command("deduce", cls=SpokenCommand)
@click.argument("file")
@ruling_option
@json_option
def deduce_command(file: str, rulings: Sequence[str], as_json: bool) -> None:
    """Deduce from a log all that its keeper can know: shares of worlds, certainties, the best call.

    FILE is a log, or - for standard input. Every way the hidden cards can lie is followed through the
    log; what is shown as certain holds in all that are left. A log that cannot be names its line.

    \b
    companion hogen deduce my-log.txt
    companion hogen deduce my-log.txt --json
    """
    log = read_log(read_given(file), file)
    now = deduce(log, _typed(rulings))
    if as_json:
        return speak_json(as_answer(now))
    for line in sheet_lines(now):
        click.echo(line)


def as_answer(now: Deduction) -> dict[str, object]:
    """The answer for a program; shares are of the worlds left, all of them equally likely."""
    splits = now.best_calls()
    return {
        "worlds": len(now.worlds),
        "rallied": {s: {str(c): share for c, share in now.rallied(s).items()} for s in now.others},
        "certain": {s: str(card) for s, card in now.certain_rallied().items()},
        "hand": {s: {str(c): share for c, share in now.hand(s).items()} for s in now.others},
        "certain_hand": {s: [str(c) for c in cards] for s, cards in now.certain_hand().items()},
        "best_call": str(splits[0].call) if splits else None,
        "calls": [
            {
                "call": str(split.call),
                "expected_worlds": float(split.expected),
                "nobody": float(split.nobody),
            }
            for split in splits
        ],
        "active": now.turn.active,
        "own_hand": [str(card) for card in now.own_hand()],
    }


def _typed(rulings: Sequence[str]) -> dict[str, str]:
    """Only the rulings that were typed, so that they stand above those noted in the log."""
    chosen = Rulings.parse(RULINGS, rulings)
    names = {text.partition("=")[0].strip() for text in rulings}
    return {name: value for name, value in chosen.items() if name in names}
