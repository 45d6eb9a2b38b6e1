"""What is published of a version: each part is opened, and holds what its name says."""

import hashlib
import importlib.util
import io
import zipfile
from pathlib import Path
from types import ModuleType

import pypdfium2
import pytest

from companion import __version__
from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say

ROOT = Path(__file__).parent.parent


pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci/release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    script.release(["hogen"], folder)
    return folder


def test_sheets_print_in_every_language_on_both_papers(made: Path) -> None:
    with zipfile.ZipFile(made / f"companion-sheets-{__version__}.zip") as archive:
        names = {f"hogen/hogen-{code}-{paper}.pdf" for code in LANGUAGES for paper in ("a4", "letter")}
        assert set(archive.namelist()) == names
        for name in sorted(names):
            document = pypdfium2.PdfDocument(io.BytesIO(archive.read(name)))
            assert len(document) > 2
            told = "".join(document[0].get_textpage().get_text_range().split())  # narrow blanks are not told
            code = name.split("-")[1]
            how = say("Choose “Actual size” or 100% in the print dialogue, never “Fit to page”.")
            assert "".join(how.translate(language(code)).split()) in told
            wide = round(document[0].get_width())
            assert wide == (595 if name.endswith("a4.pdf") else 612)
            document.close()


def test_sums_and_notes_are_about_these_files(made: Path) -> None:
    lines = (made / "SHA256SUMS").read_text("utf-8").splitlines()
    told = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {file.name: file for file in made.iterdir() if file.name != "SHA256SUMS"}
    assert told == {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
    assert files["NOTES.md"].read_text("utf-8").startswith(f"# Companion {__version__}")
