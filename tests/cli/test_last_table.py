"""Tables that are named, not named, renamed and deleted, of both games."""

import stat
from pathlib import Path
from threading import Thread

import pytest

from companion.errors import TableError
from companion.play.shogun.fights import ThrowCubes
from companion.service.hogen import begin
from companion.service.shogun.session import open_table
from companion.table.store import Store
from tests.cli.shogun_player import ShogunPlayer

ATTACK = "--attacker blue=4 --defender yellow=3"


@pytest.fixture
def two_tables(ask: ShogunPlayer) -> ShogunPlayer:
    ask.begin("friday")
    ask.begin("saturday")
    ask(f"attack --table friday {ATTACK}")
    return ask


@pytest.mark.parametrize(
    "line", [f"attack {ATTACK}", "play show", "table log", "table check", "table export", "table undo"]
)
def test_without_a_name_the_table_used_last_is_opened(two_tables: ShogunPlayer, line: str) -> None:
    answer = two_tables(line)
    assert answer.code == 0
    assert answer.err.startswith("At the table friday:\n")


@pytest.mark.parametrize(
    "line", ["rename friday saturday", "rename nobody monday", "rename friday ''", "rename monday", "delete --yes"]
)
def test_an_impossible_rename_or_delete_changes_nothing(two_tables: ShogunPlayer, line: str) -> None:
    before = two_tables("table list --json").json
    assert two_tables(f"table {line}").code == 2
    assert two_tables("table list --json").json == before


def test_a_deleted_table_is_kept_apart(two_tables: ShogunPlayer, tmp_path: Path) -> None:
    before = two_tables("table log friday --json").json
    assert two_tables("table delete friday").code == 2
    answer = two_tables("table delete friday --yes --json").json
    kept = Path(answer["kept"])
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [each["table"] for each in two_tables("table list --json").json["tables"]] == ["saturday"]
    assert two_tables(f"table log friday --json --store '{kept}'").json == before
    assert two_tables(f"table check friday --store '{kept}'").code == 0
    assert list(kept.parent.glob(".*.part")) == []
    assert two_tables.begin().code == 0


def test_no_throw_is_made_at_a_table_of_another_game(two_tables: ShogunPlayer, tmp_path: Path) -> None:
    begin(tmp_path / "tables.sqlite", "izu", ["Aya", "Bo", "Chen"], {}).close()
    assert two_tables("table log").err == "At the table izu:\n"
    assert two_tables("play show").err == "At the table friday:\n"
    refused = two_tables.play("show", table="izu")
    assert (refused.code, "plays Hogen, not Shogun" in refused.err) == (2, True)


def test_an_event_waits_while_its_table_is_being_deleted(
    two_tables: ShogunPlayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who throws while a table is being deleted waits, and is told that it is gone; no answer is lost."""
    results: list[str] = []

    def throw() -> None:
        with open_table(tmp_path / "tables.sqlite", "friday") as session:
            try:
                session.do(ThrowCubes({"blue": 1}))
                results.append("thrown")
            except TableError as gone:
                results.append(str(gone))

    thrower, copied = Thread(target=throw), Store.copy_to

    def copy_slowly(store: Store, path: Path) -> None:
        copied(store, path)
        if not results and not thrower.is_alive():
            thrower.start()
            thrower.join(0.5)  # it must not get through

    monkeypatch.setattr(Store, "copy_to", copy_slowly)
    assert two_tables("table delete friday --yes").code == 0
    thrower.join()
    assert results == ["There is no table 'friday'; tables here: saturday."]
