"""The picture of Python's memory: packed where it stands, whole whatever happens, put back as it was."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.paths import assets
from tests.needing import needed

PARTS = 3


@pytest.mark.parametrize(
    ("how", "told", "parts", "back"),
    [
        ("nothing", "kept", PARTS, True),
        ("left", "kept", PARTS, True),  # Python goes on as soon as the first part is away
        ("changed once", "kept", 2 * PARTS, True),
        ("changed always", "it was changed meanwhile", 3 * PARTS, False),
        ("changed, then left", "it was changed meanwhile", PARTS, False),
    ],
)
def test_a_picture_is_whole_or_is_none(tmp_path: Path, how: str, told: str, parts: int, back: bool) -> None:
    shutil.copy(assets() / "web" / "pocket" / "core.js", tmp_path / "core.js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "pyodide.js").write_text("export const loadPyodide = options => self.loadPyodide(options);")
    for name in ("core.wasm.bin", "core.js.bin", "library.zip.bin"):
        (tmp_path / name).write_bytes(gzip.compress(b"stand-in"))
    (tmp_path / "program.bin").write_bytes(gzip.compress(b"\0\0\0\2[]"))
    words = [needed("node"), Path(__file__).with_name("picture.mjs"), tmp_path, how]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    assert told in got["told"]
    assert (got["puts"], got["back"]) == (parts, back)
    assert got["head"] == (32 if back else 0)  # never as large as the memory
