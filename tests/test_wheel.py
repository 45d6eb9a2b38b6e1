"""The wheel carries its assets: built from the sdist, installed elsewhere, it prints the same bytes."""

import os
import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.web.pocket.served import built

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, folder: Path) -> str:
    clean = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "VIRTUAL_ENV", "COV"))
    }
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_installed_wheel_prints(tmp_path: Path) -> None:
    # Without --wheel, build makes the sdist first and the wheel from it: both must carry everything.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path / "dist", ROOT, folder=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    packed = {name.split("_shipped/")[-1] for name in zipfile.ZipFile(wheel).namelist()}
    for folder in ("assets", "templates"):
        for file in (ROOT / folder).rglob("*"):
            assert file.is_dir() or str(file.relative_to(ROOT)) in packed
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder = tmp_path / "venv" / "bin"
    run(bin_folder / "pip", "install", "--quiet", "--disable-pip-version-check", wheel, folder=tmp_path)
    command = ("print", "honshu", "--only", "order-cards", "--lang", "fr", "-o")
    run(bin_folder / "companion", *command, "installed", folder=tmp_path)
    run(sys.executable, "-m", "companion.cli.main", *command, tmp_path / "checkout", folder=ROOT)
    (installed,) = (tmp_path / "installed").glob("*.pdf")
    assert installed.read_bytes() == (tmp_path / "checkout" / installed.name).read_bytes()
    assert "map-cards" in run(bin_folder / "companion", "print", "honshu", "--list", folder=tmp_path)
    look_at_the_table(bin_folder / "companion", tmp_path)
    built(tmp_path / "pocket")
    run(bin_folder / "companion", "pocket", "build", "installed-pocket", folder=tmp_path)
    page, listed = "index.html", "companion-pocket.json"  # these name all others by what they hold
    assert (tmp_path / "pocket" / page).read_bytes() == (tmp_path / "installed-pocket" / page).read_bytes()
    assert (tmp_path / "pocket" / listed).read_bytes() == (
        tmp_path / "installed-pocket" / listed
    ).read_bytes()


def look_at_the_table(program: Path, folder: Path) -> None:
    """The installed program opens the table: a page, and the styles, scripts and pictures it names."""
    home = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    command = [program, "table", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, env=home, stdout=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout is not None
            shown = next(line.strip() for line in table.stdout if "/join/" in line)
            page = fetched(shown)
            assert "<h1" in page
            named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert len(named) > 2
            for each in named:
                assert fetched(shown.partition("/join/")[0] + each)
        finally:
            table.kill()


def fetched(address: str) -> str:
    """What is at an address; what is not there raises."""
    with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(
        address, timeout=60
    ) as answer:
        return answer.read().decode("utf-8", "replace")
