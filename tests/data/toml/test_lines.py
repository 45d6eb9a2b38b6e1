"""Every key of a TOML file is found on its line."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.data.files import read_toml
from companion.data.toml import find_key_lines
from companion.errors import DeckError, Place

ROOT = Path(__file__).parents[3]
FILES = [*(ROOT / "assets").rglob("*.toml"), *(ROOT / "templates").rglob("*.toml")]
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
e = ""
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
[x."y.z"]
'''


def paths(value: Any, head: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to all that a document holds."""
    inner = enumerate(value, 1) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, each in inner:
        yield (*head, key)
        yield from paths(each, (*head, key))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_key_of_what_is_shipped_is_found(file: Path) -> None:
    text = file.read_text("utf-8")
    assert find_key_lines(text).keys() == set(paths(tomllib.loads(text)))


def test_keys_stand_on_their_lines() -> None:
    found = find_key_lines(TEXT)
    assert found.keys() == set(paths(tomllib.loads(TEXT)))
    lines = {
        ("a", "b", "c d"): 2,
        ("t",): 3,
        ("u",): 6,
        ("many",): 9,
        ("many", 1): 10,
        ("many", 2): 11,
        ("many", 1, "y", "z", 2): 11,
        ("d",): 13,
        ("q", 1, "r", 2, "n"): 19,
        ("q", 1, "s", "v"): 21,
        ("q", 2, "r", 1, "n"): 24,
        ("x", "y.z"): 25,
    }
    assert {path: found[path] for path in lines} == lines


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
    assert find_key_lines(text).keys() == set(paths(document))


def test_a_document_knows_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("\ufeff# é\r\nname = 1\r\n[[component]]\r\nface = 2\r\n", encoding="utf-8")
    document = read_toml(file)
    here = Place("deck.toml")
    assert document.get_place(here, "component", 1, "face").row == 4
    assert document.get_place(here, "component", 1, "back").row == 3
    assert document.get_place(here, "nothing").row is None


def test_a_toml_error_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('name = "a"\n\nsize = [1,, 2]\n', encoding="utf-8")
    with pytest.raises(
        DeckError, match=r"^deck[.]toml, row 3: this is not a TOML file \(a value was expected; .*\)[.]$"
    ):
        read_toml(file)
