"""Faces become frames: fields, nested faces, bases they extend, styles of the deck."""

from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import palette
from companion.errors import DeckError
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.layout import lay_out
from tests.press.decks import DECK, FACE, format_element, write_deck
from tests.press.golden_faces import format_frame


def lay_out_fronts(folder: Path, face: str, deck: str = DECK, **faces: str) -> list[Frame]:
    return [piece.front for piece in lay_out(open_deck(str(write_deck(folder, deck, front=face, **faces))), "en")]


def test_a_card_becomes_a_frame(tmp_path: Path) -> None:
    first, *rest = lay_out(open_deck(str(write_deck(tmp_path))), "fr")
    assert len(rest) == 4
    assert format_frame(first.front) == (
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
    one, two, three, *_ = lay_out_fronts(tmp_path, face, dot=dot)
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
        + format_element("rect", x="{number}+1", width="{number}*2+1", height=3, fill="{colour}-ink")
        + format_element(
            "text", text="{number}/{title}", width=40, height=8, size=7, align="right", when="{number} != 1"
        )
    )
    one, two, *_ = lay_out_fronts(tmp_path, face)
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
        (
            "size = [58, 87]\n" + format_element("rect", widht=3),
            r"'widht' is not a key of element 1 \(rect\); did you mean width",
        ),
        ("size = [58, 87]\n" + format_element("path", d="fish"), r"'fish' is not a path"),
        ("size = [58, 87]\n" + format_element("rect", x=0, y="z", width=1, height=1), r"row 5: 'z' is not a number"),
        ("size = [58, 87]\n" + format_element("face", name="bakc"), r"no face 'bakc'; did you mean back\?"),
        (FACE.replace("$card", "$crad"), r"no word 'crad' in the word file; did you mean card\? \(tiny/cards/1\)"),
    ],
)
def test_a_faulty_face_is_refused_in_one_sentence(tmp_path: Path, face: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        lay_out_fronts(tmp_path, face)


BASE = (
    "size = [40, 60]\nbleed = 2\nsafe = 4\n"
    + format_element("rect", name="ground", x=-2, y=-2, width=44, height=64, fill="forest")
    + format_element("text", name="title", text="base", x=4, y=4, width=30, height=8, size=8)
    + format_element("rect", x=1, y=50, width=3, height=3, fill="ink")
)
STYLED = DECK + '[style.heading]\nfont = "bold"\nsize = 12\nfill = "ink"\n'


def list_texts(frame: Frame) -> list[str]:
    return [item.text for item in frame.items if isinstance(item, Text)]


def test_a_face_inherits_what_it_does_not_define(tmp_path: Path) -> None:
    own = 'extends = "base"\nbleed = 3\n'
    own += format_element("text", name="title", text="own {number}", x=4, y=4, width=30, height=8, size=8)
    own += format_element("text", name="more", text="more", x=4, y=30, width=30, height=8, size=8)
    frame = lay_out_fronts(tmp_path, own, base=BASE)[0]
    assert (frame.width, frame.height, frame.bleed, frame.safe) == (40, 60, 3, 4)
    # In the place of what it replaces; what is new lies above.
    assert [type(item) for item in frame.items] == [Shape, Text, Shape, Text]
    assert list_texts(frame) == ["own 1", "more"]


def test_a_face_extends_one_that_extends_another(tmp_path: Path) -> None:
    middle = 'extends = "base"\nsize = [50, 60]\n'
    own = 'extends = "middle"\n' + format_element("rect", name="ground", width=1, height=1, fill="ink", when="")
    frame = lay_out_fronts(tmp_path, own, base=BASE, middle=middle)[0]
    assert (frame.width, len(frame.items)) == (50, 2)


def test_a_fault_of_a_base_face_names_the_file_it_stands_in(tmp_path: Path) -> None:
    base = BASE + format_element("text", text="{lacking}", width=9, height=9, size=8)
    with pytest.raises(DeckError, match=r"^base\.toml, row 30: the card has no field 'lacking'"):
        lay_out_fronts(tmp_path, 'extends = "middle"', base=base, middle='extends = "base"')
    with pytest.raises(DeckError, match=r"^front\.toml, row 4: the card has no field 'more'"):
        lay_out_fronts(tmp_path, 'extends = "base"\n' + format_element("qr", text="{more}", width=9), base=BASE)


@pytest.mark.parametrize(
    ("face", "base", "sentence"),
    [
        ('extends = "front"', BASE, r"^front\.toml: a face extends itself: front > front\.$"),
        ('extends = "base"', 'extends = "front"', r"a face extends itself: front > base > front\.$"),
        ('extends = "../base"', BASE, r"outside"),
        (
            'extends = "base"\n' + format_element("text", style="title", text="x", width=9, height=9),
            BASE,
            r"^front\.toml, row \d+: there is no style 'title' in the deck; its styles are heading\.$",
        ),
    ],
)
def test_a_face_with_a_bad_base_gives_one_sentence(tmp_path: Path, face: str, base: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        lay_out_fronts(tmp_path, face, STYLED, base=base)


def test_faces_that_extend_one_another_are_refused(tmp_path: Path) -> None:
    chain = {f"f{number}": f'extends = "f{number + 1}"' for number in range(30)}
    with pytest.raises(DeckError, match="more than 20 faces extend one another"):
        lay_out_fronts(tmp_path, 'extends = "f0"', **chain)


def test_an_element_inherits_the_keys_of_its_style_that_its_kind_has(tmp_path: Path) -> None:
    face = "size = [40, 60]\n"
    face += format_element("text", style="heading", text="big", width=30, height=8)
    face += format_element("text", style="heading", text="small", y=10, width=30, height=8, size=7)
    face += format_element("rect", style="heading", y=20, width=30, height=8)
    big, small, box = lay_out_fronts(tmp_path, face, STYLED)[0].items
    assert isinstance(big, Text)
    assert isinstance(small, Text)
    assert isinstance(box, Shape)
    assert (big.font, big.size, small.font, small.size) == ("bold", 12, "bold", 7)
    assert box.fill is not None


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        ("siez = 3", r"^deck\.toml, row [0-9]+: 'siez' is not a key of the style heading; did you mean size"),
        ('kind = "rect"', r"'kind' is not a key of the style heading"),
        ("size = [1]", r"'size' of the style heading must be a text or a number"),
    ],
)
def test_a_faulty_style_is_refused_in_one_sentence(tmp_path: Path, style: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        lay_out_fronts(tmp_path, "size = [40, 60]\n", f"{DECK}[style.heading]\n{style}\n")
    with pytest.raises(DeckError, match="'style.heading' of a deck must be a table"):
        lay_out_fronts(tmp_path, "size = [40, 60]\n", f"style = {{ heading = 3 }}\n{DECK}")


def test_a_grid_has_as_many_as_its_card_says(tmp_path: Path) -> None:
    circle = format_element("circle", x=4, y=4, radius=1, fill="ink")
    face = f'size = [40, 60]\n{circle}repeat = {{ columns = 3, count = "{{number}}", dx = 5, dy = 6 }}\n'

    def list_starts(text: str, card: int) -> list[object]:
        return [item.outline[0][1] for item in lay_out_fronts(tmp_path, text)[card].items if isinstance(item, Shape)]

    assert [len(list_starts(face, card)) for card in range(5)] == [1, 2, 3, 4, 5]
    assert list_starts(face, 4)[-1] == (9, 9)  # the second of the second line
    assert list_starts(face.replace("columns = 3, ", ""), 2) == [(4, 3), (9, 3), (14, 3)]
    for count in ("20000", "-1", "nan", "x"):
        with pytest.raises(DeckError):
            lay_out_fronts(tmp_path, face.replace("{number}", count))
