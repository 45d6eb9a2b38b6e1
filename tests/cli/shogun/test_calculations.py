"""``companion shogun`` reckons for anybody: bids, judge, odds, outcome, score, setup, winter."""

from pathlib import Path

import pypdfium2
import pytest

from tests.cli.shogun_player import ShogunPlayer

BOARD = """\
# after the second winter
Settsu   blue    castle
Yamato   blue    castle temple
Ise      yellow  castle
Omi      yellow  castle temple theatre
Kai      red
points   blue=23 yellow=19 red=31
chests   blue=4 yellow=2
"""
FOUR_THREE = "odds --attacker blue=4 --defender yellow=3"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "--attacker blue=2 --defender yellow=1 --green 1 --markers 1 --other red=2",
            {"to_supply": {"blue": 1, "yellow": 1}, "stays_in_tray": {"red": 2, "green": 1}, "province": "conquered"},
        ),
        (
            "--attacker blue=1 --defender yellow=1 --ruling tie=tower",
            {"winner": "tie", "province": "neutral", "into_tower": {"blue": 1, "yellow": 1}},
        ),
        ("--owner blue=3 --green 2 --winter", {"winner": "owner", "survivors": {"blue": 1}, "province": "held"}),
    ],
)
def test_judge_answers_each_tray_as_json(ask: ShogunPlayer, line: str, answer: dict[str, object]) -> None:
    assert answer.items() <= ask(f"judge {line} --json").json.items()


def test_survivors_and_curve_are_added_to_the_odds_when_asked(ask: ShogunPlayer) -> None:
    answer = ask(f"{FOUR_THREE} --survivors --curve --json").json
    assert sum(answer["survivors"]["blue"]) == pytest.approx(1)
    assert (answer["curve"][3]["armies"], answer["curve"][3]["win"]) == (4, pytest.approx(answer["win"]))
    lodged = ask(f"{FOUR_THREE} --tray green=1 --lodged 'blue=1,1,4 yellow=2 green=3,7' --json").json
    assert lodged["win"] == pytest.approx(0.4400525, abs=1e-6)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tax Settsu --event 7 --special chest", {"done": True, "chests": 6, "markers": 1, "revolt": None}),
        ("tax Mikawa --markers 1 --armies 4", {"revolt": {"green": 2, "thrown": {"blue": 4, "green": 2}}}),
        ("castle Omi --chests 3", {"done": True, "chests": -3, "buildings": ["castle"]}),
        ("five Aki --supply 2 --ruling short-action=partial", {"done": True, "armies": 2, "chests": -3}),
        ("rice Kaga --rice 17", {"rice": 5, "seat": {"chests": 15, "rice": 18, "supply": 30, "points": 0}}),
    ],
)
def test_outcome_takes_the_board_from_its_options(ask: ShogunPlayer, line: str, expected: dict[str, object]) -> None:
    answer = ask(f"outcome {line} --json").json
    assert {key: answer[key] for key in expected} == expected


def test_score_explains_a_board_in_words(ask: ShogunPlayer, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD, encoding="utf-8")
    said = ask(f"score {tmp_path / 'board.txt'} --pdf {tmp_path / 'pad.pdf'}").out
    # 2 provinces, 3 buildings, purple region: most castles 3, most temples 2.
    assert "Blue: 10 points" in said
    assert "    3  purple region, castles: 2, the most; Yellow has 1: Settsu, Yamato" in said
    assert "  23 from before: 33 in all" in said
    assert "1. Blue: 33 points" in said
    pad = pypdfium2.PdfDocument(tmp_path / "pad.pdf")[0].get_textpage().get_text_bounded()
    year = ("2 2 1", "3 4 0", "3 3 0", "2 2 0", "0 1 0")  # provinces, buildings, most castles, temples, theatres
    cells = " ".join(["Blue Yellow Red", *["- - -"] * 5, "23 19 31", *year, "33 31 32", "4 2"])
    assert cells in " ".join(pad.split())


def test_score_takes_the_side_points_and_chests_from_its_options(ask: ShogunPlayer) -> None:
    typed = "Kai blue c\nSuruga red c\n"
    sun, moon = (ask(f"score - --json {side}", typed=typed).json["players"] for side in ("", "--side moon"))
    assert (sun["blue"]["total"], moon["blue"]["total"]) == (4, 5)
    answer = ask("score - --points red=9,black=2 --json", typed="Omi blue\nKai red\n").json
    assert [place["points"] for place in answer["ranking"]] == [10, 2, 1]
    answer = ask("score - --chests blue=4", typed="Kai blue\nHida red\n")
    assert answer.lines[-4:] == [
        "1. Blue: 1 point, 4 chests",
        "1. Red: 1 point",
        "   Equal points: most chests decide, or the place is shared.",
        "Give chests with --chests.",
    ]
    answer = ask("score - --chests blue=4,red=4", typed="Kai blue\nHida red\n")
    assert answer.lines[-2:] == ["1. Blue: 1 point, 4 chests (shared)", "1. Red: 1 point, 4 chests (shared)"]


def test_winter_counts_hunger_revolts_and_provinces_drawn(ask: ShogunPlayer) -> None:
    answer = ask("winter red=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1 --json").json
    assert answer["players"]["red"]["drawn"] == [{"province": "Kai", "green": 3}]
    assert answer["seed"] is None
    by_card = ask("winter blue=9/6 --event 6 --json").json
    assert by_card["loss"] == 3
    assert by_card["players"] == ask("winter blue=9/6 --loss 3 --json").json["players"]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("bids bleu=3 jaune=kozuke rouge=aucune", "2. Jaune\u00a0: la carte de Kozuke\u00a0; paie 0."),
        ("judge --attacker bleu=3 --defender jaune=1 --green 1", "Jaune donne aussitôt la carte province à Bleu"),
        ("odds --attacker bleu=4 --defender jaune=3 --lodged inconnu --curve", "8 armées gagnent dans au moins 90"),
        ("outcome impôt settsu --event 7 --special coffre", "La carte spéciale ajoute 1 à 5\u00a0: 6."),
        ("setup --players 3", "Exclues à trois joueurs\u00a0: Awa-Boso, Echigo, Iwami"),
        ("winter rouge=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1", "Kai se révolte\u00a0: 3 armées vertes"),
    ],
)
def test_questions_are_asked_and_answered_in_french(ask: ShogunPlayer, line: str, part: str) -> None:
    answer = ask(line, lang="fr")
    assert (answer.code, part in answer.out) == (0, True), answer


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bids", "is missing"),
        ("bids blue=Atlantis", "'Atlantis' is not a province; expected a name as it stands on the board, such as Kai."),
        ("bids green=1", "belong to no player"),
        ("bids blue=1 red", "write COLOUR=VALUE"),
        ("bids blue=1 --chests blue=many", "Expected a whole number from 0 to 999, not 'many'"),
        ("judge --attacker blue=3 --defender yellow=1 --green 21", "'21' is not a number of green"),
        ("judge --attacker blue=3 --defender yellow", "'yellow' is not a defender"),
        ("judge --attacker blue=3", "Name both sides"),
        ("judge --attacker blue=3 --defender yellow=1 --other blue=1", "'blue' is among"),
        ("judge --attacker blue=3 --defender neutral=2 --green 1", "given twice: 1 and 2"),
        ("judge --attacker blue=3 --defender yellow=1 --winter", "no attacks in winter"),
        ("judge --attacker blue=3 --owner yellow=1", "A revolt has an owner only"),
        ("judge --attacker blue=3 --defender yellow=1 --held-back 1", "defender-throws-all=yes"),
        (f"{FOUR_THREE} --svg /dev/null/x.svg", "was not written"),
        ("odds --owner blue=3", "at least one marker"),
        ("odds --owner blue=3 --markers 1 --curve", "about attacks"),
        ("score -", "nobody owns a province here"),
        ("winter blue=9", "write PROVINCES/RICE"),
        ("winter blue=46/0", "The number of provinces must be a whole number from 0 to 45, not '46'"),
        ("winter blue=Kai,Kai/0", "named twice"),
        ("winter blue=9/6 --loss 3 --event 6", "not both"),
        ("winter blue=2/2 --markers Kai", "write PROVINCE=NUMBER"),
    ],
)
def test_an_impossible_question_gives_one_sentence(ask: ShogunPlayer, line: str, said: str) -> None:
    answer = ask(line)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert said in answer.err


def test_a_mistake_on_a_board_is_named_with_its_place(ask: ShogunPlayer) -> None:
    answer = ask("score -", typed="Kai blue\nKay red\n")
    assert answer.code == 2
    assert "-, row 2, column province: 'Kay' is not a province; did you mean Kai?" in answer.err
