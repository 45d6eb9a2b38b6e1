"""A small deck to print."""

import pytest

from companion.data.deck import Deck
from tests.press.cards import read_tiny_deck


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    return read_tiny_deck(tmp_path_factory.mktemp("deck"))
