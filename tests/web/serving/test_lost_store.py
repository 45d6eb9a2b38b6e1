"""A laptop whose store is deleted while it answers ends with an error that says so."""

from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.web.serving.table_opening import TableHost, TableOptions


def test_an_evening_whose_store_was_lost_ends_with_its_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "tables.sqlite"
    with TableHost(TableOptions(store, one_screen=True), lambda _: None, lambda: None) as evening:
        monkeypatch.setattr(evening._server, "run", lambda doors: store.unlink())
        with pytest.raises(CompanionError, match="tables.sqlite"):
            evening.run()
