from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import palette
from companion.errors import DeckError
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.layout import lay_out
from tests.press.decks import BACK, DECK, FACE, element, write_deck


def fronts(folder: Path, face: str, deck: str = DECK, **faces: str) -> list[Frame]:
    return [piece.front for piece in lay_out(open_deck(str(write_deck(folder, deck, front=face, **faces))), "en")]


def test_a_card_becomes_a_frame(tmp_path: Path) -> None:
    first, *rest = lay_out(open_deck(str(write_deck(tmp_path))), "fr")
    assert len(rest) == 4
    assert str(first.front) == (
        "frame tiny/cards/1 58.00 87.00 bleed 3.00\n"
        "  shape M -3.00 -3.00 L 61.00 -3.00 L 61.00 90.00 L -3.00 90.00 Z | fill "
        + palette()["forest"]
        + " | ground forest\n"
        "  text 29.00 41.43 middle regular 14pt " + palette()["ink"] + " 'Carte 1'\n"
    )


def test_equal_faces_are_one_frame(tmp_path: Path) -> None:
    laid_out = list(lay_out(open_deck(str(write_deck(tmp_path))), "en"))
    assert len({id(piece.back) for piece in laid_out}) == 1
    assert laid_out[0].back is not None
    assert laid_out[0].back.name == "back"
    assert len({id(piece.front) for piece in laid_out}) == 5


def test_faces_can_be_nested_repeated_and_conditional(tmp_path: Path) -> None:
    face = FACE + (
        '[[element]]\nkind = "face"\nname = "dot"\nx = 10\ny = 60\nturn = 90\nscale = 2\n'
        'repeat = { columns = "{number}", rows = 2, dx = 5, dy = 6, from = 1 }\nwith = { shade = "ink" }\n'
        'when = "{number} == 2|3"\n'
    )
    dot = 'size = [2, 1]\n[[element]]\nkind = "rect"\nwidth = 2\nheight = 1\nfill = "{shade}"\n'
    one, two, three, *_ = fronts(tmp_path, face, dot=dot)
    uses = [[item for item in frame.items if isinstance(item, Use)] for frame in (one, two, three)]
    assert [len(each) for each in uses] == [0, 4, 6]
    assert len({id(use.frame) for each in uses for use in each}) == 1
    # a 2 x 1 dot, doubled and turned clockwise about its middle, its top left corner placed at (10, 60)
    corners = [uses[1][0].matrix.transform_point(x, y) for x, y in ((0, 0), (2, 1))]
    assert corners == [pytest.approx((13, 59)), pytest.approx((11, 63))]
    assert uses[1][1].matrix.e - uses[1][0].matrix.e == 5
    assert uses[1][2].matrix.f - uses[1][0].matrix.f == 6


def test_numbers_colours_and_words_hold_fields(tmp_path: Path) -> None:
    face = (
        'size = ["{number}*10", 20]\n'
        + element("rect", x="{number}+1", width="{number}*2+1", height=3, fill="{colour}-ink")
        + element("text", text="{number}/{title}", width=40, height=8, size=7, align="right", when="{number} != 1")
    )
    one, two, *_ = fronts(tmp_path, face)
    assert (one.width, two.width) == (10, 20)
    shape, text = two.items
    assert isinstance(shape, Shape)
    assert shape.outline[0] == ("M", (3, 0))
    assert shape.outline[1] == ("L", (8, 0))
    assert shape.fill == palette()["forest-ink"]
    assert isinstance(text, Text)
    assert text.text == "2/Tiny"
    assert len(one.items) == 1


@pytest.mark.parametrize(
    ("face", "sentence"),
    [
        ("size = [1", r"front.toml: this is not a TOML file"),
        ("bleed = 3", r"front.toml: a face needs 'size', such as \[58, 87\]\."),
        ("size = [58, 87]\nbled = 3", r"'bled' is not a key of a face; did you mean bleed"),
        ("size = [58, 87]\n" + element("star"), r"'star' is not a kind of element; the kinds are rect"),
        (
            "size = [58, 87]\n" + element("rect", widht=3),
            r"'widht' is not a key of element 1 \(rect\); did you mean width",
        ),
        ("size = [58, 87]\n" + element("rect", width=3), r"element 1 \(rect\) needs 'height'"),
        ("size = [58, 87]\n" + element("rect", width="x", height=1), r"'x' is not a number"),
        ("size = [58, 87]\n" + element("rect", width=1, height=1, fill="pnik"), r"'pnik' is not a colour"),
        ("size = [58, 87]\n" + element("path", d="fish"), r"'fish' is not a path"),
        ("size = [58, 87]\n" + element("face", name="nowhere"), r"there is no face 'nowhere'"),
        ("size = [58, 87]\n" + element("picture", file="a.png", width=1, height=1), r"there is no picture 'a.png'"),
        ("size = [58, 87]\nbleed = 1\ntrim = 'hexx'", r"front.toml, row 3: 'hexx' is no trim"),
        ("safe = 3\nsize = [0, 87]", r"front.toml, row 2: 0 is not a number from 0.5"),
        ("size = [58, 87]\n" + element("rect", x=0, y="z", width=1, height=1), r"row 5: 'z' is not a number"),
        ("size = [58, 87]\n" + element("circle", radius=1, fill="vermilon"), r"did you mean vermilion\?"),
        ("size = [58, 87]\n" + element("face", name="bakc"), r"no face 'bakc'; did you mean back\?"),
        (FACE.replace("$card", "$crad"), r"no word 'crad' in the word file; did you mean card\? \(tiny/cards/1\)"),
        (FACE.replace("$card", "{crad}"), r"the card has no field 'crad'"),
    ],
)
def test_a_faulty_face_is_one_sentence(tmp_path: Path, face: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        fronts(tmp_path, face)


def test_a_language_without_words_is_refused(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path, back=BACK)))
    with pytest.raises(DeckError, match="has no words in 'de'; it has en, fr"):
        list(lay_out(deck, "de"))
