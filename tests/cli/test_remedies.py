"""Every remedy that a lower room names is one that the command line knows how to do."""

import ast
from collections import Counter
from pathlib import Path

from companion.cli.answers import describe_remedies
from companion.cli.lazy import SHARED, load_command_words
from companion.play.games import GAMES

PACKAGE = Path(__file__).parents[2] / "companion"


def test_every_remedy_is_explained_as_a_command() -> None:
    used = {
        word.value.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "remedy" and isinstance(word.value, ast.Constant) and word.value.value
    }
    assert {"restore", "keep elsewhere"} <= used
    assert len(describe_remedies(sorted(used))) == len(used)


def test_every_remedy_name_is_unique() -> None:
    """A printer that nobody has measured once asked for throws of a tower."""
    names = Counter(name for whose in (SHARED, *GAMES) for name in load_command_words(whose, "remedies").get("how", ()))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_last_backup_is_put_back_with_the_file_where_one_is_known() -> None:
    assert [line.translate() for line in describe_remedies(["restore", "head"], Path("my tables.sqlite"))] == [
        "Restore the last backup with: companion table restore --store 'my tables.sqlite'",
        "Only a hash you wrote down can show that nothing was cut off at the end; give it with --head.",
    ]
