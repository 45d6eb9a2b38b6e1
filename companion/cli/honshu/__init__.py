"""The commands of Honshu: maps scored, placements judged and advised, tricks and rounds."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import Sentence, say

SUMMARY = "Score maps, judge placements and tricks of Honshu."  # its line in the list of commands
FIGURES = ("drawing",)  # the modules beside this one that draw its figures in a terminal
COMMANDS = {
    "score": ("honshu.score:score_command", "Score a finished map, every line explained; rank several."),
    "photo": ("honshu.photo:photo_command", "Read a finished map from a photo, and score it."),
    "place": ("honshu.placing:place", "Lay cards one by one into a map and judge each step."),
    "trick": ("honshu.tricks:trick", "Who chooses first after a trick, and the new player order."),
    "round": ("honshu.tricks:round_command", "What happens in a round: dealing, passing, who starts."),
    "play": ("honshu.play:play", "An evening at a prompt: a line a trick, the maps ranked at the end."),
    "advise": ("honshu.placing:advise", "The best places for the cards offered."),
    "show": ("honshu.tricks:show", "Score and rank the maps of a table that is played at on phones."),
}
"""Every command: where it lies below cli/, to be imported when it is called, and its line in the list."""

WISHES = ((say("Score the maps of a game of Honshu"), ("honshu", "score", "--players")),)
"""What somebody may want of this game, and the command that does it."""

EXAMPLES = (  # what is typed with this game, in the helps of commands that all games share
    "companion print honshu --lang fr --lang en --paper letter",
    "companion print honshu --only map-cards --cards 17,42",
    "companion print honshu --only map-cards --sides fold --ink low",
    "companion print honshu --printer office",
    "companion export honshu --to svg --only map-cards",
    "companion export honshu --to png --dpi 150 --lang fr",
    "companion check honshu",
    "companion rules honshu",
)

HOW = {
    "how many cards": say("Of a map that is not finished, --cards says how many cards it has."),
    "leave cards out": say(
        "Cards that are not of the map are left out with --without, such as --without 17,B1."
    ),
    "no seals": say("Of cards without seals, --corners and --size say where the map lies."),
    "mend map": say(
        "Photograph it again, or write the map with -o, mend the file, and score it with "
        "'companion honshu score'."
    ),
    "place cards": say("'companion honshu place' reads cards that were laid."),
    "score a map": say("'companion honshu score' scores a map."),
    "stack": say("If the lines tell how the cards lie, from bottom to top, add --stack."),
}
"""What to type for a remedy, by its name."""

AT_PROMPT: dict[str, Sentence] = {}  # the same at the prompt, where it is said otherwise there


@click.group(cls=LazyGroup, commands_at=COMMANDS, game="honshu")
def honshu() -> None:
    """Score maps, judge placements and tricks of Honshu.

    \b
    companion honshu score map.txt --card 4
    companion honshu photo map.jpg
    companion honshu place laid.txt | companion honshu score -
    companion honshu trick Jack=11 Mary=29+b Chris=57+b Lisa=59
    companion honshu advise laid.txt 12 41 44
    """
