"""A frame as a PNG picture, by way of its PDF."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.press.frame.frame import Frame, Use
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Page
from companion.press.ink.pdf import pdf

__all__ = ["DPI", "png"]

DPI = 300
"""Resolution of PNG pictures where none is asked for."""


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
