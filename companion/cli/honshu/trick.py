"""``companion honshu trick``: cards in player order, and who chooses first."""

from __future__ import annotations

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, said, speak, speak_json
from companion.data.honshu.plays import Play, read_plays
from companion.errors import InputError
from companion.rules.honshu.naming import colour_word
from companion.rules.honshu.tricks.pairs import PairTrick, take_pairs
from companion.rules.honshu.tricks.trick import Trick, take_trick
from companion.sentences import say

__all__ = ["trick"]


@click.command("trick", cls=SpokenCommand)
@click.argument("plays", nargs=-1, required=True, metavar="[NAME=]CARD[+COLOUR]...")
@click.option("--two", is_flag=True, help="The variant for two players: who chooses a pair of cards.")
@click.option(
    "--pile", type=click.IntRange(1, 60), nargs=2, help="With --two: the two cards from the draw pile."
)
@json_option
@click.pass_context
def trick(
    ctx: click.Context, plays: tuple[str, ...], two: bool, pile: tuple[int, int] | None, as_json: bool
) -> None:
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
    if two:
        if len(typed) != 2:
            raise InputError("--two takes two hand cards, here are {cards}.", cards=len(typed))
        pairs = take_pairs(typed, pile)
        if as_json:
            speak_json(_pairs_json(pairs))
        elif pairs.legal:
            _tell_pairs(pairs)
        outcome: Trick | PairTrick = pairs
    else:
        taken = take_trick(typed)
        if as_json:
            speak_json(_trick_json(taken))
        elif taken.legal:
            _tell_trick(taken)
        outcome = taken
    if not outcome.legal:
        if not as_json:
            for why in outcome.why:
                speak(why)
        ctx.exit(1)


def _play_json(play: Play) -> dict[str, object]:
    return {
        "name": play.name,
        "card": play.card,
        "cubes": [cube.value for cube in play.cubes],
        "value": play.value,
    }


def _trick_json(taken: Trick) -> dict[str, object]:
    return {
        "legal": taken.legal,
        "why": " ".join(said(why) for why in taken.why) or None,
        "colour": taken.colour.value if taken.colour else None,
        "order": [taken.plays[at].name for at in taken.order] if taken.legal else [],
        "cards": [taken.plays[at].card for at in taken.order] if taken.legal else [],
        "plays": [_play_json(play) for play in taken.plays],
    }


def _tell_trick(taken: Trick) -> None:
    ordered = [taken.plays[at] for at in taken.order]
    names = [_name(taken, at) for at in taken.order]
    across = max(map(len, names))
    for number, (name, play) in enumerate(zip(names, ordered, strict=True), start=1):
        if play.cubes:
            speak(
                "{number}.  {name}  worth {value} (card {card} and 60 for a {colour} cube)",
                number=number,
                name=f"{name:<{across}}",
                value=f"{play.value:>3}",
                card=play.card,
                colour=colour_word(play.cubes[0]),
            )
        else:
            speak(
                "{number}.  {name}  worth {value}",
                number=number,
                name=f"{name:<{across}}",
                value=f"{play.value:>3}",
            )
    speak("New player order: {names}.", names=", ".join(names))
    speak("In this order each takes one of the cards played and lays it; cubes used go to the pool first.")


def _name(taken: Trick, at: int) -> str:
    """A player's name, or which player it is where only cards were typed."""
    name = taken.plays[at].name
    return said(say("player {number}", number=name)) if name == str(at + 1) else name


def _pairs_json(pairs: PairTrick) -> dict[str, object]:
    return {
        "legal": pairs.legal,
        "why": " ".join(said(why) for why in pairs.why) or None,
        "higher": pairs.plays[pairs.higher].name,
        "chooser": pairs.plays[pairs.chooser].name if pairs.legal else None,
        "pairs": {"pile": list(pairs.pile) if pairs.pile else None, "hands": list(pairs.hands)},
        "plays": [_play_json(play) | {"value": play.card} for play in pairs.plays],
    }


def _tell_pairs(pairs: PairTrick) -> None:
    higher, chooser = pairs.plays[pairs.higher], pairs.plays[pairs.chooser]
    speak("{name} has the higher card, {card}.", name=higher.name, card=higher.card)
    if chooser is higher:
        speak(
            "{name} chooses a pair, unless {other} first removes two cubes of his own.",
            name=chooser.name,
            other=pairs.plays[1 - pairs.higher].name,
        )
    else:
        speak("{name} removes two cubes and chooses a pair.", name=chooser.name)
    if pairs.pile:
        speak(
            "The pairs: {first} and {second} from the draw pile, {third} and {fourth} from the hands.",
            first=pairs.pile[0],
            second=pairs.pile[1],
            third=pairs.hands[0],
            fourth=pairs.hands[1],
        )
    speak("The other pair goes to the opponent. Each keeps one card of a pair; the other leaves the game.")
