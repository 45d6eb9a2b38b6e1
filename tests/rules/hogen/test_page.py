"""The page of the rules names functions and tests that exist, and every ruling."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from companion.data.hogen.log import read_log
from companion.rules.hogen.deduction import deduce
from companion.rules.hogen.rulings import RULINGS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/hogen.md").read_text(encoding="utf-8")
FUNCTIONS = sorted(set(re.findall(r"`(companion\.rules\.[\w.]+)`", PAGE)))
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_exist_and_say_where_they_come_from(name: str) -> None:
    parts = name.split(".")
    module = importlib.import_module(".".join(parts[:4]))
    found = module
    for part in parts[4:]:
        found = getattr(found, part)
    assert found.__doc__


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_tests_exist(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_names_enough() -> None:
    assert len(FUNCTIONS) >= 14
    assert len(TESTS) >= 15


def test_every_ruling_is_on_the_page() -> None:
    for ruling in RULINGS:
        values = ", ".join(f"`{value}`" for value in ruling.values)
        assert re.search(rf"\| `{ruling.name}` \|.*\| {values} \|", PAGE)


def test_the_log_on_the_page_can_be() -> None:
    (log,) = re.findall(r"((?:    .+\n)+)", PAGE[PAGE.index("first what you know") :])[:1]
    assert len(deduce(read_log("\n".join(line.strip() for line in log.splitlines()), "page")).worlds) > 0
