"""How deep a document is nested is seen before it is read."""

import json

import pytest

from companion.data import files
from companion.data.files import DEEPEST, parse_json, parse_toml


def test_brackets_in_texts_do_not_count() -> None:
    kept = ["[" * 100, '\\"[[', '"', {"{": "}" * 100}] * 20
    assert parse_json(json.dumps(kept)) == kept


@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_json_nested_deeper_than_the_limit_is_refused(bracket: str) -> None:
    def nest(levels: int) -> str:
        inner = "1"
        for _ in range(levels):
            inner = f"[{inner}]" if bracket == "[]" else f'{{"a":{inner}}}'
        return inner

    assert parse_json(nest(DEEPEST)) is not None
    with pytest.raises(ValueError, match="nested"):
        parse_json(nest(DEEPEST + 1))


@pytest.mark.parametrize("key", ["a.", '"a b".', "'a' . ", "a. "])
def test_a_key_of_too_many_parts_is_refused_at_once(key: str) -> None:
    """Python's reader of TOML takes minutes over it."""
    with pytest.raises(ValueError, match="nested"):
        parse_toml(f"{key * 500_000}a = 1")
    assert parse_toml(f"{key * 9}a = 1\nb = '{'a word. ' * 99}'")["b"].count(".") == 99


def test_json_nested_too_deep_never_reaches_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader falls as deep as a document goes, and in a browser there is no floor."""
    monkeypatch.setattr(json, "loads", lambda text: pytest.fail("it was read"))
    for text in ("[" * 10_000, '{"a":' * 10_000, '["' + '", ["' * 10_000):
        with pytest.raises(ValueError, match="nested"):
            files.parse_json(text)
