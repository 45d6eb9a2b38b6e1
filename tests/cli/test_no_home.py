"""A system that knows of no home, such as a container: HOME is not set, and the user has no entry."""

import pwd
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.errors import CompanionError
from companion.paths import find_user_folder, get_user_file
from companion.web.shogun.setup import _list_towers
from tests.cli.here import called

WORDS = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
NEW = ["shogun", "play", "--table", "friday", "--players", "blue,yellow,red"]


@pytest.fixture(autouse=True)
def _no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_uid: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", missing)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_there_is_no_folder_of_ones_own_and_none_is_made_up(tmp_path: Path) -> None:
    for kind in ("data", "config", "cache"):
        assert find_user_folder(kind) is None
        with pytest.raises(CompanionError, match=r"no place for a\.toml; set the variable HOME"):
            get_user_file(kind, "a.toml")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "words",
    [
        NEW,
        ["table", "--no-browser", "--one-screen"],
        ["table", "list"],
        ["printer", "list"],
        ["print", "hogen", "--printer", "office"],
        ["pocket", "build", "site"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_needs_a_home_says_so(words: list[str], tmp_path: Path) -> None:
    done = called(words, folder=tmp_path, environment=WORDS)
    assert done.returncode == 2, done
    assert "Error: The system names no home folder" in done.stderr
    assert ("--store keeps the tables" in done.stderr) == (words[0] not in ("printer", "print", "pocket"))
    assert [*tmp_path.iterdir()] == []


def test_a_store_that_is_named_needs_none(tmp_path: Path) -> None:
    for words in (NEW, ["shogun", "play", "--table", "friday", "show"], ["table", "doctor"], ["table", "list"]):
        done = called([*words, "--store", "here.sqlite"], folder=tmp_path, environment=WORDS)
        assert done.returncode == 0, done
    for words in (["print", "hogen", "--only", "order-cards"], ["shogun", "odds", "--attacker", "blue=2"]):
        assert "home" not in called(words, folder=tmp_path, environment=WORDS).stderr


@pytest.mark.parametrize("command", ["odds", "attack"])
def test_what_needs_no_table_needs_none(command: str, tmp_path: Path) -> None:
    fight = ["shogun", command, "--attacker", "blue=4", "--defender", "yellow=3"]
    done = called(fight, folder=tmp_path, environment=WORDS)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert [*tmp_path.iterdir()] == []


def test_a_laptop_without_one_has_the_towers_of_the_game() -> None:
    assert "shogun" in _list_towers(cast(Any, SimpleNamespace(is_alone=False)))
