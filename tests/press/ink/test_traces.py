"""Drawings in PDF, SVG and with little ink: what is printed is what the art file has."""

import io
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest

from companion.press.face.drawing.parts import Parts
from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.low_ink import INK, LowInk, compute_lightness, mix_into_white, reveal_hue
from companion.press.frame.outlines import Matrix, rect
from companion.press.ink.pdf import render_pdf
from companion.press.ink.svg import render_svg
from tests.press.drawings import read_art_file, read_part

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = "M0 0L10 0L10 10L0 10Z"
BLEND = "".join(
    f'<stop offset="{part}" stop-color="{colour}"/>'
    for part, colour in ((0, "#000000"), (0.5, "#ff0000"), (1, "#ffff00"))
)
GRADED = f'<linearGradient id="g">{BLEND}</linearGradient><g id="p"><path d="{SQUARE}" fill="url(#g)"/></g>'
RING = 'd="M0 0L10 0L10 10L0 10ZM2 2L8 2L8 8L2 8Z"'


def build_face(drawing: Drawing, matrix: Matrix = Matrix(), **more: object) -> Frame:  # noqa: B008
    return Frame("deck/cards/1", 20, 20, (Use(drawing, matrix, **more),))  # type: ignore[arg-type]


def render_faces(*faces: Frame) -> bytes:
    return render_pdf([Page(Frame("page", 20, 20, (Use(each),))) for each in faces], "x", "en")


def read_colours(frame: Frame, *points: tuple[float, float]) -> list[str]:
    """The colours at points of a face, mm."""
    document = pypdfium2.PdfDocument(render_faces(frame))
    picture = document[0].render(scale=8 * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    return ["#" + bytes(picture.getpixel((int(x * 8), int(y * 8)))).hex() for x, y in points]


def list_forms(data: bytes) -> list[bytes]:
    with pikepdf.open(io.BytesIO(data)) as document:
        found = [each for each in document.objects if isinstance(each, pikepdf.Stream)]
        return [each.read_bytes() for each in found if each.get("/Subtype") == "/Form"]


def test_a_path_is_printed_as_the_file_has_it(tmp_path: Path) -> None:
    drawing = read_part(tmp_path, '<g id="p"><path d="M1 2L9.25 2C9 8 5 8 1 8Z" fill="#ff0000" stroke="#000000"/></g>')
    (content,) = (each for each in list_forms(render_faces(build_face(drawing))) if b" c\n" in each)
    assert content.endswith(b"1 2 m\n9.25 2 l\n9 8 5 8 1 8 c\nh\nB\n")


@pytest.mark.parametrize(("rule", "middle"), [("nonzero", "#0000ff"), ("evenodd", "#ffffff")])
def test_fills_follow_the_fill_rule_of_the_file(tmp_path: Path, rule: str, middle: str) -> None:
    drawing = read_part(tmp_path, f'<g id="p"><path fill="#0000ff" fill-rule="{rule}" {RING}/></g>')
    assert read_colours(build_face(drawing), (1, 5), (5, 5), (12, 5)) == ["#0000ff", middle, "#ffffff"]


def test_a_gradient_runs_through_its_colours(tmp_path: Path) -> None:
    left, middle, right = read_colours(build_face(read_part(tmp_path, GRADED)), (0.2, 5), (5, 5), (9.8, 5))
    assert int(left[1:3], 16) < 20
    assert middle[1:3] >= "fa"
    assert int(middle[3:5], 16) < 12
    assert right[3:5] > "e8"


def test_opacity_lets_the_ground_show_through(tmp_path: Path) -> None:
    twice = f'<path d="{SQUARE}"/>' * 2
    together = read_part(tmp_path, f'<g id="p"><g opacity=".5">{twice}</g></g>')
    (grey,) = read_colours(build_face(together), (5, 5))
    assert abs(int(grey[1:3], 16) - 128) < 3
    alone = read_part(tmp_path, f'<g id="p" fill-opacity=".5">{twice}</g>')
    (darker,) = read_colours(build_face(alone), (5, 5))
    assert abs(int(darker[1:3], 16) - 64) < 3
    faint = Parts(read_art_file(tmp_path, f'<g id="p">{twice}</g>')).paint_part("p", {}, 0.5)
    assert faint is not None
    assert read_colours(build_face(faint), (5, 5)) == [grey]


def test_clips_of_file_and_face_bound_what_is_seen(tmp_path: Path) -> None:
    body = (
        f'<clipPath id="c"><circle cx="5" cy="5" r="4"/></clipPath>'
        f'<g id="p" clip-path="url(#c)"><path d="{SQUARE}" fill="#0000ff"/></g>'
    )
    frame = build_face(read_part(tmp_path, body), clip=rect(0, 0, 5, 20))
    assert read_colours(frame, (1.5, 1.5), (4, 5), (6, 5)) == ["#ffffff", "#0000ff", "#ffffff"]


def test_a_used_part_is_a_form_within_the_form(tmp_path: Path) -> None:
    body = (
        f'<defs><g id="tree"><path d="{SQUARE}" fill="#0000ff"/></g></defs>'
        '<g id="p"><use href="#tree" transform="scale(.2)"/><use href="#tree" x="8" y="8"/></g>'
    )
    frame = build_face(read_part(tmp_path, body))
    assert read_colours(frame, (1, 1), (5, 5), (12, 12)) == ["#0000ff", "#ffffff", "#0000ff"]
    assert sum(b"10 10 l" in each for each in list_forms(render_faces(frame))) == 1


def test_svg_has_the_notation_and_the_lines_of_the_file(tmp_path: Path) -> None:
    body = (
        f'<g id="p"><path d="{SQUARE}" fill="none" stroke="#ff0000" stroke-width=".5" stroke-dasharray="1 2" '
        f'stroke-linecap="square" stroke-miterlimit="9" opacity=".5" transform="translate(3 4)"/></g>'
    )
    (path,) = ElementTree.fromstring(render_svg(build_face(read_part(tmp_path, body)))).iter(f"{SVG}path")
    lines = {"stroke-width": "0.5", "stroke-dasharray": "1 2", "stroke-linecap": "square", "stroke-linejoin": "miter"}
    look = {"fill": "none", "stroke": "#ff0000", "stroke-miterlimit": "9", "opacity": "0.5"}
    assert path.attrib == {"d": SQUARE, "transform": "matrix(1 0 0 1 3 4)"} | lines | look


def test_svg_has_one_gradient_and_one_group_however_often_they_are_used(tmp_path: Path) -> None:
    drawing = read_part(tmp_path, GRADED)
    frame = Frame("f", 20, 20, (Use(drawing), Use(drawing, Matrix.translate(5, 5))))
    root = ElementTree.fromstring(render_svg(frame))
    (gradient,) = root.iter(f"{SVG}linearGradient")
    assert [stop.get("stop-color") for stop in gradient] == ["#000000", "#ff0000", "#ffff00"]
    assert gradient.get("gradientUnits") == "userSpaceOnUse"
    assert gradient.get("gradientTransform") == "matrix(10 0 0 10 0 0)"
    (path,) = root.iter(f"{SVG}path")
    assert path.get("fill") == f"url(#{gradient.get('id')})"
    assert len(list(root.iter(f"{SVG}use"))) == 2


def rewrite_low(frame: Frame) -> Drawing:
    (use,) = LowInk().rewrite(frame).items
    assert isinstance(use, Use)
    assert isinstance(use.frame, Drawing)
    return use.frame


def test_with_little_ink_fills_are_almost_paper_and_lines_thin(tmp_path: Path) -> None:
    body = (
        '<linearGradient id="g"><stop stop-color="#000"/><stop stop-color="#444"/></linearGradient>'
        f'<g id="p"><path d="{SQUARE}" fill="#1c4037"/><path d="{SQUARE}" fill="url(#g)"/>'
        '<path d="M0 0L9 0" stroke="#000" stroke-width="0.5" fill="none"/>'
        '<path d="M0 0L9 0" stroke="#eee" stroke-width="2" fill="none"/>'
        '<path d="M0 0L.5 0L0 .5Z" fill="#000000"/><path class="line" d="M0 0L9 9L0 9Z" fill="#112233"/></g>'
    )
    low = rewrite_low(build_face(read_part(tmp_path, body)))
    ground, graded, dark, light, spot, kept = (each for each in low.traces if isinstance(each, Trace))
    assert 88 < compute_lightness(str(ground.fill)) < compute_lightness(str(graded.fill)) < 98
    assert ground.fill == mix_into_white(reveal_hue("#1c4037"), 0.22)  # pale, and still green
    assert (ground.stroke, ground.width) == ("#1c4037", 0.1)
    assert (dark.stroke, dark.width, light.width) == ("#000000", pytest.approx(0.3), pytest.approx(0.4))
    assert (spot.fill, spot.stroke, kept.fill, kept.stroke) == ("#000000", None, "#112233", None)
    assert read_colours(build_face(low), (9.5, 5)) == [graded.fill]
    for role, stroke in (("", None), ("icon", INK)):  # what is light in an icon has an outline
        pale = rewrite_low(
            build_face(read_part(tmp_path, f'<g id="p"><path d="{SQUARE}" fill="#f6f0e1"/></g>'), role=role)
        )
        assert [(each.fill, each.stroke) for each in pale.traces if isinstance(each, Trace)] == [("#ffffff", stroke)]


def test_one_drawing_stays_shared_in_low_ink(tmp_path: Path) -> None:
    drawing = read_part(tmp_path, f'<g id="t"><path d="{SQUARE}"/></g><g id="p"><use href="#t"/><use href="#t"/></g>')
    low = LowInk()
    first, second = (low.rewrite(build_face(drawing, Matrix.translate(n, 0))).items[0] for n in (0, 5))
    assert isinstance(first, Use)
    assert isinstance(second, Use)
    assert first.frame is second.frame
    assert low.rewrite(build_face(drawing, role="texture")).items == ()
    assert low.rewrite(build_face(drawing, role="mark")).items == build_face(drawing, role="mark").items


def test_lines_with_little_ink_stay_seen_where_a_drawing_is_small(tmp_path: Path) -> None:
    drawing = read_part(tmp_path, f'<g id="p"><g opacity=".5" transform="scale(.5)"><path d="{SQUARE}"/></g></g>')
    for scale in (1.0, 0.25):
        assert rewrite_low(build_face(drawing, Matrix.scale_by(scale))).finest * scale == pytest.approx(0.1)
