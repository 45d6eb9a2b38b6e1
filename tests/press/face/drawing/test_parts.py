"""Groups of art files become drawings, or what they would lose is told."""

from pathlib import Path

import pytest
from PIL import ImageColor

from companion.errors import DeckError, InputError
from companion.press.face.drawing.parts import Parts
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Trace
from companion.press.frame.outlines import IDENTITY, Matrix
from tests.press.drawings import read_art_file, read_part

SQUARE = "M0 0L10 0L10 10L0 10Z"


def get_traces(drawing: Drawing) -> list[Trace]:
    """The traces of a drawing in which no other is nested."""
    found = [trace for trace in drawing.traces if isinstance(trace, Trace)]
    assert len(found) == len(drawing.traces)
    return found


def get_only_trace(drawing: Drawing) -> Trace:
    (trace,) = get_traces(drawing)
    return trace


def format_path(**more: str) -> str:
    given = {"d": SQUARE, **{key.replace("_", "-"): value for key, value in more.items()}}
    return "<path " + " ".join(f'{key}="{value}"' for key, value in given.items()) + "/>"


def test_a_plain_path_stays_the_text_it_was(tmp_path: Path) -> None:
    trace = get_only_trace(read_part(tmp_path, f'<g id="p">{format_path(fill="#ABC")}</g>'))
    assert trace == Trace(SQUARE, "#aabbcc")


@pytest.mark.parametrize(
    ("element", "box"),
    [
        ('<path d="m1 2h3v4h-3z"/>', (1, 2, 4, 6)),
        ('<path d="M0 0Q5 10 10 0T20 0"/>', (0, -5, 20, 5)),
        ('<path d="M0 5a5 5 0 1 1 10 0a5 5 0 1 1-10 0z"/>', (0, 0, 10, 10)),
        ('<rect width="30" height="4" rx="9"/>', (0, 0, 30, 4)),
        ('<ellipse cx="5" cy="6" rx="2" ry="3"/>', (3, 3, 7, 9)),
        ('<polygon points="0,0 10,0 5,8"/>', (0, 0, 10, 8)),
        ('<polyline points="0 0 10 0 5 8" fill="none" stroke="red" stroke-width="2"/>', (-1, -1, 11, 9)),
        ('<line x1="1" y1="2" x2="5" y2="2" stroke="black" stroke-width="1px"/>', (0.5, 1.5, 5.5, 2.5)),
        ('<rect width="2" height="3" transform="translate(5,5) scale(2) rotate(90)"/>', (-1, 5, 5, 9)),
        ('<g transform="translate(1)"><rect width="2" height="3" transform="skewX(45)"/></g>', (1, 0, 6, 3)),
    ],
)
def test_each_shape_lies_where_it_is_drawn(
    tmp_path: Path, element: str, box: tuple[float, float, float, float]
) -> None:
    assert read_part(tmp_path, f'<g id="p">{element}</g>').visible_bounds == pytest.approx(box, abs=0.01)


def test_a_shape_without_a_size_draws_nothing(tmp_path: Path) -> None:
    empty = '<rect width="0" height="5"/><circle r="0"/><path/><polygon points=""/><g display="none"><text/></g>'
    assert get_only_trace(read_part(tmp_path, f'<g id="p">{empty}{format_path()}</g>')).fill == "#000000"
    with pytest.raises(DeckError, match='row 2: <g id="p">: nothing is drawn in it'):
        read_part(tmp_path, f'<g id="p">{empty}</g>')


def test_paint_is_read_from_attributes_and_from_the_style_that_inkscape_writes(tmp_path: Path) -> None:
    style = (
        "display:inline;fill:none;fill-opacity:1;stroke:#a52823;stroke-width:0.5;stroke-linecap:round;"
        "stroke-linejoin:bevel;stroke-miterlimit:6;stroke-dasharray:1,2;stroke-dashoffset:0;stroke-opacity:1;"
        "marker:none;paint-order:normal;font-variation-settings:normal;-inkscape-stroke:none;color:#000000"
    )
    trace = get_only_trace(read_part(tmp_path, f'<g id="p" fill="red">{format_path(style=style, fill="blue")}</g>'))
    assert (trace.fill, trace.stroke, trace.width, trace.dash) == (None, "#a52823", 0.5, (1, 2))
    assert (trace.cap, trace.join, trace.miter) == ("round", "bevel", 6)


def test_a_group_gives_its_paint_to_what_lies_in_it(tmp_path: Path) -> None:
    body = f'<g fill="teal" class="clan"><g id="p" fill-rule="evenodd">{format_path()}{format_path(fill="red")}</g></g>'
    first, second = get_traces(read_part(tmp_path, body))
    assert (first.fill, first.even_odd, first.names, second.fill) == ("#008080", True, ("clan",), "#ff0000")


def test_where_a_group_lies_does_not_count_but_how_large_it_is(tmp_path: Path) -> None:
    group = f'<g id="p" transform="rotate(90) translate(7 8)">{format_path()}</g>'
    layer = f'<g transform="translate(100 0) scale(2)">{group}</g>'
    assert read_part(tmp_path, layer).visible_bounds == pytest.approx((-20, 0, 0, 20))


def get_nested(drawing: Drawing) -> list[NestedDrawing]:
    return [trace for trace in drawing.traces if isinstance(trace, NestedDrawing)]


def test_a_used_group_is_one_drawing_wherever_it_stands(tmp_path: Path) -> None:
    body = (
        f'<defs><g id="tree">{format_path()}</g></defs><g id="p"><use href="#tree" x="5"/>'
        '<use xlink:href="#tree" transform="scale(2)" width="3"/><use href="#tree" fill="red"/></g>'
    )
    first, second, red = get_nested(read_part(tmp_path, body))
    assert first.drawing is second.drawing
    assert (first.matrix, second.matrix) == (Matrix.translate(5, 0), Matrix.scale_by(2))
    assert get_only_trace(red.drawing).fill == "#ff0000"


def test_a_clip_path_bounds_what_is_seen(tmp_path: Path) -> None:
    clip = '<clipPath id="c"><rect width="4" height="4" transform="translate(1 1)"/></clipPath>'
    drawing = read_part(tmp_path, f'{clip}<g id="p" clip-path="url(#c)">{format_path()}</g>')
    assert drawing.clip is not None
    assert drawing.visible_bounds == pytest.approx((1, 1, 5, 5))


def test_opacity_of_a_group_applies_to_the_whole_group(tmp_path: Path) -> None:
    drawing = read_part(
        tmp_path, f'<g id="p"><g opacity=".5">{format_path()}{format_path()}</g>{format_path(opacity=".25")}</g>'
    )
    (group,), alone = get_nested(drawing), drawing.traces[1]
    assert (group.opacity, len(group.drawing.traces), alone.opacity) == (0.5, 2, 0.25)
    assert get_nested(read_part(tmp_path, f'<g id="p">{format_path(opacity=".5", stroke="red")}</g>'))
    filled, drawn = get_traces(read_part(tmp_path, f'<g id="p">{format_path(fill_opacity="50%", stroke="red")}</g>'))
    assert (filled.opacity, filled.stroke, drawn.opacity, drawn.fill) == (0.5, None, 1, None)


STOPS = '<stop offset="0" stop-color="#000000"/><stop offset="1" style="stop-color:#ffffff;stop-opacity:1"/>'


@pytest.mark.parametrize(
    ("gradient", "start", "end"),
    [
        (f'<linearGradient id="g">{STOPS}', (0, 0), (10, 0)),
        (f'<linearGradient id="g" x2="0" y2="50%">{STOPS}', (0, 0), (0, 5)),
        (f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="2" x2="7">{STOPS}', (2, 0), (7, 0)),
        (
            f'<linearGradient id="s">{STOPS}</linearGradient><linearGradient id="g" xlink:href="#s" '
            'gradientUnits="userSpaceOnUse" gradientTransform="scale(3)" x1="1" x2="2">',
            (3, 0),
            (6, 0),
        ),
    ],
)
def test_a_gradient_runs_from_its_start_to_its_end(
    tmp_path: Path, gradient: str, start: tuple[float, float], end: tuple[float, float]
) -> None:
    body = f'<defs>{gradient}</linearGradient></defs><g id="p">{format_path(fill="url(#g)")}</g>'
    fill = get_only_trace(read_part(tmp_path, body)).fill
    assert isinstance(fill, Gradient)
    assert fill.matrix.transform_point(*fill.start) == pytest.approx(start)
    assert fill.matrix.transform_point(*fill.end) == pytest.approx(end)
    assert fill.stops == ((0, "#000000"), (1, "#ffffff"))
    assert fill.mean_colour == "#808080"


def test_a_gradient_of_one_colour_is_that_colour(tmp_path: Path) -> None:
    gradient = '<linearGradient id="g"><stop stop-color="#123456"/></linearGradient>'
    assert (
        get_only_trace(read_part(tmp_path, f'{gradient}<g id="p">{format_path(fill="url(#g)")}</g>')).fill == "#123456"
    )


def test_colours_are_replaced_by_their_classes(tmp_path: Path) -> None:
    stops = STOPS.replace("<stop ", '<stop class="clan" ', 1)
    paths = format_path(**{"class": "clan"}) + format_path(fill="none", stroke="red", **{"class": "clan line"})
    paths += format_path(fill="url(#g)") + format_path(opacity=".5", stroke="red")
    parts = Parts(read_art_file(tmp_path, f'<linearGradient id="g">{stops}</linearGradient><g id="p">{paths}</g>'))
    whole, blue = parts.find_part("p"), parts.paint_part("p", {"clan": "#0000ff", "other": "#00ff00"})
    left_out = parts.paint_part("p", {"clan": None})
    assert whole is not None
    assert blue is not None
    assert left_out is not None
    filled, drawn, graded = (trace for trace in blue.traces if isinstance(trace, Trace))
    assert (filled.fill, drawn.fill, drawn.stroke, drawn.keeps_ink) == ("#0000ff", None, "#0000ff", True)
    assert isinstance(graded.fill, Gradient)
    assert graded.fill.stops[0] == (0, "#0000ff")
    assert blue.traces[3] == whole.traces[3]
    assert (blue.shape_digest == whole.shape_digest, blue.digest == whole.digest) == (True, False)
    assert parts.paint_part("p", {"clan": "#0000ff"}) is blue
    assert parts.paint_part("p", {"other": "#00ff00"}) is whole
    assert len(left_out.traces) == 2


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<image href="a.png"/>', "<image>: such an element would be lost; draw it as paths, or place it"),
        ('<use href="http://127.0.0.1/a.svg#b"/>', "is not in this file"),
        ('<use href="#p"/>', "it uses itself"),
        (format_path(d="M0 0L1 foo"), "'M0 0L1 foo' is not a path"),
        ('<circle r="infinity"/>', 'r="infinity" is not a number; write mm without a unit'),
        (format_path(fill="oklch(1 1 1)"), 'fill="oklch(1 1 1)" is not a colour; write #rrggbb'),
        (format_path(fill="url(#nothing)"), 'fill="url(#nothing)" is not in this file'),
        (format_path(fill="url(http://127.0.0.1/#g)"), "is not in this file"),
        (format_path(stroke="red", stroke_dasharray="-1 2"), "would be lost"),
        (format_path(filter="url(#lg)"), 'filter="url(#lg)" would be lost'),
        (format_path(clip_path="url(#lg)"), "it is not a clip path"),
        ('<use href="#symbol"/>', '<symbol id="symbol">: such an element would be lost'),
        (format_path(clip_path="url(#boxed)"), 'clipPathUnits="objectBoundingBox" would be lost'),
        ("<text>&#x634;</text>", "join or run from right to left"),
        ('<text textLength="9">a</text>', 'textLength="9" would be lost'),
        (format_path(transform="scale(0)"), 'transform="scale(0)" would be lost'),
        (format_path(fill="url(#loop)"), "it uses itself"),
        (format_path(fill="url(#tiles)"), 'fill="url(#tiles)" would be lost'),
        (format_path(fill="url(#again)"), 'spreadMethod="repeat" would be lost'),
    ],
)
def test_unsupported_svg_is_refused_with_its_line(tmp_path: Path, inside: str, said: str) -> None:
    others = (
        f'<linearGradient id="lg">{STOPS}</linearGradient>'
        f'<clipPath id="boxed" clipPathUnits="objectBoundingBox">{format_path()}</clipPath>'
        '<linearGradient id="loop" href="#loop"/>'
        + "".join(f'<linearGradient id="c{each}" href="#c{each + 1}"/>' for each in range(70))
        + f'<linearGradient id="c70">{STOPS}</linearGradient>'
        '<pattern id="tiles" width="1" height="1"><path d="M0 0H9V9"/></pattern><symbol id="symbol"/>'
        f'<linearGradient id="again" spreadMethod="repeat" x2=".001">{STOPS}</linearGradient>'
    )
    with pytest.raises(DeckError) as caught:
        read_part(tmp_path, f'<g id="p">{inside}{others}</g>')
    assert str(caught.value).startswith("art/a.svg, row 2: <")
    assert said in str(caught.value)


def test_uses_make_each_part_once_and_have_a_bound(tmp_path: Path) -> None:
    steps = "".join(f'<g id="u{n + 1}"><use href="#u{n}"/><use href="#u{n}"/></g>' for n in range(500))
    body = f'<g id="u0">{format_path()}</g>{steps}<g id="p"><use href="#u{{}}"/></g>'
    assert read_part(tmp_path, body.format(10)).path_count == 1024
    for steps, said in ((25, "draws more than 1000000 shapes"), (500, "lies more than 60 deep")):
        with pytest.raises(InputError, match=said):
            read_part(tmp_path, body.format(steps))


@pytest.mark.parametrize("size", ['width="60mm" viewBox="0 0 60 30"', 'viewBox="0 0 9 9"', 'width="60px"', ""])
def test_a_unit_of_an_art_file_is_a_millimetre(tmp_path: Path, size: str) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
    assert read_part(tmp_path, f'<g id="p">{format_path()}</g>', head=head).extent == (0, 0, 10, 10)


@pytest.mark.parametrize("size", ['width="60mm" viewBox="0 0 227 113"', 'width="1in" viewBox="0 0 60 1"'])
def test_a_unit_other_than_the_millimetre_is_refused(tmp_path: Path, size: str) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
    with pytest.raises(DeckError, match="row 1: <svg>: its unit is not mm"):
        read_art_file(tmp_path, "", head).check_unit()


def test_the_same_part_is_made_once_and_undrawn_elements_are_none(tmp_path: Path) -> None:
    parts = Parts(read_art_file(tmp_path, f'<linearGradient id="g"/><g id="p">{format_path()}</g>'))
    assert parts.find_part("p") is parts.find_part("p")
    faint = parts.paint_part("p", {}, 0.5)
    assert faint is parts.paint_part("p", {}, 0.5)
    assert faint is not None
    assert [(each.opacity, each.matrix) for each in get_nested(faint)] == [(0.5, IDENTITY)]
    assert parts.find_part("g") is None
    assert parts.find_part("P") is None


def test_colours_are_named_as_pillow_names_them(tmp_path: Path) -> None:
    """And told by ``rgb()`` and ``hsl()`` likewise; the press needs no Pillow for it."""
    given = [*ImageColor.colormap, "Red", "rgb(1, 20,255)", "rgb(10%,55%,99%)", "hsl(197,33%,61%)"]
    drawn = read_part(tmp_path, f'<g id="p">{"".join(format_path(fill=each) for each in given)}</g>')
    colours = ["#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(each)) for each in given]
    assert [trace.fill for trace in get_traces(drawn)] == colours
    for wrong in ("rgb(1,2)", "rgba(1)", "hsv(1,2%,3%)"):
        with pytest.raises(DeckError, match="is not a colour"):
            read_part(tmp_path, f'<g id="p">{format_path(fill=wrong)}</g>')


@pytest.mark.parametrize("style", ["mix-blend-mode:normal", "isolation:auto", "filter:none", "marker:none"])
def test_only_values_without_effect_are_allowed_for_unsupported_styles(tmp_path: Path, style: str) -> None:
    assert (
        read_part(tmp_path, format_path(id="p", style=style)).digest == read_part(tmp_path, format_path(id="p")).digest
    )
    with pytest.raises(DeckError, match="would be lost"):
        read_part(tmp_path, format_path(id="p", style=f"{style.partition(':')[0]}:other"))
