"""Use cases without a table: values in, an answer out that names what to do and never how to type it."""

import re

import pytest

from companion.answers import Answer
from companion.data.shogun import Side
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.bids import Bid
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.score import FinishedBoard
from companion.sentences import Sentence
from companion.service.shogun.odds import (
    WinterHand,
    compute_winter,
    describe_setup,
    judge_tray,
    predict_action,
    rank_revealed_bids,
)
from companion.service.shogun.session import score_finished_board

RULES = Rulings(RULINGS)
EVEN = FinishedBoard({"Kai": Land("blue", 1), "Omi": Land("red", 1)}, ("blue", "red"))


def foreseen(action: str) -> Answer:
    land, seat = Land("blue", 1), Seat(30, 15)
    told = {"side": Side.SUN, "event": "", "special": None, "rulings": RULES}
    return predict_action(action, "Kai", "blue", land, seat, **told)


ANSWERS = [
    judge_tray({"blue": 2, "red": 1}, Battle("blue", "red"), RULES),
    describe_setup(Side.MOON, 3),
    describe_setup(Side.SUN, 3, fixed=True),
    rank_revealed_bids({"blue": Bid(3), "red": Bid(3)}, {}),
    rank_revealed_bids({"blue": Bid(3)}, {"blue": 1}),
    compute_winter({"blue": WinterHand(("Kai", "Omi", "Aki"), 1)}, 1, {"Kai": 2}, ()),
    score_finished_board(EVEN, Side.SUN, {}, {}),
    foreseen("tax"),
    foreseen("five"),
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_answer_spells_a_command(answer: Answer) -> None:
    said = [str(line) for line in (*answer.lines, *answer.notices, answer.refused) if isinstance(line, Sentence)]
    assert said
    assert not re.search(r"(^|\W)--\w|\bcompanion \w|[A-Z]{3,}=", "\n".join(said))


def test_a_seed_repeats_what_chance_drew() -> None:
    bids = {"blue": Bid(2), "red": Bid(2), "black": Bid(2)}
    drawn = rank_revealed_bids(bids, {})
    assert drawn.remedies == ("seed",)
    again = rank_revealed_bids(bids, {}, drawn.data["seed"])
    assert (again.data, again.remedies) == (drawn.data, ())


def test_chests_are_asked_for_where_they_decide() -> None:
    assert ANSWERS[6].remedies == ("chests",)
    assert score_finished_board(EVEN, Side.SUN, {}, {"blue": 1, "red": 2}).remedies == ()


def test_a_province_feeds_one_player() -> None:
    one = WinterHand(("Kai",), 0)
    with pytest.raises(InputError, match="two players"):
        compute_winter({"blue": one, "red": one}, 0, {}, ())
