"""TOML as text: the lines of its keys, and faults in plain words; Python's parser gives only values."""

import re
import tomllib
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.errors import Place
from companion.sentences import Sentence, say


class TomlDocument(dict[str, Any]):
    """The values of a TOML file, together with its text."""

    def __init__(self, values: dict[str, Any], text: str) -> None:
        super().__init__(values)
        self.text = text

    def get_place(self, place: Place, *path: str | int) -> Place:
        """The place of a key, with its line; where it is missing, that of the nearest mapping above it.

        The path holds keys, and numbers from 1 for items of lists: ``"component", 2, "name"``.
        """
        known = find_key_lines(self.text)
        near = (path[:end] for end in range(len(path), 0, -1))
        return place._replace(row=next((known[each] for each in near if each in known), None))


Path = tuple[str | int, ...]  # keys, and numbers of a list from 1: ``("component", 2, "name")``
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[\w-]+')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{1,2}(?!"))?|\'\'\'.*?\'\'\'(?:\'{1,2}(?!\'))?|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n]*")
_BLANK = re.compile(r"(?:[ \t]|#[^\n]*)*")
_BLANKS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")


@lru_cache(maxsize=8)  # of one file many keys may be wrong
def find_key_lines(text: str) -> Mapping[Path, int]:
    """The line of every key, mapping and list item of a TOML text, by path; the first of several."""
    known: dict[Path, int] = {}
    for path, at in _Scanner(text).scan():
        known.setdefault(path, at)
    lines, row, before = {}, 1, 0
    for path, at in sorted(known.items(), key=lambda each: each[1]):
        row, before = row + text.count("\n", before, at), at
        lines[path] = row
    return lines


class _Scanner:
    """One pass over a valid TOML text."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._counts: dict[Path, int] = {}

    def scan(self) -> Iterator[tuple[Path, int]]:
        """Every path, and the position in the text where it stands."""
        mapping: Path = ()
        while True:
            self._skip(_BLANKS)
            if self._at >= len(self._text):
                return
            if self._text.startswith("[", self._at):
                mapping = yield from self._scan_header()
            else:
                yield from self._scan_pair(mapping)

    def _scan_header(self) -> Generator[tuple[Path, int], None, Path]:
        """A line ``[table]`` or ``[[list.of.tables]]``; returns the path of what follows it."""
        begins = self._at
        many = self._text.startswith("[[", begins)
        self._at += 2 if many else 1
        path = self._resolve_path(self._read_keys(), many)
        for end in range(1, len(path) + 1):
            yield path[:end], begins
        self._at += 2 if many else 1
        return path

    def _resolve_path(self, keys: Sequence[str], many: bool) -> Path:
        """The path of a mapping; a list of mappings on the way stands for its last item."""
        path: Path = ()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            if many and number == len(keys):
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _scan_pair(self, mapping: Path) -> Iterator[tuple[Path, int]]:
        begins, path = self._at, mapping
        for key in self._read_keys():
            path = (*path, key)
            yield path, begins
        self._at += 1  # the =
        yield from self._scan_value(path)

    def _read_keys(self) -> list[str]:
        """The parts of a key, which may have dots."""
        keys = []
        while True:
            self._skip(_BLANK)
            found = _KEY.match(self._text, self._at)
            assert found is not None
            self._at = found.end()
            written = found.group()
            keys.append(next(iter(tomllib.loads(f"{written}=0"))))
            self._skip(_BLANK)
            if not self._text.startswith(".", self._at):
                return keys
            self._at += 1

    def _scan_value(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._skip(_BLANK)
        opening = self._text[self._at : self._at + 1]
        if opening in ("[", "{"):
            self._at += 1
            number = 0
            while True:
                self._skip(_BLANKS)
                if self._text[self._at] in "]}":
                    self._at += 1
                    return
                if opening == "{":
                    yield from self._scan_pair(path)
                else:
                    number += 1
                    yield (*path, number), self._at
                    yield from self._scan_value((*path, number))
                self._skip(_BLANKS)
                if self._text[self._at] == ",":
                    self._at += 1
        found = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _skip(self, blank: re.Pattern[str]) -> None:
        found = blank.match(self._text, self._at)
        assert found is not None
        self._at = found.end()


REASONS = {
    "Invalid value": say("a value was expected; text needs quotes"),
    "Expected '=' after a key": say("a key needs = and a value after it"),
    "Expected newline or end of document": say("there is something after the value or heading"),
    "Unterminated string": say("the quotes of a text are not closed"),
    "Illegal character": say("the quotes of a text are not closed, or a letter is not allowed here"),
    "Cannot overwrite a value": say("a key appears twice"),
    "Unclosed array": say("the brackets of a list are not closed"),
    "Expected ']": say("the brackets of a heading are not closed"),
}
"""By how Python's sentence begins."""


def describe_reason(reason: str) -> Sentence | str:
    """The parser's reason in our words; unchanged where there are none."""
    return next((ours for begins, ours in REASONS.items() if reason.startswith(begins)), reason)
