"""Python's texts without what only people read: a phone fetches and reads a tenth less.

Lines keep their numbers. A docstring leaves a point behind: a dataclass without any would make its own.
"""

import ast

_TEXTS = (ast.Constant, ast.JoinedStr)


def lightened(source: bytes) -> bytes:
    """A module without comments and docstrings; one that this Python cannot read stays as it is."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return source
    lines, whole = source.split(b"\n"), set[int]()  # the lines that are all text, from 0
    for node in ast.walk(tree):
        if isinstance(node, _TEXTS) and node.end_lineno != node.lineno:
            whole |= set(range(node.lineno - 1, node.end_lineno or 0))
    for number, line in enumerate(lines):
        if number not in whole and b"#" in line:
            lines[number] = _uncommented(line)
    alone = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for text in sorted(alone, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            _shorten(lines, text)
    return b"\n".join(lines)


def _uncommented(line: bytes) -> bytes:
    """A line without its comment, where no text can hold what looks like one."""
    code, _, _ = line.partition(b"#")
    return line if b'"' in code or b"'" in code else code.rstrip()


def _shorten(lines: list[bytes], text: ast.Constant) -> None:
    """Put a point in place of a text that stands by itself, and keep its lines, empty."""
    first, last = text.lineno - 1, (text.end_lineno or 1) - 1
    before, after = lines[first][: text.col_offset], lines[last][text.end_col_offset :]
    lines[first : last + 1] = [before + b'"."', *[b""] * (last - first)]
    lines[last] += after
