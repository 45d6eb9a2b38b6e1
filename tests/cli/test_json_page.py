"""docs/json.md has an example of each command's answer, as the program gives it today; every no is JSON too.

``UPDATE_GOLDEN=1`` writes the page anew.
"""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from companion.play.games import get_game
from companion.service.hogen import begin
from tests.cli.commands import ALL, Call
from tests.data.test_hogen import OPENING
from tests.goldens import read_golden
from tests.press.decks import write_deck

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
FIRST = "## Examples\n"
"""The heading of the part that is written by this test; what stands above it is written by hand."""

LINES = """
check my-deck/deck.toml
print my-deck/deck.toml -o out
export my-deck/deck.toml --to svg -o pictures
deck new begun
deck template poker
rules lake
language
history
printer sheet -o lines.pdf
printer set office --top 5.3 --bottom 5.1 --left 4.6 --right 4.8
printer list
honshu score map.txt --card 4
honshu place laid.txt
honshu advise laid.txt 13 --best 1
honshu trick 11 29+b 57+b 59
honshu round 2 --players 2
shogun odds --attacker blue=4 --defender yellow=3
shogun judge --attacker blue=3 --defender yellow=1
shogun bids blue=3 yellow=Kozuke red=0
shogun outcome tax Settsu --event 7
shogun winter blue=9/6 yellow=7/8 --loss 3
shogun score board.txt
shogun setup --players 3
shogun attack --attacker blue=4 --defender yellow=3 --seed plum
shogun revolt --owner blue=4 --markers 2 --seed plum
shogun play --table friday --players blue,yellow,red --seed plum
shogun play --table friday 'b4 y3' show
table undo friday
table log friday
table check friday
table export friday -o friday.json
table import friday.json --as saturday
table rename saturday sunday
table list
table restore --copy
table delete sunday --yes
hogen deduce log.txt
"""
NOES = {
    1: """
shogun attack --table friday --attacker blue=4 --defender blue=3
honshu place bad.txt
table undo izu
table export izu
table export izu -o izu.json
""",
    2: """
shogun play --table nowhere show
shogun bids
table delete friday
shogun play --table friday tary
honshu score none.txt
table log nowhere
check nothing.toml
print nothing
shogun attack --table friday --attacker x
""",
}
ELSEWHERE = {"honshu photo", "pocket build", "table doctor", "table replay"}
"""Commands whose answers hang on a photo, a site, a network or a whole game; the table of names has them."""

FILES = {
    "map.txt": ".  T  b* -  T\nL  B3 .  F  F\n",
    "laid.txt": "A1 0 0 0\n12 2 0 90\n",
    "bad.txt": "A1 0 0 0\n12 9 9 0\n",
    "board.txt": "Settsu blue castle\n",
    "log.txt": OPENING,
}
_DRAWN = re.compile(r"\b[0-9a-f]{16,}\b|\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b")
_DAY = re.compile(r"\b20\d\d-\d\d-\d\d(-\d{6})*\b")
_LONGEST = 90  # letters of a text in an example


def shorten(value: Any, folder: str) -> Any:
    """An answer as the page has it: the first of a list, two of many alike, nothing that is drawn."""
    match value:
        case dict():
            alike = len(value) > 4 and all(isinstance(each, dict) for each in value.values())
            return {key: shorten(each, folder) for key, each in [*value.items()][: 2 if alike else None]}
        case list():
            return [shorten(each, folder) for each in value[:1]]
        case str():
            text = _DAY.sub("2026-01-31", _DRAWN.sub("3fa91c2e…", value.replace(folder, "")))
            return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        case float():
            return round(value, 4)
    return value


@pytest.fixture
def ask_lines(call: Call, tmp_path: Path) -> Any:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    write_deck(tmp_path / "my-deck")

    def answer(words: str, *codes: int) -> list[Any]:
        result = call(*shlex.split(words), "--json")
        assert result.code in (codes or (0, 1)), (words, result.out, result.err)
        lines = result.out.splitlines() if words.startswith("shogun play") and not codes else [result.out]
        return [json.loads(each) for each in lines]

    return answer


def test_the_page_has_an_example_of_each_answer(ask_lines: Any, tmp_path: Path) -> None:
    folder, parts = f"{tmp_path}/", [FIRST]
    for words in LINES.strip().splitlines():
        answers = ask_lines(words)
        assert all(answer["version"] == 1 for answer in answers), words
        text = "\n".join(json.dumps(shorten(each, folder), ensure_ascii=False) for each in answers)
        parts.append(f"```\n$ companion {words} --json\n{text}\n```\n")
    written = {name for name, command in ALL.items() if any(each.name == "as_json" for each in command.params)}
    shown = {name for name in written if any(words.startswith(name) for words in LINES.strip().splitlines())}
    assert shown | ELSEWHERE == written
    page = PAGE.read_text(encoding="utf-8").partition(FIRST)[0] + "\n".join(parts)
    assert page == read_golden(PAGE, page)


def test_every_refusal_is_json_and_a_log_has_only_kinds_of_its_game(ask_lines: Any, tmp_path: Path) -> None:
    ask_lines("shogun play --table friday --players blue,yellow,red 'b4 y3' u")
    begin(tmp_path / "tables.sqlite", "izu", ["Aya", "Bo", "Chen"], {}).close()
    for table, game in (("friday", "shogun"), ("izu", "hogen")):
        known = {kind.name for kind in get_game(game).kinds} | {"undo", "redo"}
        assert {each["kind"] for each in ask_lines(f"table log {table}")[0]["history"]} <= known
    for code, lines in NOES.items():
        for words in lines.strip().splitlines():
            (answer,) = ask_lines(words, code)
            assert set(answer) == {"version", "error"} if code == 2 else "refused" in answer or "legal" in answer, words
