"""An address as a QR code: rows of dark and light squares, and their outline for a page."""

from functools import lru_cache

QUIET = 2  # light squares around a code; the paper's four are more than a bright screen needs


@lru_cache(maxsize=32)
def rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The squares of a code, quiet zone included; ``True`` is dark."""
    import qrcode

    code = qrcode.QRCode(border=QUIET, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def outline(text: str) -> str:
    """The dark squares as the path of an SVG whose unit is one square."""
    return "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows(text)) for x, dark in enumerate(row) if dark
    )
