"""The deduction sheet of a seat at a table: filled from what it saw, and given to nobody where it is off."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from companion.data.hogen.cards import CALLS, parse_card
from companion.data.hogen.log import parse_log
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import list_calls
from companion.play.hogen.views import format_seat_log
from companion.rules.hogen.deduction import deduce
from companion.service.hogen.table import HogenSession, begin, deduce_for_seat, view_table
from companion.service.session import Session
from tests.play.hogen import moves

NAMES = ("Aya", "Bo", "Chen")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def rally_all(here: HogenSession) -> HogenSession:
    for seat in "ABC":
        own = view_table(here, seat).own
        assert own is not None
        assert own.hand is not None
        moves.rally(here, parse_card(own.hand[0]), seat)
    return here


def deal_table(opened: ExitStack, folder: Path, deduction: bool = True) -> HogenSession:
    return opened.enter_context(begin(folder / "tables.sqlite", "friday", NAMES, {}, seed="sheet", deduction=deduction))


def step(here: HogenSession, chance: Random) -> None:
    now = view_table(here)
    if now.call is None:
        open_calls = [choice.call for choice in list_calls(view_table(here, now.active)) if choice.legal]
        moves.call(here, chance.choice(open_calls))
        return
    own_view = view_table(here, now.asked).own
    assert own_view is not None
    moves.answer(here, parse_card(chance.choice(own_view.may_lay)), parse_card(own_view.may_take[0]))


def test_the_sheet_is_what_follows_from_the_seats_own_log(opened: ExitStack, tmp_path: Path) -> None:
    here = rally_all(deal_table(opened, tmp_path))
    chance = Random(2)
    for _ in range(6):
        for seat in "ABC":
            known = deduce(parse_log(format_seat_log(here.state, seat), "log"))
            answer = deduce_for_seat(here, seat)
            assert isinstance(answer.data, dict)
            assert answer.data["worlds"] == len(known.worlds)
            for other in known.others:
                shares = {str(card): share for card, share in known.compute_rallied_shares(other).items()}
                assert answer.data["rallied"][other] == shares
                assert shares[str(here.state.game.rallied[other])] > 0
            assert [call["call"] for call in answer.data["calls"]] == [str(split.call) for split in known.rank_calls()]
        step(here, chance)


def test_the_sheet_names_players_and_no_letters(opened: ExitStack, tmp_path: Path) -> None:
    here = rally_all(deal_table(opened, tmp_path))
    accuser = str(view_table(here).active)
    others = [seat for seat in "ABC" if seat != accuser]
    state = here.state.game.rallied
    moves.accuse(here, [(others[0], state[others[1]]), (others[1], state[others[0]])])
    said = [str(line) for line in deduce_for_seat(here, accuser).lines]
    for other in others:
        card = f"{state[other].clan} {state[other].rank}"
        assert f"Certain: {view_table(here).names[other]} has rallied {card}." in said


def test_at_a_table_without_the_sheet_nobody_gets_it(opened: ExitStack, tmp_path: Path) -> None:
    here = rally_all(deal_table(opened, tmp_path, deduction=False))
    assert view_table(here).deduction is False
    for seat in (*"ABC", *NAMES):
        assert str(deduce_for_seat(here, seat).refused).startswith("This table deduces without help")
    again = opened.enter_context(Session(tmp_path / "tables.sqlite", "friday", HOGEN))
    assert view_table(again).deduction is False
    right = {seat: card for seat, card in here.state.game.rallied.items() if seat != view_table(here).active}
    moves.accuse(here, list(right.items()))
    assert not deduce_for_seat(here, "Aya").yes


def test_before_all_have_rallied_there_is_nothing_to_deduce(opened: ExitStack, tmp_path: Path) -> None:
    here = deal_table(opened, tmp_path)
    assert str(deduce_for_seat(here, "A").refused).startswith("The log begins when")
    real = opened.enter_context(begin(tmp_path / "tables.sqlite", "izu", NAMES, {}, real=True))
    assert view_table(real).deduction is False


def test_every_call_says_why_to_the_caller_alone(opened: ExitStack, tmp_path: Path) -> None:
    here = rally_all(deal_table(opened, tmp_path))
    active = str(view_table(here).active)
    told = list_calls(view_table(here, active))
    assert [choice.call for choice in told] == list(CALLS)
    for choice in told:
        assert choice.legal == (str(choice.call) in view_table(here, active).own.may_call)  # type: ignore[union-attr]
    for seat in (None, *(seat for seat in "ABC" if seat != active)):
        assert list_calls(view_table(here, seat)) == []


def test_a_call_that_failed_says_so(opened: ExitStack, tmp_path: Path) -> None:
    here = rally_all(deal_table(opened, tmp_path))
    active = str(view_table(here).active)
    for choice in list_calls(view_table(here, active)):
        if choice.legal:
            moves.call(here, choice.call)
            if view_table(here).failed:
                break
            moves.undo(here)
    (failed,) = (each for each in list_calls(view_table(here, active)) if "since the last swap" in str(each.why))
    assert (str(failed.call), failed.legal) == (view_table(here).failed[0].split(" ", 1)[1], False)
