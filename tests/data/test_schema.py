"""A value of the wrong kind anywhere in a deck is one sentence, never a traceback."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.files import read_toml
from companion.data.papers import LIMITS, Profile
from companion.data.schema import check_document, load_schema
from companion.data.shogun.towers import PARAMETERS
from companion.errors import CompanionError, DeckError, Place
from companion.press.layout import lay_out
from tests.press.decks import BACK, DECK, FACE, format_element, write_deck

ODD = ["3", "-1", "1.5", "nan", "inf", '"x"', '"{nope}"', "true", "[]", "[1, 2, 3]", "[[1]]", "{}", "1979-05-27"]
RIGHT = """name = "tiny"
[[component]]
name = "cards"
face = "front"
back = "back"
cards = [{ number = 1, colour = "forest" }]
where = { number = 1 }
key = "number"
copies = 1
count = 1
run = "r"
codes = { file = "codes.json", per_card = 1 }
fields = { colour = "forest" }
join = { file = "a.csv", on = "number", key = "number", take = ["x"] }
cases = [{ where = { number = 1 }, fields = { z = "1" } }]
extra = false
"""


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_a_deck_file_never_crash(tmp_path: Path, odd: str) -> None:
    for line in RIGHT.splitlines():
        key, sign, _ = line.partition(" = ")
        if sign:
            file = write_deck(tmp_path, RIGHT.replace(line, f"{key} = {odd}"))
            _lay_out_deck(file)


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_a_face_file_never_crash(tmp_path: Path, odd: str) -> None:
    more = (
        format_element("polygon", points=[[0, 0], [9, 0], [5, 5]], fill="ink", dash=[1, 1], x=1)
        + 'repeat = { columns = 2, rows = 2, dx = 5 }\nwhen = "{number} == 1"\n'
        + format_element("face", name="back", x=1, clip=[0, 0, 9, 9], scale=1)
        + 'with = { a = "1" }\n'
        + format_element("pattern", name="uroko", x=1, y=1, width=9, height=9, unit=5)
    )
    lines = (FACE + more).splitlines()
    for at, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        if sign:
            changed = "\n".join([*lines[:at], f"{key} = {odd}", *lines[at + 1 :]])
            _lay_out_deck(write_deck(tmp_path, DECK, front=changed, back=BACK))


def _lay_out_deck(file: Path) -> None:
    """Lay a deck out; any fault in it must be an error of ours."""
    with suppress(CompanionError):
        list(lay_out(open_deck(str(file)), "en"))


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (DECK.replace("range = 5", 'range = "5"'), "deck.toml, row 6: 'range' of component 1 (cards) must be a whole"),
        (
            DECK.replace("range = 5", "rnage = 5"),
            "deck.toml, row 6: 'rnage' is not a key of component 1 (cards); did you",
        ),
        (DECK.replace("range = 5", "range = -1"), "row 6: 'range' of component 1 (cards) must be a whole number up to"),
        (DECK.replace("range = 5", "cards = [{ a = [1] }]"), "'cards.1.a' of component 1 (cards) must be"),
        (DECK.replace('"tiny"', '"tiny"\nlanguage = "en"'), "'language' is not a key of a deck"),
        (DECK.replace('"front"', '"{nope}"'), "deck.toml: the face '{nope}': the card has no field 'nope'."),
    ],
)
def test_a_wrong_deck_value_is_refused_with_what_was_expected(tmp_path: Path, deck: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=re.escape(sentence)):
        list(lay_out(open_deck(str(write_deck(tmp_path, deck))), "en"))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("deck", "assets/games/*/game.toml"),
        ("face", "templates/faces/*/*.toml"),
        ("words", "assets/games/*/words.*.toml"),
        ("towers", "assets/games/shogun/towers.toml"),
        ("papers", "assets/papers/papers.toml"),
        ("palette", "assets/palette.toml"),
        ("hatching", "assets/hatching.toml"),
    ],
)
def test_every_shipped_file_follows_its_schema(name: str, file: str) -> None:
    shipped = sorted(Path(__file__).parents[2].glob(file))
    assert shipped
    for each in shipped:
        check_document(read_toml(each), load_schema(name), Place(each.name), name)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (format_element("polygon", points=[[0, 0], [9]]), "'points.2' of element 3 (polygon) must be a list"),
        (format_element("text", text="x", size=1, width=1, height=1, align="middle"), "must be one of left, center"),
        ("[[element]]\nx = 1\n", "element 3 needs 'kind'."),
        (format_element("x", points=[]), "'x' is not a kind of element; the kinds are rect, circle"),
    ],
)
def test_an_element_is_named_by_its_number_and_kind(tmp_path: Path, written: str, sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        list(lay_out(open_deck(str(write_deck(tmp_path, front=FACE + written))), "en"))
    assert re.match(r"front[.]toml, row (2\d|30): ", str(caught.value))
    assert sentence in str(caught.value)


def test_schemas_of_printers_and_towers_match_the_code() -> None:
    profile = load_schema("printers")["$defs"]["profile"]["properties"]
    assert list(profile) == list(Profile._fields)
    for key, off in LIMITS.items():
        perfect = 1 if key.startswith("scale") else 0
        limits = profile[key]["minimum"], profile[key]["maximum"]
        assert limits == pytest.approx((perfect - off, perfect + off)), key
    assert set(load_schema("towers")["$defs"]["tower"]["properties"]) == {*PARAMETERS, "lodged"}
