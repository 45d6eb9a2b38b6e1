"""Whole games, two years long: the golden ones word by word, others for their laws."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.facts import Side
from companion.rules.rulings import Rulings
from companion.rules.shogun.realm import RULINGS
from tests.goldens import read_golden
from tests.rules.shogun.playthrough import Game


@pytest.mark.parametrize(("players", "side"), [(3, Side.SUN), (5, Side.MOON)])
def test_the_golden_games_are_unchanged(players: int, side: Side) -> None:
    text = "\n".join(Game(players, f"golden {players}", side).play()) + "\n"
    assert text == read_golden(f"shogun-game-{players}-players.txt", text)


@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(3, 5),
    seed=st.text(st.characters(categories=["L"]), min_size=1, max_size=8),
    side=st.sampled_from(Side),
    chosen=st.fixed_dictionaries({ruling.name: st.sampled_from(ruling.values) for ruling in RULINGS}),
)
def test_every_game_conserves_all_pieces(players: int, seed: str, side: Side, chosen: dict[str, str]) -> None:
    """Conservation, and nothing below zero, at every step of a game; under every ruling."""
    game = Game(players, seed, side, Rulings(RULINGS, chosen))
    text = list(game.play())
    assert text[-1] == f"conservation held at {game.steps} steps"
    assert game.steps > 6 * 10 * players
