"""SVG ink: the frame of the PDF, written for other tools."""

import base64
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from companion.press.frame.frame import Frame, Picture, Shape, Text, Use
from companion.press.frame.outlines import Matrix, line, rect
from companion.press.ink.svg import render_svg

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def parse_svg(*items: object, **more: bool) -> ElementTree.Element:
    frame = Frame("deck/cards/1", 40, 60, tuple(items), bleed=2)  # type: ignore[arg-type]
    return ElementTree.fromstring(render_svg(frame, **more))


def test_a_shape_keeps_its_outline_fill_and_line() -> None:
    root = parse_svg(Shape(rect(1, 2, 10, 20), "#123456"), Shape(line(0, 0, 5, 5), stroke="#ff0000", width=0.3))
    filled, drawn = root.iter(f"{SVG}path")
    assert (filled.get("fill"), filled.get("fill-rule")) == ("#123456", "evenodd")  # holes stay open
    numbers = list(map(float, re.findall(r"-?\d+(?:\.\d+)?", filled.get("d") or "")))
    assert (min(numbers[::2]), max(numbers[::2])) == (1, 11)
    assert (min(numbers[1::2]), max(numbers[1::2])) == (2, 22)
    assert (drawn.get("fill"), drawn.get("stroke"), drawn.get("stroke-width")) == ("none", "#ff0000", "0.3")


def test_words_carry_their_font_and_are_set_in_millimetres() -> None:
    root = parse_svg(Text("本州 <Honshū>", 5, 10, 72 / 25.4 * 4, "bold"))
    (words,) = root.iter(f"{SVG}text")
    assert "".join(words.itertext()) == "本州 <Honshū>"
    assert float(words.get("font-size") or 0) == pytest.approx(4, abs=0.01)
    (style,) = root.iter(f"{SVG}style")
    data = re.search(r"base64,([A-Za-z0-9+/=]+)\)", style.text or "")
    assert data is not None
    font = TTFont(io.BytesIO(base64.b64decode(data.group(1))))
    assert {ord(letter) for letter in "本州Honshū"} <= set(font.getBestCmap())
    assert not list(parse_svg(Text("a", 5, 10, 9), embed_fonts=False).iter(f"{SVG}style"))


def test_a_frame_used_twice_is_drawn_once() -> None:
    icon = Frame("icon", 5, 5, (Shape(rect(0, 0, 5, 5), "#00ff00"),))
    root = parse_svg(Use(icon, Matrix.translate(3, 4)), Use(icon, Matrix.translate(20, 30), rect(20, 30, 2, 2)))
    assert len(list(root.iter(f"{SVG}use"))) == 2
    assert len([path for path in root.iter(f"{SVG}path") if path.get("fill") == "#00ff00"]) == 1
    assert len(list(root.iter(f"{SVG}clipPath"))) == 2  # its own bleed, and where it is placed


def test_a_picture_is_embedded_in_the_svg(tmp_path: Path) -> None:
    file = tmp_path / "dot.png"
    Image.new("RGB", (2, 2), "red").save(file)
    (image,) = parse_svg(Picture(str(file), 1, 1, 10, 10)).iter(f"{SVG}image")
    assert base64.b64decode((image.get(LINK) or "").partition("base64,")[2]) == file.read_bytes()
