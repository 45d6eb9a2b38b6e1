"""The fields a face has read of a card, and the frame it made of them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.errors import CompanionError
from companion.press.frame.frame import Frame


class Laid(NamedTuple):
    """A frame with its faults, and the number of its elements."""

    frame: Frame
    faults: tuple[CompanionError, ...]
    drawn: int


class FieldsRead(Mapping[str, str]):
    """A card's fields, remembering which of them a face has read."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)
