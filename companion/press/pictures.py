"""Single faces as pictures for screens and other tools: SVG from the frame, PNG from its PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.errors import CompanionError
from companion.press.frame import Frame, Use
from companion.press.ink_pdf import Page, pdf
from companion.press.ink_svg import svg
from companion.press.matrix import Matrix
from companion.press.pieces import Piece

__all__ = ["DPI", "faces", "png", "svg_picture"]

DPI = 300
"""Resolution of PNG pictures where none is asked for."""


def faces(pieces: Iterable[Piece]) -> Iterator[tuple[str, Frame]]:
    """Every different face once, with a name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen: set[int] = set()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                yield f"{piece.component}/{piece.card + suffix if own else frame.name}", frame


def svg_picture(frame: Frame, bleed: bool) -> bytes:
    """A face as an SVG document that carries its fonts."""
    return svg(frame, bleed=bleed).encode("utf-8")


def png(frame: Frame, bleed: bool, dpi: int = DPI) -> bytes:
    """A face as a PNG picture.

    Args:
        frame: The face.
        bleed: Whether to show what is drawn beyond the trim.
        dpi: Dots per inch at real size.

    Raises:
        CompanionError: When the part of Companion that makes PNG is not installed.
    """
    try:
        import pypdfium2
    except ModuleNotFoundError:
        raise CompanionError("PNG pictures need pypdfium2; install it with: pip install pypdfium2") from None
    import io

    edge = frame.bleed if bleed else 0.0
    placed = Use(frame, Matrix.moved(edge, edge))
    page = Frame(frame.name, frame.width + 2 * edge, frame.height + 2 * edge, (placed,))
    document = pypdfium2.PdfDocument(pdf([Page(page)], frame.name, "en"))
    picture = document[0].render(scale=dpi / 72).to_pil()
    goal = io.BytesIO()
    picture.save(goal, "PNG", dpi=(dpi, dpi), optimize=True)
    document.close()
    return goal.getvalue()
