"""``companion diff``: a page without a network, in the reader's language."""

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli.main import companion
from companion.errors import CompanionError
from tests.press.decks import BACK, COPIES, write_deck


def run(*words: object, language: str = "en") -> Result:
    return CliRunner().invoke(companion, ["--ui-lang", language, *map(str, words)])


def test_a_page_shows_what_changed_since_the_print(tmp_path: Path) -> None:
    deck, out = write_deck(tmp_path / "tiny", COPIES), tmp_path / "out"
    assert run("print", deck, "-o", out).exit_code == 0
    assert "No card looks otherwise." in run("diff", deck, "-o", out).output
    write_deck(tmp_path / "tiny", COPIES, back=BACK.replace("indigo", "ink"))
    for _ in range(2):
        done = run("diff", deck, "-o", out, language="de")
        assert (done.exit_code, "Kartenbild" in done.output) == (0, True), done.output
    page = (out / "tiny-diff.html").read_text("utf-8")
    assert page.startswith("<!doctype html>\n<!-- Companion -->")
    assert (page.count("wie es war"), page.count("data:image/png")) == (2, 3)
    assert not re.findall(r"https?:|<script|<link", page)
    data = json.loads(run("diff", deck, "-o", out / "named.html", "--overwrite", "--json").output)
    assert [(len(each["cards"]), each["new"], each["gone"]) for each in data["changes"]] == [
        (5, False, False)
    ]


def test_a_file_of_the_player_s_own_stays(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "tiny", COPIES)
    (tmp_path / "x.html").write_text("<html>mine</html>")
    done = run("diff", deck, "hogen", "-o", tmp_path / "x.html")
    assert isinstance(done.exception, CompanionError)
    assert (tmp_path / "x.html").read_text() == "<html>mine</html>"
