"""Make what is published of a version, into dist/: package, ready sheets, the pocket's site, sums and notes.

    python .ci/release.py            all of it
    python .ci/release.py hogen      with the sheets of these games alone

Everything is made in build/ and takes its place at the end, so that half a release never lies there.
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
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in a zip: the same content is the same zip


def run_companion(*words: str | Path) -> None:
    """Run a command of ours."""
    subprocess.run([sys.executable, "-m", "companion", *map(str, words)], cwd=ROOT, check=True)


def print_sheets(of: Iterable[str], goal: Path) -> None:
    """Print every game in every language on both papers, each with its first page of how to print."""
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
    """The part of the changelog that is about this version."""
    parts = re.split(r"^## ", changelog, flags=re.M)[1:]
    found = [each for each in parts if each.split()[0] == __version__]
    if not found:
        raise SystemExit(f"CHANGELOG.md has no part about {__version__}.")
    return f"# Companion {found[0].rstrip()}\n"


def format_checksums(folder: Path) -> Iterator[str]:
    """The SHA-256 of each file, as `sha256sum --check` reads it."""
    for file in sorted(folder.iterdir()):
        yield f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"


def build_release(of: Iterable[str], goal: Path) -> None:
    """Make all of it in a folder."""
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
    """Release the games that are wanted, or all."""
    dist, building = ROOT / "dist", ROOT / "build"  # neither comes into the package
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
