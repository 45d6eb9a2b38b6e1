"""Attacks and revolts without a table: a fresh tower is filled for the throw, and nothing of it is kept."""

import re
from pathlib import Path

import pytest

from tests.cli.asking import Asking

ATTACK = "attack --attacker blue=4 --defender yellow=3"
REVOLT = "revolt --owner blue=4 --markers 2 --winter 2"
SEED = re.compile(r"--seed (\w+) ")


@pytest.mark.parametrize("line", [ATTACK, REVOLT, "attack --attacker red=2 --defender neutral"])
def test_attacks_and_revolts_throw_a_fresh_tower_without_a_table(ask: Asking, tmp_path: Path, line: str) -> None:
    answer = ask(line)
    assert (answer.code, answer.err) == (0, "")
    assert re.match(r"In a fresh tower, filled for \w+, \w+ and \w+:\nThrow 1: ", answer.out)
    assert answer.lines[-1] == "'companion shogun play' begins a table that keeps its tower."
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("line", [ATTACK, REVOLT])
def test_a_seed_repeats_the_throw_of_a_fresh_tower(ask: Asking, line: str) -> None:
    once = ask(line).out
    seed = SEED.findall(once)[0]
    assert ask(f"{line} --seed {seed}").out == once
    assert len({ask(line).out for _ in range(4)}) == 4


def test_a_seed_is_printed_quoted_as_the_shell_needs_it(ask: Asking) -> None:
    assert "--seed 'the same again' repeats it" in ask(f"{ATTACK} --seed 'the same again'").out
    assert ask(f"{ATTACK} --seed ''").code == 2


@pytest.mark.parametrize(("line", "players"), [(ATTACK, "blue,yellow,black"), (REVOLT, "blue,black,purple")])
def test_json_of_a_fresh_tower_equals_json_at_a_table(ask: Asking, line: str, players: str) -> None:
    alone = ask(f"{line} --seed kabuto --json").json
    ask(f"play --table friday --players {players} --seed kabuto")
    at_table = ask(f"{line} --json").json
    assert alone == {**at_table, "table": None, "event": None, "hash": None, "seed": "kabuto"}


def test_an_attack_throws_the_tower_of_the_last_table(ask: Asking) -> None:
    ask.begin()
    assert ask(ATTACK).err == "At the table friday:\n"
    assert ask.tower()["throw"] == 1
    fresh = ask(f"{ATTACK} --seed kabuto")
    assert (fresh.code, fresh.err) == (0, "")
    assert fresh.out.startswith("In a fresh tower")
    assert ask.tower()["throw"] == 1
    both = ask("attack --table friday --attacker blue=4 --defender yellow=3 --seed kabuto")
    assert both.code == 2
    assert "--seed goes without a table." in both.err


def test_a_forbidden_attack_is_refused_without_a_table_too(ask: Asking, tmp_path: Path) -> None:
    assert ask("attack --attacker blue=4 --defender blue=3").out.count("\n") == 1
    assert ask("attack --attacker blue=4 --defender blue=3").code == 1
    answer = ask(f"{ATTACK} --out blue=2")
    assert (answer.code, answer.err) == (2, "Error: --out needs a table.\n")
    assert [*tmp_path.iterdir()] == []
