"""QR codes as one outline, sized so that a phone can read them off paper."""

from __future__ import annotations

from companion.press.frame.frame import Outline, Segment, rect

__all__ = ["LEAST_MODULE", "QUIET", "qr_outline"]

LEAST_MODULE = 0.4
"""Side of the smallest module a phone reads off paper, mm."""
QUIET = 4
"""Light modules round the code."""


def _rows(text: str) -> list[list[bool]]:
    import qrcode

    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def qr_outline(text: str, width: float) -> Outline:
    """A text as a QR code, quiet zone included in its width, mm; dark modules in a row are joined."""
    rows = _rows(text)
    module = width / (len(rows) + 2 * QUIET)
    outline: list[Segment] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                outline += rect((x + QUIET) * module, (y + QUIET) * module, (end - x) * module, module)
            x = end + 1
    return tuple(outline)
