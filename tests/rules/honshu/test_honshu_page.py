"""The page of the rules, in every language, names what exists, and its examples can be run."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from companion.data.honshu.map import COLOUR_LETTERS, SQUARES, parse_map
from companion.data.honshu.placements import parse_placements
from companion.rules.honshu.laying import judge_placements
from companion.rules.honshu.rulings import RULINGS

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "docs/rules").glob("honshu*.md"))
PAGES = {file.name: file.read_text(encoding="utf-8") for file in FILES}
FUNCTIONS = sorted(set(re.findall(r"`(companion\.(?:rules|data)\.[\w.]+)`", PAGES["honshu.md"])))
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGES["honshu.md"])))
in_every_language = pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_named_on_the_page_exist_and_are_public(name: str) -> None:
    module_name, function = name.rsplit(".", 1)
    module = importlib.import_module(module_name)
    assert not function.startswith("_")
    assert getattr(module, function).__doc__


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_tests_named_on_the_page_exist(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def rows(page: str) -> list[str]:
    """The rows that name a function and a test, without what the booklet calls it."""
    return re.findall(r"^\| [^|]+ \|( `companion\..+)$", page, re.M)


@in_every_language
def test_every_row_of_the_table_names_function_and_test(page: str) -> None:
    assert rows(page) == rows(PAGES["honshu.md"])
    assert len(rows(page)) >= 25
    for row in rows(page):
        assert re.fullmatch(r" `companion\.\S+` \| `tests/\S+::\w+` \|", row), row


@in_every_language
def test_every_ruling_is_on_the_page(page: str) -> None:
    for ruling in RULINGS:
        values = ", ".join(f"`{value}`" for value in ruling.values)
        assert re.search(rf"\| `{ruling.name}` \| .+ \| {values} \| .+ \|", page)


def example(page: str, start: str) -> str:
    (block,) = [text for text in re.findall(r"((?:    .+\n)+)", page) if text.lstrip().startswith(start)]
    return "\n".join(line.strip() for line in block.splitlines())


@in_every_language
def test_the_example_map_on_the_page_can_be_parsed(page: str) -> None:
    assert set(parse_map(example(page, "# ")).rows[0]) - {"."} <= set(SQUARES)


@in_every_language
def test_the_placements_on_the_page_are_allowed(page: str) -> None:
    assert judge_placements(parse_placements(example(page, "A1 "))).legal


@in_every_language
def test_the_cards_advised_upon_are_not_laid_yet(page: str) -> None:
    """The page's advice is asked about its own placements, so it can be typed in order."""
    judged = judge_placements(parse_placements(example(page, "A1 ")))
    laid = {step.placement.card.name for step in judged.outcomes}
    advice = re.findall(r"honshu advise \S+\.txt ((?:\d+ )*\d+)", page)
    assert len(advice) >= 2
    assert not laid & {card for cards in advice for card in cards.split()}
    held = {letter for letter, colour in COLOUR_LETTERS.items() if judged.pile.count_cubes()[colour]}
    for letter in re.findall(r"honshu advise .* --spent (\w)", page):
        assert letter in held
