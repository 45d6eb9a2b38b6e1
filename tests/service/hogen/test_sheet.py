"""The deduction sheet of a seat at a table: filled from what it saw, and given to nobody where it is off."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from companion.data.hogen.cards import CALLS, card_named
from companion.data.hogen.log import read_log
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import choices
from companion.play.hogen.views import noted_by
from companion.rules.hogen.deduction import deduce
from companion.service.hogen.table import HogenSession, begin, deduction_sheet, seen
from companion.service.session import Session
from tests.play.hogen import moves

NAMES = ("Aya", "Bo", "Chen")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def rallied(here: HogenSession) -> HogenSession:
    for seat in "ABC":
        own = seen(here, seat).own
        assert own is not None
        assert own.hand is not None
        moves.rally(here, card_named(own.hand[0]), seat)
    return here


def dealt(opened: ExitStack, folder: Path, deduction: bool = True) -> HogenSession:
    return opened.enter_context(
        begin(folder / "tables.sqlite", "friday", NAMES, {}, seed="sheet", deduction=deduction)
    )


def step(here: HogenSession, chance: Random) -> None:
    now = seen(here)
    if now.call is None:
        open_calls = [choice.call for choice in choices(seen(here, now.active)) if choice.legal]
        moves.call(here, chance.choice(open_calls))
        return
    own_view = seen(here, now.asked).own
    assert own_view is not None
    moves.answer(here, card_named(chance.choice(own_view.may_lay)), card_named(own_view.may_take[0]))


def test_the_sheet_is_what_follows_from_the_seats_own_log(opened: ExitStack, tmp_path: Path) -> None:
    here = rallied(dealt(opened, tmp_path))
    chance = Random(2)
    for _ in range(6):
        for seat in "ABC":
            known = deduce(read_log(noted_by(here.state, seat), "log"))
            answer = deduction_sheet(here, seat)
            assert isinstance(answer.data, dict)
            assert answer.data["worlds"] == len(known.worlds)
            for other in known.others:
                shares = {str(card): share for card, share in known.rallied(other).items()}
                assert answer.data["rallied"][other] == shares
                assert shares[str(here.state.game.rallied[other])] > 0
            assert [call["call"] for call in answer.data["calls"]] == [
                str(split.call) for split in known.best_calls()
            ]
        step(here, chance)


def test_the_sheet_names_players_and_no_letters(opened: ExitStack, tmp_path: Path) -> None:
    here = rallied(dealt(opened, tmp_path))
    accuser = str(seen(here).active)
    others = [seat for seat in "ABC" if seat != accuser]
    state = here.state.game.rallied
    moves.accuse(here, [(others[0], state[others[1]]), (others[1], state[others[0]])])
    said = [str(line) for line in deduction_sheet(here, accuser).lines]
    for other in others:
        card = f"{state[other].clan} {state[other].rank}"
        assert f"Certain: {seen(here).names[other]} has rallied {card}." in said


def test_at_a_table_without_the_sheet_nobody_gets_it(opened: ExitStack, tmp_path: Path) -> None:
    here = rallied(dealt(opened, tmp_path, deduction=False))
    assert seen(here).deduction is False
    for seat in (*"ABC", *NAMES):
        assert str(deduction_sheet(here, seat).refused).startswith("This table deduces without help")
    again = opened.enter_context(Session(tmp_path / "tables.sqlite", "friday", HOGEN))
    assert seen(again).deduction is False
    right = {seat: card for seat, card in here.state.game.rallied.items() if seat != seen(here).active}
    moves.accuse(here, list(right.items()))
    assert not deduction_sheet(here, "Aya").yes


def test_before_all_have_rallied_there_is_nothing_to_deduce(opened: ExitStack, tmp_path: Path) -> None:
    here = dealt(opened, tmp_path)
    assert str(deduction_sheet(here, "A").refused).startswith("The log begins when")
    real = opened.enter_context(begin(tmp_path / "tables.sqlite", "izu", NAMES, {}, real=True))
    assert seen(real).deduction is False


def test_every_call_says_why_to_the_caller_alone(opened: ExitStack, tmp_path: Path) -> None:
    here = rallied(dealt(opened, tmp_path))
    active = str(seen(here).active)
    told = choices(seen(here, active))
    assert [choice.call for choice in told] == list(CALLS)
    for choice in told:
        assert choice.legal == (str(choice.call) in seen(here, active).own.may_call)  # type: ignore[union-attr]
    for seat in (None, *(seat for seat in "ABC" if seat != active)):
        assert choices(seen(here, seat)) == []


def test_a_call_that_failed_says_so(opened: ExitStack, tmp_path: Path) -> None:
    here = rallied(dealt(opened, tmp_path))
    active = str(seen(here).active)
    for choice in choices(seen(here, active)):
        if choice.legal:
            moves.call(here, choice.call)
            if seen(here).failed:
                break
            moves.undo(here)
    (failed,) = (each for each in choices(seen(here, active)) if "since the last swap" in str(each.why))
    assert (str(failed.call), failed.legal) == (seen(here).failed[0].split(" ", 1)[1], False)
