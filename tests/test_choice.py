"""The same tests every day: nothing is chosen by date or chance, and everything has a limit."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import settings

from tests import choice
from tests.choice import EVERYTHING, pick, pick_seeds

ROOT = Path(__file__).parent.parent
HANGS = "import time\n\n\ndef test_it_waits():\n    time.sleep(600)\n"


def test_the_first_of_many_are_taken_and_all_where_everything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "EVERYTHING", False)
    assert pick("abc", 2) == ["a", "b"]
    assert pick_seeds(2, 3) == [0, 1]
    monkeypatch.setattr(choice, "EVERYTHING", True)
    monkeypatch.setattr(choice, "SEED", 7)
    assert pick("abc", 2) == ["a", "b", "c"]
    assert pick_seeds(2, 3) == [0, 1, 1021, 1022, 1023]


@pytest.mark.skipif(EVERYTHING, reason="chance is wanted in make test-all")
def test_hypothesis_tries_the_same_examples_every_day() -> None:
    assert settings.default is not None
    assert settings.default.derandomize
    assert settings.default.database is None


def test_hashes_are_fixed_by_the_makefile() -> None:
    """Both commands: the order of a set is the same again."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"PYTHONHASHSEED=(\S+) ", makefile) == ["0", "$(SEED)"]
    assert "--hypothesis-seed=$(SEED)" in makefile


def test_no_test_asks_what_day_it_is() -> None:
    asks = re.compile(r"\b(date\.today|datetime\.today)\(")
    files = {
        file.relative_to(ROOT)
        for file in (ROOT / "tests").rglob("*.py")
        if asks.search(file.read_text("utf-8"))
    }
    assert files == set()


def test_whose_machine_it_is_changes_nothing() -> None:
    """Language, time zone and terminal of whoever runs the tests are not those of the tests."""
    theirs = {
        "LANG": "de_DE.UTF-8",
        "LANGUAGE": "fr",
        "COLUMNS": "40",
        "TZ": "Pacific/Kiritimati",
        "NO_COLOR": "1",
    }
    theirs |= {"COMPANION_STORE": "/nowhere/tables.sqlite", "XDG_CONFIG_HOME": "/nowhere"}
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"} | theirs
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/cli/test_options.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stdout


def test_what_hangs_ends_at_its_limit_with_its_stack(tmp_path: Path) -> None:
    limit = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"][
        "timeout"
    ]
    assert limit == 60
    (tmp_path / "test_hangs.py").write_text(HANGS)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        os.devnull,
        "-p",
        "no:cacheprovider",
        "-o",
        "timeout=1",
        tmp_path,
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "Timeout" in done.stdout
    assert "time.sleep(600)" in done.stdout
