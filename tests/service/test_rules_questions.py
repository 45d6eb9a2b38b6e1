"""How well the search answers 90 questions a language, written without a look at the rules' texts or at the search.

``rules_questions.toml`` was frozen before the search was made, and its odd questions alone were used to tune it.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.rulebook import Rule, search_rules
from companion.play.games import GAMES

FILE = Path(__file__).with_name("rules_questions.toml")
SHA256 = "c7e62b71b6164a4e4d8095c3e2fc616a0eed12e905a19b1a56cd45e61486fd6c"
REACHED = {
    ("en", "odd"): (45, 45),
    ("fr", "odd"): (45, 45),
    ("de", "odd"): (45, 45),
    ("en", "even"): (37, 45),
    ("fr", "even"): (38, 44),
    ("de", "even"): (40, 43),
}
"""Of 45 questions, by language and half: answered right by the first rule, and by one of the first three."""


def is_answered(question: dict[str, Any], code: str, most: int) -> bool:
    """True if a right rule is among the first few; where several games answer, among those of each game.

    The first of a game must be an answer, not only near it.
    """
    answers, others = search_rules(question[code], GAMES)
    found = answers if most == 1 else [*answers, *others]
    right = question["answers"]
    if question["game"]:
        return is_right(found[:most], right)
    own = {game: [rule for rule in found if rule.game == game] for game in GAMES}
    return all(is_right(own[game][:most], names) for game, names in right.items() if names)


def is_right(rules: list[Rule], names: list[str]) -> bool:
    return any(f"{rule.game}.{rule.name}" in names for rule in rules)


def test_the_questions_are_those_that_were_frozen() -> None:
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == SHA256


@pytest.mark.parametrize("half", ["odd", "even"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_as_many_questions_are_answered_as_were(code: str, half: str) -> None:
    questions = tomllib.loads(FILE.read_text(encoding="utf-8"))["question"]
    chosen = [each for each in questions if each["number"] % 2 == (half == "odd")]
    counts = tuple(sum(is_answered(each, code, most) for each in chosen) for most in (1, 3))
    shares = ", ".join(f"{count / len(chosen):.0%}" for count in counts)
    print(f"{code}, {half}: first, among three: {shares}")
    assert len(chosen) == 45
    assert [max(pair) for pair in zip(counts, REACHED[code, half], strict=True)] == list(counts), shares
