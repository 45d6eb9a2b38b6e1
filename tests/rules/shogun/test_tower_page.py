"""The page about the tower names functions, tests, presets and rulings that exist."""

import importlib
import re
from pathlib import Path

import pytest

from companion.data.shogun.towers import load_presets
from companion.rules.shogun.rulings import RULINGS

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = (ROOT / "docs/rules/tower.md").read_text(encoding="utf-8")
FUNCTIONS = sorted(set(re.findall(r"\| `((?!test_)[a-z_]+(?:\.[a-z_]+)+)` \|", PAGE)))
TESTS = sorted(set(re.findall(r"`(test_\w+\.test_\w+)`", PAGE)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_named_on_the_page_exist(name: str) -> None:
    module, function = name.rsplit(".", 1)
    assert callable(getattr(importlib.import_module(f"companion.rules.shogun.{module}"), function))


@pytest.mark.parametrize("name", TESTS)
def test_tests_named_on_the_page_exist(name: str) -> None:
    module, function = name.split(".")
    assert f"def {function}(" in next(Path(__file__).parent.rglob(f"{module}.py")).read_text(encoding="utf-8")


def test_the_page_names_enough_functions_and_tests() -> None:
    assert len(FUNCTIONS) > 10
    assert len(TESTS) > 20


def test_presets_are_those_of_the_file() -> None:
    for name, preset in load_presets().items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}`"))
        words = preset.format_parameters()
        for parameter in ("p", "p_fill", "B", "a_fill"):
            assert f"| {words[parameter]} |" in row


def test_rulings_of_battles_stand_on_the_page() -> None:
    known = {ruling.name: ruling for ruling in RULINGS}
    for line in PAGE[PAGE.index("## Rulings") :].splitlines():
        if found := re.match(r"\| `([a-z-]+)` \| `(\w+)`", line):
            assert known[found[1]].default == found[2]
            assert set(known[found[1]].values) <= set(re.findall(r"`(\w+)`", line))
