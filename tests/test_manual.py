"""The man pages: as the program is, in every language, and without a fault that a formatter would name."""

import re
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from companion.data.catalogue import LANGUAGES
from tests.needing import require_program

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / ".ci"))

from manual import marked, page, page_at  # noqa: E402

FORMATTERS = {"groff": ("groff", "-man", "-ww", "-z", "-Tutf8"), "mandoc": ("mandoc", "-T", "lint", "-W", "error")}
"""Programs that read man pages and say what is wrong with them."""

REQUESTS = {"TH", "SH", "SS", "TP", "PP", "PD", "br", "nh", "ad"}
ESCAPES = re.compile(r"\\(?:f[BIR]|[-&e~ ]|\((?:aq|dq|ga|ha|ti)|\[u[0-9A-F]{4}\])")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_manual_page_is_up_to_date(code: str) -> None:
    assert page_at(code).read_text("ascii") == page(code), "run: make commands"


def test_every_page_comes_with_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    english, *others = LANGUAGES
    places = {english: "man1", **{code: f"{code}/man1" for code in others}}
    assert shared == {
        str(page_at(code).relative_to(ROOT)): f"share/man/{folder}/companion.1" for code, folder in places.items()
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_roff_has_a_title_sections_and_nothing_half_said(code: str) -> None:
    lines = page(code).splitlines()
    requests = [line[1:].split()[0] for line in lines if line.startswith(".") and not line.startswith('.\\"')]
    assert {*requests} <= REQUESTS
    assert (requests[0], requests.count("TH"), requests.count("SH")) == ("TH", 1, 8)
    for line, after in pairwise(lines):
        assert not line.startswith("'")
        assert not line.endswith((" ", "\\"))
        assert "\\" not in (line if line.startswith('.\\"') else ESCAPES.sub("", line)).removeprefix(".\\")
        assert line.count(r"\fB") + line.count(r"\fI") == line.count(r"\fR")
        if line.startswith((".SH", ".TP")):
            assert not after.startswith((".SH", ".TP")), line


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("program", FORMATTERS)
def test_man_page_formatters_find_no_fault(program: str, code: str, tmp_path: Path) -> None:
    require_program(program)

    def complaints(of: Path) -> str:
        done = subprocess.run([*FORMATTERS[program], str(of)], capture_output=True, text=True, check=False)
        return done.stderr + (done.stdout if program == "mandoc" else "")

    assert complaints(page_at(code)) == ""
    torn = tmp_path / "torn.1"
    torn.write_text(page_at(code).read_text("ascii").replace(".PD\n", ".NOSUCH\n", 1), "ascii")
    assert complaints(torn) != ""


def test_roff_escapes_keep_typed_words_unchanged() -> None:
    assert marked("`--it's ~/a`, *soi-même*") == r"\fB\-\-it\(aqs\ \(ti/a\fR, \fIsoi-m\[u00EA]me\fR"
    assert marked(".profile") == r"\&.profile"
    assert marked('a \\ and "b"') == r"a \e and \(dqb\(dq"
