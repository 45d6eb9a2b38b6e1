"""A store whose file is deleted or replaced while it is open: nothing more is played."""

import shutil
from pathlib import Path

import pytest

from companion.errors import Refused, StoreLost, TableError
from companion.table.backup_files import list_backups
from companion.table.shelf import Table
from companion.table.store import Store, back_up, is_intact, is_open, restore
from tests.table.tally import TALLY, Add, Begin


def lose_store(path: Path, how: str) -> None:
    match how:
        case "deleted":
            for each in path.parent.glob(f"{path.name}*"):
                each.unlink()
        case "log deleted":
            path.with_name(f"{path.name}-wal").unlink()
        case "replaced":
            path.rename(path.with_name("elsewhere.sqlite"))
            path.write_bytes(b"another file")
        case "folder deleted":
            shutil.rmtree(path.parent)
        case _:
            path.parent.rename(path.parent.with_name("moved"))


WAYS = ("deleted", "log deleted", "replaced", "folder deleted", "folder moved")


@pytest.mark.parametrize("how", WAYS)
def test_a_lost_store_is_noticed_by_the_next_request(tmp_path: Path, how: str) -> None:
    path = tmp_path / "evening" / "tables.sqlite"
    with Store(path) as store:
        tables = [Table(store, name, TALLY, Begin(0)) for name in ("friday", "saturday")]
        tables[0].do(Add(3))
        lose_store(path, how)
        for _ in range(2):
            with pytest.raises(StoreLost, match="no longer the file that was opened") as refusal:
                tables[0].do(Add(1))
        assert refusal.value.remedy == "restore"
    assert how != "replaced" or path.read_bytes() == b"another file"


def test_a_backup_is_not_put_under_an_open_table(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    for _ in range(2):  # a file that was put back is a backup, and opened like any other
        with Store(path) as store:
            table = Table(store, "friday", TALLY, *() if path.with_name("backups").exists() else [Begin(0)])
            back_up(path)
            table.do(Add(1))
            with pytest.raises(Refused, match="open in another program"):
                restore(path)
            table.do(Add(1))
        assert not is_open(path)
        restore(path)


def test_an_empty_store_beside_backups_names_them_and_pushes_none_out(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with Store(path) as store:
        Table(store, "friday", TALLY, Begin(0))
        back_up(path)
    lose_store(path, "deleted")
    kept = list_backups(path)
    with pytest.raises(TableError, match="a backup of it is") as refusal:
        Store(path, create=False)
    assert refusal.value.remedy == "restore"
    with Store(path) as store:
        store.write_note("", "port", "1")
        assert back_up(path) is None
        for asked in (lambda: store.get_header("friday"), lambda: store.get_last_table("tally")):
            with pytest.raises(TableError, match="a backup of it is"):
                asked()
    assert list_backups(path) == kept
    assert not is_intact(path)
