"""What a stranger is handed: the distribution's name, licence, files and version, each from one place."""

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import BytesParser
from pathlib import Path

import pytest

from companion import __version__
from companion.data.catalogue import LANGUAGES
from tests.required_programs import require_program

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.deep
def test_the_sdist_holds_every_file_of_the_repository(built_packages: Path) -> None:
    (file,) = built_packages.glob("*.tar.gz")
    with tarfile.open(file) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    kept = subprocess.run([require_program("git"), "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    listed = {name for name in kept.stdout.splitlines() if (ROOT / name).is_file()}
    assert listed - packed == set()  # nothing where this is no checkout
    assert {"README.fr.md", ".ci/run", "Makefile", "tests/golden/net-box.txt"} <= packed


@pytest.mark.deep
def test_the_wheel_names_version_and_licences(built_packages: Path) -> None:
    with zipfile.ZipFile(next(built_packages.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        (name,) = [each for each in names if each.endswith(".dist-info/METADATA")]
        about = BytesParser().parsebytes(wheel.read(name))
    assert (about["Name"], about["Version"]) == ("companion-print-and-play", __version__)
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-4.0"
    for licence in about.get_all("License-File", []):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names), licence
    assert len(about.get_all("License-File", [])) == 4
    assert "companion/py.typed" in names
    classifiers = about.get_all("Classifier", [])
    assert sum(each.startswith("Natural Language :: ") for each in classifiers) == len(LANGUAGES)


def test_each_source_of_the_map_has_its_terms() -> None:
    for name in ("LICENSE", "README.md", "assets/web/pocket/licenses.txt"):
        said = " ".join((ROOT / name).read_text(encoding="utf-8").split())
        assert ("N03" in said, "CC BY 4.0" in said) == (True, True), name
    sources = (ROOT / "assets" / "games" / "shogun" / "SOURCES.md").read_text(encoding="utf-8")
    table = [line.strip("|").split("|") for line in sources.splitlines() if line.startswith("|")]
    assert {source.strip(): bool(terms.strip()) for source, _, terms in table[2:]} == dict.fromkeys(
        ("land, borders", "the copy that was used", "Lake Biwa", "sea routes"), True
    )
    assert "https://nlftp.mlit.go.jp/ksj/other/agreement.html" in sources


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").count(f"\n## {__version__}") == 1
