"""The only module that opens users' files and writes files to keep.

Reading turns every fault of a file into one sentence. A file is written beside its goal and then renamed
over it: after a full disk or a killed program the old file is still there. For a TOML file
it finds the line of every key, which Python's parser does not give.
"""

import contextlib
import errno
import marshal
import math
import os
import re
import stat
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

from companion.data.outputs import check_outputs, create_part_files, note_input
from companion.errors import DeckError, InputError, OutputError, Place, describe_system_error
from companion.limit import note_progress
from companion.paths import STANDARD_OUTPUT
from companion.sentences import say, shorten_text


class TomlDocument(dict[str, Any]):
    """The values of a TOML file, together with its text."""

    def __init__(self, values: dict[str, Any], text: str) -> None:
        super().__init__(values)
        self.text = text

    def get_place(self, place: Place, *path: str | int) -> Place:
        """The place of a key such as ``"component", 2, "name"``, with its line, or of the nearest mapping above it."""
        lines = find_key_lines(self.text)
        prefixes = (path[:end] for end in range(len(path), 0, -1))
        return place._replace(row=next((lines[each] for each in prefixes if each in lines), None))


KeyPath = tuple[str | int, ...]  # keys, and numbers of a list from 1: ``("component", 2, "name")``
_TOKEN = (
    r'(?s)"""(?:[^\\]|\\.)*?"""(?:"{1,2}(?!"))?|\'\'\'.*?\'\'\'(?:\'{1,2}(?!\'))?|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
    r"|[][{}=,]|#[^\n]*|[^][{}=,#\n'\"]+"
)
"""A text in any kind of quotes, a sign, a comment, or the characters between them in a line."""


@lru_cache(maxsize=8)  # one file may have many wrong keys
def find_key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line of every key, mapping and list item of a TOML text, by path; the first of several."""
    lines: dict[KeyPath, int] = {}
    row, before = 1, 0
    for path, position in _Scanner(text).scan():
        row, before = row + text.count("\n", before, position), position
        lines.setdefault(path, row)
    return lines


class _Scanner:
    """One pass over a valid TOML text, which finds every path with its position."""

    def __init__(self, text: str) -> None:
        found = ((match.group(), match.start()) for match in re.finditer(_TOKEN, text))
        self._tokens = iter([each for each in found if each[0].strip() and each[0][0] != "#"])
        self._counts: dict[KeyPath, int] = {}  # items of each list of mappings so far

    def scan(self) -> Iterator[tuple[KeyPath, int]]:
        mapping: KeyPath = ()
        for token, start in self._tokens:
            if token == "[":
                mapping = self._scan_heading()
                yield from ((mapping[:end], start) for end in range(1, len(mapping) + 1))
            else:
                yield from self._scan_pair(mapping, token, start)

    def _read_keys(self, text: str, end: str) -> list[str]:
        """The parts of a key, which may have dots, from its first token to a sign at its end."""
        for token, _ in self._tokens:
            if token == end:
                break
            text += token
        keys, inner = list[str](), tomllib.loads(f"{text}=0")
        while isinstance(inner, dict):
            ((key, inner),) = inner.items()
            keys.append(key)
        return keys

    def _scan_heading(self) -> KeyPath:
        """The path of ``[mapping]`` or ``[[list]]``; a list of mappings on the way means its last item."""
        token, _ = next(self._tokens)
        is_list = token == "["
        keys = self._read_keys("" if is_list else token, "]")
        path: KeyPath = ()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            if is_list and number == len(keys):
                self._counts[path] = self._counts.get(path, 0) + 1
                next(self._tokens)  # the second bracket
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _scan_pair(self, mapping: KeyPath, token: str, start: int) -> Iterator[tuple[KeyPath, int]]:
        path = mapping
        for key in self._read_keys(token, "="):
            path = (*path, key)
            yield path, start
        yield from self._scan_value(path, next(self._tokens)[0])

    def _scan_value(self, path: KeyPath, first: str) -> Iterator[tuple[KeyPath, int]]:
        if first not in ("[", "{"):
            return
        number = 0
        for token, start in self._tokens:
            if token in ("]", "}"):
                return
            if first == "{" and token != ",":
                yield from self._scan_pair(path, token, start)
            elif token != ",":
                number += 1
                yield (*path, number), start
                yield from self._scan_value((*path, number), token)


REASONS = {
    "Invalid value": say("a value is missing; text needs quotes"),
    "Expected '=' after a key": say("a key needs = and a value after it"),
    "Expected newline or end of document": say("there is something after the value or heading"),
    "Unterminated string": say("the quotes of a text are not closed"),
    "Illegal character": say("the quotes of a text are not closed, or a letter is not allowed here"),
    "Cannot overwrite a value": say("a key appears twice"),
    "Unclosed array": say("the brackets of a list are not closed"),
    "Expected ']": say("the brackets of a heading are not closed"),
}
"""What a message of Python's parser means in our words, by the beginning of the message."""


AT_ONCE = 1 << 16  # bytes written or read at a time
MOST_IN_MEMORY = 1 << 18  # bytes kept in memory before a file is opened; most prints need none
Entry = tuple[int, int]  # where a value is in a spool, and how long it is


class Spool:
    """Bytes written in order and read again, kept in an unnamed temporary file once there are many."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(MOST_IN_MEMORY, buffering=AT_ONCE)  # noqa: SIM115
        finalize(self, self._file.close)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def write(self, part: bytes) -> int:
        """Append bytes, and return how many they are."""
        try:
            self._file.seek(self._size)
            self._file.write(part)
        except OSError as error:
            raise _refuse_spool(error) from None
        self._size += len(part)
        return len(part)

    def put(self, value: Any) -> Entry:
        """Append a value, and return the entry by which ``get`` finds it."""
        return self._size, self.write(marshal.dumps(value))

    def get(self, entry: Entry) -> Any:
        """The value of an entry that ``put`` returned."""
        return marshal.loads(self._read_part(*entry))

    def write_passage(self, part: bytes) -> "Passage":
        """Append bytes as the content of a file."""
        start = self._size
        return Passage(self, start, self.write(part))

    def parts(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from ``start`` to ``end``, in chunks; all by default."""
        end = self._size if end is None else end
        for offset in range(start, end, AT_ONCE):
            yield self._read_part(offset, min(AT_ONCE, end - offset))

    def _read_part(self, start: int, length: int) -> bytes:
        try:
            self._file.seek(start)
            return self._file.read(length)
        except OSError as error:
            raise _refuse_spool(error) from None


class Passage(NamedTuple):
    """The content of one file, as a part of a spool that holds many."""

    spool: Spool
    start: int
    length: int  # bytes

    def parts(self) -> Iterator[bytes]:
        return self.spool.parts(self.start, self.start + self.length)


def _refuse_spool(error: OSError) -> OutputError:
    return OutputError(
        "nothing was written: the folder {folder} for unfinished files cannot be used ({reason}).",
        folder=tempfile.gettempdir(),
        reason=describe_system_error(error),
    )


DEEPEST = 50  # levels of nesting in a document; the deepest of a game has seven
TOO_DEEP = say("it is nested more than {most} deep", most=DEEPEST)

_NO_BRACKETS = r'(?s)[^][{}"]+|"[^"\\]*(?:\\.[^"\\]*)*"?'
"""Everything in a JSON document but its brackets: texts with all they contain, and the rest."""
_DEEP_KEY = rf"""(?<![\w\\-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}"""
"""A TOML key with too many parts: Python's parser takes a second for a thousand, far longer for more."""


def parse_toml(text: str) -> dict[str, Any]:
    """The mapping of a TOML text; a ``ValueError`` when it is none, or nested too deep."""
    if any(line.count(".") >= DEEPEST and re.search(_DEEP_KEY, line) for line in text.split("\n")):
        raise ValueError(TOO_DEEP)
    return tomllib.loads(text)


def parse_json(text: str) -> Any:
    """The document of a JSON text; a ``ValueError`` when it is none, or nested too deep."""
    import json  # most commands read none

    if text.count("[") + text.count("{") > DEEPEST:
        levels = accumulate(1 if bracket in "[{" else -1 for bracket in re.sub(_NO_BRACKETS, "", text))
        if max(levels, default=0) > DEEPEST:
            raise ValueError(TOO_DEEP)
    return json.loads(text, object_pairs_hook=_build_object)


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        (key, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(say("the key '{key}' stands twice in one object", key=shorten_text(key, 40)))
    return document


MOST_TEXT_BYTES = 2_000_000  # the largest text file read, in bytes; no map or deck comes near it
MOST_PACKED = 10_000_000  # bytes of a workbook, which is compressed; one of 20,000 cards has two million
STANDARD_INPUT = "-"  # the name under which the standard input is read
_STREAM = 0  # its file descriptor
AT_LINE = r" \(at line (\d+), column \d+\)$"  # the end of a message of Python's TOML parser
LARGEST_INTEGER = 2**63  # no count or length is larger; a TOML integer has 64 bits as well
_IN_USE_CODES = (5, 32, 33)  # Windows' errors for a file that is in use, mostly a PDF open in a viewer
OPEN_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Paths of what a shell pipes in (``<(...)``); any other pipe or device might never end."""


drafts: dict[Path, bytes] = {}
"""What files would contain if what is being typed on a page were saved; they are read as if they did."""


def read_text(path: Path, most: int = MOST_TEXT_BYTES, *, is_own: bool = False) -> str:
    r"""Read a text file of at most ``most`` bytes: UTF-8 or UTF-16, with or without BOM, line ends as ``\n``.

    ``is_own`` marks a file of Companion's own, which the same command may overwrite.
    """
    return decode_text(read_bytes(path, most + 1, is_own=is_own), str(path), most)


def read_bytes(path: Path, most: int, *, is_own: bool = False) -> bytes:
    """Read at most ``most`` bytes of a file; for ``is_own`` see ``read_text``."""
    place = Place(file=str(path))
    note_progress(file=str(path))
    if not is_own:
        note_input(path)
    if path in drafts:
        return drafts[path][:most]
    try:
        if not (stat.S_ISREG(path.stat().st_mode) or path.is_dir() or str(path).startswith(OPEN_STREAMS)):
            raise InputError("this is a pipe or a device, not a file.", place=place)
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        raise InputError("there is no such file.", place=place) from None
    except IsADirectoryError:
        raise InputError("this is a folder, not a file.", place=place) from None
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        reason = describe_system_error(error)
        raise InputError("the file cannot be read ({reason}).", place=place, reason=reason) from None


def check_inside(folder: Path, file: Path) -> Path:
    """Return a file that a deck names; a ``DeckError`` if it is outside the deck's folder."""
    with contextlib.suppress(ValueError):  # a name with a NUL is refused when it is read
        if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
            raise DeckError("'{file}' lies outside the folder of the deck; copy it into the folder.", file=str(file))
    return file


def read_toml(file: Path, place: Place | None = None, error: type[InputError] = DeckError) -> TomlDocument:
    """Read a TOML file; errors name it by ``place``, or else by its file name."""
    text, place = read_text(file), place or Place(file.name)
    try:
        document = parse_toml(text)
        _check_document(document)
        return TomlDocument(document, text)
    except (ValueError, RecursionError) as fault:
        reason = TOO_DEEP if isinstance(fault, RecursionError) else fault.args[0]
        if isinstance(reason, str):
            if match := re.search(AT_LINE, reason):
                place, reason = place._replace(row=int(match[1])), reason[: match.start()]
            reason = next((ours for beginning, ours in REASONS.items() if reason.startswith(beginning)), reason)
        raise error("this is not a TOML file ({reason}).", place=place, reason=reason) from None


def _check_document(document: object, finite: bool = False) -> None:
    """Raise a ``ValueError`` for nesting that is too deep or numbers that are too large; ``finite`` bars infinity."""
    level = [document]
    for _ in range(DEEPEST):
        for value in level:
            is_infinite = finite and type(value) is float and not math.isfinite(value)
            if is_infinite or (type(value) is int and abs(value) >= LARGEST_INTEGER):
                raise ValueError(say("a number in it is too large"))
        holders = (value for value in level if isinstance(value, dict | list))
        level = [inner for each in holders for inner in (each.values() if isinstance(each, dict) else each)]
    if level:
        raise ValueError(TOO_DEEP)


def read_json(file: Path, text: str | None = None) -> Any:
    """The document of a JSON file, or of its text; a ``ValueError`` if it is none, too deep, or a number too large."""
    document = parse_json(read_text(file) if text is None else text)
    _check_document(document, finite=True)
    return document


def read_json_list(file: Path, key: str) -> list[Any]:
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError):
        if isinstance(records := read_json(file)[key], list):
            return records
    raise DeckError("this is not a JSON file with a list of {key}.", place=Place(file=file.name), key=key)


def read_input(file: str | Path) -> str:
    """Read a text file, or the standard input for ``-``; see ``read_text``."""
    if str(file) != STANDARD_INPUT:
        return read_text(Path(file))
    return decode_text(read_stdin(MOST_TEXT_BYTES + 1), STANDARD_INPUT)


def read_stdin(most: int) -> bytes:
    """Read at most ``most`` bytes of the standard input."""
    if sys.stdin is None:
        raise InputError("there is no standard input to read.", place=Place(file=STANDARD_INPUT))
    note_input(_STREAM)
    return sys.stdin.buffer.read(most)


def decode_text(raw: bytes, file: str, most: int = MOST_TEXT_BYTES) -> str:
    """Decode the bytes of a text file; see ``read_text``."""
    if len(raw) > most:
        place = Place(file=file)
        raise InputError("the file is larger than {most} bytes, the limit for a text.", place=place, most=most)
    encoding, mark = find_encoding(raw)
    try:
        text = raw[len(mark) :].decode("utf-8" if encoding == "cp1252" else encoding)
    except UnicodeDecodeError as error:
        row = raw[: error.start].count(b"\n") + 1
        raise InputError("the file is not a UTF-8 text; save it as UTF-8.", place=Place(file=file, row=row)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def find_encoding(raw: bytes) -> tuple[str, bytes]:
    """The encoding of a text - UTF-8, UTF-16 or a spreadsheet's Windows-1252 - and its byte order mark."""
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8")):
        if raw.startswith(mark):
            return encoding, mark
    low = -1 if len(raw) % 2 else raw[:2].find(0)  # in UTF-16, a Latin letter has a NUL byte
    if low < 0:
        with contextlib.suppress(UnicodeDecodeError):
            raw.decode("utf-8")
            return "utf-8", b""
        return "cp1252", b""
    return ("utf-16-be", "utf-16-le")[low], b""


def write_bytes(path: Path, content: bytes, **options: Any) -> None:
    """Write a whole file or nothing; see ``write_files``."""
    write_files({path: content}, **options)


def write_text(path: Path, content: str, **options: Any) -> None:
    """Write a whole UTF-8 text file or nothing; see ``write_files``."""
    write_bytes(path, content.encode("utf-8"), **options)


def write_files(
    files: Mapping[Path, bytes | Spool | Passage],
    *,
    overwrite: bool = False,
    replaceable: Collection[Path] = (),
    private: bool = False,
    folders: bool = False,
) -> None:
    """Write several files, all or none; everything that Companion makes is written here.

    Every file is written beside its goal before the first is renamed, so a full disk leaves all old files
    unchanged. Files in ``replaceable`` were read to be rewritten, such as a list of printers, and may be replaced;
    ``private`` files only their owner may read. ``folders`` creates missing folders: set it where the user
    named a folder, or the file is Companion's own, but not where they named a file.
    """
    check_outputs(files, overwrite, replaceable, folders)
    path = Path()
    try:
        with create_part_files() as name_for:
            names = {}
            for path, content in files.items():
                if path == STANDARD_OUTPUT:
                    continue
                if folders:
                    path.parent.mkdir(parents=True, exist_ok=True)
                names[path] = name_for(path)
                with open(names[path], "wb") as file:
                    file.writelines(_parts(content))
                    file.flush()
                    os.fsync(file.fileno())
                mode = path.stat().st_mode if path in replaceable and path.exists() else 0o666 & ~_umask()
                os.chmod(names[path], 0o600 if private else stat.S_IMODE(mode))
            for path, name in names.items():
                os.replace(name, path)
    except OSError as error:
        raise build_write_error(path, error) from None
    if STANDARD_OUTPUT in files:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(_parts(files[STANDARD_OUTPUT]))
        sys.stdout.buffer.flush()


def build_write_error(path: Path, error: OSError) -> OutputError:
    make_error = partial(OutputError, file=str(path))
    match error.errno:
        case errno.ENOSPC:
            return make_error("{file} was not written: the disk is full.")
        case errno.EEXIST | errno.ENOTDIR:
            blocking = next((each for each in reversed(path.parents) if not each.is_dir()), path.parent)
            return make_error("{file} was not written: {folder} is not a folder.", folder=str(blocking))
        case errno.EACCES if getattr(error, "winerror", None) in _IN_USE_CODES and path.is_file():
            return make_error(
                "{file} was not written: another program has it open, or it may not be changed; "
                "close it there and try again."
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return make_error("{file} was not written: you do not have permission to write there.")
        case _:
            return make_error("{file} was not written: {reason}.", reason=describe_system_error(error))


def _parts(content: bytes | Spool | Passage) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content.parts()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
