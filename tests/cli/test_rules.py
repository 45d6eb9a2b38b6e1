"""``companion rules``, and ``--list-rulings`` wherever a ruling can be given."""

import json
from collections.abc import Callable

import pytest

from companion.cli.main import run

Asked = Callable[..., str]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    def ask(*words: str, code: int = 0, language: str = "en") -> str:
        left = 0
        try:
            run(["--ui-lang", language, *words])
        except SystemExit as leaving:
            left = int(leaving.code or 0)
        told = capsys.readouterr()
        assert left == code, told
        return told.out

    return ask


def test_rules_are_found_by_ordinary_words(asked: Asked) -> None:
    told = asked("rules", "tie", "tower")
    assert told.startswith("Shogun: A tie in a battle\n")
    assert "* tie=supply" in told
    assert "Honshu: A tie for the win" in told
    assert asked("rules", "honshu", "tie").startswith("Honshu: A tie for the win\n")
    assert asked("rules", "HONSHU", "lake").startswith("Honshu: Lakes\n")


def test_without_words_all_rules_of_a_game_are_listed(asked: Asked) -> None:
    told = asked("rules", "hogen")
    assert "  The palace\n" in told
    assert "Shogun" not in told


def test_a_program_is_answered_with_the_rules(asked: Asked) -> None:
    rules = json.loads(asked("rules", "lake", "--json"))["rules"]
    assert rules[0]["game"] == "honshu"
    assert rules[0]["rule"] == "lake"
    assert rules[0]["example"]


def test_rules_exits_1_when_nothing_is_found(asked: Asked) -> None:
    asked("rules", "zzzzqqqq", code=1)


@pytest.mark.parametrize(
    "command", ["honshu score", "shogun play", "shogun judge", "shogun bids", "shogun winter", "hogen deduce"]
)
def test_rulings_are_listed_whatever_else_is_missing(asked: Asked, command: str) -> None:
    told = asked(*command.split(), "--list-rulings")
    assert told.endswith("* marks the answer in use.\n")
    known = json.loads(asked(*command.split(), "--list-rulings", "--json"))["rulings"]
    name, options = known[0]["ruling"], list(known[0]["options"])
    other = f"{name}={options[1]}"
    assert f"    {other}: " in told
    assert f"  * {other}: " in asked(*command.split(), "--list-rulings", "--ruling", other)
