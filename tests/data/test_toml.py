"""Every key of a TOML file is found on its line."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.data.catalogue import language
from companion.data.files import find_key_lines, read_toml
from companion.errors import InputError, Place


def list_paths(value: Any, head: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inner = enumerate(value, 1) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, each in inner:
        yield (*head, key)
        yield from list_paths(each, (*head, key))


TEXT = '''
a.b."c d" = 1 # x = 2
t = """
x = 1
"quoted" \\""" y""""
u = \'\'\'
[no]
\'\'\'
many = [ # c
  {x = 1, y.z = [1,
  2]}, "}]",
]
d = 1979-05-27T07:32:00Z
[[q]]
[[q.r]]
n = 1
[[q.r]]
"n" = 2
[q.s]
v = 1
[[q]]
[[q.r]]
n = 3
'''


def test_toml_keys_are_found_on_their_lines() -> None:
    found = find_key_lines(TEXT)
    assert found.keys() == set(list_paths(tomllib.loads(TEXT)))
    assert [found[each] for each in (("a", "b", "c d"), ("t",), ("u",), ("many",), ("d",))] == [2, 3, 6, 9, 13]
    assert [found["many", each] for each in (1, 2)] == [10, 11]
    assert found["many", 1, "y", "z", 2] == 11
    assert [found["q", 1, "r", 2, "n"], found["q", 1, "s", "v"], found["q", 2, "r", 1, "n"]] == [18, 20, 23]


KEYS = some.sampled_from(["a", "b", '"a.b"', "'c d'", '"\\u00e9"', "1"])
VALUES = some.recursive(
    some.sampled_from(["1", "-0.5", "true", '"x]}#"', "'\\'", '"""\n"\n"""', "'''\n'\n'''"]),
    lambda inner: some.one_of(
        some.lists(inner, max_size=3).map(lambda parts: "[\n" + ", # ]\n".join(parts) + "]"),
        some.dictionaries(KEYS, inner, max_size=3).map(
            lambda parts: "{" + ", ".join(f"{key} = {value}" for key, value in parts.items()) + "}"
        ),
    ),
    max_leaves=8,
)


@given(some.dictionaries(KEYS, VALUES, max_size=4), some.sampled_from(["", "[t]\n", "[[t.u]]\n[[t.u]]\n"]))
def test_the_line_of_every_toml_key_is_found(pairs: dict[str, str], head: str) -> None:
    text = head + "".join(f"{key} = {value} # =\n" for key, value in pairs.items())
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # two spellings of one key
        return
    assert find_key_lines(text).keys() == set(list_paths(document))


def test_a_toml_document_knows_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("\ufeff# é\r\nname = 1\r\n[[component]]\r\nface = 2\r\n", encoding="utf-8")
    document = read_toml(file)
    place = Place("deck.toml")
    assert document.get_place(place, "component", 1, "face").row == 4
    assert document.get_place(place, "component", 1, "back").row == 3
    assert document.get_place(place, "nothing").row is None


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ('a = 1\nb = "x\n', "row 2: this is not a TOML file (the quotes", "les guillemets d’un texte"),
        ("a = red\n", "row 1: this is not a TOML file (a value is missing", "il manque une valeur"),
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
    with pytest.raises(InputError) as error:
        read_toml(file)
    assert english in str(error.value)
    assert french in error.value.message.translate(language("fr"))
