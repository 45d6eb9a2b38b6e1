"""Tables that are named, not named, renamed and deleted, of both games."""

import stat
from pathlib import Path
from threading import Thread

import pytest

from companion.cli.main import run
from companion.errors import OutputError, TableError
from companion.play.shogun.fights.fight import ThrowCubes
from companion.service.hogen.beginning import begin
from companion.service.shogun.session import open_table
from companion.table.store import Store
from tests.cli.asking import Answer, Asking

ATTACK = "--attacker blue=4 --defender yellow=3"


@pytest.fixture
def two(ask: Asking) -> Asking:
    """Two tables; friday was used last."""
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("new saturday --players blue,yellow,red --seed kabuto")
    ask(f"attack friday {ATTACK}")
    return ask


@pytest.mark.parametrize(
    "line",
    [
        f"attack {ATTACK}",
        "show",
        "show --json",
        "log",
        "luck",
        "verify",
        "export",
        "undo",
        "tray green=2",
        "tray blue=+1 green=+1",
        "throw --in blue=2",
        f"attack {ATTACK} --odds-only",
    ],
)
def test_without_a_name_the_table_used_last_is_meant(two: Asking, line: str) -> None:
    answer = two(line)
    assert answer.code == 0
    assert answer.err.startswith("At the table friday:\n")


def test_what_only_looks_does_not_count_as_used(two: Asking) -> None:
    two("show saturday")
    assert two("show").err == "At the table friday:\n"
    two("tray saturday green=1")
    assert two("show").err == "At the table saturday:\n"
    assert two("tray empty").err == "At the table saturday:\n"


def test_words_that_are_no_table_on_a_kept_board(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("setup friday --fixed --letters ABC")
    for line in ("round lay", "round event", "round", "round show --board"):
        assert ask(line).code == 0, line
    assert ask("bids friday blue=3 yellow=2 red=0").code == 0
    for line in ("take blue six", "take yellow attack", "take red defence"):
        assert ask(line).code == 0, line
    action = ask("round --json").json["game"]["action"]
    assert ask(f"act yellow {action} pass").code == 0
    assert ask("correct Kai=blue,3 --chests blue=4").code == 0
    assert ask("score").code == 0


def test_a_name_is_needed_where_something_ends(two: Asking) -> None:
    for line in ("reveal", "reveal --yes", "delete", "delete --yes", "rename monday"):
        assert two(line).code == 2, line
    assert two("luck friday").code == 0


def test_without_tables_nothing_is_guessed(ask: Asking, tmp_path: Path) -> None:
    answer = ask("show")
    assert (answer.code, answer.out) == (2, "")
    assert "There are no tables yet" in answer.err


def test_a_renamed_table_is_the_same(two: Asking) -> None:
    before = two("log friday --json").json
    assert two("rename friday 'friday evening'").out == "The table friday is called friday evening now.\n"
    after = two("log 'friday evening' --json").json
    assert after == {**before, "table": "friday evening"}
    assert two("verify 'friday evening'").code == 0
    assert two("show friday").code == 2
    assert two("show").err == "At the table friday evening:\n"
    assert two(f"attack 'friday evening' {ATTACK}").code == 0


@pytest.mark.parametrize("line", ["rename friday saturday", "rename nobody monday", "rename friday ''"])
def test_a_name_that_cannot_be_changes_nothing(two: Asking, line: str) -> None:
    before = two("tables --json").json
    assert two(line).code == 2
    assert two("tables --json").json == before


def test_a_deleted_table_is_kept_apart(two: Asking, tmp_path: Path) -> None:
    before = two("log friday --json").json
    assert two("delete friday").code == 2
    answer = two("delete friday --yes --json").json
    kept = Path(answer["kept"])
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [each["table"] for each in two("tables --json").json["tables"]] == ["saturday"]
    assert two(f"log friday --json --store '{kept}'").json == before
    assert two(f"verify friday --store '{kept}'").code == 0
    assert [each["table"] for each in two(f"tables --json --store '{kept}'").json["tables"]] == ["friday"]
    assert list(kept.parent.glob(".*.part")) == []
    assert two("new friday --players blue,yellow,red").code == 0


def test_events_are_guarded_again_afterwards(two: Asking, tmp_path: Path) -> None:
    two("rename friday monday")
    two("delete saturday --yes")
    with Store(tmp_path / "tables.sqlite") as store:
        for change in ("UPDATE event SET number = 9", "DELETE FROM event"):
            with pytest.raises(Exception, match="never"):
                store._connection.execute(change)


def test_a_table_of_another_game_stays(
    two: Asking, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def hogen(*words: str) -> Answer:
        capsys.readouterr()
        code = 0
        try:
            run(["--ui-lang", "en", "hogen", *words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    begin(tmp_path / "tables.sqlite", "izu", ["Aya", "Bo", "Chen"], {}).close()
    assert hogen("delete", "friday", "--yes").code == 2
    assert hogen("rename", "friday", "x").code == 2
    assert hogen("log").err.startswith("At the table izu:\n")
    assert two("show").err == "At the table friday:\n"
    assert hogen("rename", "izu", "heike").code == 0
    assert hogen("delete", "heike", "--yes").code == 0
    assert hogen("log").code == 2


def test_whoever_plays_at_a_deleted_table_hears_of_it(two: Asking, tmp_path: Path) -> None:
    with open_table(tmp_path / "tables.sqlite", "friday") as here:
        two("delete friday --yes")
        with pytest.raises(TableError, match="There is no table 'friday'"):
            here.do(ThrowCubes({"blue": 1}))


def test_nothing_is_written_between_the_copy_and_the_deletion(
    two: Asking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who throws while a table is being deleted waits, and is told that it is gone; no answer is lost."""
    told: list[str] = []

    def throw() -> None:
        with open_table(tmp_path / "tables.sqlite", "friday") as here:
            try:
                here.do(ThrowCubes({"blue": 1}))
                told.append("thrown")
            except TableError as gone:
                told.append(str(gone))

    thrower, copied = Thread(target=throw), Store.copy_to

    def copy_slowly(store: Store, path: Path) -> None:
        copied(store, path)
        if not told and not thrower.is_alive():
            thrower.start()
            thrower.join(0.5)  # it must not get through

    monkeypatch.setattr(Store, "copy_to", copy_slowly)
    assert two("delete friday --yes").code == 0
    thrower.join()
    assert told == ["There is no table 'friday'; there is saturday."]


def test_a_copy_that_cannot_be_made_deletes_nothing(two: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    before = two("tables --json").json

    def full(store: Store, path: Path) -> None:
        raise OutputError("{file} was not written: the disk is full.", file=str(path))

    monkeypatch.setattr(Store, "copy_to", full)
    assert two("delete friday --yes").code == 2
    assert two("tables --json").json == before
