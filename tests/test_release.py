"""What is published of a version: each part is opened, and holds what its name says."""

import hashlib
import io
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from companion import __version__
from companion.data.catalogue import LANGUAGES, language
from companion.sentences import say

ROOT = Path(__file__).parent.parent


@pytest.mark.deep
def test_sheets_in_every_language_on_both_papers_are_published_with_their_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    __import__("release")
    sys.modules["release"].build_release(["hogen"], tmp_path)
    with zipfile.ZipFile(tmp_path / f"companion-sheets-{__version__}.zip") as archive:
        sheets = {name: archive.read(name) for name in archive.namelist()}
    assert set(sheets) == {f"hogen/hogen-{code}-{paper}.pdf" for code in LANGUAGES for paper in ("a4", "letter")}
    how = say("Choose “Actual size” or 100% in the print dialogue, never “Fit to page”.")
    for name, content in sheets.items():
        document = pypdfium2.PdfDocument(io.BytesIO(content))
        assert len(document) > 2
        text = "".join(document[0].get_textpage().get_text_range().split())  # narrow blanks are not told
        assert "".join(how.translate(language(name.split("-")[1])).split()) in text
        assert round(document[0].get_width()) == (595 if name.endswith("a4.pdf") else 612)
        document.close()
    lines = (tmp_path / "SHA256SUMS").read_text("utf-8").splitlines()
    told_sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {file.name: file for file in tmp_path.iterdir() if file.name != "SHA256SUMS"}
    assert told_sums == {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}
