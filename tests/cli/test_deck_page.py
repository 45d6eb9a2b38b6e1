"""The deck of docs/own-decks.md, made as the page says, prints at every step; so do the examples."""

import re
import shlex
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from tests.cli.commands import Call

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCK = re.compile(r"((?:^(?!```)[^\n]*\n)*)^```(\w*)\n(.*?)^```$", re.M | re.S)
STEPS = (
    ("write", "cards.csv"),
    ("write", "icons/coin.svg"),
    ("write", "deck.toml"),
    ("append", "faces/card.toml"),
    ("write", "icons/kinds.svg"),
    ("append", "faces/card.toml"),
    ("below size", "faces/card.toml", "faces/back.toml"),
    ("write", "cards.csv"),
)
"""What becomes of the blocks of the page that are no commands, in their order."""


def follow_step(file: Path, step: str, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    before = file.read_text(encoding="utf-8") if step != "write" else ""
    if step == "below size":
        line = next(line for line in before.splitlines(keepends=True) if line.startswith("size"))
        before, text = before.replace(line, line + text), ""
    file.write_text(before + text, encoding="utf-8")


def test_the_commands_of_the_page_on_own_decks_work(call: Call, tmp_path: Path) -> None:
    steps, printed = iter(STEPS), 0
    for before, kind, text in BLOCK.findall((DOCS / "own-decks.md").read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                result = call(*shlex.split(line)[1:])
                assert result.code == 0, f"{line}\n{result.out}{result.err}"
                printed += line.startswith("companion print")
            continue
        step, *files = next(steps)
        for file in files:
            assert f"`market/{file}`" in before[-600:] + text, file
            follow_step(tmp_path / "market" / file, step, text)
    assert not list(steps)
    assert printed >= 6
    assert len(open_deck(str(tmp_path / "market")).components[0].cards) == 5


@pytest.mark.parametrize(
    ("example", "cards", "languages"), [("seasons", [60], 1), ("lagoon", [8, 20, 8], 1), ("sky", [12], 2)]
)
def test_each_example_deck_passes_check_and_prints(call: Call, example: str, cards: list[int], languages: int) -> None:
    deck = open_deck(str(DOCS / "examples" / example))
    assert [len(part.cards) for part in deck.components if not part.net] == cards
    assert len(deck.languages) in (0, languages)
    result = call("check", str(DOCS / "examples" / example))
    assert result.code == 0, result.out
    assert call("print", str(DOCS / "examples" / example), "--no-cover").code == 0
