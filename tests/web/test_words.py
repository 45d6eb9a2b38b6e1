"""Words on pages: all in the reader's language, and a good name where one can be left as it is."""

import re
from html import unescape
from pathlib import Path

import polib
import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.shogun.towers import get_preset
from companion.play.shogun.start import SetUp
from companion.service.hogen import begin
from companion.service.kept_tables import OpenTables
from companion.service.shogun.session import begin_table
from companion.table.shelf import MemoryShelf
from companion.web.app import list_pages
from companion.web.context import HOST_ONLY
from tests.choice import pick
from tests.play.honshu import moves as honshu_moves
from tests.service.shogun.boards import COLOURS, begin_board, play_to_actions
from tests.web.conftest import Browser

LOCALES = Path(__file__).parents[2] / "templates/locales"
SPOKEN = re.compile(r'>([^<>]*[A-Za-z][^<>]*)<|(?:aria-label|alt|placeholder|title)="([^"]+)"')
ELSEWHERE = re.compile(r"live$|save$|records$|map\.|/language$|{(?!table)")
"""Pages that are files or streams, and those with more in their address than the table."""


def list_english(code: str) -> set[str]:
    entries = [entry for file in (LOCALES / code).glob("*.po") for entry in polib.pofile(str(file))]
    said = {entry.msgid for entry in entries if "{" not in entry.msgid and entry.msgid != entry.msgstr}
    return said - {entry.msgstr for entry in entries} - {"English", "In English"}  # each in itself


def make_tables(shelf: MemoryShelf) -> None:
    """A table of each game, and of each kind of Shogun."""
    begin_table(shelf, "Edo", COLOURS, get_preset("shogun"), seed="words")
    begin_board(shelf, "Nara", SetUp("draft"))
    play_to_actions(begin_board(shelf, "Nikko"))
    begin(shelf, "genpei", ["Aya", "Bo", "Chen"], {})
    honshu_moves.begin(shelf, "sunday", {"blue": "Aya", "red": "Bo"}, 5)


@pytest.mark.parametrize("code", pick(LANGUAGES[1:], 1))
def test_no_english_is_left_in_another_language(browser: Browser, tables: OpenTables, code: str) -> None:
    make_tables(tables.shelf)
    known, left = list_english(code), {}
    for page in list_pages():
        if page.show is None or ELSEWHERE.search(page.path):
            continue
        client = browser("host" if page.role == HOST_ONLY else "player", **{"accept-language": code})
        for name in tables.names() if "{" in page.path else ("",):
            answer = client.get(page.path.replace("{table}", name))
            assert answer.status_code < 500, answer.url
            spoken = {unescape(a or b).strip() for a, b in SPOKEN.findall(answer.text)}
            if spoken & known:
                left[str(answer.url)] = spoken & known
    assert left == {}
