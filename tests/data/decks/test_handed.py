"""What is handed over at once lies in its folder, or is refused; nothing is written outside."""

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.data.decks import uploads
from companion.data.decks.uploads import UploadedFiles, find_deck_path
from companion.errors import InputError


def zip_files(files: Mapping[str | zipfile.ZipInfo, bytes]) -> bytes:
    goal = io.BytesIO()
    with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return goal.getvalue()


def unpack_zip(folder: Path, content: bytes) -> set[str]:
    """The files a zip file gives; nothing else may appear beside them."""
    file, goal = folder / "a.zip", folder / "goal"
    file.write_bytes(content)
    goal.mkdir()
    try:
        UploadedFiles(goal).unpack(file)
    finally:
        assert {each.name for each in folder.iterdir()} == {"a.zip", "goal"}
    return {each.relative_to(goal).as_posix() for each in goal.rglob("*") if each.is_file()}


def test_junk_files_in_a_zip_are_left_out(tmp_path: Path) -> None:
    junk = ("__MACOSX/m/._deck.toml", "m/.DS_Store", "m/Thumbs.db", "m/.git/config", "m/Icon\r", "M/desktop.ini", "a/")
    assert unpack_zip(tmp_path, zip_files({"m\\deck.toml": b"", "m/a.csv": b"", **dict.fromkeys(junk, b"")})) == {
        "m/deck.toml",
        "m/a.csv",
    }


@pytest.mark.parametrize("name", ["../a.csv", "m/../../a.csv", "/etc/a.csv", "..\\a.csv"])
def test_a_zip_entry_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"^a\.zip: '.*' lies outside the folder of the deck\.$"):
        unpack_zip(tmp_path, zip_files({name: b"x"}))


@pytest.mark.parametrize(
    "name",
    [
        *("D:evil.csv", "deck.toml:stream", "m/NUL", "con.tar.gz", "Com1 .csv", "LPT².csv", "aux", "m/a.csv."),
        *("CONIN$", "m /a.csv", "a\x1b[2J.csv", ".evil/deck.toml"),
    ],
)
def test_a_name_that_no_other_system_takes_is_refused_everywhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"(?s)^a\.zip: '.*' is no name that a file can have on every system"):
        unpack_zip(tmp_path, zip_files({name: b"x"}))


@pytest.mark.parametrize("goal", ["/etc/passwd", "cards.csv"])
def test_a_link_in_a_zip_is_refused(tmp_path: Path, goal: str) -> None:
    link = zipfile.ZipInfo("m/a.csv")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(InputError, match=r"^a\.zip: 'm/a\.csv' is a link; put the file itself into the zip\.$"):
        unpack_zip(tmp_path, zip_files({link: goal.encode()}))


def test_unpacked_bytes_are_counted_whatever_the_header_says(tmp_path: Path) -> None:
    content = bytearray(zip_files({"a.csv": bytes(uploads.MOST_BYTES + 1)}))
    size = (uploads.MOST_BYTES + 1).to_bytes(4, "little")
    at = content.rindex(size)  # in the list at the end, which is believed
    content[at : at + 4] = (uploads.MOST_BYTES - 1).to_bytes(4, "little")
    with pytest.raises(InputError, match=r"^a\.zip: "):
        unpack_zip(tmp_path, bytes(content))
    assert (tmp_path / "goal" / "a.csv").stat().st_size <= uploads.MOST_BYTES


def test_a_zip_bomb_is_refused_before_it_is_written(tmp_path: Path) -> None:
    half = bytes(uploads.MOST_BYTES // 2 + 1)
    with pytest.raises(InputError, match=r"^a\.zip: a deck can have 100 MB at most\.$"):
        unpack_zip(tmp_path, zip_files({"a.csv": half, "b.csv": half}))
    written = sum(each.stat().st_size for each in (tmp_path / "goal").iterdir())
    assert written <= uploads.MOST_BYTES


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^a\.zip: there are more than 2000 files\.$"):
        unpack_zip(tmp_path, zip_files({f"{number}.csv": b"" for number in range(uploads.MOST_FILES + 1)}))


PACKED = zip_files({"a.csv": b"number\n1\n" * 50})
LIST = PACKED.index(b"PK\1\2")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zip",
        PACKED[:-10],
        PACKED[: LIST + 8] + b"\1" + PACKED[LIST + 9 :],
        PACKED[:40] + bytes([PACKED[40] ^ 255]) + PACKED[41:],
        zip_files({"a": b"", "a/b": b""}),
        zip_files({"a" * 300: b""}),
    ],
    ids=["empty", "text", "cut short", "password", "damaged", "file as folder", "long name"],
)
def test_a_zip_file_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError, match=r"^a\.zip: this zip file cannot be read; it may be damaged"):
        unpack_zip(tmp_path, content)


@pytest.mark.parametrize(
    ("files", "given"),
    [
        (("market/deck.toml", "market/cards.csv"), "market"),
        (("deck.toml", "cards.csv"), "."),
        (("mail/market/deck.toml", "mail/read me.txt"), "mail/market"),
        (("cards.csv",), "cards.csv"),
        (("mine/a.png", "mine/cards.csv"), "mine"),
        (("a/x.csv", "b/y.csv"), "."),
    ],
)
def test_the_deck_is_found_in_the_unpacked_folder(tmp_path: Path, files: tuple[str, ...], given: str) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert find_deck_path(tmp_path) == tmp_path / given
