"""A system that knows of no home, such as a container: HOME is not set, and the user has no entry."""

import pwd
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.paths import find_user_folder, get_user_file
from tests.cli.in_process import run_in_process
from tests.cli.test_main import HERE

NEW = ["shogun", "play", "--table", "friday", "--players", "blue,yellow,red"]


@pytest.fixture(autouse=True)
def _missing_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_uid: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", fail)
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
        ["print", "hogen", "--printer", "office"],
        ["pocket", "build", "site"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_commands_that_need_a_home_say_so(words: list[str], tmp_path: Path) -> None:
    done = run_in_process(words, folder=tmp_path, environment=HERE)
    assert done.returncode == 2, done
    assert "Error: The system names no home folder" in done.stderr
    assert ("--store keeps the tables" in done.stderr) == (words[0] not in ("print", "pocket"))
    assert [*tmp_path.iterdir()] == []


def test_a_named_store_needs_no_home_nor_do_prints_and_odds(tmp_path: Path) -> None:
    for words in (NEW, ["shogun", "play", "--table", "friday", "show"], ["table", "doctor"], ["table", "list"]):
        done = run_in_process([*words, "--store", "here.sqlite"], folder=tmp_path, environment=HERE)
        assert done.returncode == 0, done
    assert run_in_process(["print", "hogen"], folder=tmp_path, environment=HERE).returncode == 0
    for command in ("odds", "attack"):
        fight = ["shogun", command, "--attacker", "blue=4", "--defender", "yellow=3"]
        done = run_in_process(fight, folder=tmp_path, environment=HERE)
        assert (done.returncode, done.stderr) == (0, ""), done
