"""Cards held over a map: the depths at which they may lie there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.data.honshu.placements import BOTTOM
from companion.errors import InputError
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.rules.honshu.board import Position
from companion.service.honshu.placing import advise_card, hold_card
from companion.service.session import Session
from tests.play.honshu.moves import begin, take_in

CARDS = "A1 0 0 0\n50 2 0 0"
TYPED = "T T\nF F\nT T"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session[HonshuState]]:
    with begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya"}, None) as opened:
        yield opened


def list_levels(session: Session[HonshuState], at: Position, under: str | None = None) -> list[tuple[str | None, str]]:
    held = hold_card(view(session.state), "blue", "33", at, under=under)
    return [(name, str(words)) for name, words in held.levels]


def test_a_card_may_lie_on_top_and_beneath_whatever_leaves_it_in_sight(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    assert list_levels(session, (1, 0)) == [(None, "on top"), ("50", "under 50")]  # under A1 nothing of it is seen
    assert list_levels(session, (-2, 0)) == [(None, "on top"), ("A1", "under A1")]  # 50 lies elsewhere
    assert list_levels(session, (1, 1)) == [(None, "on top"), ("50", "under 50"), ("A1", "under A1")]
    assert list_levels(session, (20, 20)) == [(None, "on top")]


def test_the_depth_of_an_unseen_card_is_listed(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    named = [(None, "on top"), ("50", "under 50"), ("A1", "under A1")]
    assert list_levels(session, (1, 0), "A1") == named
    assert list_levels(session, (1, 0), BOTTOM) == [*named[:2], (BOTTOM, "at the bottom")]
    assert list_levels(session, (1, 0), "no card") == named[:2]
    assert take_in(session, "blue", TYPED).yes  # squares without a card
    assert list_levels(session, (1, 1)) == [(None, "on top"), (BOTTOM, "at the bottom")]
    assert list_levels(session, (0, 0)) == [(None, "on top")]


def test_a_held_card_lists_what_it_covers_hides_and_may_not(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    seen = view(session.state)
    upright = hold_card(seen, "blue", "33", (3, 1))
    assert (str(upright.placement), upright.rows, upright.legal, upright.reasons) == ("33 3 1 0", 3, True, ())
    assert [each.position for each in upright.squares] == [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)]
    assert [each.symbol for each in upright.squares] == ["-", "Y4", "-", "F", "L", "g"]
    assert not any(each.is_hidden or each.fault for each in upright.squares)
    beneath = hold_card(seen, "blue", "33", (3, 1), under="50")
    assert [each.is_hidden for each in beneath.squares] == [True, False, True, False, False, False]
    turned = hold_card(seen, "blue", "33", (3, 1), 90)
    assert (turned.rows, len(turned.squares), str(turned.placement)) == (2, 6, "33 3 1 90")
    apart = hold_card(seen, "blue", "33", (20, 20))
    assert not apart.legal
    assert "overlaps no earlier card" in str(apart.reasons[0])
    assert hold_card(seen, "blue", "33", (3, 1), under="no card").placement.under is None
    assert len(advise_card(seen, "blue", "33").data["best"]) == 3
    assert advise_card(seen, "blue", "B1").refused is not None
    with pytest.raises(InputError, match="'45' is not a turn"):
        hold_card(seen, "blue", "33", turn=45)
    with pytest.raises(InputError):
        hold_card(seen, "blue", "61")


def test_a_card_is_first_held_where_it_covers_least(session: Session[HonshuState]) -> None:
    first = hold_card(view(session.state), "blue", "A1")
    assert (str(first.placement), first.legal, first.faults) == ("A1 0 0 0", True, {})
    assert take_in(session, "blue", "T T T\nF F F\nT T T").yes
    for turn in (0, 90, 180, 270):
        held = hold_card(view(session.state), "blue", "33", turn=turn)
        below = view(session.state).get_map("blue").pile.list_symbols().keys()
        covered = {each.position for each in held.squares} & below
        assert (held.legal, len(covered)) == (True, 1)
