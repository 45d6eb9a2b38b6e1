"""A fight at a terminal: the numbers it waits for are asked for at once, each player once."""

import click
import pytest

from companion.cli.shogun import throws

ATTACK = ["--attacker", "blue=5", "--defender", "yellow=4", "--still"]


@pytest.mark.parametrize(
    ("trust", "asked"), [("numbers", [("Yellow", False)]), ("phones", [("Blue", True), ("Yellow", True)])]
)
def test_each_player_types_a_number_once_though_it_is_sealed_and_opened(
    shogun, monkeypatch: pytest.MonkeyPatch, trust: str, asked: list[tuple[str, bool]]
) -> None:
    seen: list[tuple[str, bool]] = []

    def typed(question: str, *, hide_input: bool, **_: object) -> int:
        seen.append((question.partition(",")[0], hide_input))
        return 16 + len(seen)

    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", trust, "--seed", "kabuto")
    monkeypatch.setattr(throws, "asks", lambda: True)
    monkeypatch.setattr(click, "prompt", typed)
    fought = shogun("attack", "careful", *ATTACK)
    assert (fought.code, seen) == (0, asked)
    assert "To the supplies: " in fought.out


def test_nobody_is_asked_where_a_program_reads_the_answer(shogun, monkeypatch: pytest.MonkeyPatch) -> None:
    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", "numbers")
    monkeypatch.setattr(throws, "asks", lambda: True)
    monkeypatch.setattr(click, "prompt", lambda *_, **__: pytest.fail("asked"))
    assert shogun("attack", "careful", *ATTACK, "--json").code == 0
