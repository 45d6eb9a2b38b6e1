"""``--strict``: a drawing that is drawn otherwise than it was is remarked on, or stops, alike everywhere."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import companion
from tests.press.decks import DECK, FACE, element, write_deck

BLURRED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
    '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    '<circle cx="10" cy="10" r="6" fill="#a33" filter="url(#f)"/></svg>'
)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    picture = element("picture", file="blurred.svg", x=19, y=30, width=20, height=20)
    made = write_deck(tmp_path / "tiny", DECK, front=FACE + picture)
    (made.parent / "blurred.svg").write_text(BLURRED)
    return made


@pytest.mark.parametrize("command", ["check", "print", "export"])
def test_a_drawing_that_becomes_a_picture_is_a_remark_and_stops_only_where_it_is_strict(
    command: str, deck: Path, tmp_path: Path
) -> None:
    out = ["-o", str(tmp_path / "out"), "--overwrite"]
    more = {"check": [], "print": out, "export": ["--to", "png", "--dpi", "72", *out]}
    words = ["--ui-lang", "en", command, str(deck), *more[command]]
    done = CliRunner().invoke(companion, words)
    assert (done.exit_code, "drawn as a picture, 600 dots" in done.output) == (0, True), done.output
    assert done.output.count("drawn as a picture") == 1
    strict = CliRunner().invoke(companion, [*words, "--strict"])
    assert (strict.exit_code, "problem found (drawing)" in strict.output) == (1, True), strict.output
