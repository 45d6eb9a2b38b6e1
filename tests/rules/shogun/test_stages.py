"""The stages of a round, the cards that are face up, the turn order."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused
from companion.rules.shogun import stages
from companion.rules.shogun.bids import ACTIONS, SPECIALS
from companion.rules.shogun.realm import SeededDraws
from companion.rules.shogun.stages import ROUNDS, Calendar, Season

DRAWS = SeededDraws("calendar")
PLAYERS = ("blue", "yellow", "red")


def open_calendar() -> Calendar:
    return stages.begin_calendar(PLAYERS, stages.shuffle_events(facts().events, DRAWS))


def lay_first_cards() -> Calendar:
    before = open_calendar()
    return stages.lay_cards(before, stages.shuffle_actions(before, DRAWS), stages.shuffle_specials(before, DRAWS))


def begin_acting() -> Calendar:
    after = lay_first_cards()
    after = stages.take_event(after, stages.draw_event(after, DRAWS))
    after = stages.rank_choosers(after, ("red", "blue", "yellow"))
    for player, space in (("red", 4), ("blue", 2), ("yellow", 5)):
        after = stages.choose_special(after, player, after.specials[space - 1])
    return after


def test_four_events_are_open() -> None:
    assert stages.put_events_on_top((5, 6, 7, 8), (7, 5), 2) == (7, 5, 6, 8)
    for wrong in ((7,), (7, 7), (7, 9)):
        with pytest.raises(InputError, match="2 different event cards are open, out of these: 5 6 7 8"):
            stages.put_events_on_top((5, 6, 7, 8), wrong, 2)
    calendar = open_calendar()
    assert len(calendar.open_events) == 4
    assert sorted(calendar.open_events + calendar.pile) == list(range(1, 13))


def test_a_game_that_is_under_way_has_fewer_events_open() -> None:
    for year in (1, 2):
        assert [stages.count_open_events(year, season) for season in ROUNDS] == [4, 3, 2]
    for year, season in ((0, Season.SPRING), (3, Season.SPRING), (1, Season.WINTER), (3, Season.WINTER)):
        with pytest.raises(InputError, match="begins in spring, summer or autumn of year 1 or 2"):
            stages.count_open_events(year, season)


def test_five_actions_are_face_up_and_one_more_after_each() -> None:
    calendar = begin_acting()
    assert sorted(calendar.actions) == sorted(ACTIONS)
    assert sorted(calendar.specials) == sorted(SPECIALS)
    seen = [replace(calendar, turn=turn).face_up for turn in range(0, 30, 3)]
    assert seen == [5, 6, 7, 8, 9, 10, 10, 10, 10, 10]


def test_the_event_leaves_the_open_cards() -> None:
    calendar = begin_acting()
    assert calendar.event is not None
    assert calendar.event not in calendar.open_events
    assert len(calendar.open_events) == 3
    assert stages.close_round(calendar).event is None


def test_spaces_of_special_cards_are_the_turn_order_and_empty_ones_are_skipped() -> None:
    assert begin_acting().order == ("blue", "red", "yellow")


def test_special_cards_are_chosen_in_turn_and_once() -> None:
    calendar = stages.rank_choosers(
        (stages.take_event(lay_first_cards(), lay_first_cards().open_events[0])), ("red", "blue", "yellow")
    )
    with pytest.raises(Refused, match="It is Red's turn"):
        stages.choose_special(calendar, "blue", "six")
    calendar = stages.choose_special(calendar, "red", "six")
    with pytest.raises(Refused, match="is already taken"):
        stages.choose_special(calendar, "blue", "six")


@pytest.mark.parametrize(
    "step",
    [
        lambda: stages.take_event(open_calendar(), 1),
        lambda: stages.rank_choosers(open_calendar(), PLAYERS),
        lambda: stages.choose_special(open_calendar(), "blue", "six"),
        lambda: stages.lay_cards(lay_first_cards(), ACTIONS, SPECIALS),
    ],
)
def test_the_stages_of_a_year_come_in_order(step: Callable[[], Calendar]) -> None:
    with pytest.raises(Refused, match="This is not the moment"):
        step()
