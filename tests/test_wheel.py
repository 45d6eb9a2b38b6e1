"""The wheel carries its assets: built from the sdist, installed elsewhere, it prints the same bytes.

Each day it finds the libraries that it names, and theirs, in a folder of links, and no others; on one day
of four pip puts everything into an environment that was empty, as on a computer of somebody else.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.extras import PACKAGES
from companion.web.pocket.offering import list_files
from tests.readme import READMES, list_readme_commands

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, folder: Path, **more: str) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "COV"))}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=clean | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def walk_requirements(of: Distribution, extras: set[str]) -> Iterator[Distribution]:
    for each in map(Requirement, of.requires or ()):
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in (extras or {""})):
            found = distribution(each.name)
            assert each.specifier.contains(found.version, prereleases=True), each
            yield found
            yield from walk_requirements(found, each.extras)


def install(wheel: Path, folder: Path) -> Path:
    """The wheel in an environment of its own, with the libraries it names; the folder of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel, folder=folder)
    return programs


@pytest.mark.deep
def test_the_installed_wheel_prints(tmp_path: Path, pocket_folder: Path) -> None:
    # Without --wheel, build makes the sdist first and the wheel from it: both must carry everything.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path / "dist", ROOT, folder=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    packed = {name.split("_shipped/")[-1] for name in zipfile.ZipFile(wheel).namelist()}
    for folder in ("assets", "templates"):
        for file in (ROOT / folder).rglob("*"):
            assert file.is_dir() or str(file.relative_to(ROOT)) in packed
    program = install(wheel, tmp_path / "venv") / "companion"
    command = ("print", "honshu", "--only", "order-cards", "--lang", "fr", "-o")
    run(program, *command, "installed", folder=tmp_path)
    run(sys.executable, "-m", "companion.cli.main", *command, tmp_path / "checkout", folder=ROOT)
    (installed,) = (tmp_path / "installed").glob("*.pdf")
    assert installed.read_bytes() == (tmp_path / "checkout" / installed.name).read_bytes()
    assert "map-cards" in run(program, "print", "honshu", "--list", folder=tmp_path)
    type_readme(program, tmp_path / "readme")
    fetch_table(program, tmp_path)
    build_pocket(program, tmp_path, pocket_folder)


def type_readme(program: Path, folder: Path) -> None:
    """What a README says can be typed, with nothing installed but what the wheel names."""
    folder.mkdir()
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    for extra in PACKAGES.values():  # which links could have brought along
        for module in extra.values():
            seen = f"import importlib.util as u; print(u.find_spec({module!r}))"
            assert run(program.parent / "python", "-c", seen, folder=folder).strip() == "None"
    for readme in READMES:
        for line in list_readme_commands(readme, folder):
            assert run(program, *shlex.split(line)[1:], folder=folder, **home).strip(), line


def build_pocket(program: Path, folder: Path, like: Path) -> None:
    """Built a second time, without npm, pip or a network, a pocket is the same."""
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL": "http://127.0.0.1:9/simple"}
    output = run(program, "pocket", "build", "again", "--json", folder=folder, PATH=str(folder), **nowhere)
    again = folder / "again"
    files = {file.relative_to(like) for file in like.rglob("*") if file.is_file()}
    assert files == {file.relative_to(again) for file in again.rglob("*") if file.is_file()}
    assert [name for name in files if (like / name).read_bytes() != (again / name).read_bytes()] == []
    assert json.loads(output)["files"] == len(list_files(again))


def fetch_table(program: Path, folder: Path) -> None:
    """The installed program opens the table: a page, and the styles, scripts and pictures it names."""
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    command = [program, "table", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, env=home, stdout=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout is not None
            shown = next(line.strip() for line in table.stdout if "/join/" in line)
            page = fetch_page(shown)
            assert "<h1" in page
            named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert len(named) > 2
            for each in named:
                assert fetch_page(shown.partition("/join/")[0] + each)
        finally:
            table.kill()


def fetch_page(address: str) -> str:
    with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address, timeout=60) as answer:
        return answer.read().decode("utf-8", "replace")
