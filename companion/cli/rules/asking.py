"""``companion rules``: what the rules say, asked in ordinary words."""

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.play.games import GAMES
from companion.service.rules.asking import ask


@answer_command("rules")
@click.argument("words", nargs=-1, metavar="[GAME] [WORDS]...")
def rules(words: tuple[str, ...]) -> Answer:
    """What the rules say: asked in your own words, slips and other languages' words included.

    Each rule is told with its example, what Companion does, where the booklets say it, and how tables may
    play it otherwise. Without words all rules are listed.

    \b
    companion rules lake
    {examples}
    """
    named = words[0].lower() if words and words[0].lower() in GAMES else None
    return ask(words[named is not None :], named)
