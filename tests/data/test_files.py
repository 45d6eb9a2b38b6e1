import errno
import io
import json
import os
import re
import stat
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.data.catalogue import detect_language, language
from companion.data.files import (
    DEEPEST,
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


@pytest.mark.parametrize("key", ["a.", '"a b".', "'a' . "])
def test_a_key_of_too_many_parts_is_refused_at_once(key: str) -> None:
    """Python's reader of TOML takes minutes over it."""
    with pytest.raises(ValueError, match="nested"):
        parse_toml(f"{key * 500_000}a = 1")
    assert parse_toml(f"{key * 9}a = 1\nb = '{'a word. ' * 99}'")["b"].count(".") == 99


def test_a_reason_of_the_system_is_told_in_the_readers_language() -> None:
    full = describe_system_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert full.translate(language("fr")) == "plus de place sur le disque"
    assert str(describe_system_error(OSError(-1, "something new"))) == "something new"
