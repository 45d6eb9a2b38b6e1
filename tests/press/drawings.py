"""Small art files of their own for the tests of drawings."""

from pathlib import Path

from companion.press.face.drawing.parts import Parts, get_parts
from companion.press.face.drawing.svg_file import ArtFile, read_art
from companion.press.face.typesetting import DeckResources
from companion.press.frame.drawing import Drawing, Scan

LINKS = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" {LINKS} viewBox="0 0 60 30">\n'


def read_art_file(folder: Path, body: str, head: str = HEAD) -> ArtFile:
    """An art file as it is read; its body begins on line 2."""
    file = folder / "a.svg"
    file.write_text(f"{head}{body}</svg>\n", encoding="utf-8")
    return read_art(file, "art/a.svg")


def read_part(folder: Path, body: str, name: str = "p", head: str = HEAD) -> Drawing:
    drawing = Parts(read_art_file(folder, body, head)).find_part(name)
    assert drawing is not None
    return drawing


def draw_whole_file(file: Path, name: str, resources: DeckResources | None = None) -> Drawing | Scan:
    return get_parts(read_art(file, name), resources).draw_page(70.0)
