"""``companion honshu trick`` and ``round``: who chooses first, and what happens in a round."""

from __future__ import annotations

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option
from companion.data.honshu.plays import read_plays
from companion.errors import InputError
from companion.service.honshu.tricks import judge_pairs, judge_trick, tell_round


@click.command("trick", cls=SpokenCommand)
@click.argument("plays", nargs=-1, required=True, metavar="[NAME=]CARD[+COLOUR]...")
@click.option("--two", is_flag=True, help="The variant for two players: who chooses a pair of cards.")
@click.option(
    "--pile", type=click.IntRange(1, 60), nargs=2, help="With --two: the two cards from the draw pile."
)
@json_option
def trick(plays: tuple[str, ...], two: bool, pile: tuple[int, int] | None, as_json: bool) -> None:
    """Who chooses first after a trick, and the new player order.

    Type the cards in player order, each with the cube added to it: 29+b. The first cube fixes the colour;
    a cube adds 60. Colours are b (blue), n (brown), g (grey), y (yellow).

    With --two type both hand cards; the lower card may remove two cubes of its owner to choose: 12+bg.

    \b
    companion honshu trick 11 29+b 57+b 59
    companion honshu trick Jack=11 Mary=29+b Chris=57+b Lisa=59
    companion honshu trick --two Anna=12+bg Ben=47 --pile 5 33
    """
    typed = read_plays(plays)
    if pile and not two:
        raise InputError("--pile belongs to the variant for two players; add --two.")
    if not two:
        tell(judge_trick(typed), as_json)
    elif len(typed) != 2:
        raise InputError("--two takes two hand cards, here are {cards}.", cards=len(typed))
    else:
        tell(judge_pairs((typed[0], typed[1]), pile), as_json)


@click.command("round", cls=SpokenCommand)
@click.argument("number", type=int, metavar="N")
@click.option("--players", type=int, required=True, metavar="2-5", help="How many play.")
@json_option
def round_command(number: int, players: int, as_json: bool) -> None:
    """What happens in a round: dealing, passing, who starts.

    \b
    companion honshu round 4 --players 3
    companion honshu round 12 --players 2 --json
    """
    tell(tell_round(number, players), as_json)
