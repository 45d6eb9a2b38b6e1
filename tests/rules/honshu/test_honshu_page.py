"""The page of the rules names functions, tests and rulings that exist, and its examples can be run."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from companion.data.honshu.map import COLOUR_LETTERS, SQUARES, read_map
from companion.data.honshu.placements import read_placements
from companion.rules.honshu.placing.laying import judge
from companion.rules.honshu.rulings import RULINGS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/honshu.md").read_text(encoding="utf-8")
FUNCTIONS = sorted(set(re.findall(r"`(companion\.(?:rules|data)\.[\w.]+)`", PAGE)))
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_exist_and_are_public(name: str) -> None:
    module_name, function = name.rsplit(".", 1)
    module = importlib.import_module(module_name)
    assert not function.startswith("_")
    assert getattr(module, function).__doc__


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_tests_exist(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_row_of_the_table_names_function_and_test() -> None:
    table = PAGE[PAGE.index("| booklet |") :].split("\n\n")[0].splitlines()[2:]
    assert len(table) >= 25
    for row in table:
        assert re.fullmatch(r"\| .+ \| `companion\.\S+` \| `tests/\S+::\w+` \|", row), row


def test_every_ruling_is_on_the_page() -> None:
    for ruling in RULINGS:
        values = ", ".join(f"`{value}`" for value in ruling.values)
        assert re.search(rf"\| `{ruling.name}` \| .+ \| {values} \| .+ \|", PAGE)


def example(after: str) -> str:
    (block,) = re.findall(r"((?:    .+\n)+)", PAGE[PAGE.index(after) :])[:1]
    return "\n".join(line.strip() for line in block.splitlines())


def test_the_map_on_the_page_is_one() -> None:
    assert set(read_map(example("begins a comment")).rows[0]) - {"."} <= set(SQUARES)


def test_the_placements_on_the_page_are_allowed() -> None:
    assert judge(read_placements(example("reads one card a line"))).legal


def test_the_cards_advised_upon_are_not_laid_yet() -> None:
    """The page's advice is asked about its own placements, so it can be typed in order."""
    judged = judge(read_placements(example("reads one card a line")))
    laid = {step.placement.card.name for step in judged.outcomes}
    advice = re.findall(r"honshu advise laid\.txt ((?:\d+ )*\d+)", PAGE)
    assert len(advice) >= 2
    assert not laid & {card for cards in advice for card in cards.split()}
    held = {letter for letter, colour in COLOUR_LETTERS.items() if judged.pile.cubes_held()[colour]}
    for letter in re.findall(r"honshu advise .* --spent (\w)", PAGE):
        assert letter in held
