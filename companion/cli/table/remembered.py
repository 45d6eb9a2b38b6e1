"""``companion history``: what was played here, drawn in a terminal."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, draw
from companion.cli.menu import may_remember
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.table_commands import store_option
from companion.cli.voice import columns, fits, parted, said
from companion.errors import InputError
from companion.play.games import game_named
from companion.sentences import Sentence, say
from companion.service.remembered import Person, Summary, remember, take_name_out, tell_remembered

_LONGEST, _SHORTEST = 40, 5  # columns of the longest bar, and of one that is worth drawing
_BLOCKS, _PLAIN = ("█", "░", "▓", "▒", "▚"), ("#", "-", "=", "+", ":")  # signs of the parts of a bar

Row = tuple[str, Sequence[float], str]
"""A line with a bar: what it is about, the parts of the bar, and what is said of it."""


@answer_command("history")
@click.argument("player", required=False, metavar="[NAME]")
@click.option("--remember", "may", type=click.Choice(["yes", "no"]))
@click.option("--take-out", metavar="NAME")
@output_option("--csv")
@output_option("--bg-stats")
@overwrite_option
@store_option
def history(
    player: str | None, may: str | None, take_out: str | None, store: Path | None, **files: Any
) -> Answer:
    """What was played here: who has won, points by part, and every evening."""
    others = (player, *(file for file in files.values() if file))
    if (may and take_out) or ((may or take_out) and any(others)):
        raise InputError("--remember and --take-out stand alone.")
    if may is not None:
        return remember(store, may == "yes")
    if take_out is not None:
        return take_name_out(store, take_out)
    may_remember(store)
    return tell_remembered(store, player or "", **files)


@draw.register
def _summary(told: Summary) -> Iterator[str]:
    rows: list[Row] = [(each.name, (each.won, each.evenings - each.won), _won(each)) for each in told.people]
    yield from _bars(say("Who has won"), rows) if rows else ()
    for game, found in told.by_game.items():
        title, parts = game_named(game).title, game_named(game).parts
        rows = [
            (each.name, [each.parts.get(part.name, 0) for part in parts], str(round(each.points)))
            for each in found
            if each.parts and each.points is not None
        ]
        if rows:
            yield from _bars(say("{game}: points by part, on average", game=title), rows)
            signs = zip(_signs(), parts, strict=False)
            yield parted("  " + ", ".join(f"{sign} {said(part.words)}" for sign, part in signs))
    yield from ("", said(say("Evenings") if told.evenings else say("Nothing is remembered yet.")))
    for each in told.evenings:
        there = (
            f"{at.rank}. {_called(at.shown)}{'' if at.points is None else f' {at.points}'}"
            for at in each.players
        )
        title = f"{game_named(each.game).title} {each.table}".rstrip()
        yield parted(f"  {each.day or '-':<10}  {title}: {', '.join(there)}")


def _bars(title: Sentence, rows: Sequence[Row]) -> Iterator[str]:
    """A line a row, below a title: its name, a bar of signs, and what is said of it."""
    yield from ("", said(title))
    wide = max((len(name) for name, *_ in rows), default=0)
    longest = max((sum(parts) for _, parts, _ in rows), default=0) or 1
    room = columns() - wide - max((len(end) for *_, end in rows), default=0) - 7
    for name, parts, end in rows:
        bar, so_far, drawn = "", 0.0, 0
        for sign, part in zip(_signs(), parts, strict=False):
            so_far += part
            upto = round(min(_LONGEST, room) * so_far / longest)
            bar, drawn = bar + sign * (upto - drawn), max(upto, drawn)
        yield f"  {name:<{wide}}  {bar}  {end}" if room >= _SHORTEST else parted(f"  {name}: {end}")


def _won(person: Person) -> str:
    return said(say("{won} of {all} won", won=person.won, all=person.evenings))


def _signs() -> Sequence[str]:
    return _BLOCKS if fits("".join(_BLOCKS)) else _PLAIN


def _called(name: Sentence | str) -> str:
    return said(name) if isinstance(name, Sentence) else name
