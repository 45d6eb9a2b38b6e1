"""Winter: rice, hunger, the revolt table, the provinces drawn."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.shogun.facts import facts
from companion.data.shogun.towers import load_presets
from companion.errors import InputError, Refused
from companion.rules.shogun.battle import Revolt
from companion.rules.shogun.campaign import Campaign, Revolts, TurnResult
from companion.rules.shogun.realm import GREEN, Land, SeededDraws
from companion.rules.shogun.stages import Calendar, Season, Stage
from companion.rules.shogun.tower import Tower, enter_throw
from companion.rules.shogun.winter import (
    begin_winter,
    compute_hunger,
    compute_winter,
    draw_revolts,
    draw_winter_revolts,
    get_rice_loss,
    score_winter,
    throw_winter_revolt,
)
from tests.rules.shogun.realms import BOARD, DEFAULTS, build_realm, choose_rulings

PLAYERS = ("blue", "yellow", "red")
TOWER = Tower(load_presets()["shogun"])


def test_nine_provinces_with_six_rice_are_two_revolts_of_two_more() -> None:
    """The booklet's example."""
    need = compute_hunger(9, 6, 0)
    assert (need.missing, need.revolts, need.greens) == (3, 2, 2)


def test_the_rice_of_event_twelve_is_a_ruling() -> None:
    *others, twelfth = facts().events
    assert get_rice_loss(twelfth) == 1
    for rulings in (DEFAULTS, choose_rulings(event_twelve="0")):
        assert [get_rice_loss(card, rulings) for card in others] == [card.winter_loss for card in others]
    assert get_rice_loss(twelfth, choose_rulings(event_twelve="0")) == 0


@pytest.mark.parametrize(
    ("missing", "revolts", "greens"),
    [(0, 0, 0), (1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3), (7, 3, 3), (30, 3, 3)],
)
def test_missing_rice_gives_revolts_by_the_table(missing: int, revolts: int, greens: int) -> None:
    need = compute_hunger(missing, 0, 0)
    assert (need.revolts, need.greens) == (revolts, greens)


@given(st.integers(0, 45), st.integers(0, 18), st.integers(0, 7))
def test_rice_never_falls_below_zero_and_no_more_provinces_revolt_than_are_owned(
    provinces: int, rice: int, loss: int
) -> None:
    need = compute_hunger(provinces, rice, loss)
    assert need.rice_left >= 0
    assert need.rice_left == max(rice - loss, 0)
    assert 0 <= need.revolts <= provinces
    assert need.missing == max(provinces - need.rice_left, 0)


def test_revolts_are_drawn_evenly_from_the_hand() -> None:
    hand = ["Aki", "Kai", "Omi", "Izu"]
    drawn = [draw_revolts(hand, 2, SeededDraws(f"seed {n}"), "1 winter blue") for n in range(800)]
    assert all(len(set(each)) == 2 and set(each) <= set(hand) for each in drawn)
    for name in hand:
        assert 330 < sum(name in each for each in drawn) < 470


def open_winter(lands: dict[str, Land], event: int = 7, rice: int = 0) -> Campaign:
    """A winter before its first step; the turn order of autumn is Red, Blue, Yellow."""
    calendar = Calendar(
        PLAYERS, (1, 2, 3, 4), (event,), season=Season.WINTER, stage=Stage.WINTER, order=("red", "blue", "yellow")
    )
    return Campaign(calendar, build_realm(lands, rice=rice))


def begin_revolts(before: Campaign) -> Campaign:
    needs = compute_winter(before, facts().events)
    hands = {player: before.realm.list_provinces(player) for player in PLAYERS}
    return begin_winter(before, facts().events, draw_winter_revolts(needs, hands, SeededDraws("w"), "1 winter"))


def throw_revolt(before: Campaign, player: str, province: str, out: dict[str, int], **rulings: str) -> TurnResult:
    chosen = choose_rulings(**rulings)
    return throw_winter_revolt(before, TOWER, player, province, chosen, lambda t, c, sides: enter_throw(t, c, out))


def test_kai_with_a_marker_throws_three_green() -> None:
    """The booklet's example: two rice missing, Kai is drawn, one marker lies there."""
    before = begin_revolts(open_winter({"Kai": Land("blue", 3, (), 1), "Aki": Land("blue", 2, (), 1)}))
    assert before.revolts is not None
    provinces, greens = before.revolts["blue"]
    assert (len(provinces), greens) == (1, 2)
    only = replace(before, revolts={**before.revolts, "blue": Revolts(("Kai",), 2)})
    done = throw_revolt(only, "blue", "Kai", {"blue": 2, "green": 1})
    assert done.fight is not None
    assert done.fight.forces.cubes == {"blue": 3, GREEN: 3}
    assert done.fight.sides == Revolt("blue", 1, winter=True)
    # Put down: nothing is added in winter.
    assert done.campaign.realm.lands["Kai"] == Land("blue", 1, (), 1)


def test_revolts_come_in_autumns_turn_order_and_the_owner_chooses_his() -> None:
    before = begin_revolts(
        open_winter({name: Land("blue" if n % 2 else "red", 2) for n, name in enumerate(BOARD.provinces)})
    )
    assert before.revolting_player == "red"
    assert before.revolts is not None
    provinces, _ = before.revolts["red"]
    assert len(provinces) == 3
    other = before.revolts["blue"][0][0]
    with pytest.raises(Refused, match="It is Red's turn"):
        throw_revolt(before, "blue", other, {})
    for province in reversed(provinces):
        before = throw_revolt(before, "red", province, {"red": 1}).campaign
    assert before.revolting_player == "blue"


def test_winter_revolts_ignore_events_and_special_cards() -> None:
    before = begin_revolts(open_winter({"Kai": Land("blue", 2, ("castle",))}, event=5))
    done = throw_revolt(before, "blue", "Kai", {"blue": 2}, revolt_defence="yes")
    assert done.fight is not None
    assert done.fight.forces.cubes == {"blue": 2, GREEN: 1}


def test_the_year_ends_with_points_and_cleared_rice_and_markers() -> None:
    after = begin_revolts(open_winter({"Kai": Land("blue", 2, ("castle",), 3)}, event=2, rice=18))
    assert after.realm.seats["blue"].rice == 10  # the loss is that of the fourth card alone
    campaign, scores = score_winter(after)
    assert scores["blue"].total == 1 + 1 + 3
    assert campaign.realm.seats["blue"].points == 5
    assert campaign.realm.seats["blue"].rice == 0
    assert campaign.realm.lands["Kai"].markers == 0
    assert campaign.realm.stock.markers == after.realm.stock.markers + 3
    calendar = campaign.calendar
    assert (calendar.year, calendar.season, calendar.stage, calendar.open_events) == (2, "spring", "lay", (1, 2, 3, 4))


def test_points_wait_for_the_revolts() -> None:
    with pytest.raises(Refused, match="The revolts come first"):
        score_winter(begin_revolts(open_winter({"Kai": Land("blue", 2)})))
    with pytest.raises(Refused, match="not the moment to count"):
        score_winter(open_winter({}))


def test_provinces_drawn_by_hand_are_the_players_and_as_many_as_revolt() -> None:
    needs = {"blue": compute_hunger(3, 0, 0), "red": compute_hunger(2, 9, 0)}
    hands = {"blue": ("Kai", "Aki", "Omi"), "red": ("Izu", "Iga")}
    drawn = draw_winter_revolts(needs, hands, SeededDraws("w"), "1 winter", {"blue": ("Omi", "Kai")})
    assert drawn == {"blue": ("Omi", "Kai")}
    for wrong in ({"blue": ("Omi",)}, {"blue": ("Omi", "Omi")}, {"blue": ("Omi", "Izu")}, {"red": ("Izu",)}):
        with pytest.raises(InputError, match="Different provinces to draw"):
            draw_winter_revolts(needs, hands, SeededDraws("w"), "1 winter", wrong)
    assert draw_winter_revolts(needs, {}, SeededDraws("w"), "1 winter") == {}
