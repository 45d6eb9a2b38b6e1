"""Drawings of own decks that no outline can show: a phone has its browser draw them, and they look alike."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import ImageFilter
from playwright.sync_api import Page

from companion.press.frame import fonts
from tests.web.pocket.test_own_decks import folder_of, photo, print_by_command, take_in, wait_for_deck
from tests.web.pocket.test_press import print_order

BEYOND_OUTLINES = """<svg xmlns="http://www.w3.org/2000/svg" width="57mm" height="82mm" viewBox="0 0 57 82">
<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>
<mask id="m"><rect width="57" height="82" fill="url(#g)"/></mask><rect width="57" height="60" fill="#fc8"/>
<circle cx="28" cy="30" r="25" fill="maroon" mask="url(#m)"/><image href="tile.png" width="9" height="9"/>
<text x="3" y="70" font-size="7" font-family="wild">Wild words</text>
<text x="3" y="80" style="font:italic 7px sans-serif;fill:var(--c,#a00);text-transform:uppercase">caps</text>
</svg>"""


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_drawing_beyond_outlines_is_drawn_by_the_browser_as_by_the_command(
    own: Page, tmp_path: Path, ink: str
) -> None:
    element = 'kind = "picture"\nfile = "art/a.svg"\nx = 3\ny = 3\nwidth = 57\nheight = 82\n'
    files = {
        "deck.toml": 'name = "own"\n[font]\nwild = "w.ttf"\n[[component]]\nname = "cards"\nface = "card"\n'
        'table = "cards.csv"\n',
        "faces/card.toml": f"size = [63, 88]\n[[element]]\n{element}",
        "cards.csv": "name\nA\n",
        "art/a.svg": BEYOND_OUTLINES,
    }
    more = {"w.ttf": fonts.get_font_file("bold").read_bytes(), "art/tile.png": photo((90, 90), "#3399cc", "PNG")}
    folder = folder_of({**{name: text.encode() for name, text in files.items()}, **more}, tmp_path / "own")
    take_in(own, folder, "folder")
    (got,) = print_order(own, {"language": "en", "game": wait_for_deck(own), "sides": "fronts", "ink": ink}).values()
    print_by_command(folder, tmp_path / "out", "--sides", "fronts", "--ink", ink)
    (file,) = (tmp_path / "out").glob("*.pdf")
    sheets = [pypdfium2.PdfDocument(each)[1].render(scale=1.5).to_pil() for each in (got, file.read_bytes())]
    found, expected = (each.convert("RGB").filter(ImageFilter.BoxBlur(1)) for each in sheets)
    differing = np.abs(np.asarray(found, int) - np.asarray(expected, int)).max(axis=2)
    assert (differing > 60).mean() < 0.0005
    assert (np.asarray(expected).min(axis=2) < 240).mean() > 0.03  # something is there
