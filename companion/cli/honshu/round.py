"""``companion honshu round``: what happens in a round."""

from __future__ import annotations

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, said, speak, speak_json
from companion.rules.honshu.tricks.rounds import round_of

__all__ = ["round_command"]


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
    found = round_of(number, players)
    if as_json:
        speak_json(
            {
                "round": found.number,
                "players": found.players,
                "before": found.before or None,
                "after": found.after or None,
                "hand": found.hand,
                "draw_pile": found.draw_pile,
                "starts": found.starts,
                "text": [said(sentence) for sentence in found.sentences()],
            }
        )
        return
    speak("Round {number} of 12, {players} players", number=number, players=players)
    for sentence in found.sentences():
        speak(sentence)
