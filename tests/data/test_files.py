"""Files: written whole or not at all, TOML with every key on its line, and spools that give back what was put in."""

import errno
import io
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis import strategies as st

from companion.data.catalogue import detect_language, language
from companion.data.files import (
    DEEPEST,
    Spool,
    find_key_lines,
    parse_json,
    parse_toml,
    read_input,
    read_json_list,
    read_text,
    read_toml,
    write_bytes,
    write_text,
)
from companion.data.papers import papers_by_name, parse_paper, read_papers
from companion.errors import InputError, OutputError, Place, describe_system_error
from companion.sentences import say, say_count


def test_texts_are_read_with_any_line_ends_and_bom(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes("\ufeffF T\r\nL é\rV\n".encode())
    assert read_text(file) == "F T\nL é\nV\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no such file"),
        (b"F\nT\n\xff\xfe", "row 3: the file is not a UTF-8 text"),
        (b"x" * 101, "larger than 100 bytes"),
    ],
)
def test_an_unreadable_file_gives_one_sentence(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "map.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=sentence) as caught:
        read_text(file, most=100)
    assert str(file) in str(caught.value)
    with pytest.raises(InputError, match="this is a folder"):
        read_text(tmp_path)


def test_a_pipe_or_device_gives_one_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    for file in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(InputError, match="this is a pipe or a device, not a file"):
            read_text(file)
    for file in (tmp_path / "ring", tmp_path / "a\0b"):
        with pytest.raises(InputError, match="the file cannot be read"):
            read_text(file)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a = " + "9" * 5000, "this is not a TOML file"),
        ("a = " + "[" * 100_000, "this is not a TOML file"),
        ("a" + ".a" * 3000 + " = 1", "it is nested more than 50 deep"),
    ],
)
def test_a_toml_document_without_bounds_is_refused_in_one_sentence(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_toml(file)


@pytest.mark.parametrize("content", ["[" * 100_000, '{"features": 3}', '{"features": [NaN]}', '{"features": [1e999]}'])
def test_a_json_document_without_bounds_is_refused_in_one_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "map.geojson").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="this is not a JSON file with a list of features"):
        read_json_list(tmp_path / "map.geojson", "features")


def test_files_are_written_whole_with_common_rights(tmp_path: Path) -> None:
    goal = tmp_path / "new" / "folder" / "a.txt"
    with pytest.raises(OutputError, match="the folder .* is not there"):
        write_text(goal, "first")
    assert not [*tmp_path.iterdir()]
    write_text(goal, "first", folders=True)
    write_text(goal, "second é", overwrite=True)
    assert goal.read_text(encoding="utf-8") == "second é"
    assert [file.name for file in goal.parent.iterdir()] == ["a.txt"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(goal.stat().st_mode) == 0o666 & ~mask


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = tmp_path / "a.txt"
    write_text(goal, "old")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(OutputError, match=r"a.txt was not written: the disk is full"):
        write_bytes(goal, b"new", overwrite=True)
    assert goal.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_the_standard_input_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_piped(raw: bytes) -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        return read_input("-")

    assert read_piped(b"\xef\xbb\xbfa\r\nb\rc") == "a\nb\nc"
    with pytest.raises(InputError, match="^-, row 2: the file is not a UTF-8 text"):
        read_piped(b"a\n\xff")
    with pytest.raises(InputError, match="^-: the file is larger than 2000000 bytes"):
        read_piped(b"a" * 2_000_001)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="^-: there is no standard input to read"):
        read_input("-")


def test_papers_are_read_by_name_or_size() -> None:
    read = {each: parse_paper(each) for each in ("A4", "letter", "200x300.5", "50x2000")}
    sizes = [(paper.title, paper.width, paper.height) for paper in read.values()]
    assert sizes[:2] == [("A4", 210, 297), ("Letter", 215.9, 279.4)]
    assert sizes[2:] == [("200 × 300.5 mm", 200, 300.5), ("50 × 2000 mm", 50, 2000)]
    named = [parse_paper(each) for each in ("ledger", "Avery 8371", "poker9", "zweckform-c32011", "legal")]
    assert [paper.title for paper in named] == ["Ledger", "Avery 8371", "Poker 9", "Zweckform C32011", "Legal"]
    assert [paper.places and paper.places[:4] for paper in named[1:3]] == [(2, 5, 88.9, 50.8), (3, 3, 63.5, 88.9)]
    for wrong in ("a9", "10x300", "49.9x300", "200x2000.1", "200x"):
        with pytest.raises(InputError, match=f"'{wrong}' is not a paper"):
            parse_paper(wrong)


OWN_SHEET = 'sheet = "a4"\ncolumns = 2\nrows = 4\ncard = [90, 60]\nfirst = [10, 20.5]\ngaps = [5, 2]\n'


def test_a_sheet_of_ones_own_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "Mine.toml"
    file.write_text(f"[mine]\n{OWN_SHEET}[small]\nwidth = 100\nheight = 150\n")
    own = read_papers(file, papers_by_name())
    assert parse_paper("Small", own)[:4] == ("small", 100, 150, 5)
    with pytest.raises(InputError, match="Mine.toml: a file of one paper is expected; this one has 2."):
        parse_paper(str(file))
    file.write_text(f"[mine]\n{OWN_SHEET}")
    for paper in (own["mine"], parse_paper(str(file))):
        assert paper.places == (2, 4, 90, 60, 10, 20.5, 5, 2)
        assert (*paper[:4], paper.sheet) == ("mine", 210, 297, 5, "a4")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (OWN_SHEET.replace("rows = 4\n", ""), "row 1: 'mine' needs 'rows', as every sheet that is cut for cards."),
        (OWN_SHEET.replace('sheet = "a4"', "width = 99"), "row 1: 'mine' needs a width and a height, or as its sheet"),
        (f"width = 99\nheight = 99\n{OWN_SHEET}", "row 1: 'mine' needs a width and a height, or as"),
        ('sheet = "a4"\ngaps = [3, 3]\n', "row 1: 'mine' needs 'card', as every sheet that is cut for cards."),
        (OWN_SHEET.replace("rows = 4", "rows = 5"), "row 1: the places of 'mine' reach 195 x 328.5 mm, but its"),
        (OWN_SHEET.replace("[90, 60]", "[90]"), "row 5: 'mine.card' of a file of papers must be a list such as"),
        (OWN_SHEET.replace("gaps", "gap"), "row 7: 'mine.gap' is not a key of a file of papers; did you mean gaps?"),
    ],
)
def test_a_fault_in_a_file_of_sheets_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine.toml").write_text(f"[mine]\n{text}")
    with pytest.raises(InputError, match=re.escape(f"mine.toml, {message}")):
        parse_paper(str(tmp_path / "mine.toml"))
    (tmp_path / "bad.toml").write_text(f'["../x"]\n{OWN_SHEET}')
    with pytest.raises(InputError, match="cannot be part of a file's name"):
        parse_paper(str(tmp_path / "bad.toml"))


def test_sentences_and_places_are_translated_into_french(monkeypatch: pytest.MonkeyPatch) -> None:
    french, place = language("fr"), Place("a.csv", 3, "r1c1")
    assert str(place.words) == "a.csv, row 3, column r1c1"
    missing = InputError("there is no such file.", place=place)
    assert missing.said(french) == "a.csv, ligne 3, colonne r1c1\u00a0: ce fichier n’existe pas."
    left = [say_count("{count} of {all} [is|are] left[|: look].", n, all=3).translate() for n in (1, 2)]
    assert left == ["1 of 3 is left.", "2 of 3 are left: look."]
    with pytest.raises(InputError, match="'xx' is not a language here"):
        language("xx")
    assert say("'{value}' is none.", value="\x1b[2Jred\0").translate(french) == "'\ufffd[2Jred\ufffd' is none."
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert detect_language() == "fr"


def test_brackets_in_texts_do_not_count_as_nesting() -> None:
    kept = ["[" * 100, '\\"[[', '"', {"{": "}" * 100}] * 20
    assert parse_json(json.dumps(kept)) == kept


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_json_nested_deeper_than_the_limit_never_reaches_the_parser(
    monkeypatch: pytest.MonkeyPatch, opened: str, closed: str
) -> None:
    """A reader falls as deep as a document goes, and in a browser there is no floor."""
    assert parse_json(opened * DEEPEST + "1" + closed * DEEPEST) is not None
    monkeypatch.setattr(json, "loads", lambda text: pytest.fail("it was read"))
    for deep in (opened * (DEEPEST + 1) + "1" + closed * (DEEPEST + 1), opened * 10_000):
        with pytest.raises(ValueError, match="nested"):
            parse_json(deep)


@pytest.mark.parametrize("key", ["a.", '"a b".', r'"a\"".', "'a' . "])
def test_a_key_of_too_many_parts_is_refused_at_once(key: str) -> None:
    """Python's reader of TOML takes minutes over it."""
    with pytest.raises(ValueError, match="nested"):
        parse_toml(f"{key * 500_000}a = 1")
    assert parse_toml(f"{key * 9}a = 1\nb = '{'a word. ' * 99}'")["b"].count(".") == 99


def test_a_reason_of_the_system_is_told_in_the_readers_language() -> None:
    full = describe_system_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert full.translate(language("fr")) == "plus de place sur le disque"
    assert str(describe_system_error(OSError(-1, "something new"))) == "something new"


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


THINGS = st.recursive(st.text() | st.floats(allow_nan=False) | st.none(), lambda each: st.tuples(each, each))


@pytest.fixture
def small_spool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spool goes to disk after a hundred bytes."""
    monkeypatch.setattr("companion.data.files.MOST_IN_MEMORY", 100)
    monkeypatch.setattr("companion.data.files.AT_ONCE", 40)


@pytest.mark.usefixtures("small_spool")
@settings(max_examples=60)
@given(st.lists(THINGS, max_size=40), st.randoms())
def test_spooled_values_are_read_back_unchanged(things: list[object], chance: Any) -> None:
    spool = Spool()
    placed = []
    for thing in things:
        placed.append((spool.put(thing), thing))
        at, known = chance.choice(placed)  # what is read while more is put in
        assert spool.get(at) == known
    chance.shuffle(placed)
    assert all(spool.get(at) == thing for at, thing in placed)


@pytest.mark.usefixtures("small_spool")
def test_a_full_disk_is_reported_in_one_sentence_by_the_spool(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.data.files.tempfile.TemporaryFile", fail)
    spool = Spool()
    with pytest.raises(OutputError, match=r"cannot be used \(No space left on device\)"):
        spool.write(b" " * 200)


def test_a_small_spool_makes_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.data.files.tempfile.TemporaryFile", None)
    spool = Spool()
    assert spool.get(spool.put("a small deck")) == "a small deck"


@pytest.mark.usefixtures("small_spool")
@settings(max_examples=40)
@given(st.lists(st.binary(max_size=150), max_size=12))
def test_spooled_passages_are_read_back_each_by_itself(contents: list[bytes]) -> None:
    spool = Spool()
    passages = [spool.write_passage(content) for content in contents]
    assert len(spool) == sum(map(len, contents))
    assert [b"".join(passage.parts()) for passage in passages] == contents
