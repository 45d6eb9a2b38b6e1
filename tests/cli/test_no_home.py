"""A system that knows of no home, such as a container: HOME is not set, and the user has no entry."""

import pwd
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.errors import CompanionError
from companion.paths import find_user_folder, get_user_file
from companion.web.shogun.setup import _list_towers
from tests.cli.here import run_in_process

WORDS = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
NEW = ["shogun", "play", "--table", "friday", "--players", "blue,yellow,red"]


@pytest.fixture(autouse=True)
def _no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_uid: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", missing)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_no_user_folder_is_invented_without_a_home(tmp_path: Path) -> None:
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
def test_commands_that_need_a_home_say_so(words: list[str], tmp_path: Path) -> None:
    done = run_in_process(words, folder=tmp_path, environment=WORDS)
    assert done.returncode == 2, done
    assert "Error: The system names no home folder" in done.stderr
    assert ("--store keeps the tables" in done.stderr) == (words[0] not in ("printer", "print", "pocket"))
    assert [*tmp_path.iterdir()] == []


def test_a_named_store_needs_no_home(tmp_path: Path) -> None:
    for words in (NEW, ["shogun", "play", "--table", "friday", "show"], ["table", "doctor"], ["table", "list"]):
        done = run_in_process([*words, "--store", "here.sqlite"], folder=tmp_path, environment=WORDS)
        assert done.returncode == 0, done
    for words in (["print", "hogen", "--only", "order-cards"], ["shogun", "odds", "--attacker", "blue=2"]):
        assert "home" not in run_in_process(words, folder=tmp_path, environment=WORDS).stderr


@pytest.mark.parametrize("command", ["odds", "attack"])
def test_odds_and_attack_need_no_home(command: str, tmp_path: Path) -> None:
    fight = ["shogun", command, "--attacker", "blue=4", "--defender", "yellow=3"]
    done = run_in_process(fight, folder=tmp_path, environment=WORDS)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert [*tmp_path.iterdir()] == []


def test_a_laptop_without_a_home_offers_the_games_towers() -> None:
    assert "shogun" in _list_towers(cast(Any, SimpleNamespace(is_alone=False)))
