"""Files for machines that cut: the lines of the sheets beside their PDF."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.press.composition import Composition
from companion.sentences import Sentence, listed, say
from companion.service.press.goal import Goal

MOST_NAMED_FILES = 3  # of the files, one by one


def cut_files(composition: Composition, goal: Goal) -> dict[Path, bytes]:
    """The lines of all sheets by the file they go to."""
    if not composition.cuts:
        return {}
    from companion.press.ink.svg import cut_lines_svg

    svg = Goal(goal.folder, "svg")
    return {svg.file(sheet.name): cut_lines_svg(sheet).encode() for sheet in composition.cuts}


def cut_notes(files: Sequence[Path], proof: bool) -> Iterator[Sentence]:
    """Notes on the files for a cutting machine, and on a proof."""
    if proof:
        yield say("This is a proof: bleed is blue, the cut red, the safe zone green, boxes are violet.")
    if files:
        names = [file.name for file in files[:MOST_NAMED_FILES]] + ["..."][: len(files) > MOST_NAMED_FILES]
        yield say(
            "For the cutting machine: {files}, by the numbers of the sheets; put each sheet in as printed, "
            "and let the machine find the square and the two brackets.",
            files=listed(names),
        )
