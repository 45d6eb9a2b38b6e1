"""``companion shogun setup``: what to lay out; and the beginning of a game that a table keeps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import side_option
from companion.cli.tables import store_option
from companion.cli.voice import json_option, speak, speak_json
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.rules.shogun.round.calendar import ROUNDS, Season
from companion.rules.shogun.setup.setup import Preparation, prepare

__all__ = ["BELONGS", "OPTION", "given", "setup", "speak_doubts"]

BELONGS = {
    "first": ("draft",),
    "added": ("draft", "fixed", "board"),
    "removed": ("draft", "fixed", "board"),
    "chests": ("board",),
    "rice": ("board",),
    "points": ("board",),
    "year": ("fixed", "board", "light"),
    "season": ("fixed", "board", "light"),
}
"""Which ways to begin take an option."""

_AT_TABLE = ("drafting", "light", "board", "events", *BELONGS)
"""What only a table can be told."""

OPTION = {"drafting": "draft", "added": "sea", "removed": "no-sea"}
"""Options whose names in the program are others."""

_UNTOLD = {"year": 1, "season": Season.SPRING.value}


def given(options: Mapping[str, Any], name: str) -> bool:
    """Whether an option says anything."""
    return options[name] not in (None, (), False) and options[name] != _UNTOLD.get(name)


@click.command(cls=SpokenCommand)
@click.argument("table", required=False, metavar="[TABLE]")
@click.option("--players", type=click.IntRange(3, 5), metavar="NUMBER", help="How many play: 3, 4 or 5.")
@side_option
@click.option("--fixed", is_flag=True, help="The fixed set-up of the annex, on the Sun side.")
@click.option("--draft", "drafting", is_flag=True, help="At a table: divide the provinces by a draft.")
@click.option("--light", is_flag=True, help="At a table: keep the cards and seasons, not the board.")
@click.option(
    "--board",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="At a table: the board as it stands; columns province, owner, buildings, armies, markers.",
)
@click.option("--first", metavar="COLOUR", help="Who begins the draft: the oldest player.")
@click.option(
    "--sea", "added", multiple=True, metavar="A/B", help="A sea route your board has besides; repeatable."
)
@click.option(
    "--no-sea", "removed", multiple=True, metavar="A/B", help="A sea route your board has not; repeatable."
)
@click.option("--events", metavar="NUMBERS", help="The open event cards, if you shuffle your own: 4,9,8,1.")
@click.option("--chests", multiple=True, metavar="COLOUR=NUMBER", help="With --board: chests; repeatable.")
@click.option("--rice", multiple=True, metavar="COLOUR=NUMBER", help="With --board: rice; repeatable.")
@click.option("--points", multiple=True, metavar="COLOUR=NUMBER", help="With --board: points; repeatable.")
@click.option("--year", type=click.IntRange(1, 2), default=1, help="With --board or --light: the year.")
@click.option(
    "--season",
    type=click.Choice([season.value for season in ROUNDS]),
    default=Season.SPRING.value,
    help="With --board or --light: the season that begins.",
)
@store_option
@json_option
def setup(table: str | None, as_json: bool, **options: Any) -> None:
    """What to lay out: cards that are out, chests, army groups, the fixed set-up.

    With a TABLE, its game is kept from now on: the whole board (--draft, --fixed or --board FILE), where
    every move is checked, or only cards and seasons (--light).

    \b
    companion shogun setup --players 4 --side moon
    companion shogun setup --players 3 --fixed
    companion shogun setup friday --fixed
    companion shogun setup friday --draft --first red --side moon --no-sea Shima/Izu
    companion shogun setup friday --board board.txt --chests blue=4,red=2 --season autumn
    """
    side = Side(options["side"])
    if table is not None:
        from companion.cli.shogun.beginning import begin_game

        begin_game(table, side, as_json, options)
        return
    players = options["players"]
    if players is None:
        raise InputError("Say how many play, such as --players 4, or name a table.")
    for name in _AT_TABLE:
        if given(options, name):
            raise InputError("--{option} needs a table.", option=OPTION.get(name, name))
    if options["fixed"] and side != Side.SUN:
        raise InputError("The fixed set-up is for the Sun side only.")
    preparation = prepare(facts(), side, players)
    if as_json:
        speak_json(_as_answer(preparation, options["fixed"]))
        return
    _speak(preparation)
    if options["fixed"]:
        _speak_fixed(players)


def _as_answer(preparation: Preparation, fixed: bool) -> dict[str, Any]:
    each, green = preparation.fill
    answer: dict[str, Any] = {
        "side": preparation.side.value,
        "players": preparation.players,
        "out": list(preparation.out),
        "cards": list(preparation.cards),
        "other_side": list(preparation.other_side),
        "chests": preparation.chests,
        "groups": list(preparation.groups),
        "stack": preparation.provinces_left,
        "tower": {"each": each, "green": green},
        "sea_routes": [
            {"a": border.a, "b": border.b, "confirmed": _confirmed(preparation.side, border.moon_confirmed)}
            for border in facts().borders
            if border.kind == "sea"
        ],
    }
    if fixed:
        placed: dict[str, list[dict[str, Any]]] = {}
        for place in facts().fixed_setup(preparation.players):
            placed.setdefault(place.player, []).append({"province": place.province, "armies": place.armies})
        answer["fixed"] = placed
    return answer


def _confirmed(side: Side, on_moon: bool) -> bool:
    return side == Side.SUN or on_moon


def _speak(preparation: Preparation) -> None:
    if preparation.side == Side.SUN:
        speak("Sun side, {players} players.", players=preparation.players)
    else:
        speak("Moon side, {players} players.", players=preparation.players)
    speak(
        "Province cards to keep: {count}; those of the other side go back: {numbers}.",
        count=len(preparation.cards),
        numbers=" ".join(map(str, preparation.other_side)),
    )
    if preparation.out:
        speak("Out with three players: {names}.", names=", ".join(preparation.out))
        if preparation.side == Side.MOON:
            speak("The booklet does not label that list; it is the Moon's by elimination: see your board.")
    speak("Each player takes 62 armies, five chest cards, and {chests} in chests.", chests=preparation.chests)
    speak(
        "Army groups of each player: {groups}; {left} province cards are left as the stack.",
        groups=" ".join(map(str, preparation.groups)),
        left=preparation.provinces_left,
    )
    speak(
        "Draft: the oldest begins; in turn each takes one of two open cards, or the top of the pile unseen, "
        "and places one group there. Whoever faces the two open cards of his last turn again puts them "
        "under the pile and opens two others."
    )
    each, green = preparation.fill
    speak(
        "Into the tower: {each} armies of each player, {green} green; what falls out goes to the supplies.",
        each=each,
        green=green,
    )
    speak("Open four event cards; rice and points stand at 0.")
    if preparation.side == Side.MOON:
        speak_doubts()


def speak_doubts() -> None:
    """Tell which sea routes of the Moon side are not confirmed."""
    speak("The sea routes of the Moon side are not confirmed; compare them with your board:")
    for border in facts().borders:
        if border.kind == "sea" and not border.moon_confirmed:
            click.echo(f"  {border.a} – {border.b}")


def _speak_fixed(players: int) -> None:
    speak("The fixed set-up, armies in each province:")
    rows: dict[str, list[str]] = {}
    for place in facts().fixed_setup(players):
        rows.setdefault(place.player, []).append(f"{place.province} {place.armies}")
    width = max(len(cell) for cells in rows.values() for cell in cells) + 2
    click.echo("  " + "".join(f"{player:<{width}}" for player in rows).rstrip())
    for cells in zip(*rows.values(), strict=True):
        click.echo("  " + "".join(f"{cell:<{width}}" for cell in cells).rstrip())
