"""A value of the wrong kind anywhere in a deck is one sentence, never a traceback."""

from contextlib import suppress
from pathlib import Path

import pytest

from companion.data.games import open_deck
from companion.errors import CompanionError, DeckError
from companion.press.layout import lay_out
from tests.press.decks import BACK, DECK, FACE, element, write_deck

ODD = [
    "3",
    "-1",
    "1.5",
    "nan",
    "inf",
    '"x"',
    '"{nope}"',
    "true",
    "[]",
    "[1, 2, 3]",
    "[[1]]",
    "{}",
    "1979-05-27",
]
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
def test_odd_values_in_a_deck_file(tmp_path: Path, odd: str) -> None:
    for line in RIGHT.splitlines():
        key, sign, _ = line.partition(" = ")
        if sign:
            file = write_deck(tmp_path, RIGHT.replace(line, f"{key} = {odd}"))
            _laid_out(file)


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_a_face_file(tmp_path: Path, odd: str) -> None:
    more = (
        element("polygon", points=[[0, 0], [9, 0], [5, 5]], fill="ink", dash=[1, 1], x=1)
        + 'repeat = { columns = 2, rows = 2, dx = 5 }\nwhen = "{number} == 1"\n'
        + element("face", name="back", x=1, clip=[0, 0, 9, 9], scale=1)
        + 'with = { a = "1" }\n'
        + element("pattern", name="uroko", x=1, y=1, width=9, height=9, unit=5)
    )
    lines = (FACE + more).splitlines()
    for at, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        if sign:
            changed = "\n".join([*lines[:at], f"{key} = {odd}", *lines[at + 1 :]])
            _laid_out(write_deck(tmp_path, DECK, front=changed, back=BACK))


def _laid_out(file: Path) -> None:
    """Lay a deck out; whatever is wrong with it is told in a sentence of ours."""
    with suppress(CompanionError):
        list(lay_out(open_deck(str(file)), "en"))


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (DECK.replace("range = 5", 'range = "5"'),
         "deck.toml: 'range' of component cards must be a whole number up to 100000; it is '5'."),
        (DECK + "copies = 50000\n", "the component cards has more than 100000 cards"),
        (DECK.replace('"tiny"', '"../tiny"'), "the name '../tiny' can be no part of a file's name"),
        (DECK.replace('"front"', '"{nope}"'), "the face '{nope}' names a field that the card has not"),
        ('name = "x"\ncomponent = 3\n', "write each component under"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_was_expected(tmp_path: Path, deck: str, sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        list(lay_out(open_deck(str(write_deck(tmp_path, deck))), "en"))
    assert sentence in str(caught.value)


def test_no_element_is_repeated_for_ever(tmp_path: Path) -> None:
    many = FACE + "repeat = { columns = 100000, rows = 100000 }\n"
    with pytest.raises(DeckError, match="repetitions are more than 10000"):
        list(lay_out(open_deck(str(write_deck(tmp_path, front=many))), "en"))
