"""What is asked for of an export, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.data.deck import Deck
from companion.data.drafts import Draft, Passage
from companion.errors import InputError
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame
from companion.press.ways.heap import file_name
from companion.sentences import Sentence
from companion.service.press.goal import Goal


@dataclass(frozen=True)
class Export:
    """What is asked for.

    Attributes:
        deck: The deck.
        language: Code of its words.
        kind: The way out, such as ``png`` or ``tts``.
        output: Where a folder for the files is made, or the one file to write.
        only: Names of components, or none for all.
        bleed: Whether pictures show what is drawn beyond the cut.
        dpi: Resolution of pictures where one is asked for.
        fit: Whether cards are made larger or smaller to suit a service.
        address: The URL below which the pictures will lie; where they are written, by default.
        paper: Name of the paper of an overview.
    """

    deck: Deck
    language: str
    kind: str
    output: Path
    only: Sequence[str] = ()
    bleed: bool = False
    dpi: int | None = None
    fit: bool = False
    address: str | None = None
    paper: str = "a4"

    @property
    def name(self) -> str:
        """What a folder or a file of it is called."""
        return f"{self.deck.name}-{self.language}-{self.kind}"

    @property
    def folder(self) -> Path:
        """The folder of its pictures.

        Raises:
            InputError: When one file is named and several are made.
        """
        if any(Goal(self.output, kind).is_file for kind in ("png", "pdf", "json")):
            raise InputError(
                "'{file}' is one file, and several are made; name a folder.", file=str(self.output)
            )
        return self.output / self.name


@dataclass
class Made:
    """What came of it.

    Attributes:
        folder: Where the files lie.
        files: What each will hold.
        lines: What is told besides.
        data: What programs are told besides.
        draft: Where pictures are kept until they are written.
    """

    folder: Path
    files: dict[Path, bytes | Draft | Passage] = field(default_factory=dict)
    lines: list[Sentence] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    draft: Draft = field(default_factory=Draft)


def different(pieces: Sequence[Piece]) -> Iterator[tuple[str, Frame]]:
    """Every different face once, with a name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen: set[int] = set()
    names: set[str] = set()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                name = file_name(piece.card + suffix if own else frame.name)
                whole = f"{file_name(piece.component)}/{name}"
                while whole.casefold() in names:  # of two cards that differ in signs a file cannot have
                    whole += "+"
                names.add(whole.casefold())
                yield whole, frame
