"""Score pads filled in: every number stands in its row and column, whatever the players are called."""

from itertools import product

import pypdfium2
import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.press.score_pad import render_score_pad

ROWS = {"honshu": 8, "shogun": 14}
NAMES = ("Aya", "Bo *and* [co] {x}", "W" * 24, "Łucja & <b>Ed", "")


@pytest.mark.parametrize("game", ROWS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_pad_has_every_number_in_its_place(game: str, code: str) -> None:
    columns = [[name, *(str(100 * at + row) for row in range(1, ROWS[game]))] for at, name in enumerate(NAMES, 1)]
    page = pypdfium2.PdfDocument(render_score_pad(game, columns, language(code), "2026-11-30"))[0]
    text, (width, height) = page.get_textpage(), page.get_size()
    assert "2026-11-30" in text.get_text_bounded()
    assert all(name in " ".join(text.get_text_bounded().split()) for name in NAMES)
    places = {}
    for at, row in product(range(1, 6), range(1, ROWS[game])):
        found = text.search(str(100 * at + row), match_whole_word=True).get_next()
        assert found is not None
        left, bottom, _, top = text.get_charbox(found[0])
        places[at, row] = left / width, 1 - (bottom + top) / 2 / height
    for (at, row), place in places.items():
        assert place == pytest.approx((places[at, 1][0], places[1, row][1]), abs=0.005)
    across, down = [places[at, 1][0] for at in range(1, 6)], [places[1, row][1] for row in range(1, ROWS[game])]
    assert (across, down) == (sorted(across), sorted(down))
    assert down[-1] < 0.5  # all in the first pad of the sheet
