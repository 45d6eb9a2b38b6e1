"""Sealed numbers are opened in an order, then nothing is taken back; who fights and does not open loses."""

import pytest

from companion.errors import Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import TakeTurn
from companion.play.shogun.telling.remarks import remarks
from companion.play.shogun.trust.numbers import LeaveOut
from companion.play.shogun.trust.sealed_words import SealWords, seal_word
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.realm import counted
from companion.table.history import Redo, Undo
from companion.table.log import without_seed
from companion.table.verify import verify_log
from tests.play.shogun.phone_numbers import SALT, A, B, both, declared, opened, sealed, thrown, true
from tests.play.shogun.test_game import in_action
from tests.table.games import attack, revolt


def both_sealed(fight=None, begun=None, **changes):
    begun = declared(fight, begun, **changes)
    for player in begun.state.attempt.phones:
        sealed(begun, player, A)
    return begun


@pytest.mark.parametrize(
    ("fight", "order"),
    [
        (attack(), ["blue", "yellow"]),
        (attack("red=2", "neutral"), ["blue", "red"]),
        (revolt("yellow=4"), ["red", "yellow"]),
    ],
)
def test_who_declared_opens_first_and_the_neighbour_where_nobody_defends(fight, order) -> None:
    begun = both_sealed(fight)
    assert begun.step(2).event.result["order"] == order
    with pytest.raises(Refused, match=f"{order[0].capitalize()} opens first"):
        opened(begun, order[1], A)
    for player in order:
        opened(begun, player, A)
    thrown(begun)
    assert true(begun)


def test_after_an_opening_nothing_is_taken_back_not_even_the_throw() -> None:
    begun = both_sealed()
    begun.do(Undo())
    begun.do(Redo())
    opened(begun, "blue", A)
    for request in (Undo(), Undo(2), Redo()):
        with pytest.raises(Refused):
            begun.do(request)
    opened(begun, "yellow", A)
    with pytest.raises(Refused, match="what happened last stays"):
        begun.do(Undo())
    thrown(begun)
    with pytest.raises(Refused, match="what happened last stays"):
        begun.do(Undo())
    begun.do(CorrectTray({"red": 1}))
    begun.do(Undo())
    with pytest.raises(Refused, match="what happened last stays"):
        begun.do(Undo())
    assert true(begun)


def test_no_word_chooses_a_throw_whose_numbers_are_known() -> None:
    begun = both_sealed()
    seal = SealWords({"yellow": seal_word("tea", begun.state.seal.commitment, "yellow")})
    for player in ("blue", "yellow"):
        with pytest.raises(Refused, match="A declared fight waits"):
            begun.do(seal)
        opened(begun, player, A)
    thrown(begun)
    assert true(begun)


def test_who_has_sealed_is_left_out_only_when_it_is_their_turn_to_open() -> None:
    begun = declared()
    sealed(begun, "yellow", B)
    with pytest.raises(Refused, match="Yellow has sealed a number and need not open it yet"):
        begun.do(LeaveOut("yellow"))
    sealed(begun, "blue", A)
    with pytest.raises(Refused, match="Yellow has sealed a number and need not open it yet"):
        begun.do(LeaveOut("yellow"))
    opened(begun, "blue", A)
    begun.do(LeaveOut("yellow"))
    assert begun.state.attempt.lost_by == "yellow"


@pytest.mark.parametrize(
    ("fight", "opens", "loser", "supply", "province"),
    [
        (attack(), ["blue"], "yellow", {"yellow": 3}, {"blue": 4}),
        (attack(), [], "blue", {"blue": 4}, {"yellow": 3}),
        (attack("red=2", "neutral"), ["blue"], "red", {"red": 2, "green": 1}, {}),
        (revolt("yellow=4"), ["red"], "yellow", {"yellow": 4, "green": 2}, {}),
    ],
)
def test_who_fights_and_does_not_open_loses_every_army_and_the_other_none(
    fight, opens, loser, supply, province
) -> None:
    begun = both_sealed(fight)
    inside = begun.state.tower.lodged
    for player in opens:
        opened(begun, player, A)
    begun.do(LeaveOut(loser))
    for other in begun.state.attempt.phones:
        with pytest.raises(Refused):
            opened(begun, other, A)
    step = thrown(begun)
    result, verdict = step.event.result, step.report.fought.verdict
    assert result["lost_by"] == loser
    assert (verdict.to_supply, verdict.survivors) == (supply, province)
    assert begun.state.tower.lodged == inside
    assert begun.state.tower.tray == ()
    with pytest.raises(Refused, match="what happened last stays"):
        begun.do(Undo())
    assert [str(each.text) for each in remarks(begun)] == [
        f"Event {len(begun) - 1}: {loser.capitalize()} did not open the sealed number and lost the fight."
    ]
    events = [each.event for each in begun]
    assert verify_log(events, SHOGUN).true
    assert verify_log([without_seed(events[0]), *events[1:]], SHOGUN).true


def test_what_lies_in_the_tray_goes_as_after_any_fight() -> None:
    begun = declared(begun=None)
    begun.do(Undo())
    begun.do(CorrectTray({"blue": 1, "yellow": 2, "red": 1, "green": 3}))
    both_sealed(begun=begun)
    opened(begun, "blue", A)
    begun.do(LeaveOut("yellow"))
    verdict = thrown(begun).report.fought.verdict
    assert (verdict.to_supply, verdict.survivors) == ({"yellow": 5, "green": 3}, {"blue": 5})
    assert counted(begun.state.tower.tray) == {"red": 1}
    assert true(begun)


def test_a_neighbour_who_does_not_open_loses_nothing_and_cannot_know_what_comes() -> None:
    begun = both_sealed(attack("red=2", "neutral"))
    begun.do(LeaveOut("blue"))
    assert begun.state.attempt.lost_by == ""
    opened(begun, "red", A)
    assert "lost_by" not in thrown(begun).event.result
    assert true(begun)


def test_a_fight_of_a_kept_board_is_lost_on_the_board() -> None:
    begun = in_action(trust="phones")
    realm = begun.state.game.realm
    source, target = next(
        (source, target)
        for source in realm.owned("blue")
        for target in realm.neighbours(source)
        if realm.lands[source].armies > 1 and realm.lands[target].owner not in (None, "blue")
    )
    other = realm.lands[target].owner
    both_sealed(TakeTurn(Order("blue", "combat-a", source, target, 1)), begun)
    opened(begun, "blue", A)
    begun.do(LeaveOut(other))
    thrown(begun)
    land = begun.state.game.realm.lands[target]
    assert (land.owner, land.armies) == ("blue", 1)
    assert true(begun)


def test_a_log_that_hides_who_refused_is_found() -> None:
    begun = both_sealed()
    opened(begun, "blue", A)
    opened(begun, "yellow", A, SALT)
    step = thrown(begun)
    assert "lost_by" not in step.event.result
    forged = [each.event for each in begun]
    forged[-1].result["lost_by"] = "yellow"
    assert not verify_log(forged, SHOGUN).true


def test_the_order_is_in_the_log_and_old_logs_have_none() -> None:
    new, old = declared(), declared(older=True)
    assert new.steps[-1].event.asked["ordered"] is True
    assert "ordered" not in old.steps[-1].event.asked
    assert "order" not in old.steps[-1].event.result
    both(old)
    old.do(Undo())
    assert true(old)
