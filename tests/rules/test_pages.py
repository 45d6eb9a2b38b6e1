"""The pages of the rules name functions, tests and rulings that exist, and their examples can be run."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from pkgutil import resolve_name

import pytest

from companion.data.hogen import parse_log
from companion.data.honshu.map import COLOUR_LETTERS, SQUARES, parse_map
from companion.data.honshu.placements import parse_placements
from companion.rules.hogen import game as hogen
from companion.rules.hogen.deduction import deduce
from companion.rules.honshu import board as honshu
from companion.rules.honshu.laying import judge_placements
from companion.rules.rulings import Ruling
from companion.rules.shogun import realm as shogun

ROOT = Path(__file__).parents[2]
PAGES = {file.name: file.read_text(encoding="utf-8") for file in sorted((ROOT / "docs/rules").glob("*.md"))}
SHOGUN, TOWER = PAGES["shogun.md"], PAGES["tower.md"]


def list_functions() -> set[str]:
    """Functions named in full in the pages of Honshu and Hogen, and by module in those of Shogun."""
    full = re.findall(r"`(companion\.(?:rules|data)\.[\w.]+)`", PAGES["hogen.md"] + PAGES["honshu.md"])
    short = re.findall(r"\| `((?!test_)[a-z_]+(?:\.[a-z_]+)+)` \|", SHOGUN + TOWER)
    return {*full, *(f"companion.rules.shogun.{name}" for name in short)}


def list_tests() -> Iterator[tuple[Path, str]]:
    for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGES["hogen.md"] + PAGES["honshu.md"]):
        yield ROOT / file, name
    for module, name in re.findall(r"`(test_\w+)\.(test_\w+)`", SHOGUN + TOWER):
        yield next((ROOT / "tests/rules/shogun").rglob(f"{module}.py")), name


def test_functions_named_on_the_pages_exist() -> None:
    names = list_functions()
    assert len(names) > 80
    for name in names:
        assert resolve_name(name), name


def test_tests_named_on_the_pages_exist() -> None:
    named = [*list_tests()]
    assert len(named) > 100
    for file, name in named:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, (file, name)


@pytest.mark.parametrize(("game", "rulings"), [("hogen", hogen.RULINGS), ("honshu", honshu.RULINGS)])
def test_pages_name_the_same_in_every_language_and_every_ruling(game: str, rulings: Sequence[Ruling]) -> None:
    code = r"`((?:companion\.\w|tests/)[\w./:]+)`"
    for page in (text for name, text in PAGES.items() if name.startswith(game)):
        assert set(re.findall(code, page)) == set(re.findall(code, PAGES[f"{game}.md"]))
        for ruling in rulings:
            values = ", ".join(f"`{value}`" for value in ruling.values)
            assert re.search(rf"\| `{ruling.name}` \|.*\| {values} \|", page)


def test_the_pages_of_shogun_list_every_ruling_with_its_default_first() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| `test_\w+\.test_\w+` \|", SHOGUN[SHOGUN.index("## Rulings") :], re.M)
    assert [(name, tuple(re.findall(r"`(\w+)`", values))) for name, values in rows] == [
        (ruling.name, ruling.values) for ruling in shogun.RULINGS
    ]
    defaults = {ruling.name: ruling.default for ruling in shogun.RULINGS}
    for name, default in re.findall(r"^\| `([a-z-]+)` \| `(\w+)`", TOWER[TOWER.index("## Rulings") :], re.M):
        assert defaults[name] == default


def find_example(page: str, start: str) -> str:
    blocks = re.findall(r"((?:    .+\n)+)", page)
    (block,) = ("\n".join(line.strip() for line in text.splitlines()) for text in blocks if start in text)
    return str(block)


@pytest.mark.parametrize("name", ["hogen.md", "hogen.de.md", "hogen.fr.md"])
def test_the_example_log_of_hogen_is_possible(name: str) -> None:
    assert len(deduce(parse_log(find_example(PAGES[name], "A=Taira2"), "page")).worlds) > 0


@pytest.mark.parametrize("name", ["honshu.md", "honshu.de.md", "honshu.fr.md"])
def test_the_examples_of_honshu_can_be_typed_in_order(name: str) -> None:
    page = PAGES[name]
    assert set(parse_map(find_example(page, "    # ")).rows[0]) - {"."} <= set(SQUARES)
    judged = judge_placements(parse_placements(find_example(page, "    A1 ")))
    assert judged.legal
    laid = {step.placement.card.name for step in judged.outcomes}
    advice = re.findall(r"honshu advise \S+\.txt ((?:\d+ )*\d+)", page)
    assert len(advice) >= 2
    assert not laid & {card for cards in advice for card in cards.split()}
    held = {letter for letter, colour in COLOUR_LETTERS.items() if judged.pile.count_cubes()[colour]}
    assert held >= set(re.findall(r"honshu advise .* --spent (\w)", page))
