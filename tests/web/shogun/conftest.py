"""What several tests of Shogun's pages begin with."""

import pytest

from companion.data.shogun.towers import shipped_presets
from companion.service.shogun.session import begin_table

COLOURS = ["blue", "yellow", "red"]


@pytest.fixture
def careful(shelf):
    """A table whose throws ask for numbers of both phones."""
    preset = next(iter(shipped_presets().values()))
    return begin_table(shelf, "careful", COLOURS, preset, seed="spring rain", trust="phones")
