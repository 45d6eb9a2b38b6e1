"""What is said after printing: a table of files, and how to set the print dialogue."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.voice import translated
from companion.press.composition import Composition
from companion.press.impose.edition import Edition
from companion.sentences import Sentence, say

__all__ = ["how_to_print", "table"]

Row = tuple[str, int, int, str]
"""File, pages, sheets of paper, and the paper."""


def table(rows: Sequence[Row]) -> None:
    """Show the files that are written, with pages and sheets of paper, and their sums."""
    heads = (translated("File"), translated("Pages"), translated("Sheets of paper"), translated("Paper"))
    texts = [(file, str(pages), str(sheets), paper) for file, pages, sheets, paper in rows]
    total = (
        translated("in all"), str(sum(row[1] for row in rows)), str(sum(row[2] for row in rows)), "",
    )  # fmt: skip
    wide = [max(len(row[column]) for row in (heads, *texts, total)) for column in range(4)]
    for file, pages, sheets, paper in (heads, *texts, total):
        line = f"{file:{wide[0]}}  {pages:>{wide[1]}}  {sheets:>{wide[2]}}  {paper}"
        click.echo(line.rstrip())


def how_to_print(edition: Edition, composition: Composition) -> Sentence:
    """How to print an edition, in words."""
    sides = edition.sides if composition.backs else "fronts"
    if sides == "fronts":
        return say("Print at 100 % (“actual size”), on one side.")
    if sides == "duplex-long":
        return say("Print at 100 % (“actual size”), on both sides, flip on the long edge.")
    if sides == "duplex-short":
        return say("Print at 100 % (“actual size”), on both sides, flip on the short edge.")
    if sides == "fold":
        return say("Print at 100 % (“actual size”), on one side; fold along the dashed line, glue, then cut.")
    if edition.reverse_backs:
        return say(
            "Print the fronts at 100 % (“actual size”), turn the sheets over about their long edge, put "
            "them back in, and print the backs, which come last page first."
        )
    return say(
        "Print the fronts at 100 % (“actual size”), turn the sheets over about their long edge, put "
        "them back in, and print the backs."
    )
