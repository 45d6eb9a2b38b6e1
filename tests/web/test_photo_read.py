"""A generated photo of printed cards goes all the way: sent, read in a program of its own, taken, scored."""

import pytest

from companion.data.honshu.map import parse_map
from companion.play.honshu.views import view
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.serving.subprocesses import run_in_process
from tests.play.honshu import moves as honshu_moves
from tests.vision.photos import generate
from tests.web.conftest import read_fields


@pytest.fixture
def app(tables):
    return make_app(tables, Settings(run_isolated=run_in_process))


def format_true_map(truth: dict) -> str:
    cells = {
        (cell["r"], cell["c"]): cell["terrain"] + "*" * bool(cell["cube"] and cell["terrain"] in "bngy")
        for cell in truth["cells"]
    }
    across = range(min(column for _, column in cells), max(column for _, column in cells) + 1)
    rows = sorted({row for row, _ in cells})
    return "\n".join(" ".join(cells.get((row, column), ".") for column in across) for row in rows)


def test_a_photo_of_printed_cards_is_scored_as_they_lie(shelf, app_state, seated_browser) -> None:
    photo = generate(7, "easy", megapixels=5.0)
    honshu_moves.begin(shelf, "friday", {"blue": "Aya"}, 5)
    aya = seated_browser("friday", "blue", "Aya")
    form = read_fields(aya.get("/t/friday/photo").text)
    page = aya.post("/t/friday/photo", data=form, files={"camera": ("map.jpg", photo.jpeg, "image/jpeg")})
    assert page.url.path == "/t/friday/photo/map"
    page = aya.post("/t/friday/photo/map", data={**read_fields(page.text), "take": "1"})
    assert page.url.path == "/t/friday/score"
    assert view(app_state.open_table("friday").state).maps["blue"].map == parse_map(format_true_map(photo.truth))
