"""A file that is no TOML is told in the words of Companion."""

from pathlib import Path

import pytest

from companion.data.catalogue import language
from companion.data.files import read_toml
from companion.errors import InputError


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ('a = 1\nb = "x\n', "row 2: this is not a TOML file (the quotes", "les guillemets d’un texte"),
        ("a = red\n", "row 1: this is not a TOML file (a value was", "il faut une valeur"),
        ("a = 1 2\n", "there is something after", "quelque chose de trop après la valeur"),
        ("a = 1\na = 2\n", "a key appears twice", "une clé figure deux fois"),
        ("a = [1\n", "the brackets of a list", "les crochets d’une liste"),
        ("[[element", "the brackets of a heading", "les crochets d’un titre"),
        ("colour\n", "a key needs =", "une clé est suivie d’un ="),
    ],
)
def test_toml_errors_are_explained_in_our_own_words(tmp_path: Path, text: str, english: str, french: str) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as told:
        read_toml(file)
    assert english in str(told.value)
    assert french in told.value.whole.translate(language("fr"))
