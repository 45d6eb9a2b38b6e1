"""What a deck sets its words with: the fonts of its own, and the icons that stand within a text."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from companion.data.files import inside
from companion.data.vocabulary import guesses
from companion.errors import DeckError, InputError, Place
from companion.press.face.drawing.parts import parts_of
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.drawing.whole import whole_drawing
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing
from companion.press.frame.font_files import lent_by
from companion.press.frame.frame import Bounds, Frame, Picture
from companion.press.frame.pictures import look_at
from companion.sentences import say

__all__ = ["ICON", "Icon", "Lettering"]

ICON = re.compile(r"[A-Za-z0-9_.-]+")
"""What an icon may be called."""
INK = "ink"
"""The class of what an icon draws in the colour of the words it stands in."""
KINDS = (".svg", ".png", ".jpg", ".jpeg")
"""Files that lie in the folder of icons; of two with one name the first."""
LARGE = 10.0
"""How high the frame of an icon that is a picture is, mm; it is made smaller where it stands."""
_STYLE = re.compile(r"(?:(.+)-)??(regular|bold-italic|bold|italic)?")


class Icon(NamedTuple):
    """A small drawing or picture that stands in a text like a letter.

    Attributes:
        frame: What is drawn.
        box: The part of it that is seen, mm from its origin.
    """

    frame: Frame
    box: Bounds

    @property
    def ratio(self) -> float:
        """Its width, times its height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)


@dataclass(frozen=True)
class Lettering:
    """The fonts and icons of a deck, each read when a card first asks for it.

    Attributes:
        folder: Of the deck; nothing is read from outside.
        fonts: Its fonts by the names that faces use: files, as the deck names them.
        icons: Its icons by their names: files, or ``file.svg#group``.
        icon_folder: A folder whose files are icons by their names.
    """

    folder: Path | None = None
    fonts: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    icon_folder: str = "icons"
    _read: dict[str, str | InputError] = field(default_factory=dict)
    _made: dict[tuple[str, str], Icon | InputError] = field(default_factory=dict)

    def font(self, name: str) -> str:
        """The font of a name, as words have it.

        Raises:
            InputError: When the deck has no such font, or its file is not one to print with.
        """
        if name not in self.fonts:
            if name not in fonts.STYLES:
                known = [*fonts.STYLES, *self.fonts]
                raise DeckError(
                    "there is no font '{name}'; they are {names}",
                    name=name[:60], names=", ".join(guesses(name, known) or known),
                )  # fmt: skip
            return name
        if name not in self._read:
            try:
                self._read[name] = lent_by(self._inside(self.fonts[name]), name)
            except InputError as fault:
                self._read[name] = fault
        return _given(self._read[name])

    def styled(self, name: str, bold: bool, italic: bool) -> str:
        """What the bold or italic of a font is called; there may be no font of that name."""
        ours = name in fonts.STYLES
        family, _, style = ("", "", name) if ours else name.partition("-")
        return style
