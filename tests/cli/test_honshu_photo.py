"""``companion honshu photo``: what a photo shows, told, written and drawn; what it does not show, said."""

import json
import sys
from collections.abc import Callable, Set
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.sentences import say
from companion.vision.honshu.reading import Evidence, Reading
from tests.cli.commands import Call
from tests.service.honshu.readings import build_outline, build_two_card_reading, replace_square
from tests.vision.photos import generate

SEES = Callable[[Reading], list[Set[str]]]
GLARE = build_two_card_reading((say("one is in glare; photograph again, or enter it."),))
UNKNOWN = replace_square(GLARE, (1, 1), evidence=Evidence.UNKNOWN, doubt=True, cube=None)
WHICH = str(Path("output") / "map-which.png")


def encode_jpeg(size: tuple[int, int] = (600, 800), kind: str = "JPEG") -> bytes:
    content = BytesIO()
    Image.new("RGB", size, (150, 120, 90)).save(content, kind)
    return content.getvalue()


@pytest.fixture
def seen_photo(monkeypatch: pytest.MonkeyPatch, call: Call) -> SEES:
    """What is seen on the photo ``map.jpg``, whatever it shows."""
    Path("map.jpg").write_bytes(encode_jpeg())

    def show_reading(seen: Reading) -> list[Set[str]]:
        asked = list[Set[str]]()

        def read_map(photo: object, cards: int, without: Set[str]) -> Reading:
            asked.append(without)
            return seen

        reading = SimpleNamespace(read_map_photo=read_map)
        monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", reading)
        return asked

    return show_reading


def test_a_map_is_read_and_scored(call: Call, seen_photo: SEES) -> None:
    seen_photo(build_two_card_reading())
    result = call("honshu", "photo", "map.jpg")
    assert (result.code, result.err) == (0, "")
    assert "map.jpg: 10 squares, of them 0 inferred and 0 in doubt; cards: 2; cubes: 3." in result.out
    assert "  A1 0 0 0, 7 2 0 0\n" in result.out
    assert "total            1" in result.out
    assert "Not sure" not in result.out


def test_the_scoring_card_and_rulings_count_as_in_a_score(call: Call, seen_photo: SEES) -> None:
    seen_photo(build_two_card_reading())
    call("honshu", "photo", "map.jpg", "-o", "seen.txt")
    more = ("--card", "4", "--ruling", "lake-card=added", "--json")
    seen, typed = call("honshu", "photo", "map.jpg", *more), call("honshu", "score", "seen.txt", *more)
    assert {"version": 1, **seen.json["score"]} == typed.json


def test_a_photo_with_doubtful_squares_names_them_and_exits_1(call: Call, seen_photo: SEES) -> None:
    seen_photo(replace_square(UNKNOWN, (0, 0), evidence=Evidence.INFERRED))
    result = call("honshu", "photo", "map.jpg")
    assert result.code == 1
    for part in ("1 inferred and 1 in doubt", "  1 (- ) -  ", "  2  b* [? ]", "write the map with -o"):
        assert part in result.out
    asked = "For an unfinished map, --cards says how many cards it has.\n"
    assert asked in result.out
    assert asked not in call("honshu", "photo", "map.jpg", "--cards", "2").out
    result = call("honshu", "photo", "map.jpg", "--json")
    assert (result.code, result.json["complete"]) == (1, False)
    assert result.json["cells"][3] == {
        **{"r": 1, "c": 1, "card": "A1", "square": 3, "terrain": "n"},
        **{"cube": None, "doubt": True, "how": "unknown"},
    }


def test_a_written_map_with_an_unknown_square_is_not_scored_unseen(call: Call, seen_photo: SEES) -> None:
    seen_photo(UNKNOWN)
    assert call("honshu", "photo", "map.jpg", "-o", "seen.txt").code == 1
    assert Path("seen.txt").read_text() == (
        "# Read from map.jpg\n# Not certain; the score may change:\n"
        "# - one is in glare; photograph again, or enter it.\n"
        "# - 1 square at the upper edge cannot be read; photograph the map again, or enter it.\n"
        "# - Look at these squares (row.column): 2.2\n"
        "-  -\nb* ?\nT  L\ny* T\n-  -\n"
    )
    result = call("honshu", "score", "seen.txt")
    assert (result.code, result.out) == (2, "")
    assert "seen.txt, row 7, column 2: '?' is not a square" in result.err
    assert "there already" in call("honshu", "photo", "map.jpg", "-o", "seen.txt").err


def test_the_map_or_the_picture_can_be_piped_on(call: Call, seen_photo: SEES) -> None:
    seen_photo(build_two_card_reading())
    result = call("honshu", "photo", "map.jpg", "-o", "-")
    assert result.out == "# Read from map.jpg\n-  -\nb* n*\nT  L\ny* T\n-  -\n"
    assert "total            1" in result.err
    result = call("honshu", "photo", "map.jpg", "--annotate", "-")
    assert (result.raw[:4], "10 squares" in result.err) == (b"\x89PNG", True)


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ("map.png", "map.png was not written: the same command reads it."),
        ("new.txt.png", "new.txt.png was not written: it is named twice."),
        ("new.jpg", "'new.jpg' is written as a PNG; its name must end in .png."),
    ],
)
def test_nothing_is_written_when_one_of_two_files_cannot_be(
    call: Call, seen_photo: SEES, picture: str, said: str
) -> None:
    seen_photo(build_two_card_reading())
    Path("map.png").write_bytes(encode_jpeg((800, 624), "PNG"))
    result = call("honshu", "photo", "map.png", "-o", "new.txt.png", "--annotate", picture, "--overwrite")
    assert (result.code, result.err) == (2, f"Error: {said}\n")
    assert not list(Path().glob("new.*"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.jpg"], "gone.jpg: there is no such file."),
        (["."], ".: this is a folder, not a file."),
        (["map.txt"], "map.txt: this is not a photo that can be read; expected a complete JPEG, PNG, WebP or HEIC"),
        (["huge.jpg"], "huge.jpg: the file is larger than 20 MB, the limit for a photo."),
        (["map.jpg", "b.jpg"], "A map is read from one photo; you gave 2."),
        (["map.jpg", "--without", "17,61"], "'61' is not a card; expected 1 to 60, or A1 to A6 or B1 to B6"),
        (["map.jpg", "--ruling", "lake"], "'lake' is not a ruling"),
        ([], "'IMAGE...' is missing"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value[:3]),
)
def test_bad_photo_arguments_give_one_sentence(words: list[str], message: str, call: Call, seen_photo: SEES) -> None:
    seen_photo(build_two_card_reading())
    Path("huge.jpg").write_bytes(encode_jpeg() + bytes(20_000_000))
    result = call("honshu", "photo", *words, "-o", "out.txt", "--annotate", "out.png")
    assert (result.code, result.out, result.err.count("\n"), message in result.err) == (2, "", 1, True), result
    assert not list(Path().glob("out.*"))


def test_a_photo_of_the_table_alone_points_to_typed_maps_and_counts(call: Call) -> None:
    Image.new("RGB", (400, 300), (120, 90, 60)).save("table.jpg")
    result = call("honshu", "photo", "table.jpg")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 2)
    assert result.err.startswith("Error: table.jpg: ")
    assert "seal" in result.err
    assert result.err.endswith("type the map for 'companion honshu score', or its counts with --players.\n")


def build_rivals() -> Reading:
    """Two maps that it may be: without one card, or without the other."""
    upper = replace(build_two_card_reading(), squares=build_two_card_reading().squares[:4], excluded=("7",))
    lower = replace(build_two_card_reading(), squares=build_two_card_reading().squares[4:], excluded=("A1",))
    amiss = (say("The photo shows two start provinces; a map has one."),)
    return replace(build_two_card_reading(amiss), excluded=("7",), rivals=(upper, lower))


def test_an_ambiguous_photo_lists_the_possible_maps_with_their_points(call: Call, seen_photo: SEES) -> None:
    seen_photo(build_rivals())
    result = call("honshu", "photo", "map.jpg", "--cards", "2")
    assert result.code == 1
    assert (
        "- The photo shows two start provinces; a map has one.\n- without 7: 0 points\n- without A1: 1 point\n"
        f"- See them side by side: {WHICH}\nWrote {WHICH}.\n"
        "--without leaves out cards that are not part of the map, such as --without 17,B1.\n"
    ) in result.out
    with Image.open(WHICH) as picture:
        assert picture.size == (2 * 600, 800 + 24)
        seen = np.asarray(picture.convert("RGB"), int)
    red, below = (seen[:800] == (200, 30, 20)).all(-1), round(build_outline(2, 0)[0][1])
    for left_out in (red[below + 9 :, :600], red[: below - 9, 600:]):  # card 7, and in the other map A1
        assert left_out.any()
    for kept in (red[: below - 9, :600], red[below + 9 :, 600:]):
        assert not kept.any()
    result = call("honshu", "photo", "map.jpg", "--json")
    assert result.json["rivals"] == [{"without": ["7"], "score": 0}, {"without": ["A1"], "score": 1}]


def test_cards_are_left_out_by_name(call: Call, seen_photo: SEES) -> None:
    asked = seen_photo(
        replace(build_two_card_reading(), notes=(say("Cards 5, 6 lie beside the map and are left out."),))
    )
    result = call("honshu", "photo", "map.jpg", "--without", "b1, 17 4", "--json")
    assert asked == [{"B1", "17", "4"}]
    assert (result.code, result.json["without"]) == (0, ["4", "17", "B1"])
    assert result.json["notes"] == ["Cards 5, 6 lie beside the map and are left out."]


def list_cells(seen: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted(tuple(each[key] for key in ("r", "c", "card", "square", "terrain", "cube")) for each in seen)


@pytest.mark.deep
def test_a_photographed_map_is_the_one_that_was_laid(call: Call) -> None:
    """Also where it is stored lying on its side; the map can be scored and laid again."""
    taken, turned = generate(4711, "easy", megapixels=5.0), BytesIO()
    with Image.open(BytesIO(taken.jpeg)) as image:
        held = image.getexif()
        held[0x112] = 6  # stored turned to the left, to be shown turned to the right
        image.transpose(Image.Transpose.ROTATE_90).save(turned, "JPEG", quality=90, exif=held)
    for photo in (taken.jpeg, turned.getvalue()):
        Path("map.jpg").write_bytes(photo)
        result = call("honshu", "photo", "map.jpg", "--json", "--card", "4")
        assert list_cells(result.json["cells"]) == list_cells(taken.truth["cells"])
    seen = result.json
    assert (result.code, seen["complete"], len(seen["placements"])) == (0, True, 13)
    Path("seen.txt").write_text("\n".join(seen["grid"]))
    assert call("honshu", "score", "seen.txt", "--json", "--card", "4").json == {"version": 1, **seen["score"]}
    Path("laid.json").write_text(json.dumps(seen))
    laid = call("honshu", "place", "laid.json", "--json").json
    assert [row.replace("*", "") for row in laid["grid"]] == [row.replace("*", "") for row in seen["grid"]]
