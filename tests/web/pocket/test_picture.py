"""The picture of Python's memory: packed where it stands, whole whatever happens, put back as it was."""

import gzip
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.paths import assets
from tests.required_programs import require_program

PARTS = 3
LARGE = 16 << 20  # bytes of a file
EMPTY, PIECE = 5 << 20, 1 << 16  # bytes of the memory in which nothing was; that are put back at once
HEAP = 64  # MB of what is no bytes


@pytest.mark.parametrize(
    ("how", "message", "parts", "back"),
    [
        ("nothing", "kept", PARTS, True),
        ("left", "kept", PARTS, True),  # Python goes on as soon as the first part is away
        ("changed once", "kept", 2 * PARTS, True),
        ("changed always", "it was changed meanwhile", 3 * PARTS, False),
        ("changed, then left", "it was changed meanwhile", PARTS, False),
    ],
)
def test_a_memory_snapshot_is_restored_whole_or_not_at_all(
    tmp_path: Path, how: str, message: str, parts: int, back: bool
) -> None:
    got = run_picture(tmp_path, how)
    assert message in got["told"]
    assert (got["puts"], got["back"]) == (parts, back)
    assert got["head"] == (32 if back else 0)  # never as large as the memory
    if how == "nothing":
        assert got["empty"] == EMPTY - PIECE, "a system gives no room for what was never touched"
        # Chromium keeps what a script has transferred away, and then does not look whether it can go.
        assert (got["given"] > PARTS, got["uncounted"]) == (True, 0)


def test_a_large_program_file_is_unpacked_within_the_heap_limit(tmp_path: Path) -> None:
    """A list of what came would be eight times as large as the file."""
    got = run_picture(tmp_path, "nothing", program=LARGE, words=[f"--max-old-space-size={HEAP}"])
    assert got["back"]


def run_picture(folder: Path, how: str, program: int = 0, words: Sequence[str] = ()) -> dict[str, Any]:
    """What comes of a picture, where the program has a file of so many bytes that cannot be packed."""
    shutil.copy(assets() / "web" / "pocket" / "core.js", folder / "core.js")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "pyodide.js").write_text("export const loadPyodide = options => self.loadPyodide(options);")
    for name in ("core.wasm.bin", "core.js.bin", "library.zip.bin"):
        (folder / name).write_bytes(gzip.compress(b"stand-in"))
    listed = json.dumps([["file", program]]).encode()
    bundle = len(listed).to_bytes(4, "big") + listed + os.urandom(program)
    (folder / "program.bin").write_bytes(gzip.compress(bundle, 1))
    line = [require_program("node"), *words, str(Path(__file__).with_name("picture.mjs")), str(folder), how]
    done = subprocess.run(line, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 0, done.stderr
    got: dict[str, Any] = json.loads(done.stdout)
    return got
