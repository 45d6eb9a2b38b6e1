"""What another program would pass over is written into what it draws before, or is a fault."""

import io
from base64 import b64encode
from pathlib import Path

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from companion.errors import DeckError
from companion.press.face.lettering import Lettering
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Scan, collect_notes
from companion.press.frame.frame import Frame, Use
from companion.press.frame.low_ink import LowInk
from tests.press.drawings import LINKS, whole_drawing
from tests.press.face.drawing.test_found import apart, list_pictures, write_drawing

BLUR = '<filter id="blur"><feGaussianBlur stdDeviation="1"/></filter><path filter="url(#blur)" d="M0 0h1v1z"/>'
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
    "by a rule": f"<style>.a{{font-family:sans-serif;font-weight:bold}}</style><text class='a' {AT}>Honshu</text>",
    "a frame of which each line has its place": "<text style='font-size:90px;shape-inside:url(#r)'>"
    "<tspan x='20' y='120'>Edo</tspan></text>",
}


def draw(folder: Path, body: str, lettering: Lettering | None = None) -> Drawing | Scan:
    return whole_drawing(write_drawing(folder, body), "found.svg", lettering)


def show(drawing: Frame) -> Image.Image:
    return next(list_pictures(drawing))


@pytest.fixture
def lettering(tmp_path: Path) -> Lettering:
    """The fonts of a deck: one that is ours by another name, and its bold, which calls itself the same."""
    (tmp_path / "w.ttf").write_bytes(fonts.get_font_file("italic").read_bytes())
    (tmp_path / "b.ttf").write_bytes(fonts.get_font_file("sans-bold").read_bytes())
    return Lettering(tmp_path, {"wild": "w.ttf", "wild-bold": "b.ttf"})


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_words_of_a_picture_look_as_those_of_outlines(tmp_path: Path, lettering: Lettering, words: str) -> None:
    outlines = draw(tmp_path, words, lettering)
    picture = draw(tmp_path, BLUR + words, lettering)
    assert isinstance(outlines, Drawing)
    assert isinstance(picture, Scan)
    assert not collect_notes([outlines])
    assert len(picture.told) == 1
    wanted = show(outlines)
    assert (np.asarray(wanted) < 150).mean() > 0.01
    assert apart(show(picture), wanted) < 0.012


def test_letters_that_join_or_run_from_the_right_are_ordered(tmp_path: Path) -> None:
    font = TTFont(fonts.get_font_file("regular"))
    for table in font["cmap"].tables:
        table.cmap |= {ord(new): table.cmap[ord(old)] for new, old in zip("אבג", "abc", strict=True)}
    font.save(tmp_path / "h.ttf")
    deck = Lettering(tmp_path, {"h": "h.ttf"})
    picture = draw(tmp_path, f"<text {AT} font-family='h'>אבג</text>", deck)
    assert isinstance(picture, Scan)
    same = draw(tmp_path, f"<text {AT}>cba</text>")
    assert apart(show(picture), show(same)) < 0.01


@pytest.mark.parametrize("body", ["<text>𓀀</text>", BLUR + "<text>𓀀</text>", "<text>שלום</text>"])
def test_letters_that_no_font_has_are_a_fault_as_in_cells(tmp_path: Path, body: str) -> None:
    with pytest.raises(DeckError, match="row 1: <text>: no font here can set"):
        draw(tmp_path, body)


def test_a_family_that_is_not_there_is_told_of_a_picture_too(tmp_path: Path) -> None:
    picture = draw(tmp_path, f"{BLUR}<text {AT} font-family='Futura'>a</text>")
    (_, note) = map(str, collect_notes([picture]))
    assert note == "found.svg: the deck has no font 'futura' ([font]); our serif stands in for it."


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("hsl(200deg 60% 50%)", "#3399cc"),
        ("rebeccapurple", "#663399"),
        ("hwb(0 0% 0%)", ""),
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
            draw(tmp_path, body)
        return
    seen = show(draw(tmp_path, body)).getpixel((150, 80))
    assert seen == pytest.approx(tuple(bytes.fromhex(meant[1:])), abs=2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<path d='M0 0h9' vector-effect='non-scaling-stroke'/>", 'vector-effect="non-scaling-stroke" would be'),
        ("<text style='text-transform:full-width'>a</text>", 'text-transform="full-width" would be lost'),
        ("<rect style='clip-path:circle(9px)'/>", 'clip-path="circle(9px)" would be lost'),
        ("<g style='transform:rotate(9deg)'/>", 'transform="rotate(9deg)" would be lost'),
        ("<text style='shape-inside:url(#r)'><tspan>a</tspan></text>", 'shape-inside="url(#r)" would be lost'),
        ("<use href='b.svg#a'/>", 'href="b.svg#a" is not in this file'),
        ("<text><textPath href='#none'>a</textPath></text>", 'href="#none" is not in this file'),
        ("<style>g text{font-weight:bold}</style><text>a</text>", 'font-weight="bold" would be lost'),
        ("<style>g > g{fill:oklch(1 1 1)}</style>", 'fill="oklch(1 1 1)" is not a colour'),
        ("<style>g > g{fill:hsl(1turn 9% 9%)}</style>", 'fill="hsl(1turn 9% 9%)" would be lost'),
        ("<image href='data:image/png;base64,iVBORw0KGgo='/>", "<image>: it is damaged"),
        ("<image href='data:image/svg+xml,%3Csvg%3E%3Ctext/%3E%3C/svg%3E'/>", "such an element would be lost"),
        ("<image href='../out.png'/>", "lies outside the folder of the deck"),
    ],
)
def test_svg_features_that_would_be_ignored_are_faults(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(DeckError) as fault:
        draw(tmp_path, BLUR + body, Lettering(tmp_path))
    assert said in str(fault.value)


def test_pictures_in_the_folder_of_the_deck_and_within_the_file_are_drawn(tmp_path: Path) -> None:
    goal = io.BytesIO()
    Image.new("RGB", (9, 9), "#3399cc").save(goal, "PNG")
    (tmp_path / "art").mkdir()
    (tmp_path / "a tile.png").write_bytes(goal.getvalue())
    within = f"data:image/png;base64,{b64encode(goal.getvalue()).decode()}"
    places = {"x='0'": "../a%20tile.png", "x='200'": within, "x='300'": ""}
    body = "".join(f"<image {at} width='99' height='99' xlink:href='{to}'/>" for at, to in places.items())
    picture = whole_drawing(write_drawing(tmp_path / "art", body), "found.svg", Lettering(tmp_path))
    seen = show(picture)
    assert [seen.getpixel((at, 50)) for at in (50, 250, 350)] == [(51, 153, 204), (51, 153, 204), (255,) * 3]


def test_a_file_without_a_namespace_is_drawn_too(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(f"<svg {LINKS} viewBox='0 0 9 9'>{BLUR}<path d='M0 0h9v9z'/></svg>")
    seen = next(list_pictures(whole_drawing(tmp_path / "a.svg", "a.svg")))
    assert seen.getpixel((200, 60)) == (0, 0, 0)


def test_overlapping_strokes_of_a_letter_stay_solid(tmp_path: Path) -> None:
    words = f"<text fill='#000' {AT} font-weight='bold'>BERG</text>"
    plain, ruled = (draw(tmp_path, f"<g fill-rule='{rule}'>{words}</g>") for rule in ("nonzero", "evenodd"))
    assert isinstance(ruled, Drawing)
    assert ruled.digest == plain.digest


def test_with_little_ink_a_picture_is_lightened_in_every_ink(tmp_path: Path) -> None:
    picture = draw(tmp_path, f"{BLUR}<rect width='200' height='200' fill='#000'/>")
    page = LowInk().rewrite(Frame("page", picture.width, picture.height, (Use(picture),)))
    for each in list_pictures(page):
        assert each.getpixel((100, 100)) == pytest.approx((153,) * 3, abs=1)
        assert each.getpixel((300, 100)) == (255,) * 3
