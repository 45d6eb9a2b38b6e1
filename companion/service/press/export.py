"""The faces of a deck as single pictures for screens and other tools."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from companion.data.deck import Deck
from companion.data.files import write_bytes
from companion.errors import InputError
from companion.press.face.pieces import Piece, chosen
from companion.press.frame.frame import Frame
from companion.press.ink.pdf import DPI, png
from companion.press.ink.svg import svg
from companion.press.layout import lay_out
from companion.sentences import say_count
from companion.service.answer import Answer

__all__ = ["export"]


def export(
    deck: Deck, language: str, kind: str, folder: Path, *,
    only: Collection[str] = (), bleed: bool = False, dpi: int = DPI,
) -> Answer:  # fmt: skip
    """Write every different face of a deck once.

    Args:
        deck: The deck.
        language: Code of its words.
        kind: ``svg`` or ``png``.
        folder: Where a folder for the pictures is made.
        only: Names of components, or none for all.
        bleed: Whether to show what is drawn beyond the cut.
        dpi: Resolution of PNG pictures.

    Raises:
        CompanionError: When a face does not hold together, or a picture cannot be made or written.
    """
    folded = [component.name for component in chosen(deck, only) if component.net]
    if only and folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=", ".join(folded)
        )
    folder = folder / f"{deck.name}-{language}-{kind}"
    written = []
    for name, frame in _faces(lay_out(deck, language, only)):
        picture = svg(frame, bleed=bleed).encode("utf-8") if kind == "svg" else png(frame, bleed, dpi)
        write_bytes(folder / f"{name}.{kind}", picture)
        written.append(f"{name}.{kind}")
    line = say_count(
        "One picture is written to {folder}.", "{count} pictures are written to {folder}.",
        len(written), folder=str(folder),
    )  # fmt: skip
    files = tuple(folder / name for name in written)
    return Answer({"folder": str(folder), "files": written}, (line,), files=files)


def _faces(pieces: Iterable[Piece]) -> Iterator[tuple[str, Frame]]:
    """Every different face once, with a name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen: set[int] = set()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                yield f"{piece.component}/{piece.card + suffix if own else frame.name}", frame
