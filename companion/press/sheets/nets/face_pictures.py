"""Faces as pictures on sheets of our own: the first page, the walls of the tower, the sides of a tuck box."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame.frame import Frame
from companion.press.frame.low_ink import LowInk

DIVIDER = "divider"  # the face of a divider of a tuck box, which all decks have
FacePicture = Callable[[str, Mapping[str, str]], Frame | None]
"""The picture that a face makes of some fields; ``None`` where there is no such face."""


def face_pictures(folder: Path, words: Mapping[str, str], low: bool) -> FacePicture:
    """A function that lays out faces of a folder, else shared ones; with little ink where `low`."""
    folders = folder, templates() / "faces" / "shared"
    shelf, ink = FaceShelf(words, *folders, kinds=KINDS), LowInk()

    def printed(name: str, fields: Mapping[str, str]) -> Frame | None:
        if not any((each / f"{name}.toml").is_file() for each in folders):
            return None
        frame = shelf.frame(name, "/".join([name, *fields.values()]), fields)
        return ink.rewrite(frame) if low else frame

    return printed
