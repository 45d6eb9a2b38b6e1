"""SVG files as others draw them: outlines look as another program draws them, the rest is a picture."""

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageFilter

from companion.errors import DeckError
from companion.press.face.drawing import resvg
from companion.press.face.drawing.parts import get_parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.lettering import Lettering
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan, collect_notes
from companion.press.frame.frame import Document, Frame, Page, Picture, Use
from companion.press.ink.pdf import render_document
from companion.press.ink.svg import render_svg
from tests.press.drawings import LINKS, whole_drawing

HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" {LINKS} width="40mm" height="20mm" viewBox="0 0 400 200">'
FADING = '<stop offset="0" stop-color="red" stop-opacity="0"/><stop offset="1" stop-color="navy"/>'
CIRCLE = '<circle cx="9" cy="5" r="4"/>'
SOLID = FADING.replace(' stop-opacity="0"', "")
SERIF = "font-family='serif' font-size='60'"
FOUND = {
    "radial": f'<radialGradient id="g" cx="40%" fx="30%" r="60%">{SOLID}'
    '</radialGradient><rect width="400" height="200" fill="url(#g)"/>',
    "fading": f'<linearGradient id="g">{FADING}</linearGradient><circle cx="200" cy="100" r="90" fill="url(#g)"/>',
    "gradient of a line": f'<linearGradient id="g">{FADING}</linearGradient>'
    '<circle cx="200" cy="100" r="80" fill="none" stroke="url(#g)" stroke-width="30"/>',
    "clip path of two": '<clipPath id="c" fill="none"><circle cx="100" cy="100" r="80"/>'
    '<rect x="150" width="90" height="99"/>'
    '</clipPath><rect width="400" height="200" clip-path="url(#c)"/>',
    "line below": '<circle cx="200" cy="100" r="70" fill="gold" stroke="#00f" stroke-width="40" '
    'style="paint-order:stroke"/>',
    "style sheet": "<style>.a{fill:hsl(200,60%,50%)}rect{stroke:rgba(26,51,77,.5);stroke-width:20}</style>"
    '<rect class="a" x="40" y="40" width="300" height="120" stroke-linejoin="round"/>',
    "words": f"<text x='200' y='90' text-anchor='middle' {SERIF} fill='#222'>Edo "
    "<tspan dy='40' fill='red'>bay</tspan></text>",
    "spaced words": f"<text x='20 90' y='120' {SERIF} letter-spacing='9'>Kyoto</text>",
    "dashes": '<path d="M10 40h380" stroke="#000" stroke-width="40" stroke-dasharray="60 30" '
    'stroke-dashoffset="25"/><path d="M10 140h380" stroke="red" stroke-width="40" stroke-dasharray="60 30" '
    'stroke-dashoffset="-100"/>',
}


def write_drawing(folder: Path, body: str, head: str = HEAD) -> Path:
    file = folder / "found.svg"
    file.write_text(f"{head}{body}</svg>", encoding="utf-8")
    return file


def decode_picture(content: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(content)).convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return white.convert("RGB").reduce(3)  # no program's least width of a line, nor its edges, count


def render_with_resvg(text: str) -> Image.Image:
    letters = str(fonts.get_font_file("regular"))
    known = {"skip_system_fonts": True, "font_files": [letters], "serif_family": "Companion Serif Regular"}
    return decode_picture(resvg_py.svg_to_bytes(text, width=1200, height=600, dpi=96, **known))


def list_pictures(drawing: Frame) -> Iterator[Image.Image]:
    """A drawing as both inks draw it."""
    page = Frame("page", drawing.width, drawing.height, (Use(drawing),))
    pdf = pypdfium2.PdfDocument(render_document(Document("a", "all", "a", "en", (Page(page, "1"),), "")))
    yield pdf[0].render(scale=1200 / pdf[0].get_width()).to_pil().convert("RGB").reduce(3)
    yield render_with_resvg(render_svg(page, embed_fonts=False))


def apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by more than an edge does."""
    blurred = (np.asarray(each.filter(ImageFilter.BoxBlur(1)), dtype=int) for each in (one, other.resize(one.size)))
    first, second = blurred
    return float((np.abs(first - second).max(axis=2) > 40).mean())


@pytest.mark.parametrize("body", FOUND.values(), ids=FOUND)
def test_foreign_svgs_become_outlines_that_look_as_resvg_draws_them(tmp_path: Path, body: str) -> None:
    file = write_drawing(tmp_path, body)
    drawing, wanted = whole_drawing(file, "found.svg"), render_with_resvg(file.read_text("utf-8"))
    assert isinstance(drawing, Drawing)
    assert (np.asarray(wanted) < 250).mean() > 0.01  # something is there
    assert [apart(each, wanted) < 0.02 for each in list_pictures(drawing)] == [True, True]


LOST = {
    "symbol": '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>'
    '<use href="#s" x="50" y="20" width="300" height="150" fill="teal"/>',
    "svg within": '<svg x="50" y="20" width="300" height="150" viewBox="0 0 10 10" '
    'preserveAspectRatio="xMaxYMin slice">'
    '<circle cx="5" cy="5" r="5" fill="currentColor" color="#a0c"/></svg>',
    "mask": '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
    '<mask id="m" x="0" y="0" width="300" height="150" maskUnits="userSpaceOnUse">'
    '<rect width="400" height="200" fill="url(#g)"/></mask>'
    '<rect width="400" height="200" mask="url(#m)" fill="maroon"/>',
    "words on a path": f"<path id='p' fill='none' d='M20 150C100 20 300 20 380 150'/><text {SERIF}>"
    "<textPath href='#p' startOffset='10%'>Nagasaki</textPath></text>",
    "repeating rings": f'<radialGradient id="h" r=".3">{SOLID}</radialGradient>'
    '<radialGradient id="g" href="#h" fx=".4" spreadMethod="repeat" gradientTransform="rotate(9)"/>'
    '<circle cx="200" cy="100" r="60" fill="#ff0" stroke="url(#g)" stroke-width="50"/>',
    "pattern": '<pattern id="p" width=".25" height=".5"><circle cx="40" cy="40" r="39"/></pattern>'
    '<rect width="400" height="200" fill="url(#p)"/>',
    "pattern of another": '<pattern id="q" width="100" height="80" patternUnits="userSpaceOnUse" '
    'viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="navy"/></pattern><pattern id="p" href="#q" x="5"/>'
    '<rect x="30" width="360" height="150" fill="url(#p) none" stroke="#000"/>',
    "filter": '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>'
    '<rect x="50" width="300" height="200" filter="url(#f)"/>',
    "blend": '<rect width="300" height="200" fill="red"/>'
    '<rect x="99" width="300" height="99" style="mix-blend-mode:screen"/>',
    "words": f"<text x='9' y='99' {SERIF} text-decoration='underline'>Honshu</text>",
    "marker": '<marker id="m" orient="auto" markerWidth="3" markerHeight="3" refY="1">'
    '<path d="M0 0L2 1L0 2z"/></marker>'
    '<path d="M20 150L300 50" stroke="#000" stroke-width="20" marker-end="url(#m)"/>',
    "sheet": "<style>g rect { fill: red }</style><g><rect width='300' height='99'/></g>",
}


@pytest.mark.few(4)
@pytest.mark.parametrize("body", LOST.values(), ids=LOST)
def test_an_svg_that_outlines_cannot_show_becomes_a_noted_picture(tmp_path: Path, body: str) -> None:
    file = write_drawing(tmp_path, body)
    scan = whole_drawing(file, "found.svg")
    assert isinstance(scan, Scan)
    (note,) = map(str, collect_notes([Frame("page", 40, 20, (Use(scan),))]))
    assert note.startswith("found.svg, row 1: ")
    assert "would be lost" in note
    assert note.endswith("It is drawn as a picture, 600 dots per inch.")
    assert apart(next(list_pictures(scan)), render_with_resvg(file.read_text("utf-8"))) < 0.03


def test_one_program_draws_all_pictures_of_a_run(tmp_path: Path) -> None:
    whole_drawing(write_drawing(tmp_path, LOST["filter"]), "one.svg")
    (first,) = resvg._RUNNING
    whole_drawing(write_drawing(tmp_path, LOST["blend"]), "two.svg")
    assert [first] == resvg._RUNNING
    resvg.end()
    assert first.returncode is not None


@pytest.mark.parametrize("program", ["while True: pass", "raise SystemExit", "print(end='abcdefg')"])
def test_a_picture_that_takes_for_ever_or_ends_its_program_is_given_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    resvg.end()
    parts = get_parts(read_art(write_drawing(tmp_path, f'{LOST["filter"]}<g id="{len(program)}"/>'), "slow.svg"))
    with monkeypatch.context() as spoilt:
        spoilt.setattr(resvg, "PROGRAM", program)
        spoilt.setattr(resvg, "MOST_SECONDS", 0.2)
        with pytest.raises(DeckError, match="filter"):
            parts.draw_page(70.0)
    assert not resvg._RUNNING
    with pytest.raises(DeckError, match="filter"):
        parts.draw_page(70.0)  # as on the next card
    assert not resvg._RUNNING
    assert isinstance(whole_drawing(write_drawing(tmp_path, LOST["blend"]), "next.svg"), Scan)


def test_a_picture_has_the_dots_that_its_size_on_paper_takes(tmp_path: Path) -> None:
    parts = get_parts(read_art(write_drawing(tmp_path, LOST["blend"]), "sized.svg"))
    sizes = []
    for printed in (25.4, 127, 25.4):
        (picture,) = parts.draw_page(printed).items
        assert isinstance(picture, Picture)
        with Image.open(picture.file) as image:
            sizes.append(image.size)
    assert sizes == [(600, 300), (3000, 1500), (600, 300)]
    assert parts.draw_page(127) is parts.draw_page(127)


def test_a_font_the_deck_has_not_is_told_and_one_it_has_is_taken(tmp_path: Path) -> None:
    file = write_drawing(tmp_path, "<text y='99' font-size='60' font-family='Fira Sans, Futura'>Honshu</text>")
    drawing = whole_drawing(file, "found.svg")
    assert [str(each) for each in collect_notes([drawing])] == [
        "found.svg: the deck has no font 'fira sans' ([font]); our serif stands in for it."
    ]
    (tmp_path / "a.ttf").write_bytes(fonts.get_font_file("bold").read_bytes())
    own = whole_drawing(file, "found.svg", Lettering(tmp_path, {"Fira Sans": "a.ttf"}))
    assert not collect_notes([own])
    assert own.visible_bounds[2] > drawing.visible_bounds[2]  # as bold as that font is
