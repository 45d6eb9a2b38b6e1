"""Faces as pictures on nets: the walls of the tower, the sides of a tuck box."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame.frame import Frame
from companion.press.frame.low_ink import LowInk

FacePicture = Callable[[str, Mapping[str, str]], Frame | None]
"""The picture that a face makes of some fields; ``None`` where there is no such face."""


def face_pictures(folder: Path, words: Mapping[str, str], low: bool) -> FacePicture:
    """A function that lays out the faces of a folder as pictures, with little ink where `low`."""
    shelf, ink = FaceShelf(words, folder, kinds=KINDS), LowInk()

    def printed(name: str, fields: Mapping[str, str]) -> Frame | None:
        if not (folder / f"{name}.toml").is_file():
            return None
        frame = shelf.frame(name, "/".join([name, *fields.values()]), fields)
        return ink.rewrite(frame) if low else frame

    return printed
