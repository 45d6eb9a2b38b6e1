"""The first screen of a README: its block runs as it stands in a fresh copy."""

import os
import re
import shutil
import signal
import sys
import urllib.request
import venv
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen

from tests.readme import list_blocks, read_first_screen
from tests.required_programs import require_program

ROOT = Path(__file__).parent.parent


def copy_repository(folder: Path) -> None:
    """What the block needs of a copy of this folder, with an environment that is set up already."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copyfile(ROOT / name, folder / name)
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
    venv.create(folder / ".venv")
    program = folder / ".venv" / "bin" / "companion"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion.cli.main "$@"\n', "utf-8")
    program.chmod(0o755)
    (folder / ".venv" / "installed").touch()  # make installs nothing


def test_the_first_block_of_the_readme_runs(tmp_path: Path) -> None:
    """Of one language; the others' differ in their remarks alone."""
    require_program("make")
    copy_repository(tmp_path)
    ((_, block),) = list_blocks(read_first_screen("README.md"))
    # The table is left with Ctrl-C, at which the shell goes on.
    script = f"set -e\ntrap : INT\n{block}"
    home = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    output = ""
    shell = ["sh", "-c", script]
    with Popen(
        shell, cwd=tmp_path, env=home, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, text=True, start_new_session=True
    ) as typing:
        assert typing.stdout is not None
        try:
            for line in typing.stdout:
                output += line
                if "Ctrl-C closes the table" in line:
                    page = re.findall(r"^ +(http://127\.0\.0\.1:\S+)$", output, re.M)[-1]
                    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
                    with browser.open(page) as answer:
                        assert b"<h1" in answer.read()
                    os.killpg(typing.pid, signal.SIGINT)
            assert typing.wait() == 0, output
        finally:
            if typing.poll() is None:
                os.killpg(typing.pid, signal.SIGKILL)
    assert [file.name for file in (tmp_path / "output").glob("*.pdf")] == ["honshu-en-a4.pdf"]
    assert re.search(r"total +\d\d\n", output)
    assert "In a fresh tower, filled for Blue, Yellow and Black:" in output
    assert output.endswith("The table is closed; the games are kept.\n")
