"""A table keeps a whole game: the golden ones word by word, others for their laws; and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.facts import Side
from companion.data.shogun.towers import load_presets
from companion.errors import Refused, TableError
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.fights import TakeTurn, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import SetUp, build_begin_request
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.campaign import Campaign, Order
from companion.rules.shogun.realm import RULINGS, Land
from companion.rules.shogun.stages import Season
from companion.table.archive import verify_log
from companion.table.history import History, build_event
from tests.goldens import read_golden
from tests.play.shogun.playthrough import Game

Shogun = History[ShogunState]


def begin_game(players: tuple[str, ...] = ("blue", "yellow", "red"), seed: str = "golden 3", **more: object) -> Shogun:
    history: Shogun = History(SHOGUN)
    preset = load_presets()["shogun"]
    history.do(build_begin_request(players, preset, seed, "0" * 32, **more))
    return history


def get_campaign(history: Shogun) -> Campaign:
    kept = history.state.game
    assert isinstance(kept, Campaign)
    return kept


@pytest.mark.parametrize(("players", "side"), [(3, Side.SUN), (5, Side.MOON)])
def test_the_golden_games_are_unchanged(players: int, side: Side) -> None:
    game = Game(players, f"golden {players}", side)
    text = "\n".join(game.play()) + "\n"
    assert text == read_golden(f"shogun-game-{players}-players.txt", text)
    assert verify_log([step.event for step in game.log], SHOGUN).is_valid


@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(3, 5),
    seed=st.text(st.characters(categories=["L"]), min_size=1, max_size=8),
    side=st.sampled_from(Side),
    chosen=st.fixed_dictionaries({ruling.name: st.sampled_from(ruling.values) for ruling in RULINGS}),
)
def test_every_game_conserves_all_pieces(players: int, seed: str, side: Side, chosen: dict[str, str]) -> None:
    """Conservation, and nothing below zero, at every step of a game; under every ruling."""
    game = Game(players, seed, side, chosen)
    text = list(game.play())
    assert text[-1] == f"conservation held at {game.steps} steps"
    assert game.steps > 6 * 10 * players


def begin_actions() -> Shogun:
    """A fixed set-up, first round, ready for its actions; Blue, Yellow, Red in this order."""
    history = begin_game()
    history.do(SetUp("fixed"))
    order = ("tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre")
    history.do(LayCards(order, ("chest", "attack", "defence", "six", "rice")))
    history.do(DrawEvent(get_campaign(history).calendar.open_events[1]))
    history.do(RevealBids({"blue": "3", "yellow": "Yamato", "red": "0"}))
    for player, special in (("blue", "chest"), ("yellow", "attack"), ("red", "defence")):
        history.do(TakeSpecial(player, special))
    return history


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order("yellow", "tax", "Suruga"), "Suruga is not Yellow's."),
        (Order("yellow", "tax", "Yamato"), "The card of Yamato has been played this round"),
        (Order("blue", "combat-a", "Suruga", "Aki", 2), "Aki is not a neighbour of Suruga"),
        (Order("blue", "combat-a", "Musashi", "Kazusa", 1), "Kazusa is out with three players"),
        (Order("blue", "tax", "Echigo"), "Echigo is out with three players"),
    ],
)
def test_turns_that_are_illegal_or_over_are_refused(order: Order, message: str) -> None:
    history = begin_actions()
    with pytest.raises(Refused, match=message):
        history.do(TakeTurn(order))
    history.do(TakeTurn(Order("blue", "tax", "Suruga")))
    with pytest.raises(Refused, match="Blue's turn for this action is over"):
        history.do(TakeTurn(Order("blue", "tax", "Izu")))


def test_a_forged_request_does_not_fit_the_board() -> None:
    history = begin_actions()
    event = begin_actions().do(TakeTurn(Order("blue", "combat-a", "Suruga", "Kai", 4))).event
    forged = {**event.request, "attack": {**event.request["attack"], "armies": 9}}
    with pytest.raises(TableError, match="it would be written differently"):
        history.replay_event(build_event(event.number, event.kind, forged, event.result, history.head))
    with pytest.raises(TableError, match="it would be written differently"):
        history.replay_event(
            build_event(event.number, "act", {"order": event.request["order"]}, event.result, history.head)
        )


def test_a_province_corrected_in_winter_revolts_no_more() -> None:
    history = begin_game()
    bids = RevealBids({"blue": "0", "yellow": "1", "red": "2"})
    takes = (TakeSpecial("red", "six"), TakeSpecial("yellow", "chest"), TakeSpecial("blue", "rice"))
    opening = (SetUp("fixed", season=Season.AUTUMN), LayCards(), DrawEvent(None), bids)
    for request in (*opening, *takes, EndRound(), BeginWinter()):
        history.do(request)
    hungry, pending = get_campaign(history).revolting_player, get_campaign(history).revolts
    assert hungry is not None
    assert pending is not None
    gone, *left = pending[hungry][0]
    history.do(CorrectBoard({gone: Land()}))
    with pytest.raises(Refused, match=f"{gone} was not drawn"):
        history.do(declare_winter_revolt(gone))
    history.do(declare_winter_revolt(left[0]))
