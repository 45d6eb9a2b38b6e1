"""The fonts of a deck, and the icons that stand within its texts."""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from companion.data.files import check_inside
from companion.errors import DeckError, InputError, Place
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Picture
from companion.press.frame.outlines import Bounds
from companion.sentences import shorten_text

INK = "ink"  # the class of lines that an icon draws in the colour of the words around it
KINDS = (".svg", ".png", ".jpg", ".jpeg")  # files that are icons; of two with one name the first counts
LARGE = 10.0  # the height of a picture's frame, mm; it is made smaller in a text
QUOTED = 60  # characters of a wrong name that are repeated
_NONE: Mapping[str, str] = {}


class Icon(NamedTuple):
    """A small drawing or picture that is set in a text like a letter."""

    frame: Frame
    box: Bounds  # the part that is seen, mm from its origin

    @property
    def ratio(self) -> float:
        """Its width divided by its height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)


Asset = TypeVar("Asset", str, Icon)  # read from a deck


class Lettering:
    """The fonts and icons of a deck, each read when a card first asks for it.

    Fonts and icons are files of the deck's folder, by the names that faces use; an icon may be
    ``file.svg#group``.
    """

    def __init__(
        self,
        folder: Path | None = None,
        fonts: Mapping[str, str] = _NONE,
        icons: Mapping[str, str] = _NONE,
        icon_folder: str = "icons",
    ) -> None:
        self.fonts = fonts
        self.folder, self._icons, self._icon_folder = folder, icons, icon_folder
        self._read: dict[str, str | InputError] = {}
        self._made: dict[tuple[str, str], Icon | InputError] = {}

    def find_font(self, name: str) -> str | None:
        """The font that faces call `name`, by its name in text items; ``None`` where there is none."""
        if name not in self.fonts:
            return name if name in fonts.OURS else None
        if name not in self._read:
            from companion.press.frame.fonts import load_deck_font

            try:
                self._read[name] = load_deck_font(self._resolve_path(self.fonts[name]), name)
            except InputError as fault:  # told for every card that needs it, read once
                self._read[name] = fault
        return _get_or_raise(self._read[name])

    def find_icon(self, name: str, colour: str) -> Icon | None:
        """An icon by its name, in the colour of the words around it; ``None`` where there is none."""
        given = self._icons.get(name) or self._folder_icons.get(name)
        if given is None:
            return None
        if (name, colour) not in self._made:
            try:
                self._made[name, colour] = self._read_icon(name, given, colour)
            except InputError as fault:
                self._made[name, colour] = fault
        return _get_or_raise(self._made[name, colour])

    def has_icon(self, name: str) -> bool:
        return name in self._icons or name in self._folder_icons

    def _read_icon(self, name: str, given: str, colour: str) -> Icon:
        path, _, part = given.partition("#")
        file = self._resolve_path(path)
        if not file.is_file():
            shown = shorten_text(name, QUOTED)
            raise DeckError("the icon '{name}' is not there.", place=Place(path), name=shown)
        if not path.lower().endswith(".svg"):
            return _read_picture_icon(name, file, path)
        from companion.press.face.drawing.parts import get_parts
        from companion.press.face.drawing.svg_file import read_art

        parts = get_parts(read_art(file, path), self)
        drawing = parts.find_part(part) if part else parts.draw_page(4 * LARGE)
        if drawing is None:
            raise DeckError("{fault}.", fault=parts.art.describe_missing_group(part))
        page = (0.0, 0.0, drawing.width, drawing.height)
        box = drawing.visible_bounds if part and isinstance(drawing, Drawing) else page
        if min(box[2] - box[0], box[3] - box[1]) <= 0:
            raise DeckError("the icon '{name}' has no width or no height.", place=Place(path), name=name)
        return Icon(drawing if isinstance(drawing, Scan) else drawing.with_paints({INK: colour}), box)

    @cached_property
    def _folder_icons(self) -> Mapping[str, str]:
        """The icons in the folder of icons, by the names of their files."""
        if self.folder is None:
            return {}
        home = check_inside(self.folder, self.folder / self._icon_folder)
        found: dict[str, str] = {}
        with suppress(OSError, ValueError):  # there is none, or it cannot be read
            files = [(Path(name).suffix.lower(), name) for name in os.listdir(home)]
            for kind in reversed(KINDS):
                found |= {Path(name).stem: f"{self._icon_folder}/{name}" for its, name in files if its == kind}
        return found

    def _resolve_path(self, path: str) -> Path:
        folder = self.folder or Path()
        return check_inside(folder, folder / path)


def _get_or_raise(found: Asset | InputError) -> Asset:
    if isinstance(found, InputError):
        raise found
    return found


def _read_picture_icon(name: str, file: Path, path: str) -> Icon:
    from companion.press.pictures.reading import inspect_picture

    try:
        about = inspect_picture(file)
    except InputError as error:
        raise DeckError("{fault}.", place=Place(path), fault=error.sentence) from None
    width = LARGE * about.width / about.height
    picture = Picture(str(file), 0, 0, width, LARGE)
    return Icon(Frame(f"icon {name}", width, LARGE, (picture,)), (0.0, 0.0, width, LARGE))
