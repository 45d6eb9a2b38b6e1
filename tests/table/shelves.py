"""The shelves a table can lie on: a file, and the memory of the program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.shelf import MemoryShelf, Shelf
from companion.table.store import Store


@pytest.fixture(params=["file", "memory"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    if request.param == "memory":
        yield MemoryShelf()
        return
    with Store(tmp_path / "tables.sqlite") as store:
        yield store
