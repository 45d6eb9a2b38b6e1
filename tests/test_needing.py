"""What tests need beside Python is installed by ``.ci/run``, and a machine that sets CI skips no test."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import needing
from tests.needing import PACKAGES, check_program, needed

RUN = Path(__file__).parent.parent / ".ci" / "run"
ELSEWHERE = {"node"}  # comes with npm


@pytest.fixture
def installs(tmp_path: Path) -> Callable[[str], str]:
    """What ``.ci/run`` installs on a machine that has everything but one program, or package of letters."""
    run = tmp_path / "checkout" / ".ci" / "run"
    run.parent.mkdir(parents=True)
    shutil.copy(RUN, run)

    def stand_in(file: Path, does: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)

    def without(lacking: str) -> str:
        for program in [*PACKAGES, "python3", "../checkout/.venv/bin/python"]:
            if program != lacking:
                stand_in(tmp_path / "bin" / program, "exit 0")
        stand_in(tmp_path / "bin" / "apt-get", f'echo "$@" >> {tmp_path}/asked')
        known = f'[ "$4" = fonts-liberation ] && [ {lacking} != "$4" ] && printf installed'
        stand_in(tmp_path / "bin" / "dpkg-query", known)
        stand_in(tmp_path / "bin" / "dirname", f"printf {run.parent}")
        subprocess.run(["/bin/bash", run], env={"PATH": str(tmp_path / "bin")}, check=lacking != "make")
        asked = tmp_path / "asked"
        return asked.read_text().splitlines()[-1] if asked.exists() else ""

    return without


def test_what_is_here_is_not_installed(installs: Callable[[str], str]) -> None:
    assert installs("nothing") == ""


@pytest.mark.parametrize("lacking", sorted({*PACKAGES, "fonts-liberation"} - ELSEWHERE))
def test_what_a_machine_lacks_is_installed(installs: Callable[[str], str], lacking: str) -> None:
    here = shutil.which(lacking, path="/usr/sbin")  # where it is looked for besides
    assert installs(lacking).split()[-1:] == ([] if here else [PACKAGES.get(lacking, lacking)])


def test_a_program_that_is_missing_skips_a_test_but_not_with_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needing.shutil, "which", lambda *_, **__: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"mandoc is not installed \(apt install mandoc\)"):
        needed("mandoc")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="mandoc is not installed"):
        needed("mandoc")


def test_a_program_that_is_not_named_cannot_be_started() -> None:
    """Every test is held to it, by an audit hook of tests/conftest.py."""
    with pytest.raises(AssertionError, match="pdftotext is not among the programs that tests may start"):
        subprocess.run(["pdftotext", "-v"], check=False)
    check_program("/usr/bin/mandoc", ["mandoc"])
    check_program(None, "firefox-esr")
    check_program(b"/usr/sbin/nginx", [])
