"""A table keeps cards and seasons while the board is on the table, and every step comes in its order."""

import pytest

from companion.data.catalogue import language
from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.by_hand import CorrectBoard
from companion.play.shogun.fights.fight import ThrowAttack
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, TakeSpecial
from companion.play.shogun.seed import RevealSeed
from companion.play.shogun.set_up import DraftCard, SetUp
from companion.play.shogun.state import Drafting
from companion.play.shogun.winter import BeginWinter, CountPoints, Hand
from companion.rules.shogun.battle.muster import Attack
from companion.rules.shogun.round.stages import Season, Stage
from companion.table.verify import verify_log
from tests.table.games import history as begun


def test_the_light_calendar_holds_cards_bids_and_winters() -> None:
    history = begun()
    history.do(SetUp("light"))
    for _ in range(3):
        history.do(LayCards())
        history.do(DrawEvent(None))
        history.do(RevealBids({"blue": "3", "yellow": "0", "red": "0"}, {"blue": 3}))
        while (calendar := history.state.calendar) and calendar.stage == Stage.CHOICE:
            free = next(s for s in calendar.specials if s not in calendar.taken.values())
            history.do(TakeSpecial(calendar.player, free))
        history.do(EndRound())
    players = {"blue": Hand(9, 18), "yellow": Hand(("Kai", "Aki", "Omi"), 0), "red": Hand(1, 18)}
    history.do(BeginWinter(players))
    result = history.step(len(history)).event.result
    assert len(result["drawn"]["yellow"]) == 2
    assert result["needs"]["blue"]["missing"] == 0
    history.do(CountPoints())
    calendar = history.state.calendar
    assert calendar is not None
    assert (calendar.year, calendar.season, len(calendar.open_events)) == (2, Season.SPRING, 4)
    history.do(ThrowAttack(Attack("blue", 3, "neutral")))


def test_the_light_calendar_needs_no_step_told() -> None:
    """Bids, battles and winters alone: what was not told is passed over."""
    history = begun()
    history.do(SetUp("light"))
    for season in (Season.SPRING, Season.SUMMER, Season.AUTUMN):
        history.do(RevealBids({"blue": "2", "yellow": "2", "red": "0"}, {}))
        calendar = history.state.calendar
        assert calendar is not None
        assert calendar.season == season
        with pytest.raises(Refused, match="were not laid here"):
            history.do(TakeSpecial(calendar.player, "six"))
    with pytest.raises(Refused, match="winter begins"):
        history.do(RevealBids({"blue": "2", "yellow": "2", "red": "0"}, {}))
    players = {player: Hand(9, 9) for player in ("blue", "yellow", "red")}
    with pytest.raises(InputError, match="Several event cards are open"):
        history.do(BeginWinter(players))
    history.do(BeginWinter(players, None, 1))
    assert history.step(len(history)).event.result["needs"]["blue"]["missing"] == 5
    history.do(LayCards())
    calendar = history.state.calendar
    assert calendar is not None
    assert (calendar.year, calendar.season) == (2, Season.SPRING)
    history.do(EndRound())
    history.do(BeginWinter(players, None, 7))
    history.do(CountPoints())
    with pytest.raises(Refused, match="the game is over"):
        history.do(LayCards())
    assert verify_log([step.event for step in history], SHOGUN).true


def test_cards_that_players_shuffled_themselves() -> None:
    history = begun()
    history.do(SetUp("light", open=(12, 1, 7, 3)))
    calendar = history.state.calendar
    assert calendar is not None
    assert calendar.open_events == (12, 1, 7, 3)
    with pytest.raises(InputError, match="Every card lies there once") as refused:
        history.do(LayCards(None, ("six", "six", "rice", "attack", "defence")))
    assert "coffre, riz, six, attaque, défense." in refused.value.said(language("fr"))
    history.do(LayCards(None, ("six", "chest", "rice", "attack", "defence")))
    with pytest.raises(Refused, match="The event card 2 is not open"):
        history.do(DrawEvent(2))
    history.do(DrawEvent(7))
    with pytest.raises(InputError, match="4 different event cards"):
        begun().do(SetUp("light", open=(1, 1, 2, 3)))


@pytest.mark.parametrize(
    "wish",
    [
        LayCards(),
        DrawEvent(None),
        RevealBids({"blue": "0", "yellow": "0", "red": "0"}, {}),
        TakeSpecial("blue", "six"),
        EndRound(),
        BeginWinter(),
        CountPoints(),
        DraftCard("blue", "pile", 5),
        CorrectBoard(),
    ],
)
def test_nothing_is_kept_before_the_set_up(wish: object) -> None:
    with pytest.raises(Refused):
        begun().do(wish)


def test_steps_come_in_their_order() -> None:
    history = begun()
    history.do(SetUp("fixed"))
    for wish in [
        DrawEvent(None),
        RevealBids({"blue": "0", "yellow": "0", "red": "0"}, {}),
        TakeSpecial("blue", "six"),
        EndRound(),
        BeginWinter(),
        CountPoints(),
        SetUp("light"),
    ]:
        with pytest.raises(Refused):
            history.do(wish)


def test_a_revealed_seed_shuffles_nothing_more() -> None:
    history = begun()
    history.do(SetUp("fixed"))
    history.do(RevealSeed())
    with pytest.raises(Refused, match="no more cards can be drawn"):
        history.do(LayCards())


def test_two_players_have_no_set_up() -> None:
    history = begun(players=("blue", "red"))
    with pytest.raises(InputError, match="for 3, 4 or 5 players"):
        history.do(SetUp("light"))


def test_a_draft_keeps_its_order() -> None:
    history = begun()
    history.do(SetUp("draft", first="red"))
    kept = history.state.game
    assert isinstance(kept, Drafting)
    assert kept.draft.player == "red"
    with pytest.raises(Refused, match="It is Red's turn, not Blue's"):
        history.do(DraftCard("blue", "pile", 5))
