"""Files for machines that cut: the lines of the sheets beside their PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.data.outputs import STANDARD_OUTPUT
from companion.errors import InputError
from companion.press.composition import Composition
from companion.press.ink.cut_lines import cut_lines_svg
from companion.sentences import Sentence, say
from companion.service.press.goal import Goal
from companion.service.press.order import PrintOrder

__all__ = ["check_special", "cut_files", "cut_notes"]

MOST_NAMED = 3
"""Files that are named one by one."""


def check_special(order: PrintOrder, output: Path) -> None:
    """Refuse what cannot be asked for together with cut lines, or with a proof.

    Raises:
        InputError: When sheets are folded before they are cut, there is no place for the files, or only the
            changes of a proof are asked for.
    """
    if order.cut_lines and "fold" in order.sides:
        raise InputError("--cut-lines is not for --sides fold: no machine finds its marks on a folded sheet.")
    if order.cut_lines and output == STANDARD_OUTPUT:
        raise InputError("--cut-lines writes files beside the PDF; name a folder with -o.")
    if order.proof and order.changed:
        raise InputError("--proof is not for --changed: a proof is not cut out.")


def cut_files(composition: Composition, goal: Goal) -> dict[Path, bytes]:
    """The lines of all sheets by the file they go to."""
    svg = Goal(goal.folder, "svg")
    return {svg.file(sheet.name): cut_lines_svg(sheet).encode() for sheet in composition.cuts}


def cut_notes(files: Sequence[Path]) -> Iterator[Sentence]:
    """What a person should know of the files for their machine."""
    if files:
        names = [file.name for file in files[:MOST_NAMED]] + ["..."][: len(files) > MOST_NAMED]
        yield say(
            "For the cutting machine: {files}, by the numbers of the sheets; put each sheet in as printed, "
            "and let the machine find the square and the two brackets.",
            files=", ".join(names),
        )  # fmt: skip
