"""What is answered without a table, word by word: to people in lines, to programs in values."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.answers import Answer
from companion.data.catalogue import language
from companion.data.shogun.facts import Side
from companion.data.shogun.towers import get_preset
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.play.shogun.views import OddsCurve
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import CASTLE_EVENT, NEUTRAL_EVENT, Attack, Battle, Revolt, Uprising
from companion.rules.shogun.bids import Bid
from companion.rules.shogun.odds import PlannedThrow
from companion.rules.shogun.realm import NEUTRAL, RULINGS, Belongings, Land
from companion.rules.shogun.score import FinishedBoard
from companion.rules.shogun.tower import Ages, Guess
from companion.sentences import ENGLISH, say
from companion.service.shogun.odds import (
    WinterHand,
    answer_revolt_odds,
    compute_attack_odds,
    compute_winter,
    describe_setup,
    draw_curve,
    judge_tray,
    predict_action,
    rank_revealed_bids,
)
from companion.service.shogun.session import score_finished_board
from tests.goldens import name_case, read_golden
from tests.service.answer_text import format_answers

RULES = Rulings(RULINGS)
TOWER = get_preset("shogun")
KNOWN = PlannedThrow(TOWER, {}, {"yellow": 1, "green": 1}, Ages({"blue": (1, 3), "green": (2,)}))
WHOLE = {
    *("an attack on a player", "a revolt", "taxes again, a revolt", "rice beyond the track"),
    *("bids, drawn", "a winter, drawn", "the Moon, three players", "a tray of a battle", "a board"),
}
"""The answers of which all values are written, beside their words."""
UNKNOWN = PlannedThrow(TOWER, {}, {}, Guess())


def predict(action: str, land: Land, seat: Belongings | None = None, **more: object) -> Answer:
    given = {"side": Side.SUN, "event": "", "special": None, "rulings": RULES, **more}
    return predict_action(action, "Kai", "blue", land, seat or Belongings(30, 15, 4), **given)


def compute_odds(declared: Attack, planned: PlannedThrow = UNKNOWN, green: int | None = None, **more: bool) -> Answer:
    return compute_attack_odds(declared, int("survivors" in more), green, planned, RULES, **more)


def ask_odds() -> Mapping[str, Answer]:
    gate = Attack("blue", 2, "red", 3, event=CASTLE_EVENT, castle=True)
    helped = Attack("red", 3, NEUTRAL, event=NEUTRAL_EVENT, attack_card=True)
    just_full, full = PlannedThrow(TOWER, {}, {"blue": 58}), PlannedThrow(TOWER, {}, {"blue": 60}, Ages({"blue": (1,)}))
    return {
        "an attack on a player": compute_odds(Attack("blue", 4, "yellow", 3), KNOWN, survivors=True),
        "a defence of green armies": compute_odds(Attack("blue", 1, "yellow", 1), KNOWN),
        "an attack on farmers": compute_odds(Attack("red", 3, NEUTRAL)),
        "an attack on farmers, an event": compute_odds(helped),
        "so many green armies": compute_odds(Attack("red", 3, NEUTRAL), green=4),
        "a curve": compute_odds(Attack("blue", 6, "red", 3), curve=True),
        "a curve that does not reach 75%": compute_odds(Attack("blue", 1, "red", 58), KNOWN, curve=True),
        "a revolt": answer_revolt_odds(Uprising("blue", 4, 2), KNOWN, RULES, survivors=True),
        "a revolt in winter": answer_revolt_odds(Uprising("blue", 4, 2, winter=1), UNKNOWN, RULES),
        "a curve against farmers": compute_odds(Attack("blue", 1, NEUTRAL), KNOWN, curve=True),
        "the last army is added": compute_odds(gate, PlannedThrow(TOWER, {}, {"red": 58})),
        "no army left to add": compute_odds(gate, PlannedThrow(TOWER, {}, {"red": 60})),
        "a box just full": answer_revolt_odds(Uprising("blue", 4, 1), just_full, RULES),
        "a full box": answer_revolt_odds(Uprising("blue", 4, 1), full, RULES),
    }


def ask_actions() -> Mapping[str, Answer]:
    return {
        "taxes": predict("tax", Land("blue", 2)),
        "taxes again, a revolt": predict("tax", Land("blue", 2, (), 1), event="min_chests=6"),
        "taxes, a special card": predict("tax", Land("blue", 2), special="chest"),
        "rice": predict("rice", Land("blue", 2), special="rice"),
        "rice beyond the track": predict("rice", Land("blue", 2), Belongings(30, 15, 17)),
        "a castle": predict("castle", Land("blue", 2)),
        "a castle too much": predict("castle", Land("blue", 2, ("castle",))),
        "five armies": predict("five", Land("blue", 2)),
        "six armies": predict("five", Land("blue", 2), special="six"),
        "one army and a move": predict("one", Land("blue", 2)),
        "no chest left": predict("three", Land("blue", 2), Belongings(30, 0)),
    }


def ask_rounds() -> Mapping[str, Answer]:
    drawn = {"blue": WinterHand(("Kai", "Omi", "Aki", "Bingo"), 1), "red": WinterHand(("Kii",), 7)}
    by_hand = {"blue": WinterHand(("Kai", "Omi", "Aki"), 1), "red": WinterHand(("Kii", "Izu", "Hida"), 3)}
    return {
        "bids, all different": rank_revealed_bids({"blue": Bid(3), "red": Bid(1)}, {}),
        "bids, drawn": rank_revealed_bids({"blue": Bid(3), "red": Bid(3)}, {}, "plum"),
        "bids, more than there is": rank_revealed_bids({"blue": Bid(3)}, {"blue": 1}),
        "a winter in numbers": compute_winter({"blue": WinterHand(9, 4), "red": WinterHand(3, 9)}, 2, {}, ()),
        "a winter, drawn": compute_winter(drawn, 1, {"Kai": 2, "Kii": 1}, (), "plum"),
        "a winter, drawn by hand": compute_winter(by_hand, 1, {"Omi": 2}, ("Omi", "Izu", "Aki")),
        "the Sun, three players, fixed": describe_setup(Side.SUN, 3, fixed=True),
        "the Moon, three players": describe_setup(Side.MOON, 3),
        "the Sun, five players": describe_setup(Side.SUN, 5),
    }


def ask_towers() -> Mapping[str, Answer]:
    return {
        "a tray of a battle": judge_tray({"blue": 2, "red": 1, "green": 1}, Battle("blue", "red", 1), RULES),
        "a tray of a revolt": judge_tray({"blue": 2, "green": 2}, Revolt("blue", 2), RULES),
    }


def ask_points() -> Mapping[str, Answer]:
    lands = {"Kai": Land("blue", 1, ("castle", "theatre")), "Omi": Land("blue", 2, ("castle",))}
    lands |= {"Aki": Land("red", 1, ("temple",)), "Noto": Land(None, 0, ("temple",))}
    built = FinishedBoard(lands, ("blue", "red"), {"blue": 11, "red": 15}, {"blue": 2})
    given = {"red": 14, "black": 9}, {"blue": 3, "red": 3, "yellow": 1}
    even = FinishedBoard({"Kai": Land("blue", 1), "Omi": Land("red", 1)}, ("blue", "red"))
    return {
        "a board": score_finished_board(built, Side.SUN, {}, {}),
        "with points and chests that are told": score_finished_board(built, Side.MOON, *given),
        "chests would decide": score_finished_board(even, Side.SUN, {}, {}),
        "chests decide": score_finished_board(even, Side.SUN, {}, {"blue": 1, "red": 2}),
    }


@pytest.mark.parametrize("asked", [ask_odds, ask_actions, ask_rounds, ask_towers, ask_points])
def test_answers_without_a_table_match_the_golden_files(asked: Callable[[], Mapping[str, Answer]]) -> None:
    text, name = format_answers(asked(), whole=WHOLE), name_case(asked)
    assert text == read_golden(f"shogun-tableless-{name}.txt", text)


def test_the_picture_of_a_curve_matches_the_golden_file() -> None:
    points = tuple((armies / 41, 0.05) for armies in range(1, 8))
    title = say("{attacker} attacks a neutral province", attacker="Blue")
    text = draw_curve(OddsCurve(title, points, "blue"), language("fr")).replace("><", ">\n<")
    assert text == read_golden("shogun-tableless-curve.txt", text)


@pytest.mark.parametrize(("most", "step"), [(1, 1), (2, 1), (33, 2), (62, 3)])
def test_a_curve_names_as_many_numbers_of_armies_as_there_is_room_for(most: int, step: int) -> None:
    drawn = draw_curve(OddsCurve(say("win"), ((0.5, 0.25),) * most, "blue"), ENGLISH)
    marks = dict(re.findall(r'x="([\d.]+)" y="366">(\d+)<', drawn))
    assert [*marks.values()] == [str(armies) for armies in range(1, most + 1, step)]
    assert float(next(iter(marks))) == 80
    assert most != 2 or float([*marks][-1]) == 600  # the last stands at the right


def test_a_drawn_curve_says_where_it_lies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attack, file = Attack("blue", 2, NEUTRAL), tmp_path / "curve.svg"
    for picture, said in ((file, [f"The curve is drawn in {file}."]), (STANDARD_OUTPUT, [])):
        answer = compute_attack_odds(attack, 0, None, UNKNOWN, RULES, picture=picture)
        assert [str(line) for line in answer.lines if "curve" in str(line)] == said
        assert answer.files == (picture,)
        assert "curve" not in answer.data
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")


def test_impossible_winters_and_outcomes_are_refused() -> None:
    with pytest.raises(InputError, match=r"building sites in Kai: 1; buildings named: 2"):
        predict("tax", Land("blue", 1, ("castle", "temple")))
    for drawn, markers in ((("Omi",), {}), ((), {"Omi": 1})):
        with pytest.raises(InputError, match="Nobody owns Omi"):
            compute_winter({"blue": WinterHand(("Kai",), 0)}, 1, markers, drawn)
    with pytest.raises(InputError, match="two players"):
        compute_winter(dict.fromkeys(("blue", "red"), WinterHand(("Kai",), 0)), 0, {}, ())
    for drawn in (("Kai",), ("Kai", "Kai"), ("Kai", "Omi", "Aki")):
        with pytest.raises(InputError, match="Different provinces to draw for Blue: 2"):
            compute_winter({"blue": WinterHand(("Kai", "Omi", "Aki"), 1)}, 1, {}, drawn)


def test_a_seed_is_named_where_chance_drew_and_repeats_it() -> None:
    fed = compute_winter({"blue": WinterHand(("Kai",), 9)}, 1, {}, ())
    assert (fed.data["seed"], fed.remedies) == (None, ())
    bids = {"blue": Bid(2), "red": Bid(2), "black": Bid(2)}
    hungry = {"blue": WinterHand(("Kai", "Omi", "Aki"), 1)}
    for drawn in (rank_revealed_bids(bids, {}), compute_winter(hungry, 1, {}, ())):
        assert (len(drawn.data["seed"]), drawn.remedies) == (32, ("seed",))
        assert str(drawn.lines[-1]) == f"Drawn from the seed {drawn.data['seed']}."
    drawn = rank_revealed_bids(bids, {})
    assert rank_revealed_bids(bids, {}, drawn.data["seed"]).data == drawn.data
