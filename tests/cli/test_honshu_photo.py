"""``companion honshu photo``: what a photo shows, told, written and drawn; what it does not show, said."""

import subprocess
import sys
from collections.abc import Callable, Set
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from companion.errors import InputError
from companion.sentences import say
from companion.service.honshu import photo as service
from companion.vision.honshu.reading import How, Reading
from tests.cli.calling import Call
from tests.service.honshu.seen import build_two_card_reading, with_square

SEES = Callable[[Reading | str], list[Set[str]]]
GLARE = build_two_card_reading((say("one is in glare; photograph again, or enter it."),))
UNKNOWN = with_square(GLARE, (1, 1), how=How.UNKNOWN, doubt=True, cube=None)
WOOD = (150, 120, 90)


def jpeg(size: tuple[int, int] = (600, 800), kind: str = "JPEG") -> bytes:
    content = BytesIO()
    Image.new("RGB", size, WOOD).save(content, kind)
    return content.getvalue()


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch, call: Call) -> SEES:
    """What is seen on the photo ``map.jpg``, whatever it shows."""
    Path("map.jpg").write_bytes(jpeg())

    def show_reading(seen: Reading | str) -> list[Set[str]]:
        asked = list[Set[str]]()

        def read_map(photo: object, cards: int, without: Set[str]) -> Reading:
            asked.append(without)
            if isinstance(seen, str):
                raise InputError(seen)
            return seen

        reading = SimpleNamespace(read_map_photo=read_map)
        monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", reading)
        return asked

    return show_reading


def test_a_map_is_read_and_scored(call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    left = call("honshu", "photo", "map.jpg")
    assert (left.code, left.err) == (0, "")
    assert "map.jpg: 10 squares, of them 0 inferred and 0 in doubt; cards: 2; cubes: 3." in left.out
    assert "  A1 0 0 0, 7 2 0 0\n" in left.out
    assert "total            1" in left.out
    assert "Not sure" not in left.out


def test_the_scoring_card_and_rulings_count_as_in_a_score(call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    assert call("honshu", "photo", "map.jpg", "-o", "seen.txt").code == 0
    more = ("--card", "5", "--ruling", "lake-card=added", "--json")
    seen, typed = call("honshu", "photo", "map.jpg", *more), call("honshu", "score", "seen.txt", *more)
    assert {"version": 1, **seen.json["score"]} == typed.json


def test_a_photo_with_doubtful_squares_names_them_and_exits_1(call: Call, sees: SEES) -> None:
    sees(with_square(UNKNOWN, (0, 0), how=How.INFERRED))
    left = call("honshu", "photo", "map.jpg")
    assert left.code == 1
    assert "1 inferred and 1 in doubt" in left.out
    assert "  1 (- ) -  " in left.out
    assert "  2  b* [? ]" in left.out
    assert (
        "Not sure; the score may be another:\n- one is in glare; photograph again, or enter it.\n"
        "- 1 square at the upper edge cannot be read; photograph the map again, or enter it.\n"
        "- Look at these squares (row.column): 2.2\n" in left.out
    )
    assert "write the map with -o" in left.out
    left = call("honshu", "photo", "map.jpg", "--json")
    assert (left.code, left.json["complete"]) == (1, False)
    assert left.json["doubts"] == [
        "one is in glare; photograph again, or enter it.",
        "1 square at the upper edge cannot be read; photograph the map again, or enter it.",
    ]
    assert left.json["cells"][3] == {
        "r": 1,
        "c": 1,
        "card": "A1",
        "square": 3,
        "terrain": "n",
        "cube": None,
        "doubt": True,
        "how": "unknown",
    }


def test_a_doubtful_square_exits_1_even_without_a_sentence(call: Call, sees: SEES) -> None:
    sees(with_square(build_two_card_reading(), (2, 1), doubt=True))
    left = call("honshu", "photo", "map.jpg")
    assert left.code == 1
    assert "(row.column): 3.2" in left.out


def test_a_written_map_with_an_unknown_square_is_not_scored_unseen(call: Call, sees: SEES) -> None:
    sees(UNKNOWN)
    assert call("honshu", "photo", "map.jpg", "-o", "seen.txt").code == 1
    assert Path("seen.txt").read_text() == (
        "# Read from map.jpg\n# Not sure; the score may be another:\n"
        "# - one is in glare; photograph again, or enter it.\n"
        "# - 1 square at the upper edge cannot be read; photograph the map again, or enter it.\n"
        "# - Look at these squares (row.column): 2.2\n"
        "-  -\nb* ?\nT  L\ny* T\n-  -\n"
    )
    left = call("honshu", "score", "seen.txt")
    assert (left.code, left.out) == (2, "")
    assert "seen.txt, row 7, column 2: '?' is not a square" in left.err
    assert "there already" in call("honshu", "photo", "map.jpg", "-o", "seen.txt").err
    assert call("honshu", "photo", "map.jpg", "-o", "seen.txt", "--overwrite", "--ui-lang", "fr").code == 1
    assert "V  L\nj* V\n" in Path("seen.txt").read_text()


def test_the_map_can_be_piped_on(call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    left = call("honshu", "photo", "map.jpg", "-o", "-")
    assert left.out == "# Read from map.jpg\n-  -\nb* n*\nT  L\ny* T\n-  -\n"
    assert "total            1" in left.err
    left = call("honshu", "photo", "map.jpg", "-o", "-", "--json")
    assert left.err == "Error: Only one thing can go to the standard output.\n"


def test_the_picture_can_be_piped_on(call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    left = call("honshu", "photo", "map.jpg", "--annotate", "-")
    assert left.raw.startswith(b"\x89PNG")
    assert "10 squares" in left.err


def test_squares_beyond_the_photo_do_not_cover_the_legend(call: Call, sees: SEES) -> None:
    Path("map.jpg").write_bytes(jpeg((600, 250)))
    sees(UNKNOWN)
    assert call("honshu", "photo", "map.jpg", "--annotate", "seen.png").code == 1
    with Image.open("seen.png") as written:
        below = written.convert("RGB").crop((300, 252, 600, 272)).getcolors()
    assert below is not None
    assert len(below) == 1


def test_nothing_is_written_when_one_of_two_files_cannot_be(call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    Path("map.png").write_bytes(jpeg((800, 624), "PNG"))
    left = call("honshu", "photo", "map.png", "-o", "new.txt", "--annotate", "map.png", "--overwrite")
    assert (left.code, left.err) == (2, "Error: map.png was not written: the same command reads it.\n")
    left = call("honshu", "photo", "map.jpg", "-o", "new.png", "--annotate", "new.png")
    assert left.err == "Error: new.png was not written: it is named twice.\n"
    left = call("honshu", "photo", "map.jpg", "-o", "new.txt", "--annotate", "new.jpg")
    assert (left.code, left.err) == (2, "Error: 'new.jpg' is written as a PNG; its name must end in .png.\n")
    assert not Path("new.txt").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["gone.jpg"], "gone.jpg: there is no such file."),
        (["."], ".: this is a folder; a file was expected."),
        (["empty.jpg"], "empty.jpg: the file is empty; a photo was expected."),
        (["map.txt"], "map.txt: this is no photo that can be read; expected a whole JPEG, PNG, WebP or HEIC"),
        (["half.jpg"], "half.jpg: the photo is damaged or incomplete; copy or send"),
        (["dot.png"], "dot.png: the photo has 1 x 1 pixels; at least 200 on each side were expected."),
        (["huge.jpg"], "huge.jpg: the file is larger than 20 MB; a photo of that size is not read here."),
        (["map.jpg", "b.jpg"], "A map is read from one photo; you gave 2."),
        (["map.jpg", "--without", "17,61"], "'61' is not a card; expected 1 to 60, or A1 to A6 or B1 to B6"),
        (["map.jpg", "--without", ""], "'' is not a card; expected 1 to 60,"),
        (["map.jpg", "--card", "9"], "Invalid value for '--card'"),
        (["map.jpg", "--ruling", "lake"], "'lake' is not a ruling"),
        ([], "Missing argument 'IMAGE...'"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value[:3]),
)
def test_bad_photo_arguments_give_one_sentence(words: list[str], told: str, call: Call, sees: SEES) -> None:
    sees(build_two_card_reading())
    for name, content in {
        "empty.jpg": b"",
        "half.jpg": jpeg()[:-900],
        "dot.png": jpeg((1, 1), "PNG"),
        "huge.jpg": jpeg() + bytes(20_000_000),
    }.items():
        Path(name).write_bytes(content)
    left = call("honshu", "photo", *words, "-o", "out.txt", "--annotate", "out.png")
    assert (left.code, left.out, left.err.count("\n")) == (2, "", 1)
    assert told in left.err
    assert not Path("out.txt").exists()
    assert not Path("out.png").exists()


def test_a_photo_without_a_map_is_named(call: Call, sees: SEES) -> None:
    sees("no seal is found.")
    assert call("honshu", "photo", "map.jpg").err == "Error: map.jpg: no seal is found.\n"
    sees(Reading((), (), (), ()))
    assert "map.jpg: no map square was recognized in it" in call("honshu", "photo", "map.jpg").err


def test_an_unfinished_map_is_told_about_the_cards_option(call: Call, sees: SEES) -> None:
    sees(UNKNOWN)
    asked = "For an unfinished map, --cards says how many cards it has.\n"
    assert asked in call("honshu", "photo", "map.jpg").out
    assert asked not in call("honshu", "photo", "map.jpg", "--cards", str(len(UNKNOWN.cards))).out


def test_a_photo_without_seals_points_to_typed_maps_and_counts(call: Call) -> None:
    Image.new("RGB", (400, 300), (90, 90, 90)).save("bare.png")
    left = call("honshu", "photo", "bare.png")
    assert left.code == 2
    assert left.err.endswith(
        "\nA photo is read of cards printed here; of your bought game 'companion honshu score' takes the map "
        "typed, or with --players its counts.\n"
    )


def test_reading_a_photo_without_its_package_says_how_to_install_it(
    call: Call, sees: SEES, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "can_read_photos", lambda: False)
    left = call("honshu", "photo", "map.jpg")
    assert left.code == 2
    assert left.err.startswith("Error: The photo reader is not installed here. Install it with: ")
    assert left.err.count("\n") == 1


def test_cards_covering_each_other_in_a_circle_are_listed_as_read(call: Call, sees: SEES) -> None:
    sees(replace(build_two_card_reading(), over=(("7", "A1"), ("A1", "7"))))
    assert "  7 2 0 0, A1 0 0 0\n" in call("honshu", "photo", "map.jpg").out


def test_photo_packages_are_not_imported_before_they_are_needed() -> None:
    asked = (
        "import sys, companion.cli.honshu.placing;"
        "print(sorted({'cv2', 'numpy', 'PIL', 'pi_heif'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
