"""Shared by all tests: modules beside the tests are imported from the top; each begins in English."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))


@pytest.fixture(autouse=True)
def _no_language_is_left_behind() -> Iterator[None]:
    """What a test chose with ``--ui-lang`` ends with it; most tests never load the command line."""
    yield
    voice = sys.modules.get("companion.cli.voice")
    if voice is not None:
        voice._chosen.clear()
