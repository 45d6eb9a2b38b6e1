"""``companion honshu trick`` and ``round``: who chooses first, and what happens."""

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.data.honshu.plays import read_plays
from companion.errors import InputError
from companion.service.honshu.tricks import judge_pairs, judge_trick, tell_round


@answer_command("trick")
@click.argument("plays", nargs=-1, required=True, metavar="[NAME=]CARD[+COLOUR]...")
@click.option("--two", is_flag=True)
@click.option("--pile", type=click.IntRange(1, 60), nargs=2)
def trick(plays: tuple[str, ...], two: bool, pile: tuple[int, int] | None) -> Answer:
    """Who chooses first after a trick, and the new player order."""
    typed = read_plays(plays)
    if pile and not two:
        raise InputError("--pile belongs to the variant for two players; add --two.")
    if not two:
        return judge_trick(typed)
    if len(typed) != 2:
        raise InputError("--two takes two hand cards, not {cards}.", cards=len(typed))
    return judge_pairs((typed[0], typed[1]), pile)


@answer_command("round")
@click.argument("number", type=int, metavar="N")
@click.option("--players", type=int, required=True, metavar="2-5")
def round_command(number: int, players: int) -> Answer:
    """What happens in a round: dealing, passing, who starts."""
    return tell_round(number, players)
