"""The element ``drawing`` of a face: where a part goes, in which colours, and what is told of a wrong one."""

import re
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck
from companion.errors import CompanionError
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Use
from companion.press.layout import lay_out
from companion.service.press.review import find_deck_faults
from tests.press.decks import FACE, format_element, write_deck
from tests.press.drawings import HEAD

FLAG = '<g id="flag"><path class="clan" fill="#2b3f63" d="M-2 -1L18 -1L18 9L-2 9Z"/></g><g id="flag-2"/>'


def build_deck(folder: Path, body: str = FLAG, **keys: object) -> Deck:
    face = FACE + format_element("drawing", **{"file": "art/flag.svg", "part": "flag", **keys})
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art/flag.svg").write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
    return open_deck(str(write_deck(folder, front=face)))


def lay_out_front(folder: Path, body: str = FLAG, **keys: object) -> Frame:
    return next(iter(lay_out(build_deck(folder, body, **keys), "en"))).front


def get_use(frame: Frame) -> tuple[Use, Drawing]:
    (use,) = (item for item in frame.items if isinstance(item, Use))
    assert isinstance(use.frame, Drawing)
    return use, use.frame


@pytest.mark.parametrize(
    ("keys", "corner", "opposite"),
    [
        ({"x": 10, "y": 20}, (8, 19), (28, 29)),
        ({"x": 10, "y": 20, "scale": 2}, (6, 18), (46, 38)),
        ({"x": 10, "y": 20, "turn": 90}, (11, 18), (1, 38)),
        ({"x": 10, "y": 20, "width": 40, "height": 40}, (10, 30), (50, 50)),
        ({"x": 10, "y": 20, "width": 40, "height": 10}, (20, 20), (40, 30)),
        ({"x": 10, "y": 20, "width": 40, "height": 40, "turn": 90}, (40, 20), (20, 60)),
        ({"x": 10, "y": 20, "width": 40}, (10, 20), (50, 40)),
    ],
)
def test_a_part_goes_to_its_place_or_into_its_box(
    tmp_path: Path, keys: dict[str, object], corner: tuple[float, float], opposite: tuple[float, float]
) -> None:
    use, _ = get_use(lay_out_front(tmp_path, **keys))
    assert use.matrix.transform_point(-2, -1) == pytest.approx(corner)
    assert use.matrix.transform_point(18, 9) == pytest.approx(opposite)


def test_cards_that_agree_share_a_drawing_and_others_have_their_own(tmp_path: Path) -> None:
    cards = ", ".join(f'{{ number = {n}, colour = "{c}" }}' for n, c in enumerate(["indigo", "forest", "indigo"]))
    text = f'name = "tiny"\n[[component]]\nname = "cards"\nface = "front"\ncards = [{cards}]\n'
    build_deck(tmp_path, **{"with.clan": "{colour}"})
    file = write_deck(tmp_path, text, front=(tmp_path / "faces/front.toml").read_text(encoding="utf-8"))
    first, second, third = (get_use(piece.front)[1] for piece in lay_out(open_deck(str(file)), "en"))
    assert first is third
    assert (first.shape_digest == second.shape_digest, first.digest == second.digest) == (True, False)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"file": "art/other.svg"}, "front.toml, row 24: there is no drawing 'art/other.svg' (tiny/cards/1)"),
        ({"file": "../flag.svg"}, "lies outside the folder of the deck"),
        ({"part": "flags"}, "'art/flag.svg' has no group 'flags'; it has flag, flag-2"),
        ({"part": "flag-2"}, 'art/flag.svg, row 2: <g id="flag-2">: nothing is drawn in it'),
        ({"with.clans": "indigo"}, "no element of 'art/flag.svg' has the class 'clans'"),
        ({"with.clan": "none"}, "'with' leaves nothing of 'flag' to be drawn (tiny/cards/1)"),
        ({"with.clan": "indygo"}, "'indygo' is not a colour"),
        ({"width": 0}, "0 is not a number from 0.01"),
    ],
)
def test_a_faulty_drawing_element_gives_one_sentence(tmp_path: Path, keys: dict[str, object], said: str) -> None:
    given = build_deck(tmp_path, **keys)
    with pytest.raises(CompanionError, match=re.escape(said)):
        list(lay_out(given, "en"))
    whole = [f"{fault.text} ({fault.card})" for fault in find_deck_faults(given, "en")]
    assert any(said in each for each in whole)


BLENDED = '<g id="flag" style="mix-blend-mode:screen"><path class="clan" d="M0 0H9V9Z"/></g>'


def test_a_whole_file_may_be_a_picture_and_what_takes_colours_may_not(tmp_path: Path) -> None:
    whole, _ = get_use(lay_out_front(tmp_path, part="", x=1, y=2, width=30, height=15))
    picture = lay_out_front(tmp_path, BLENDED, part="", x=1, y=2, width=30, height=15).items[-1]
    assert isinstance(picture, Use)
    assert isinstance(picture.frame, Scan)
    assert picture.matrix == whole.matrix
    taking: list[dict[str, object]] = [{"with.clan": "indigo"}, {"opacity": 0.5}, {"pen": 1}]
    for keys in taking:
        with pytest.raises(CompanionError, match='mix-blend-mode="screen" would be lost'):
            lay_out_front(tmp_path, BLENDED, part="", **keys)


def test_names_of_drawings_are_case_sensitive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where capitals do not count on the disk they count all the same, for the friend's laptop."""
    monkeypatch.setattr("os.listdir", lambda _folder: ["Flag.svg"])
    with pytest.raises(CompanionError, match=r"there is no drawing 'art/flag\.svg'"):
        lay_out_front(tmp_path)


def test_a_line_that_is_too_thin_on_the_card_is_a_fault(tmp_path: Path) -> None:
    thin = '<g id="flag"><g transform="scale(.5)"><path stroke="red" stroke-width=".3" d="M0 0L9 9"/></g></g>'
    assert find_deck_faults(build_deck(tmp_path, thin, x=9, y=9), "en") == []
    (fault, *_) = find_deck_faults(build_deck(tmp_path, thin, x=9, y=9, scale=0.5), "en")
    assert fault.rule == "stroke"
    assert str(fault.text) == "a line (art/flag.svg flag) is 0.07 mm wide; the minimum is 0.09 mm"
    assert find_deck_faults(build_deck(tmp_path, thin, x=9, y=9, scale=0.5, pen=0.1), "en") == []


def test_the_pen_is_the_least_width_of_lines_where_a_drawing_stands(tmp_path: Path) -> None:
    line = '<path stroke="red" stroke-width="{}" d="M0 0L9 9"/>'
    lines = f'<g id="flag">{line.format(2)}<g opacity=".5">{line.format(0.3)}</g></g>'
    piece = next(lay_out(build_deck(tmp_path, lines, x=9, y=9, scale=0.5, pen=0.2), "en"))
    (drawn,) = (item for item, _ in piece.front.walk() if isinstance(item, Drawing))
    assert sorted(each.width * 0.5 for each in drawn.walk_traces()) == [0.2, 1.0]
