"""The page about Shogun names functions, tests, rulings and commands that exist, and all of them."""

import importlib
import re
from pathlib import Path

import pytest

from companion.cli.lazy import load_command_words
from companion.rules.shogun.rulings import RULINGS

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = (ROOT / "docs/rules/shogun.md").read_text(encoding="utf-8")
TABLE = PAGE[PAGE.index("## Rule, function, test") : PAGE.index("## Rulings")]
ROWS = re.findall(r"\| `([\w.]+)` \| `(test_\w+\.test_\w+)` \|", TABLE)
RULINGS_TABLE = PAGE[PAGE.index("## Rulings") :]
RULED = re.findall(r"^\| `([a-z-]+)` \| (.*) \| `(test_\w+\.test_\w+)` \|", RULINGS_TABLE, re.M)
MINE = {"setup", "bids", "outcome", "winter", "score"}


@pytest.mark.parametrize("name", sorted({function for function, _ in ROWS}))
def test_functions_named_on_the_page_exist(name: str) -> None:
    module, function = name.rsplit(".", 1)
    found = getattr(importlib.import_module(f"companion.rules.shogun.{module}"), function)
    assert callable(found)


@pytest.mark.parametrize("name", sorted({test for _, test in ROWS} | {test for _, _, test in RULED}))
def test_tests_named_on_the_page_exist(name: str) -> None:
    module, function = name.split(".")
    assert f"def {function}(" in next(Path(__file__).parent.rglob(f"{module}.py")).read_text(encoding="utf-8")


def test_every_row_of_the_table_names_function_and_test() -> None:
    assert len(ROWS) == sum(line.startswith("| ") for line in TABLE.splitlines()) - 1
    assert len(ROWS) > 40


def test_the_page_lists_every_ruling_with_its_default_first() -> None:
    assert [name for name, _, _ in RULED] == [ruling.name for ruling in RULINGS]
    for (_, values, _), ruling in zip(RULED, RULINGS, strict=True):
        assert tuple(re.findall(r"`(\w+)`", values)) == ruling.values


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"companion shogun (\w+)", PAGE.replace("\n", " ")))
    assert named <= set(load_command_words("shogun", "commands")["shogun"])
    assert named >= MINE


def test_the_games_that_are_named_exist() -> None:
    assert (ROOT / "tests/golden/shogun-game-3-players.txt").is_file()
    assert (ROOT / "tests/golden/shogun-game-5-players.txt").is_file()
