"""The goal of written files: a folder, under names of their own, or the one file that is named."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT


class Goal(NamedTuple):
    """The place a person wants files written to."""

    given: Path  # a folder, a file with the ending, or `-`, the standard output
    ending: str  # of the written files, without its dot

    @property
    def is_file(self) -> bool:
        """True where one file is named."""
        return self.given == STANDARD_OUTPUT or (
            self.given.suffix.lower() == f".{self.ending}" and not self.given.is_dir()
        )

    @property
    def folder(self) -> Path:
        """The folder that all files go to; the standard output lies in none."""
        return self.given.parent if self.is_file and self.given != STANDARD_OUTPUT else self.given

    def file(self, name: str, taken: Collection[Path] = ()) -> Path:
        """The file of a document or picture; one that another has already is refused."""
        goal = self.given if self.is_file else self.folder / f"{name}.{self.ending}"
        if goal not in taken:
            return goal
        if self.is_file:
            raise InputError("'{file}' is one file, and several are made; name a folder.", file=str(goal))
        raise InputError("two decks would both be written to {file}.", file=str(goal))
