"""``companion shogun attack`` and ``revolt`` at a table: answers, exit codes, every refusal a sentence."""

import pytest

from tests.cli.asking import Asking

FIGHT = "--attacker blue=4 --defender yellow=3"
ATTACK = f"attack --table friday {FIGHT}"
TRUST = ("Before the throw: ", "Thrown: ", "This happens in ", "Counted: ", "its hash begins ")


def test_an_attack_is_told_with_odds_verdict_and_hash(friday: Asking) -> None:
    answer = friday(f"{ATTACK} --province kozuké --trust")
    assert answer.code == 0
    for part in ("Throw 1, Kozuke: Blue attacks Yellow.", "In the tray:", *TRUST):
        assert part in answer.out
    shown = friday("table check friday --json").json["hash"]
    assert " ".join(shown[start : start + 4] for start in range(0, 16, 4)) in answer.out
    assert "\x1b" not in answer.out
    brief = friday(ATTACK).out
    assert [part for part in TRUST if part in brief] == []


def test_an_attack_answers_a_program(friday: Asking) -> None:
    odds = friday(f"{ATTACK} --odds-only --json").json
    assert [each["armies"] for each in odds["numbers"]] == [1, 2, 3, 4]
    assert odds["numbers"][-1]["win"] == odds["win"]
    answer = friday(f"{ATTACK} --json").json
    assert answer["odds"] == {key: odds[key] for key in answer["odds"]}
    assert answer["in"] == {"blue": 4, "yellow": 3}
    winner = answer["verdict"]["winner"]
    assert answer["chance"] == odds[{"attacker": "win", "defender": "lose", "tie": "tie"}[winner]]
    assert set(answer["verdict"]) >= {"winner", "survivors", "to_supply", "stays_in_tray", "province"}
    assert friday.tower()["throw"] == 1


def test_a_revolt_throws_armies_against_green_also_in_winter(friday: Asking) -> None:
    thrown = friday("revolt --table friday --owner red=4 --markers 2 --json").json["in"]
    assert thrown == {"red": 4, "green": 2}
    answer = friday("revolt --table friday --owner red=4 --markers 1 --winter 2")
    assert "the farmers revolt against Red" in answer.out


def test_special_cards_and_events_add_armies_while_supplies_last(friday: Asking) -> None:
    fight = f"{ATTACK} --attack-card --defence-card --event 4 --castle --json"
    assert friday(fight).json["in"] == {"blue": 5, "yellow": 5}
    friday("table undo friday")
    answer = friday(f"{fight} --supply 'blue=0 yellow=0'").json
    assert answer["in"] == {"blue": 4, "yellow": 3}
    assert len(answer["notes"]) == 3
    friday("table undo friday")
    neutral = friday("attack --table friday --attacker blue=2 --defender neutral --event 3 --json")
    assert neutral.json["in"] == {"blue": 2, "green": 2}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("--temple --event 6", "temple protects"),
        ("--from 4", "One army must stay behind"),
        ("--defending 2", "throws all armies"),
    ],
)
def test_an_attack_the_rules_forbid_is_refused(friday: Asking, more: str, said: str) -> None:
    answer = friday(f"{ATTACK} {more}")
    assert (answer.code, answer.err, answer.out.count("\n")) == (1, "", 1)
    assert said in answer.out
    assert said in friday(f"{ATTACK} {more} --json").json["refused"]
    assert friday.tower()["throw"] == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"attack --table monday {FIGHT}", "no table 'monday'; there is friday."),
        ("attack --attacker blue=0 --defender red=3", "from 1 to 62"),
        ("attack --attacker blue=63 --defender red=3", "from 1 to 62"),
        ("attack --attacker pink=3 --defender blue=3", "'pink' is not a colour"),
        ("attack --attacker black=3 --defender blue=3", "Black does not play"),
        ("attack --attacker blue=3", "Missing option '--defender'"),
        ("attack --attacker blue=3 --defender neutral=2", "The event decides how many"),
        (f"{ATTACK} --province Awa", "did you mean Awa-Boso, Awa-Shikoku"),
        (f"{ATTACK} --event 13", "'13' is not an event"),
        (f"{ATTACK} --out blue=30", "cannot have come out"),
        (f"{ATTACK} --seed plum", "--seed goes without a table"),
        ("revolt --owner blue=3", "at least one marker"),
    ],
)
def test_bad_attack_arguments_give_one_sentence(friday: Asking, line: str, said: str) -> None:
    answer = friday(line)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.removeprefix("At the table friday:\n").count("\n") == 1


def test_attacks_and_revolts_answer_in_french(friday: Asking) -> None:
    attack = "attack --attacker bleu=4 --defender jaune=3"
    told = [
        (friday(attack, lang="fr"), "Bleu attaque Jaune"),
        (friday("revolt --owner rouge=3 --markers 1", lang="fr"), "se révoltent"),
        (friday.play("chance", lang="fr"), "réussite"),
        (friday.play("annuler", lang="fr"), "annulé"),
        (friday("table check friday", lang="fr"), "rejoués"),
        (friday.play("reveal", lang="fr"), "Graine"),
        (friday(attack, lang="fr"), "révélée"),
    ]
    for answer, part in told:
        assert part in answer.out
    assert " the " not in "".join(answer.out for answer, _ in told)
