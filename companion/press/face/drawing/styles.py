"""The elements of an art file, the rules of its style sheets, and the style that each element has of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_FONT_LETTERS = 200  # of a `font` value: family, size and more in one

_LEFT_OUT = re.compile(r"(?s)/\*.*?(?:\*/|\Z)|<!--|-->")
_AT = re.compile(r"""@((?:[^{;"'(]|"[^"]*"|'[^']*'|\([^)]*\))*+)(?:;|\{((?:[^{}]*+\{[^{}]*+\})*+[^{}]*+)\})?""")
_ON_PAPER = re.compile(r"media\b(?!.*\b(?:dark|print|reduce|max-))", re.DOTALL)
"""The conditions whose rules count: not those of a dark screen, nor of a page that is printed from a browser."""
_DECLARATION = re.compile(r"""(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])++""")
_FONT = re.compile(r"(.*?)((?:\d++\.?\d*+|\.\d++)(?:px|pt|em|mm|%))(?:\s*/\s*\S+)?\s+(.+)")
_NEVER = re.compile(r".*:(?::[\w-]+|hover|active|focus(?:-\w+)*|visited|link|target|before|after)\b.*", re.DOTALL)
"""Selectors of what no paper shows."""
_WHOLE = r"\[[\w:-]+(?:[~|^$*]?=(?:\"[^\"]*\"|'[^']*'|[\w-]+))?\]"
_TESTS = rf"(?:\*|[#.]?[\w-]++|{_WHOLE}|:(?:root|first-child|last-child))++"
_SELECTOR = re.compile(rf"{_TESTS}(?:(?:\s*>\s*|\s+){_TESTS})*+")
_TEST = re.compile(r"([#.]?)([\w*-]++)|\[([\w:-]+)(?:([~|^$*]?)=(\"[^\"]*\"|'[^']*'|[\w-]+))?\]|:([\w-]+)")
_VALUES = {"": "{}", "~": r"(?:.*\s)?{}(?:\s.*)?", "|": "{}(?:-.*)?", "^": "{}.*", "$": ".*{}", "*": ".*{}.*"}
_PLAIN_SELECTOR = re.compile(r"(?:[\w\s>*#.-]|:first-child)*")
_PLAIN = re.compile(r"(?:\s*-?[a-z][a-z-]*\s*:[^;:{}]+(?:;|\Z))*\s*")
"""What every program understands; one that meets anything else passes over all that follows."""


@dataclass(eq=False, slots=True)
class Node:
    """An element of an art file; words are children without a tag."""

    tag: str
    attributes: dict[str, str]  # those of SVG, and its style; `xlink:href` as `href`
    line: int  # in the file
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    words: str = ""  # only of a child without a tag
    start: int = 0  # where it begins in the file, bytes
    end: int = 0  # where its end tag begins; where it ends itself if it has none
    style: dict[str, str] = field(default_factory=dict)  # its own, and that of the rules for it
    plain: bool = True  # every program finds that style in the file


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield an element and everything in it, in the order of the file."""
    yield node
    for child in node.children:
        yield from walk_nodes(child)


class _Rule(NamedTuple):
    steps: tuple[str, ...]  # tests of an element and of those around it, from the innermost outward
    direct: tuple[bool, ...]  # whether an element lies directly in the next one
    rank: tuple[int, ...]
    usual: dict[str, str]
    important: dict[str, str]

    def is_for(self, node: Node | None, at: int = 0) -> bool:
        """True for an element that passes its tests, as those around it do."""
        if node is None or not _passes(node, self.steps[at]):
            return False
        if at == len(self.direct):
            return True
        outer = node.parent
        while outer is not None and not self.direct[at] and not self.is_for(outer, at + 1):
            outer = outer.parent
        return self.is_for(outer, at + 1)


def _passes(node: Node, tests: str) -> bool:
    """True if an element is what a part of a selector names, such as ``path.a``."""
    attributes, passed = node.attributes, True
    for mark, name, key, how, value, state in _TEST.findall(tests):
        if key:
            wanted = _VALUES[how].format(re.escape(value.strip("'\"")))
            passed = key in attributes and (not value or re.fullmatch(wanted, attributes[key], re.DOTALL) is not None)
        elif state == "root":
            passed = node.parent is None
        elif state:
            around = [each for each in node.parent.children if each.tag] if node.parent else [node]
            passed = around[0 if state == "first-child" else -1] is node
        else:
            names = {"#": [attributes.get("id", "")], ".": attributes.get("class", "").split()}
            passed = name in names.get(mark, ["*", node.tag])
        if not passed:
            break
    return passed


def parse_declarations(style: str) -> tuple[dict[str, str], dict[str, str]]:
    """The declarations of a style, and those of them that are important; variables are no such things."""
    usual, important = dict[str, str](), dict[str, str]()
    for key, _, value in (part.partition(":") for part in _DECLARATION.findall(style)):
        said, mark, _ = value.partition("!important")
        if said.strip():
            (important if mark else usual)[key.strip().lower()] = said.strip()
    for declarations in (usual, important):
        if match := _FONT.fullmatch(declarations.get("font", "")[:MOST_FONT_LETTERS]):
            del declarations["font"]
            declarations |= {"font-size": match[2], "font-family": match[3]}
            declarations |= {"font-weight": "bold" if "bold" in match[1] else "normal"}
            declarations |= {"font-style": "italic" if "italic" in match[1] else "normal"}
    return usual, important


def is_plain(style: str) -> bool:
    """True for declarations that every program understands."""
    return _PLAIN.fullmatch(style) is not None


def _parse_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The selectors of a style sheet, each with the declarations of its rule."""
    for rule in _AT.sub(lambda at: at[2] or "" if _ON_PAPER.match(at[1]) else "", sheet).split("}"):
        head, _, body = rule.rpartition("{")
        for selector in head.split(","):
            if selector.strip() and not _NEVER.fullmatch(selector):
                yield selector.strip(), body


def apply_style_sheets(nodes: Sequence[Node], sheet: str) -> str:
    """Find the style of each element, from its own and from a style sheet; gives a selector that is not known here."""
    sheet, unknown = _LEFT_OUT.sub("", sheet), ""
    rules: dict[str, list[_Rule]] = {}  # by the id or class that an element must have, if any
    plain = "@" not in sheet
    for number, (selector, body) in enumerate(_parse_rules(sheet)):
        plain = plain and is_plain(body) and _PLAIN_SELECTOR.fullmatch(selector) is not None
        if _SELECTOR.fullmatch(selector) is None:
            base = re.match(rf"(?:{_TESTS})?", re.split(r"[\s>+~]+", selector)[-1])
            unknown = unknown or (selector if base and any(_passes(node, base[0]) for node in nodes) else "")
            continue
        *outer, inner = re.findall(_TESTS, selector)
        tests = _TEST.findall(selector)
        ids = sum(mark == "#" for mark, *_ in tests)
        tags = sum(not mark and name != "" for mark, name, *_ in tests)
        direct = tuple(">" in gap for gap in reversed(re.split(_TESTS, selector)[1:-1]))
        rank = (ids, len(tests) - ids - tags, tags - sum(name == "*" for _, name, *_ in tests), number)
        rule = _Rule((inner, *reversed(outer)), direct, rank, *parse_declarations(body))
        rules.setdefault(next((mark + name for mark, name, *_ in _TEST.findall(inner) if mark), ""), []).append(rule)
    for node in nodes:
        attributes, own_style = node.attributes, node.attributes.get("style", "")
        classes = (f".{each}" for each in attributes.get("class", "").split())
        marks = dict.fromkeys(("", f"#{attributes.get('id')}", *classes))
        fitting = [each for mark in marks for each in rules.get(mark, ()) if each.is_for(node)]
        fitting.sort(key=lambda rule: rule.rank)
        own, insisting = parse_declarations(own_style)
        for style in (*(each.usual for each in fitting), own, *(each.important for each in fitting), insisting):
            node.style |= style
        node.plain = is_plain(own_style) and (plain or not fitting)
    return unknown
