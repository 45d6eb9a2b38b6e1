"""The page of the rules, in every language, names functions and tests that exist, and every ruling."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from companion.data.hogen.log import parse_log
from companion.rules.hogen.deduction import deduce
from companion.rules.hogen.rulings import RULINGS

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "docs/rules").glob("hogen*.md"))
PAGES = {file.name: file.read_text(encoding="utf-8") for file in FILES}
FUNCTIONS = sorted(set(re.findall(r"`(companion\.rules\.[\w.]+)`", PAGES["hogen.md"])))
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGES["hogen.md"])))
in_every_language = pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_named_on_the_page_exist_with_docstrings(name: str) -> None:
    parts = name.split(".")
    module = importlib.import_module(".".join(parts[:4]))
    found = module
    for part in parts[4:]:
        found = getattr(found, part)
    assert found.__doc__


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_tests_named_on_the_page_exist(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_names_enough_functions_and_tests() -> None:
    assert len(FUNCTIONS) >= 14
    assert len(TESTS) >= 15


@in_every_language
def test_the_pages_name_the_same_in_every_language(page: str) -> None:
    assert set(re.findall(r"`(companion\.rules\.[\w.]+)`", page)) == set(FUNCTIONS)
    assert set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)) == set(TESTS)


@in_every_language
def test_every_ruling_is_on_the_page(page: str) -> None:
    for ruling in RULINGS:
        values = ", ".join(f"`{value}`" for value in ruling.values)
        assert re.search(rf"\| `{ruling.name}` \|.*\| {values} \|", page)


@in_every_language
def test_the_example_log_on_the_page_is_possible(page: str) -> None:
    (log,) = [text for text in re.findall(r"((?:    .+\n)+)", page) if "A=Taira2" in text]
    assert len(deduce(parse_log("\n".join(line.strip() for line in log.splitlines()), "page")).worlds) > 0
