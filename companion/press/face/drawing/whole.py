"""Whole SVG files: icons and pictures, with the size they have on paper."""

from pathlib import Path

from companion.press.face.drawing.parts import parts_of
from companion.press.face.drawing.svg_file import read_art
from companion.press.frame.drawing import Drawing


def whole_drawing(file: Path, name: str) -> Drawing:
    """A whole SVG file as a drawing, as wide and high as its page, mm; what lies beside it is cut off.

    The same file gives the very same drawing, so ink stores it once.
    """
    return parts_of(read_art(file, name)).whole
