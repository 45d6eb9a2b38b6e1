"""What a phone is given of Python's texts does what the whole does, line by line."""

import ast
from pathlib import Path

import pytest

import companion
from companion.web.pocket.building import strip_module
from tests.choice import pick

MODULES = sorted(Path(companion.__file__).parent.rglob("*.py"))


def dump_without_texts(source: bytes) -> str:
    """A module as Python reads it, but for texts that stand by themselves."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            node.value = ast.Constant("")
    return ast.dump(tree)


def test_stripping_a_module_keeps_its_syntax_tree_and_line_count() -> None:
    for file in (*pick(MODULES, 40), Path(ast.__file__)):
        source = file.read_bytes()
        light = strip_module(source)
        assert dump_without_texts(light) == dump_without_texts(source), file
        assert light.count(b"\n") == source.count(b"\n"), file


@pytest.mark.parametrize(
    ("source", "light"),
    [
        ('"""Doc."""\nx = 1  # one\n', '"."\nx = 1\n'),
        ("def f():\n    '''Doc\n\n    # more\n    '''\n    return 1\n", 'def f():\n    "."\n\n\n\n    return 1\n'),
        ('x = """\n# no comment\n"""\n', 'x = """\n# no comment\n"""\n'),
        ("x = '#'  # yes\n", "x = '#'  # yes\n"),
        ("# é\nx = 'é'; 'text'\n", "\nx = 'é'; \".\"\n"),
        ("'a'; 'b'\n", '"."; "."\n'),
        ("b'bytes'\n", "b'bytes'\n"),
        ("x = f'''{1}\n# in it\n'''\n", "x = f'''{1}\n# in it\n'''\n"),
        ("class A:\n    x: int\n    'about x'\n", 'class A:\n    x: int\n    "."\n'),
        ("x = = 1\n", "x = = 1\n"),
        ("\x00", "\x00"),
    ],
)
def test_stripping_removes_comments_and_docstrings(source: str, light: str) -> None:
    assert strip_module(source.encode()).decode() == light


def test_a_dataclass_makes_no_docstring_of_its_own() -> None:
    source = b'from dataclasses import dataclass\n@dataclass\nclass A:\n    """Doc."""\n    x: int\n'
    made: dict[str, type] = {}
    exec(compile(strip_module(source), "a", "exec"), made)
    assert made["A"].__doc__ == "."
