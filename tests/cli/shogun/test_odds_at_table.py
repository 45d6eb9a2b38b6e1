"""``companion shogun odds`` where a table is open: its tower is asked about, and it is said whose it is."""

from pathlib import Path

import pytest

from tests.cli.asking import Answer, Asking

FOUR_THREE = "odds --attacker blue=4 --defender yellow=3"


@pytest.fixture
def friday(ask: Asking) -> Asking:
    ask.begin()
    assert ask("attack --attacker blue=2 --defender yellow=2").code == 0
    return ask


def chances(answer: Answer) -> list[float]:
    return [answer.json[name] for name in ("win", "tie", "lose", "thrown")]


@pytest.mark.parametrize(
    "fight", ["--attacker blue=4 --defender yellow=3", "--attacker red=3 --defender neutral --event 3"]
)
def test_odds_equal_those_of_attack_odds_only_at_the_table(friday: Asking, fight: str) -> None:
    asked = friday(f"odds {fight} --json")
    assert asked.err == "At the table friday:\n"
    assert chances(asked) == chances(friday(f"attack --table friday {fight} --odds-only --json"))
    assert chances(asked) != chances(friday(f"odds {fight} --fresh --json"))


def test_odds_of_a_revolt_equal_those_of_revolt_odds_only(friday: Asking) -> None:
    for fight in ("--owner blue=4 --markers 2", "--owner blue=4 --markers 1 --winter 2"):
        asked = friday(f"odds {fight} --json")
        assert chances(asked) == chances(friday(f"revolt --table friday {fight} --odds-only --json"))


def test_odds_name_the_cubes_inside_the_tables_tower(friday: Asking) -> None:
    inside = {colour: count for colour, count in friday.tower()["tower"].items() if count}
    told = friday(FOUR_THREE).out.partition("Inside: ")[2].splitlines()[0]
    assert sum(int(word) for word in told.split() if word.isdigit()) == sum(inside.values()) > 0
    assert "--lodged" not in friday(FOUR_THREE).out


def test_odds_are_for_the_table_used_last(friday: Asking) -> None:
    friday.begin("saturday")
    assert friday(FOUR_THREE).err == "At the table saturday:\n"
    friday.play("tray g+1")
    assert friday(FOUR_THREE).err == "At the table friday:\n"
    assert friday(f"{FOUR_THREE} --table saturday").err == ""
    assert friday(f"{FOUR_THREE} --table sunday").code == 2


@pytest.mark.parametrize(
    "own",
    [
        "--fresh",
        "--lodged blue=1,1",
        "--lodged unknown",
        "--tray green=1",
        "--preset deep",
        "--parameter p=0.7",
        "--ruling tie=tower",
    ],
)
def test_odds_of_a_described_tower_ignore_the_table(friday: Asking, own: str, tmp_path: Path) -> None:
    asked = friday(f"{FOUR_THREE} {own} --json")
    assert asked.err == ""
    assert asked == friday(f"{FOUR_THREE} {own} --json --store '{tmp_path / 'none.sqlite'}'")
    refused = friday(f"{FOUR_THREE} --table friday {own}")
    assert (refused.code, refused.out) == (2, "")
    assert f"{own.split()[0]} goes without a table." in refused.err


def test_odds_at_the_prompt_are_for_its_own_table(friday: Asking) -> None:
    friday.begin("saturday", "--preset deep")
    answer = friday.play("odds b4 y3")
    assert answer.code == 0, answer.err
    assert "7 cubes go into the tower (shogun)." in answer.out


def test_a_damaged_table_is_not_passed_over(friday: Asking, tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database, but long enough to be one" * 99)
    for line in (FOUR_THREE, "attack --attacker blue=4 --defender yellow=3"):
        answer = friday(line)
        assert (answer.code, answer.out) == (2, ""), line
        assert "tables.sqlite" in answer.err
