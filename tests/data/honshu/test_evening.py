"""An evening is written down as it is read, card by card."""

import pytest

from companion.data.honshu.evening import read_evening, read_trick
from companion.errors import InputError, Place

TEXT = "players Aya, Bo, Chen\ncard 4\n11 29+b 57\n12+bg 47 5\n"


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("card 4\n", ""), "players Aya, Bo\n"])
def test_what_was_written_down_is_read_again(text: str) -> None:
    evening = read_evening(text, "friday.txt")
    assert str(evening) == text
    assert read_evening(str(evening), "friday.txt") == evening


def test_an_evening_as_people_type_it() -> None:
    evening = read_evening("# Friday\nplayers Aya,Bo , Chen\n\n11 29b 57  # spring\n", "friday.txt")
    assert (evening.players, evening.card) == (("Aya", "Bo", "Chen"), None)
    assert evening.tricks == (read_trick("11 29+b 57"),)


@pytest.mark.parametrize(
    ("text", "row", "said"),
    [
        ("", None, "there is no evening in it"),
        ("# nobody\n11 29 57\n", 2, "'11 29 57' does not begin an evening"),
        ("players Aya\n", 1, "names in 'Aya': 1; 2 to 5 play"),
        ("players Aya, Aya\n", 1, "two players are called Aya."),
        (f"players Aya, {'B' * 41}\n", 1, "is not a name; expected letters, up to 40"),
        (TEXT + "card 5\n", 5, "'card'"),
        (TEXT.replace("card 4", "card 9"), 2, "'9'"),
    ],
)
def test_what_is_no_evening_is_told_by_row(text: str, row: int | None, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_evening(text, "friday.txt")
    place = caught.value.place
    assert isinstance(place, Place)
    assert (place.file, place.row) == ("friday.txt", row)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "head", ["joueurs Aya, Bo, Chen\ncarte 4\n", "Spieler Aya, Bo, Chen\nWertungskarte 4\n"]
)
def test_an_evening_stays_in_the_words_in_which_it_was_begun(head: str) -> None:
    evening = read_evening(f"{head}11 29+b 57\n", "friday.txt")
    assert (evening.players, evening.card, len(evening.tricks)) == (("Aya", "Bo", "Chen"), 4, 1)
    assert str(evening) == f"{head}11 29+b 57\n"
