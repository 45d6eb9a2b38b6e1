"""The commands of Hogen: deal and referee a game, and deduce what a seat can know."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import Sentence, say

SUMMARY = "Deal, referee and deduce a game of Hogen."  # its line in the list of commands
FIGURES = ("deduce", "moves", "dealt_table")
"""The modules beside this one that draw its figures in a terminal."""

WISHES = ((say("Play Hogen on this screen, passed from hand to hand"), ("hogen", "play")),)
"""What somebody may want of this game, and the command that does it."""

EXAMPLES = ()  # what is typed with this game, in the helps of commands that all games share
COMMANDS = {
    "deal": ("hogen.dealt_table:deal", "Shuffle, open the palace, deal, and keep the secrets."),
    "referee": ("hogen.dealt_table:referee", "Judge calls and accusations at a table with real cards."),
    "play": ("hogen.play:play", "Play on one screen that is passed from hand to hand."),
    "rally": ("hogen.moves:rally", "Lay a seat's rallied samurai face down."),
    "call": (
        "hogen.moves:call_command",
        "Call a clan, a rank or a samurai; hear who passes and who must answer.",
    ),
    "answer": ("hogen.moves:answer", "Lay a samurai into the palace and take another."),
    "accuse": ("hogen.moves:accuse", "Name the others' rallied samurai; only the accuser sees them."),
    "show": ("hogen.dealt_table:show", "Show what lies open, or what one seat may see."),
    "log": ("hogen.dealt_table:log_command", "Write the log of one seat, to deduce from."),
    "deduce": ("hogen.deduce:deduce_command", "All that one seat can know, from its log."),
}
"""Every command: where it lies below cli/, to be imported when it is called, and its line in the list."""

HOW = {
    "deduce": say("'companion hogen deduce' reads the log of a seat."),
    "who answers": say("Give --seat NAME, or --nobody."),
}
"""What to type for a remedy, by its name."""

AT_PROMPT: dict[str, Sentence] = {}  # the same at the prompt, where it is said otherwise there


@click.group(cls=LazyGroup, commands_at=COMMANDS, game="hogen")
def hogen() -> None:
    """Deal, referee and deduce a game of Hogen, sixteen samurai for 3 or 4 players.

    \b
    companion hogen deal heike --players Aya,Bo,Chen
    companion hogen play heike
    companion hogen deduce my-log.txt
    """
