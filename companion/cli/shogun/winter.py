"""``companion shogun winter``: rice, hunger, the provinces drawn, revolts, points, and the year's end."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import pairs, read_number, read_province
from companion.cli.tables import store_option
from companion.cli.voice import json_option, speak, speak_json
from companion.data.shogun import facts
from companion.errors import InputError
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.cubes import GREEN, armies
from companion.rules.shogun.winter.hunger import Hunger, draw_revolts, hunger, wrong_draw

__all__ = ["Hands", "winter"]

Hands = Mapping[str, tuple[int | list[str], int]]
"""What was said of each player: his provinces, by number or by name, and his rice."""


@click.command(cls=SpokenCommand)
@click.argument("said", nargs=-1, metavar="[TABLE] [COLOUR=PROVINCES/RICE]...")
@click.option(
    "--loss", type=click.IntRange(0, 18), metavar="NUMBER", help="Rice everybody loses; 0 by default."
)
@click.option(
    "--event", type=click.IntRange(1, 12), metavar="NUMBER", help="The fourth event card, for its loss."
)
@click.option(
    "--markers",
    multiple=True,
    metavar="PROVINCE=NUMBER",
    help="Revolt markers in a province; a green army more for each; repeatable.",
)
@click.option("--seed", metavar="TEXT", help="Draw from this text, to draw the same again.")
@click.option("--drawn", multiple=True, metavar="PROVINCE", help="A province drawn by hand; repeatable.")
@click.option("--revolt", metavar="PROVINCE", help="At a table: throw the revolt of this province.")
@click.option(
    "--out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="With --revolt: what came out of your real tower; repeatable, or 'nothing'.",
)
@click.option("--odds-only", is_flag=True, help="Only the odds; nothing is thrown.")
@click.option("--still", is_flag=True, help="Do not show the throw falling.")
@click.option(
    "--events", metavar="NUMBERS", help="The four event cards of the new year, if you shuffle your own."
)
@store_option
@json_option
def winter(said: Sequence[str], as_json: bool, **options: Any) -> None:
    """Reckon a winter: rice lost, provinces fed, revolts and their green armies, provinces drawn.

    PROVINCES is a number or names joined by commas, of which those in revolt are drawn. With a TABLE that
    keeps its board nothing else need be said: the first call draws, --revolt throws one revolt after the
    other, the last call counts the points and opens the new year.

    \b
    companion shogun winter blue=9/6 yellow=7/8 --loss 3
    companion shogun winter red=Kai,Aki,Omi/1 --event 6 --markers Kai=1
    companion shogun winter friday
    companion shogun winter friday --revolt Kai
    """
    table = said[0] if said and "=" not in said[0] else None
    typed = {player: _hand(text) for player, text in pairs(said[1:] if table is not None else said).items()}
    _check_owners(typed)
    if table is not None:
        from companion.cli.shogun.wintering import winter_at_table

        winter_at_table(table, typed, as_json, options)
        return
    for name in ("revolt", "events", "out", "odds_only", "still"):
        if options[name] not in (None, (), False):
            raise InputError("--{option} needs a table.", option=name.replace("_", "-"))
    if not typed:
        raise InputError("Say whose provinces and rice, such as blue=9/6, or name a table.")
    _reckon(typed, as_json, options)


def _hand(text: str) -> tuple[int | list[str], int]:
    provinces, slash, rice = text.partition("/")
    if not slash:
        raise InputError("'{text}' was not expected; write PROVINCES/RICE, such as 9/6.", text=text)
    if provinces.strip().isdigit():
        hand: int | list[str] = read_number(provinces, 45)
    else:
        hand = [read_province(name) for name in provinces.split(",") if name.strip()]
        if not hand:
            raise InputError("'{text}' was not expected; write PROVINCES/RICE, such as 9/6.", text=text)
        if len(set(hand)) != len(hand):
            raise InputError("A province is named twice: {names}.", names=", ".join(hand))
    return hand, read_number(rice, 18)


def _named(typed: Hands) -> list[str]:
    return [name for hand, _ in typed.values() if not isinstance(hand, int) for name in hand]


def _check_owners(typed: Hands) -> None:
    named = _named(typed)
    for province in named:
        if named.count(province) > 1:
            raise InputError("{province} was named for two players.", province=province)


def _check_owned(typed: Hands, mentioned: Iterable[str]) -> None:
    """Provinces drawn or with markers must be among those that were named."""
    for province in mentioned:
        if province not in _named(typed):
            raise InputError("Nobody owns {province}.", province=province)


def _reckon(typed: Hands, as_json: bool, options: Mapping[str, Any]) -> None:
    if options["event"] is not None and options["loss"] is not None:
        raise InputError("Give the loss or the event card, not both.")
    loss = options["loss"] or 0
    if options["event"] is not None:
        loss = facts().events[options["event"] - 1].winter_loss
    markers = _markers(options["markers"])
    named = [read_province(name) for name in options["drawn"]]
    _check_owned(typed, (*named, *markers))
    seed = options["seed"] if options["seed"] is not None else secrets.token_hex(16)
    answer: dict[str, Any] = {}
    shown = False
    for player, (hand, rice) in typed.items():
        need = hunger(hand if isinstance(hand, int) else len(hand), rice, loss)
        by_hand = [] if isinstance(hand, int) else [name for name in named if name in hand]
        drawn: Sequence[str] = ()
        if need.revolts and not isinstance(hand, int):
            if by_hand and len(set(by_hand)) != need.revolts:
                raise wrong_draw(need.revolts, player)
            drawn = by_hand or draw_revolts(hand, need.revolts, SeededDraws(seed), f"winter {player}")
            shown = shown or not by_hand
        answer[player] = _as_answer(need, drawn, markers)
        if not as_json:
            for line in need.lines(player):
                speak(line)
            for name in drawn:
                speak(
                    "  {province} revolts: thrown are {greens} with all armies there.",
                    province=name,
                    greens=armies({GREEN: need.greens + markers.get(name, 0)}),
                )
    if as_json:
        speak_json({"loss": loss, "players": answer, "seed": seed if shown else None})
    elif shown and options["seed"] is None:
        speak("Drawn from the seed {seed}; --seed draws the same again.", seed=seed)


def _as_answer(need: Hunger, drawn: Sequence[str], markers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "provinces": need.provinces,
        "rice": need.rice,
        "left": need.left,
        "missing": need.missing,
        "revolts": need.revolts,
        "greens": need.greens,
        "drawn": [{"province": name, "green": need.greens + markers.get(name, 0)} for name in drawn],
    }


def _markers(typed: Sequence[str]) -> dict[str, int]:
    found = {}
    for text in typed:
        name, equals, number = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write PROVINCE=NUMBER, such as Kai=1.", text=text)
        found[read_province(name)] = read_number(number, 42)
    return found
