"""``companion shogun attack``, ``revolt`` and ``odds``, at a table or not; six lines, all of it by ``--trust``."""

import re
from pathlib import Path

import pytest

from companion.cli.answers import print_lines
from companion.cli.voice import choose_language_early, wrap_to_width
from companion.data.catalogue import LANGUAGES
from companion.data.shogun.towers import load_presets
from companion.play.shogun.fights import ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.throws import describe_chance
from companion.rules.shogun.battle import Attack, Uprising
from companion.service.playing import play
from companion.service.shogun.session import begin_table
from tests.cli.commands import Result
from tests.cli.shogun_player import ShogunPlayer
from tests.cli.terminal import Terminal

FIGHT = "--attacker blue=4 --defender yellow=3"
ATTACK = f"attack --table friday {FIGHT}"
ALONE = f"attack {FIGHT}"
ODDS = f"odds {FIGHT}"
REVOLT = "revolt --owner blue=4 --markers 2 --winter 2"
TRUST = ("Before the throw: ", "Thrown: ", "This happens in ", "Counted: ", "its hash begins ")


def get_chances(answer: Result) -> list[float]:
    return [answer.json[name] for name in ("win", "tie", "lose", "thrown")]


def test_an_attack_is_described_with_odds_verdict_and_hash(friday: ShogunPlayer) -> None:
    answer = friday(f"{ATTACK} --province kozuké --trust")
    assert answer.code == 0
    assert [each for each in ("Throw 1, Kozuke: Blue attacks Yellow.", *TRUST) if each not in answer.out] == []
    shown = friday("table check friday --json").json["hash"]
    assert " ".join(shown[start : start + 4] for start in range(0, 16, 4)) in answer.out
    brief = friday(ATTACK).out
    assert [part for part in (*TRUST, "\x1b") if part in brief] == []


def test_an_attack_answers_a_program_in_json(friday: ShogunPlayer) -> None:
    odds = friday(f"{ATTACK} --odds-only --json").json
    assert [each["armies"] for each in odds["numbers"]] == [1, 2, 3, 4]
    assert odds["numbers"][-1]["win"] == odds["win"]
    answer = friday(f"{ATTACK} --json").json
    assert answer["odds"] == {key: odds[key] for key in answer["odds"]}
    winner = answer["verdict"]["winner"]
    assert answer["chance"] == odds[{"attacker": "win", "defender": "lose", "tie": "tie"}[winner]]
    assert friday.read_tower()["throw"] == 1


def test_special_cards_and_events_add_armies_while_supplies_last(friday: ShogunPlayer) -> None:
    fight = f"{ATTACK} --attack-card --defence-card --event 4 --castle --json"
    assert friday(fight).json["in"] == {"blue": 5, "yellow": 5}
    friday("table undo friday")
    answer = friday(f"{fight} --supply 'blue=0 yellow=0'").json
    assert (answer["in"], len(answer["notes"])) == ({"blue": 4, "yellow": 3}, 3)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("--temple --event 6", "temple protects"),
        ("--from 4", "One army must stay behind"),
        ("--defending 2", "throws all armies"),
    ],
)
def test_an_attack_the_rules_forbid_is_refused(friday: ShogunPlayer, more: str, said: str) -> None:
    answer = friday(f"{ATTACK} {more}")
    assert (answer.code, answer.err, answer.out.count("\n")) == (1, "", 1)
    assert said in answer.out
    assert said in friday(f"{ATTACK} {more} --json").json["refused"]
    assert friday.read_tower()["throw"] == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"attack --table monday {FIGHT}", "no table 'monday'; tables here: friday."),
        ("attack --attacker blue=3", "'--defender' is missing"),
        ("attack --attacker blue=3 --defender neutral=2", "The event decides how many"),
        (f"{ATTACK} --province Awa", "could be Awa-Boso, Awa-Shikoku"),
        (f"{ATTACK} --event 13", "'13' is not an event"),
        (f"{ATTACK} --seed plum", "--seed goes without a table"),
    ],
)
def test_bad_attack_arguments_give_one_sentence(friday: ShogunPlayer, line: str, said: str) -> None:
    answer = friday(line)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.removeprefix("At the table friday:\n").count("\n") == 1


@pytest.mark.parametrize("line", [ALONE, REVOLT, "attack --attacker red=2 --defender neutral"])
def test_attacks_and_revolts_throw_a_fresh_tower_without_a_table(ask: ShogunPlayer, tmp_path: Path, line: str) -> None:
    answer = ask(line)
    assert (answer.code, answer.err) == (0, "")
    assert re.match(r"In a fresh tower, filled for \w+, \w+ and \w+:\nThrow 1: ", answer.out)
    assert answer.lines[-1] == "'companion shogun play' opens a table that keeps its tower."
    assert [*tmp_path.iterdir()] == []


def test_a_seed_repeats_the_throw_of_a_fresh_tower(ask: ShogunPlayer) -> None:
    once = ask(ALONE).out
    (seed,) = re.findall(r"--seed (\w+) ", once)
    assert ask(f"{ALONE} --seed {seed}").out == once
    assert len({ask(ALONE).out for _ in range(4)}) == 4
    assert "--seed 'the same again' repeats it" in ask(f"{ALONE} --seed 'the same again'").out
    assert ask(f"{ALONE} --seed ''").code == 2


@pytest.mark.parametrize(("line", "players"), [(ALONE, "blue,yellow,black"), (REVOLT, "blue,black,purple")])
def test_json_of_a_fresh_tower_equals_json_at_a_table(ask: ShogunPlayer, line: str, players: str) -> None:
    alone = ask(f"{line} --seed kabuto --json").json
    ask(f"play --table friday --players {players} --seed kabuto")
    at_table = ask(f"{line} --json").json
    assert alone == {**at_table, "table": None, "event": None, "hash": None, "seed": "kabuto"}


def test_an_attack_throws_the_tower_of_the_last_table_unless_a_seed_is_named(friday: ShogunPlayer) -> None:
    assert friday(ALONE).err == "At the table friday:\n"
    fresh = friday(f"{ALONE} --seed kabuto")
    assert (fresh.err, fresh.out.startswith("In a fresh tower")) == ("", True)
    assert friday.read_tower()["throw"] == 1


@pytest.mark.parametrize(
    ("command", "fight"),
    [
        ("attack", FIGHT),
        ("attack", "--attacker red=3 --defender neutral --event 3"),
        ("revolt", "--owner blue=4 --markers 1 --winter 2"),
    ],
)
def test_odds_equal_those_of_odds_only_at_the_table(friday: ShogunPlayer, command: str, fight: str) -> None:
    friday(ATTACK)
    asked = friday(f"odds {fight} --json")
    assert asked.err == "At the table friday:\n"
    assert get_chances(asked) == get_chances(friday(f"{command} --table friday {fight} --odds-only --json"))
    assert get_chances(asked) != get_chances(friday(f"odds {fight} --fresh --json"))


def test_odds_name_the_table_used_last_and_the_cubes_inside_its_tower(friday: ShogunPlayer) -> None:
    friday(ATTACK)
    inside = sum(friday.read_tower()["tower"].values())
    result = friday(ODDS)
    assert sum(map(int, re.findall(r"\d+", result.out.partition("Inside: ")[2].splitlines()[0]))) == inside > 0
    assert "--lodged" not in result.out
    friday.begin("saturday", "--preset deep")
    assert friday(ODDS).err == "At the table saturday:\n"
    assert "7 cubes go into the tower (shogun)." in friday.play("odds b4 y3").out
    assert friday(f"{ODDS} --table saturday").err == ""
    assert friday(f"{ODDS} --table sunday").code == 2


@pytest.mark.parametrize(
    "own", ["--fresh", "--lodged unknown", "--tray green=1", "--preset deep", "--parameter p=0.7", "--ruling tie=tower"]
)
def test_odds_of_a_described_tower_ignore_the_table(friday: ShogunPlayer, own: str, tmp_path: Path) -> None:
    asked = friday(f"{ODDS} {own} --json")
    assert asked.err == ""
    assert asked == friday(f"{ODDS} {own} --json --store '{tmp_path / 'none.sqlite'}'")
    refused = friday(f"{ODDS} --table friday {own}")
    assert (refused.code, refused.out) == (2, "")
    assert f"{own.split()[0]} goes without a table." in refused.err


def test_a_damaged_table_is_not_passed_over(friday: ShogunPlayer, tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database, but long enough to be one" * 99)
    for line in (ODDS, ALONE):
        answer = friday(line)
        assert (answer.code, answer.out) == (2, ""), line
        assert "tables.sqlite" in answer.err


def test_a_terminal_gets_coloured_cubes_unless_no_color_is_set() -> None:
    judge = ["--ui-lang", "en", "shogun", "judge", "--attacker", "blue=1", "--defender", "yellow=1"]
    with Terminal(judge) as terminal:
        assert "\x1b[34m\x1b[1m●" in terminal.end()
    with Terminal(judge, NO_COLOR="1") as terminal:
        assert "\x1b[3" not in terminal.end()
    with Terminal(judge, LC_ALL="C", PYTHONIOENCODING="ascii", NO_COLOR="1") as terminal:
        assert "  B  1 blue army" in terminal.end()


PLAYERS = ("blue", "yellow", "purple", "red", "black")


FIGHTS = (
    ThrowAttack(Attack("blue", 7, "yellow", 7), 1, "Awa-Shikoku"),
    ThrowAttack(Attack("yellow", 4, "neutral"), 0, "Shimotsuke"),
    ThrowRevolt(Uprising("purple", 5, 2), "Kai"),
    ThrowCubes({"blue": 3, "yellow": 2}),
)


@pytest.mark.parametrize("count", [3, 5])
def test_a_fight_is_described_in_six_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    tower = load_presets()["shogun"]
    with begin_table(tmp_path / "t.sqlite", "t", list(PLAYERS[:count]), tower, seed="kabuto") as session:
        for fight in FIGHTS * 5:
            result = play(session, fight)
            assert result.yes
            for lang in LANGUAGES:
                choose_language_early(["--ui-lang", lang])
                print_lines(result.brief)
                out = capsys.readouterr().out
                assert len([line for each in out.splitlines() for line in wrap_to_width(each).splitlines()]) <= 6, out


def test_a_chance_is_described_in_words() -> None:
    bounds = (1, 0.9, 0.89, 0.6, 0.59, 0.4, 0.39, 0.1, 0.09, 0)
    words = [str(describe_chance(chance)).split()[-1] for chance in bounds]
    assert words == ["certain."] * 2 + ["likely."] * 2 + ["even."] * 2 + ["unlikely."] * 2 + ["rare."] * 2
