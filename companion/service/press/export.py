"""The faces of a deck as single pictures for screens and other tools."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from companion.data.deck import Deck
from companion.data.files import write_together
from companion.errors import InputError
from companion.press.face.pieces import Piece, chosen
from companion.press.frame.frame import Frame
from companion.press.ink.pdf import DPI, png
from companion.press.ink.svg import svg
from companion.press.layout import lay_out
from companion.sentences import say_count
from companion.service.answer import Answer, written
from companion.service.press.goal import Goal

__all__ = ["export"]

SEPARATORS = re.compile(r"[/\\:\x00-\x1f]")
"""What a card may have in its name, and a file may not."""


def export(
    deck: Deck, language: str, kind: str, output: Path, *,
    only: Collection[str] = (), bleed: bool = False, dpi: int = DPI, overwrite: bool = False,
) -> Answer:  # fmt: skip
    """Write every different face of a deck once.

    Args:
        deck: The deck.
        language: Code of its words.
        kind: ``svg`` or ``png``.
        output: Where a folder for the pictures is made, or the one picture to write.
        only: Names of components, or none for all.
        bleed: Whether to show what is drawn beyond the cut.
        dpi: Resolution of PNG pictures.
        overwrite: Whether files that Companion did not make are replaced.

    Raises:
        CompanionError: When a face does not hold together, or a picture cannot be made or written.
    """
    folded = [component.name for component in chosen(deck, only) if component.net]
    if only and folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=", ".join(folded)
        )
    goal = Goal(output, kind)
    if not goal.is_file:
        goal = Goal(output / f"{deck.name}-{language}-{kind}", kind)
    files: dict[Path, bytes] = {}
    for name, frame in _faces(lay_out(deck, language, only)):
        file = goal.file(name, files)
        files[file] = svg(frame, bleed=bleed).encode("utf-8") if kind == "svg" else png(frame, bleed, dpi)
    write_together(files, overwrite=overwrite)
    folder = str(goal.folder)
    line = say_count(
        "One picture is written to {folder}.", "{count} pictures are written to {folder}.",
        len(files), folder=folder,
    )  # fmt: skip
    lines = written(files) if goal.is_file else (line,)
    names = [str(file.relative_to(goal.folder)) for file in files]
    return Answer({"folder": folder, "files": names}, lines, files=tuple(files))


def _faces(pieces: Iterable[Piece]) -> Iterator[tuple[str, Frame]]:
    """Every different face once, with a name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen: set[int] = set()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                name = SEPARATORS.sub("-", piece.card + suffix if own else frame.name)
                yield f"{piece.component}/{name}", frame
