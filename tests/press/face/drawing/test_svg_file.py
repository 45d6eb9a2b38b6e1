"""Art files are read to their elements, nothing outside of them is, and whole ones have the size of their page."""

import gzip
import os
import re
from pathlib import Path

import pytest

from companion.errors import DeckError, InputError
from companion.press.face.drawing.svg_file import MOST_DRAWING_BYTES, read_art
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing, Scan, collect_notes
from companion.press.frame.frame import Frame, Picture, Use
from companion.press.frame.outlines import Matrix
from tests.press.decks import find_face_faults
from tests.press.drawings import HEAD, LINKS, draw_whole_file, read_art_file, read_part

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10))
ELSEWHERE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/a">'
HEAD_OF_A_PROGRAM = HEAD.replace("<svg", '<svg xmlns:s="http://www.w3.org/2000/svg" xmlns:n="n" n:docname="a.svg"')


def test_elements_have_their_names_attributes_and_lines(tmp_path: Path) -> None:
    art = read_art_file(
        tmp_path, '<defs>\n<g id="a" class="one two"><path d="M0 0"/></g></defs>\n<use xlink:href="#a"/>'
    )
    assert [node.tag for node in art.root.children] == ["defs", "use"]
    assert (art.nodes_by_id["a"].line, art.nodes_by_id["a"].children[0].tag) == (3, "path")
    assert art.root.children[1].attributes == {"href": "#a"}
    assert art.classes == {"one", "two"}


def test_the_notes_of_a_drawing_program_are_passed_over(tmp_path: Path) -> None:
    notes = '<n:namedview id="v"><n:page x="0"/></n:namedview><metadata id="m"/><s:g id="p" n:label="flag"/>'
    art = read_art_file(tmp_path, notes, HEAD_OF_A_PROGRAM)
    assert art.nodes_by_id.keys() == {"m", "p"}
    assert [node.tag for node in art.root.children] == ["metadata", "g"]
    words = read_art_file(tmp_path, '<text id="t">a<n:x>b</n:x><tspan>c</tspan></text><g>d</g>', HEAD_OF_A_PROGRAM)
    own, inner = words.nodes_by_id["t"].children
    assert (own.words, [each.words for each in inner.children]) == ("a", ["c"])


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    for name in "ab":
        art = read_art_file(tmp_path, f'<g id="{name}"/>')
        os.utime(file, (1, 1))
        assert read_art(file, "art/a.svg").nodes_by_id.keys() == {name} == art.nodes_by_id.keys()
    art = read_art_file(tmp_path, '<g id="other"/>')
    assert read_art(file, "art/a.svg") is art


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"<!DOCTYPE svg [{LAUGHS}]>{HEAD}<g>&l9;</g></svg>", "art/a.svg, row 1: the entity 'l1' is refused"),
        (f'<?xml-stylesheet href="a.css"?>{HEAD}</svg>', "row 1: a style sheet in another file"),
        (f'<?xml version="1.0" encoding="klingon"?>{HEAD}</svg>', "its encoding is not known here"),
        (f"{ELSEWHERE}{HEAD}<g>&other;</g></svg>", "row 2: the entity 'other' is refused"),
        (f"{HEAD}<g>&other;</g></svg>", "row 2: this is not a whole SVG file (undefined entity)"),
        (f"{HEAD}<g></svg>", "row 2: this is not a whole SVG file (mismatched tag)"),
        ("", "this is not a whole SVG file (no element found)"),
        ('<html xmlns="http://www.w3.org/1999/xhtml"/>', "this is not an SVG file"),
        ("\x89PNG\r\n", "not a whole SVG file"),
        (HEAD + "<g>" * 200 + "</g>" * 200 + "</svg>", "elements are nested more than 60 levels deep"),
    ],
)
def test_a_file_that_is_no_svg_is_refused_with_its_line(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "a.svg"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(DeckError) as caught:
        read_art(file, "art/a.svg")
    assert said in str(caught.value)
    assert str(caught.value).startswith("art/a.svg")


@pytest.mark.parametrize("content", [HEAD.encode() + b"<g id='\xff'/></svg>", b"\0" * 10, HEAD.encode("utf-16")])
def test_broken_bytes_of_an_svg_are_reported(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.svg"
    file.write_bytes(content)
    with pytest.raises(InputError):
        read_art(file, "art/a.svg")


def test_a_file_of_any_size_costs_no_more_than_the_largest(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    with file.open("wb") as goal:
        goal.truncate(100 * MOST_DRAWING_BYTES)
    with pytest.raises(InputError, match="larger"):
        read_art(file, "art/a.svg")
    with pytest.raises(InputError, match="folder"):
        read_art(tmp_path, "art")
    with pytest.raises(InputError, match="no such file"):
        read_art(tmp_path / "b.svg", "art/b.svg")


def test_a_document_type_short_entities_and_scripts_change_nothing(tmp_path: Path) -> None:
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/a" [<!ENTITY red "#f00">]>' + HEAD
    art = read_art_file(tmp_path, '<script>x()</script><g id="a" fill="&red;"/><g id="a"/>', head)
    assert [node.tag for node in art.root.children] == ["g", "g"]
    assert art.nodes_by_id["a"].attributes["fill"] == "#f00"  # of two with one name the first counts


def test_style_sheets_and_styles_are_written_into_attributes_the_narrowest_last(tmp_path: Path) -> None:
    sheet = "/* fill: */ .a, #no { fill: red } path.b{fill:blue;stroke:#123 !important}"
    sheet += "path{fill:lime;opacity:.5}"
    body = f"<style>@media print {{ .a {{ fill: gold }} }} {sheet} .a:hover{{fill:navy}}</style>"
    body += '<path class="a" fill="teal" style="width: 9px; font: italic 700 12px/1.2 A, B"/>'
    body += '<path class="a b"/><g style="width: 9px"/>'
    _, one, other, group = read_art_file(tmp_path, body).root.children
    font = {"font-size": "12px", "font-family": "A, B", "font-weight": "700", "font-style": "italic"}
    assert one.attributes.items() >= {"fill": "red", "opacity": ".5", **font}.items()
    assert "width" not in group.attributes  # a style of shapes and pictures alone
    assert other.attributes.items() >= {"fill": "blue", "stroke": "#123", "opacity": ".5"}.items()


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "cp1252"])
def test_a_file_is_read_in_the_encoding_it_names(tmp_path: Path, encoding: str) -> None:
    content = f'<?xml version="1.0" encoding="{encoding}"?>{HEAD}<g id="\xe9"/></svg>'
    (tmp_path / "a.svg").write_bytes(content.encode(encoding))
    (tmp_path / "packed.svg").write_bytes(gzip.compress(content.encode(encoding)))
    for file in tmp_path.iterdir():
        assert read_art(file, encoding).nodes_by_id.keys() == {"\xe9"}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("var(--a, #a00)", "#a00"),
        ("var(--c)", "rgb(1, 2, 3)"),
        ("var(--none, var(--b))", "navy"),
        ("light-dark(rgb(1, 2, 3), #fff)", "rgb(1, 2, 3)"),
        ("var(--two, red)", "red"),
    ],
)
def test_variables_stand_for_their_values_else_for_their_defaults(tmp_path: Path, given: str, meant: str) -> None:
    sheet = ":root{--b:navy;--c:rgb(1, 2, 3)} .x{--two:blue}"
    art = read_art_file(tmp_path, f"<style>{sheet}</style><g id='a' fill='{given}' style='stroke:{given}'/>")
    assert [art.nodes_by_id["a"].attributes[key].strip() for key in ("fill", "stroke")] == [meant, meant]


def test_variables_that_grow_without_end_are_refused(tmp_path: Path) -> None:
    grows = "".join(f"--v{each}:{f'var(--v{each + 1})' * 7};" for each in range(12))
    with pytest.raises(DeckError, match="is not a colour"):
        read_part(tmp_path, f"<style>:root{{{grows}}}</style><path id='p' d='M0 0H9V9Z' fill='{9 * 'var(--v0)'}'/>")


NAMESPACE = f'xmlns="http://www.w3.org/2000/svg" {LINKS}'


def draw_icon(folder: Path, head: str, body: str) -> Drawing | Scan:
    file = folder / "icon.svg"
    file.write_text(f"<svg {NAMESPACE} {head}>{body}</svg>", encoding="utf-8")
    return draw_whole_file(file, "icon.svg")


@pytest.mark.parametrize(
    ("head", "size", "box"),
    [
        ('viewBox="0 0 20 10"', (20, 10), (5, 5, 15, 10)),
        ('width="40mm" height="20mm" viewBox="0 0 20 10"', (40, 20), (10, 10, 30, 20)),
        ('width="4cm" viewBox="0 0 20 10"', (40, 20), (10, 10, 30, 20)),
        ('height="20 mm" width="100%" viewBox="0,0,20,10"', (40, 20), (10, 10, 30, 20)),
        ('width="40mm" height="40mm" viewBox="0 0 20 10"', (40, 40), (10, 20, 30, 30)),
        ('width="20mm" height="10mm" viewBox="5 5 20 10"', (20, 10), (0, 0, 10, 5)),
        ('width="96" height="48px"', (25.4, 12.7), (1.32, 1.32, 3.97, 2.65)),
        ('width="1in" height="0.5in"', (25.4, 12.7), (1.32, 1.32, 3.97, 2.65)),
    ],
)
def test_a_file_is_as_large_as_its_page(
    tmp_path: Path, head: str, size: tuple[float, float], box: tuple[float, float, float, float]
) -> None:
    drawing = draw_icon(tmp_path, head, '<rect x="5" y="5" width="10" height="5"/>')
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert drawing.visible_bounds == pytest.approx(box, abs=0.01)


def test_what_lies_beside_the_page_is_cut_off_and_what_is_hidden_is_not_drawn(tmp_path: Path) -> None:
    circle = '<g transform="translate(-5)"><circle cx="10" cy="5" r="9"/></g>'
    body = f'<g display="none"><text filter="url(#b)">note</text></g>{circle}'
    drawing = draw_icon(tmp_path, 'viewBox="0 0 20 10" fill="red"', body)
    assert drawing.visible_bounds == pytest.approx((0, 0, 14, 10))
    assert next(drawing.walk_traces()).fill == "#ff0000"


@pytest.mark.parametrize(
    ("head", "body", "said"),
    [
        ("", "<path d='M0 0L1 0L1 1Z'/>", "<svg>: it does not say how large it is"),
        ('width="0" height="5"', "", '<svg>: width="0" is not a size'),
        ('viewBox="0 0 0 5"', "", "<svg>: it does not say how large it is"),
        ('width="nan" height="5"', "", "is not a number"),
        ('viewBox="0 0 5 5"', '\n<image href="b.png"/>', "row 2: <image>: the folder of the deck has no picture"),
    ],
)
def test_an_svg_without_size_or_with_unsupported_parts_is_refused(
    tmp_path: Path, head: str, body: str, said: str
) -> None:
    with pytest.raises(DeckError, match=re.escape(said)):
        draw_icon(tmp_path, head, body)


def test_an_empty_drawing_is_a_blank_page_and_is_reported(tmp_path: Path) -> None:
    drawing = draw_icon(tmp_path, 'width="4mm" height="3mm"', "<defs><path d='M0 0L1 0L1 1Z'/></defs>")
    assert (drawing.width, drawing.height) == (4, 3)
    assert [str(each) for each in collect_notes([drawing])] == ["icon.svg, row 1: <svg>: nothing is drawn in it."]


def test_a_file_that_is_a_picture_is_remarked_on_by_its_own_name(tmp_path: Path) -> None:
    """Placed larger than it was drawn, it is coarse; the dots that were made of it have its name."""
    blurred = '<filter id="b"><feGaussianBlur/></filter><g filter="url(#b)"><path d="M0 0H9V9Z"/></g>'
    scan = draw_icon(tmp_path, 'width="20mm" height="10mm" viewBox="0 0 20 10"', blurred)
    (picture,) = scan.items
    assert isinstance(picture, Picture)
    assert Path(picture.file).name == "icon.svg"
    piece = Piece("deck", "cards", "1", Frame("card", 200, 100, (Use(scan, Matrix.scale_by(8)),)), None, "")
    faults = [str(fault.text) for fault in find_face_faults([piece]) if fault.rule == "dpi"]
    assert faults == ["icon.svg has 263 dpi at this size; 300 are needed"]
