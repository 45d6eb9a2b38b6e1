"""Every remedy that a lower room names is one that the command line knows how to do."""

import ast
from pathlib import Path

from companion.cli.remedies import how_to

PACKAGE = Path(__file__).parents[2] / "companion"


def test_every_remedy_has_a_way() -> None:
    used = {
        word.value.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "remedy" and isinstance(word.value, ast.Constant) and word.value.value
    }
    assert {"restore", "keep elsewhere", "who answers"} <= used
    assert len(how_to(sorted(used))) == len(used)
