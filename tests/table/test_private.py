"""Seeds and hands lie in the store, its backups and exports: nobody but their owner may read them."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.kept_tables import export_table
from companion.service.session import Session
from companion.service.shogun.session import open_table
from companion.table.shelf import Table
from companion.table.store import Store, back_up, restore
from tests.table import games
from tests.table.tally import TALLY, Add, Begin

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def list_open_modes(folder: Path) -> dict[str, str]:
    """Mode of everything in a folder that somebody else could use."""
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    return {str(path.relative_to(folder)): oct(mode) for path, mode in found.items() if mode & 0o077}


def test_a_new_store_its_logs_and_backups_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "companion"
    with Session(None, "friday", TALLY, Begin(0)) as friday:
        friday.do(Add(1))
        assert {path.name for path in own.iterdir()} >= {"tables.sqlite-wal", "tables.sqlite-shm"}
        assert list_open_modes(tmp_path) == {}
    assert len(list((own / "backups").iterdir())) == 1
    assert list_open_modes(tmp_path) == {}
    (tmp_path / "shared").mkdir()
    Store(tmp_path / "shared").close()
    assert list_open_modes(tmp_path) == {"shared": "0o777"}  # another folder stays as it is


def test_an_open_store_is_closed_to_others_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "tables.sqlite"
    with Store(path) as store:
        Table(store, "friday", TALLY, Begin(0))
    backup = back_up(path)
    for open_to_all in (path, backup, backup.parent):
        open_to_all.chmod(0o755)
    with Store(path) as store:
        Table(store, "friday", TALLY)
        assert list_open_modes(tmp_path).keys() >= {"kept/tables.sqlite"}  # whoever looks changes nothing
        Table(store, "friday", TALLY).do(Add(1))
    assert list_open_modes(tmp_path) == {"kept/backups": "0o755", str(backup.relative_to(tmp_path)): "0o755"}
    back_up(path)
    assert "kept/backups" not in list_open_modes(tmp_path)
    path.write_bytes(b"damaged")
    path.chmod(0o644)
    restore(path)
    assert list_open_modes(tmp_path).keys() == {str(backup.relative_to(tmp_path))}


def test_exports_are_private(tmp_path: Path) -> None:
    games.open_friday(tmp_path / "tables.sqlite").store.close()
    with open_table(tmp_path, "friday") as friday:
        (tmp_path / "friday.json").touch(mode=0o644)
        export_table(friday, tmp_path / "friday.json")
    assert list_open_modes(tmp_path) == {}
