"""A face that extends another, and elements in the style of the deck."""

from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.errors import DeckError
from companion.press.frame.frame import Frame, Shape, Text
from companion.press.sheets.nets.tuckbox import count_cards
from tests.press.decks import DECK, element, write_deck
from tests.press.face.test_context import fronts

BASE = (
    "size = [40, 60]\nbleed = 2\nsafe = 4\n"
    + element("rect", name="ground", x=-2, y=-2, width=44, height=64, fill="forest")
    + element("text", name="title", text="base", x=4, y=4, width=30, height=8, size=8)
    + element("rect", x=1, y=50, width=3, height=3, fill="ink")
)
STYLED = DECK + '[style.heading]\nfont = "bold"\nsize = 12\nfill = "ink"\n'


def texts(frame: Frame) -> list[str]:
    return [item.text for item in frame.items if isinstance(item, Text)]


def test_a_face_takes_over_what_it_does_not_say_itself(tmp_path: Path) -> None:
    own = 'extends = "base"\nbleed = 3\n'
    own += element("text", name="title", text="own {number}", x=4, y=4, width=30, height=8, size=8)
    own += element("text", name="more", text="more", x=4, y=30, width=30, height=8, size=8)
    frame = fronts(tmp_path, own, base=BASE)[0]
    assert (frame.width, frame.height, frame.bleed, frame.safe) == (40, 60, 3, 4)
    # In the place of what it replaces; what is new lies above.
    assert [type(item) for item in frame.items] == [Shape, Text, Shape, Text]
    assert texts(frame) == ["own 1", "more"]


def test_a_face_extends_one_that_extends_another(tmp_path: Path) -> None:
    middle = 'extends = "base"\nsize = [50, 60]\n'
    own = 'extends = "middle"\n' + element("rect", name="ground", width=1, height=1, fill="ink", when="")
    frame = fronts(tmp_path, own, base=BASE, middle=middle)[0]
    assert (frame.width, len(frame.items)) == (50, 2)


def test_a_fault_of_a_base_face_names_the_file_it_stands_in(tmp_path: Path) -> None:
    base = BASE + element("text", text="{lacking}", width=9, height=9, size=8)
    with pytest.raises(DeckError, match=r"^base\.toml, row 30: the card has no field 'lacking'"):
        fronts(tmp_path, 'extends = "middle"', base=base, middle='extends = "base"')
    with pytest.raises(DeckError, match=r"^front\.toml, row 4: the card has no field 'more'"):
        fronts(tmp_path, 'extends = "base"\n' + element("qr", text="{more}", width=9), base=BASE)


@pytest.mark.parametrize(
    ("face", "base", "sentence"),
    [
        ('extends = "front"', BASE, r"^front\.toml: a face extends itself: front > front\.$"),
        ('extends = "base"', 'extends = "front"', r"a face extends itself: front > base > front\.$"),
        ('extends = "basis"', BASE, r"there is no face 'basis'"),
        ('extends = "../base"', BASE, r"outside"),
        ("bleed = 2", BASE, r"a face needs 'size', such as \[58, 87\]"),
        ("extends = 3", BASE, r"'extends' of a face must be a text"),
        (
            'extends = "base"\n' + element("text", style="title", text="x", width=9, height=9),
            BASE,
            r"^front\.toml, row \d+: there is no style 'title' in the deck; its styles are heading\.$",
        ),
        (
            'extends = "base"\n' + element("text", style="heading", width=9, height=9),
            BASE,
            r"element 1 \(text\) needs 'text'",
        ),
    ],
)
def test_a_face_with_a_bad_base_gives_one_sentence(tmp_path: Path, face: str, base: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        fronts(tmp_path, face, STYLED, base=base)


def test_faces_that_extend_one_another_end(tmp_path: Path) -> None:
    chain = {f"f{number}": f'extends = "f{number + 1}"' for number in range(30)}
    with pytest.raises(DeckError, match="more than 20 faces extend one another"):
        fronts(tmp_path, 'extends = "f0"', **chain)


def test_an_element_takes_over_the_keys_of_its_style_that_its_kind_has(tmp_path: Path) -> None:
    face = "size = [40, 60]\n"
    face += element("text", style="heading", text="big", width=30, height=8)
    face += element("text", style="heading", text="small", y=10, width=30, height=8, size=7)
    face += element("rect", style="heading", y=20, width=30, height=8)
    big, small, box = fronts(tmp_path, face, STYLED)[0].items
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
def test_a_faulty_style_is_one_sentence(tmp_path: Path, style: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=sentence):
        fronts(tmp_path, "size = [40, 60]\n", f"{DECK}[style.heading]\n{style}\n")
    with pytest.raises(DeckError, match="'style.heading' of a deck must be a table"):
        fronts(tmp_path, "size = [40, 60]\n", f"style = {{ heading = 3 }}\n{DECK}")


def test_a_grid_has_as_many_as_its_card_says(tmp_path: Path) -> None:
    face = "size = [40, 60]\n" + (
        '[[element]]\nkind = "circle"\nx = 4\ny = 4\nradius = 1\nfill = "ink"\n'
        'repeat = { columns = 3, count = "{number}", dx = 5, dy = 6 }\n'
    )
    frames = fronts(tmp_path, face)
    assert [len(frame.items) for frame in frames] == [1, 2, 3, 4, 5]
    last = frames[-1].items[-1]
    assert isinstance(last, Shape)
    assert last.outline[0] == ("M", (9, 9))  # the second of the second line
    line = face.replace("columns = 3, ", "")
    assert [item.outline[0][1] for item in fronts(tmp_path, line)[2].items if isinstance(item, Shape)] == [
        (4, 3),
        (9, 3),
        (14, 3),
    ]
    for count in ("20000", "-1", "nan", "x"):
        with pytest.raises(DeckError):
            fronts(tmp_path, face.replace("{number}", count))


def test_the_tuck_box_knows_the_size_of_faces_in_style(tmp_path: Path) -> None:
    face = 'extends = "base"\n' + element("text", style="heading", text="x", width=9, height=9)
    file = write_deck(
        tmp_path, STYLED.replace("range = 5", "range = 60"), front=face, base=BASE, back="size = [40, 60]"
    )
    assert count_cards(open_deck(str(file)))
