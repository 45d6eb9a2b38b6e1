"""SVG files as others draw them: as outlines that look as another program draws them, else as a picture, or a fault."""

import io
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageFilter

from companion.errors import DeckError
from companion.limit import LimitExceeded, limit_deck, note_progress
from companion.press.face.drawing import scans
from companion.press.face.drawing.parts import get_parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.typesetting import DeckResources
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan, collect_notes
from companion.press.frame.frame import Document, Frame, Page, Use
from companion.press.frame.low_ink import LowInk
from companion.press.ink.pdf import render_document
from companion.press.ink.svg import render_svg
from tests.press.drawings import LINKS, draw_whole_file

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


def measure_difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by more than an edge does."""
    blurred = (np.asarray(each.filter(ImageFilter.BoxBlur(1)), dtype=int) for each in (one, other.resize(one.size)))
    first, second = blurred
    return float((np.abs(first - second).max(axis=2) > 40).mean())


@pytest.mark.parametrize("body", FOUND.values(), ids=FOUND)
def test_foreign_svgs_become_outlines_that_look_as_resvg_draws_them(tmp_path: Path, body: str) -> None:
    file = write_drawing(tmp_path, body)
    drawing, wanted = draw_whole_file(file, "found.svg"), render_with_resvg(file.read_text("utf-8"))
    assert isinstance(drawing, Drawing)
    assert (np.asarray(wanted) < 250).mean() > 0.01  # something is there
    assert [measure_difference(each, wanted) < 0.02 for each in list_pictures(drawing)] == [True, True]


LOST = {
    "mask": '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>'
    '<mask id="m" x="0" y="0" width="300" height="150" maskUnits="userSpaceOnUse">'
    '<rect width="400" height="200" fill="url(#g)"/></mask>'
    '<rect width="400" height="200" mask="url(#m)" fill="maroon"/>',
    "words on a path": f"<path id='p' fill='none' d='M20 150C100 20 300 20 380 150'/><text {SERIF}>"
    "<textPath href='#p' startOffset='10%'>Nagasaki</textPath></text>",
    "pattern": '<pattern id="p" width=".25" height=".5"><circle cx="40" cy="40" r="39"/></pattern>'
    '<rect width="400" height="200" fill="url(#p)"/>',
    "filter": '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>'
    '<rect x="50" width="300" height="200" filter="url(#f)"/>',
    "blend": '<rect width="300" height="200" fill="red"/>'
    '<rect x="99" width="300" height="99" style="mix-blend-mode:screen"/>',
    "words": f"<text x='9' y='99' {SERIF} text-decoration='underline'>Honshu</text>",
    "marker": '<marker id="m" orient="auto" markerWidth="3" markerHeight="3" refY="1">'
    '<path d="M0 0L2 1L0 2z"/></marker>'
    '<path d="M20 150L300 50" stroke="#000" stroke-width="20" marker-end="url(#m)"/>',
}


@pytest.mark.few(4)
@pytest.mark.parametrize("body", LOST.values(), ids=LOST)
def test_an_svg_that_outlines_cannot_show_becomes_a_noted_picture(tmp_path: Path, body: str) -> None:
    file = write_drawing(tmp_path, body)
    scan = draw_whole_file(file, "found.svg")
    assert isinstance(scan, Scan)
    (note,) = map(str, collect_notes([Frame("page", 40, 20, (Use(scan),))]))
    assert note.startswith("found.svg, row 1: ")
    assert note.partition("would be lost")[2].endswith(". It is drawn as a picture, 600 dots per inch.")
    assert measure_difference(next(list_pictures(scan)), render_with_resvg(file.read_text("utf-8"))) < 0.03


@pytest.mark.parametrize("program", ["while True: pass", "import os; os.kill(os.getpid(), 9)", "import os; os.abort()"])
def test_a_picture_that_takes_for_ever_or_ends_its_program_is_given_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    parts = get_parts(read_art(write_drawing(tmp_path, f'{LOST["filter"]}<g id="{len(program)}"/>'), "slow.svg"))
    with monkeypatch.context() as spoilt:
        spoilt.setattr(scans, "PROGRAM", program)
        spoilt.setattr(scans, "SECONDS", 0.04)
        with pytest.raises(DeckError, match="filter"):
            parts.draw_page(70.0)
    with pytest.raises(DeckError, match="filter"):
        parts.draw_page(70.0)  # as on the next card
    assert isinstance(draw_whole_file(write_drawing(tmp_path, LOST["blend"]), "next.svg"), Scan)
    limit_deck()
    note_progress(card="evil/cards/1")
    with pytest.raises((DeckError, LimitExceeded)) as caught:  # ten that take as long would take minutes
        parts.draw_page(70.0)
    said = "evil/cards/1 (slow.svg): gave up after 16 seconds without progress."  # of the 20 that a deck has
    assert (str(caught.value) == said) == ("abort" not in program)


def test_a_missing_font_is_reported_and_a_font_of_the_deck_is_used(tmp_path: Path) -> None:
    file = write_drawing(tmp_path, "<text y='99' font-size='60' font-family='Fira Sans, Futura'>Honshu</text>")
    drawing = draw_whole_file(file, "found.svg")
    assert [str(each) for each in collect_notes([drawing])] == [
        "found.svg: the deck has no font 'Fira Sans' ([font]); our serif stands in for it."
    ]
    (tmp_path / "a.ttf").write_bytes(fonts.get_font_file("bold").read_bytes())
    own = draw_whole_file(file, "found.svg", DeckResources(tmp_path, {"Fira Sans": "a.ttf"}))
    assert not collect_notes([own])
    assert own.visible_bounds[2] > drawing.visible_bounds[2]  # as bold as that font is


BLUR = '<filter id="blur"><feGaussianBlur stdDeviation="1"/></filter><path filter="url(#blur)" d="M0 0Q1 0 1 1z"/>'
"""What no outline can say, and hardly anybody sees: the file goes to another program."""
EACH = " ".join(str(20 + 28 * each) for each in range(13))
AT = f"x='{EACH}' y='120' font-size='40'"  # each letter by itself: resvg puts pairs nearer to each other
WORDS = {
    "serif": f"<text {AT} font-family='Georgia, serif'>Honshu</text>",
    "bold": f"<text {AT} font-weight='700'>Honshu</text>",
    "of the deck": f"<text {AT} font-family='Wild'>Honshu</text>",
    "bold of the deck": f"<text {AT} font-family='Wild'>Ho<tspan font-weight='bold'>nshu</tspan></text>",
    "lent": f"<text {AT}>⚔ 本州</text>",
    "capitals": f"<text {AT} style='text-transform:uppercase'>Hon<tspan>shu</tspan> 3</text>",
    "in em": f"<g font-size='20'><text x='{EACH}' y='120' font-size='2em'>Honshu</text></g>",
    "with spaces": "<text x='9' y='120' font-size='90' style='white-space:pre'>I   I  II</text>",
    "an accent apart": f"<text {AT}>Hon\u0303shu</text>",
    "by a rule": f"<style>.a{{font-family:sans-serif;font-weight:bold}}</style><text class='a' {AT}>Honshu</text>",
    "a frame of which each line has its place": "<text style='font-size:90px;shape-inside:url(#r)'>"
    "<tspan x='20' y='120'>Edo</tspan></text>",
}


def draw_body(folder: Path, body: str, resources: DeckResources | None = None) -> Drawing | Scan:
    return draw_whole_file(write_drawing(folder, body), "found.svg", resources)


def render_drawing(drawing: Frame) -> Image.Image:
    return next(list_pictures(drawing))


@pytest.fixture
def resources(tmp_path: Path) -> DeckResources:
    """The fonts of a deck: one that is ours by another name, and its bold, which calls itself the same."""
    (tmp_path / "w.ttf").write_bytes(fonts.get_font_file("italic").read_bytes())
    (tmp_path / "b.ttf").write_bytes(fonts.get_font_file("sans-bold").read_bytes())
    return DeckResources(tmp_path, {"wild": "w.ttf", "wild-bold": "b.ttf"})


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_words_of_a_picture_look_as_those_of_outlines(tmp_path: Path, resources: DeckResources, words: str) -> None:
    outlines = draw_body(tmp_path, words, resources)
    picture = draw_body(tmp_path, BLUR + words, resources)
    assert isinstance(outlines, Drawing)
    assert isinstance(picture, Scan)
    assert not collect_notes([outlines])
    assert len(picture.notes) == 1
    wanted = render_drawing(outlines)
    assert (np.asarray(wanted) < 150).mean() > 0.01
    assert measure_difference(render_drawing(picture), wanted) < 0.012


@pytest.mark.parametrize("body", ["<text>𓀀</text>", BLUR + "<text>𓀀</text>"])
def test_letters_that_no_font_has_are_noted_for_the_check(tmp_path: Path, body: str) -> None:
    notes = [str(each) for each in collect_notes([draw_body(tmp_path, body)])]
    assert notes[-1] == "no font has 𓀀 (U+13000) in '𓀀' (box 'found.svg, row 1')"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("hsl(200deg 60% 50%)", "#3399cc"),
        ("rebeccapurple", "#663399"),
        ("hsl(.5turn 60% 50%)", "#33cccc"),
        ("hwb(0 0% 0%)", ""),
        ("forest", "#000000"),
        ("var(--a, #a00)", "#aa0000"),
        ("var(--a)", ""),
        ("light-dark(#0a0, #00a)", "#00aa00"),
    ],
)
@pytest.mark.parametrize("how", ["fill='{}'", "style='fill:{}'", "class='a'/><style>.a{{fill:{}}}</style><g "])
def test_colours_are_those_of_browsers_or_a_fault(tmp_path: Path, how: str, given: str, meant: str) -> None:
    body = f"{BLUR}<rect width='400' height='200' {how.format(given)}/>"
    if not meant:
        with pytest.raises(DeckError, match="would be lost|is not a colour"):
            draw_body(tmp_path, body)
        return
    drawing = draw_body(tmp_path, body)
    seen = render_drawing(drawing).getpixel((150, 80))
    assert any("is not a colour" in str(note) for note in collect_notes([drawing])) == (given == "forest")
    assert seen == pytest.approx(tuple(bytes.fromhex(meant[1:])), abs=2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<text style='text-transform:full-width'>a</text>", 'text-transform="full-width" would be lost'),
        ("<rect style='clip-path:circle(9px)'/>", 'clip-path="circle(9px)" would be lost'),
        ("<g style='rotate:9deg'/>", 'rotate="9deg" would be lost'),
        ("<g id='r'/><text style='shape-inside:url(#r)'>a</text>", "these words would be lost: their frame has no"),
        ("<use href='b.svg#a'/>", 'href="b.svg#a" is not in this file'),
        ("<text><textPath href='#none'>a</textPath></text>", 'href="#none" is not in this file'),
        ("<style>g + text{font-weight:bold}</style><text>a</text>", "the rule 'g + text' of its style sheet would be"),
        ("<style>g > g{fill:oklch(1 1 1)}</style><g><g/></g>", 'fill="oklch(1 1 1)" is not a colour'),
        ("<image href='data:image/png;base64,iVBORw0KGgo='/>", "<image>: 'found.svg' is not a PNG, JPEG"),
        (
            "<image href='data:image/svg+xml,%3Csvg viewBox=%220 0 9 9%22%3E%3Cmesh/%3E%3C/svg%3E'/>",
            "<mesh>: such an element would be lost",
        ),
        ("<image href='found.svg'/>", "it uses itself, or something of another kind"),
        ("<style>@import 'a.css';</style>", "the rule '@import 'a.css';' of its style sheet would be lost"),
        ("<switch><foreignObject><p xmlns='a'>a b</p></foreignObject><text>a</text></switch>", "words in HTML would"),
        ("<image href='../out.png'/>", "lies outside the folder of the deck"),
    ],
)
def test_svg_features_that_would_be_ignored_are_faults(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(DeckError, match=re.escape(said)):
        draw_body(tmp_path, BLUR + body, DeckResources(tmp_path))


@pytest.mark.parametrize(
    "body",
    [
        "<use href='#none'/>",
        "<use href=''/>",
        "<path fill='url(#none)' d='M0 0H400V200H0Z'/>",
        "<path fill='None' d='M0 0H400V200H0Z'/>",
        "<defs><mesh id='m'/></defs>",
    ],
)
def test_what_browsers_leave_out_is_left_out(tmp_path: Path, body: str) -> None:
    seen = render_drawing(draw_body(tmp_path, BLUR + body))
    assert seen.getpixel((200, 60)) == (255, 255, 255)


def test_a_picture_has_the_style_of_its_whole_file(tmp_path: Path) -> None:
    file = write_drawing(
        tmp_path, f"{BLUR}<path d='M0 0H400V200H0Z'/>", HEAD.replace("width", "style='fill:none' width")
    )
    assert render_drawing(draw_whole_file(file, "found.svg")).getpixel((200, 60)) == (255, 255, 255)


def test_pictures_in_the_folder_of_the_deck_and_within_the_file_are_drawn(tmp_path: Path) -> None:
    goal = io.BytesIO()
    Image.new("RGB", (9, 9), "#3399cc").save(goal, "PNG")
    (tmp_path / "art").mkdir()
    (tmp_path / "a tile.png").write_bytes(goal.getvalue())
    within = f"data:image/png;base64,{b64encode(goal.getvalue()).decode()}"
    drawn = "%3Csvg viewBox='0 0 9 9'%3E%3Ctext x='-9' y='19' font-size='40'%3E■%3C/text%3E%3C/svg%3E"
    drawn = f"data:image/svg+xml,{drawn}"
    places = {"x='0'": "../a%20tile.png", "x='100'": drawn, "x='200'": within, "x='300'": ""}
    body = "".join(f"<image {at} width='99' height='99' xlink:href=\"{to}\"/>" for at, to in places.items())
    picture = draw_whole_file(write_drawing(tmp_path / "art", body), "found.svg", DeckResources(tmp_path))
    seen = render_drawing(picture)
    colours = [(51, 153, 204), (0, 0, 0), (51, 153, 204), (255, 255, 255)]
    assert [seen.getpixel((at, 50)) for at in (50, 150, 250, 350)] == colours


def test_a_file_without_a_namespace_is_drawn_too(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(f"<svg {LINKS} viewBox='0 0 9 9'>{BLUR}<path d='M0 0h9v9z'/></svg>")
    seen = next(list_pictures(draw_whole_file(tmp_path / "a.svg", "a.svg")))
    assert seen.getpixel((200, 60)) == (0, 0, 0)


def test_with_little_ink_a_picture_is_lightened_in_every_ink(tmp_path: Path) -> None:
    picture = draw_body(tmp_path, f"{BLUR}<rect width='200' height='200' fill='#000'/>")
    page = LowInk().rewrite(Frame("page", picture.width, picture.height, (Use(picture),)))
    for each in list_pictures(page):
        assert each.getpixel((100, 100)) == pytest.approx((153,) * 3, abs=1)
        assert each.getpixel((300, 100)) == (255,) * 3
