"""Pages are measured in letters that they name: where a machine has none of them, that is said."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.evening import ARGUMENTS, CHROMIUM, has_letters

pytestmark = pytest.mark.browser


def test_a_machine_without_the_letters_of_pages_is_known(chromium: Browser, tmp_path: Path) -> None:
    assert has_letters(chromium)
    none = tmp_path / "fonts.conf"
    none.write_text(f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path}</cachedir></fontconfig>")
    others = {**os.environ, "FONTCONFIG_FILE": str(none)}
    bare = chromium.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=others)
    assert not has_letters(bare)
    bare.close()
