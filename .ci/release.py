"""Make the files of a release in dist/: package, printed sheets, the pocket version's site, checksums, notes.

    python .ci/release.py            all files
    python .ci/release.py hogen      with only the sheets of these games

Everything is made in build/ and moved at the end, so that dist/ never has an incomplete release.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion import __version__
from companion.data.catalogue import LANGUAGES
from companion.data.deck import list_games

ROOT = Path(__file__).parent.parent
PAPERS = ("a4", "letter")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the date of files in a zip, so that the same content makes the same zip


def run_companion(*words: str | Path) -> None:
    """Run a command of Companion, such as ``print``."""
    subprocess.run([sys.executable, "-m", "companion", *map(str, words)], cwd=ROOT, check=True)


def print_sheets(of: Iterable[str], goal: Path) -> None:
    """Print these games in every language on A4 and Letter, each with its page of instructions, into folders."""
    for game in of:
        for code in LANGUAGES:
            for paper in PAPERS:
                run_companion("print", game, "--lang", code, "--paper", paper, "-o", goal / game)


def zip_folder(folder: Path, goal: Path) -> None:
    """Put all files of a folder into a zip."""
    with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            about = zipfile.ZipInfo(file.relative_to(folder).as_posix(), EPOCH)
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, file.read_bytes())


def extract_notes(changelog: str) -> str:
    """The section of the changelog about this version; exits if there is none."""
    parts = re.split(r"^## ", changelog, flags=re.M)[1:]
    found = [each for each in parts if each.split()[0] == __version__]
    if not found:
        raise SystemExit(f"CHANGELOG.md has no part about {__version__}.")
    return f"# Companion {found[0].rstrip()}\n"


def format_checksums(folder: Path) -> Iterator[str]:
    """The lines with the SHA-256 of each file in a folder, as `sha256sum --check` reads them."""
    for file in sorted(folder.iterdir()):
        yield f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"


def build_release(of: Iterable[str], goal: Path) -> None:
    """Make all files in a folder, with the sheets of some games."""
    build = [sys.executable, "-m", "build", "--outdir", str(goal), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as made:
        printed, site = Path(made) / "sheets", Path(made) / "site"
        print_sheets(of, printed)
        zip_folder(printed, goal / f"companion-sheets-{__version__}.zip")
        run_companion("pocket", "build", site)
        zip_folder(site, goal / f"companion-site-{__version__}.zip")
    (goal / "NOTES.md").write_text(extract_notes((ROOT / "CHANGELOG.md").read_text("utf-8")), "utf-8")
    (goal / "SHA256SUMS").write_text("".join(format_checksums(goal)), "utf-8")


def main(wanted: list[str]) -> None:
    """Make a release in dist/, with the sheets of these games, or of all if none is named."""
    dist, building = ROOT / "dist", ROOT / "build"  # neither is part of the package
    building.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=building) as beside:
        build_release(wanted or list_games(), Path(beside))
        dist.mkdir(exist_ok=True)
        for old in dist.iterdir():
            old.unlink()
        for file in sorted(Path(beside).iterdir()):
            file.rename(dist / file.name)
            print(f"dist/{file.name}  {(dist / file.name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
