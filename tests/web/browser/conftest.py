"""One Chromium for all of this room: none of its tests runs a loop of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.evening import open_chromium


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Ends with the room, for then other tests run loops of their own."""
    with open_chromium() as browser:
        yield browser
