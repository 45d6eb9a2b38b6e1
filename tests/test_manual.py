"""The man pages: as the program is, in every language, and without a fault that a formatter would name."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.data.catalogue import LANGUAGES
from tests.required_programs import require_program

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / ".ci"))

from manual import format_page, get_page_path  # noqa: E402

FORMATTERS = {"groff": ("groff", "-man", "-ww", "-z", "-Tutf8"), "mandoc": ("mandoc", "-T", "lint", "-W", "error")}
"""Programs that read man pages and say what is wrong with them."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_manual_page_is_up_to_date(code: str) -> None:
    assert get_page_path(code).read_text("ascii") == format_page(code), "run: make commands"


def test_every_page_comes_with_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    english, *others = LANGUAGES
    places = {english: "man1", **{code: f"{code}/man1" for code in others}}
    assert shared == {
        str(get_page_path(code).relative_to(ROOT)): f"share/man/{folder}/companion.1" for code, folder in places.items()
    }


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("program", FORMATTERS)
def test_man_page_formatters_find_no_fault(program: str, code: str) -> None:
    require_program(program)

    done = subprocess.run([*FORMATTERS[program], str(get_page_path(code))], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout if program == "mandoc" else "") == ("", "")
