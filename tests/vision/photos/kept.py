"""Photos of conditions, kept in a folder so that nobody makes one twice."""

from __future__ import annotations

import ast
import hashlib
import json
import os
from functools import cache
from pathlib import Path

from tests.vision.photos import Generated, decode_photo, generate
from tests.vision.photos.conditions import CONDITIONS

SOURCES = sorted(Path(__file__).parent.glob("*.py"))
ASIDE = {"conditions.py", "film.py", "kept.py"}
"""Modules on which no photo of a condition hangs, but by its options."""


@cache
def _hash_sources() -> str:
    """A hash of the modules that make photos, docstrings left out."""
    modules = [ast.parse(path.read_bytes()) for path in SOURCES if path.name not in ASIDE]
    for node in (node for module in modules for node in ast.walk(module)):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_docstring(each)]
    return hashlib.sha256("\n".join(map(ast.dump, modules)).encode()).hexdigest()


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def photo_of(condition: str, seed: int, folder: Path | None = None) -> Generated:
    """The photo of a condition, taken from a folder if it is there, and put there if it is not."""
    options = CONDITIONS[condition]
    if folder is None:
        return generate(seed, **options)
    key = hashlib.sha256(f"{_hash_sources()} {sorted(options.items())}".encode()).hexdigest()[:12]
    name = "".join(letter if letter.isalnum() else "-" for letter in condition)
    jpeg, truth = (folder / f"{name}-{seed}-{key}.{kind}" for kind in ("jpg", "json"))
    if truth.exists():  # which is written last
        return decode_photo(jpeg.read_bytes(), json.loads(truth.read_text("utf-8")))
    made = generate(seed, **options)
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in ((jpeg, made.jpeg), (truth, json.dumps(made.truth).encode())):
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(file)
    return made
