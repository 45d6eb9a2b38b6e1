"""The elements of an art file, the rules of its style sheets, and the style that each element has of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_FONT_LETTERS = 200  # of a `font` value: family, size and more in one
MOST_FILLED, LONGEST_FILLED = 8, 1_000  # rounds of filling in variables, whose values may be variables too; letters
OWN_RANK = (1_000,)  # of an element's own style, above all rules

_LEFT_OUT = re.compile(r"(?s)/\*.*?(?:\*/|\Z)|<!--|-->")
_AT = re.compile(r"""@((?:[^{;"'(]|"[^"]*"|'[^']*'|\([^)]*\))*+)(?:;|\{((?:[^{}]*+\{[^{}]*+\})*+[^{}]*+)\})?""")
_ON_PAPER = re.compile(r"media\b(?!.*\b(?:dark|print|reduce|max-))", re.DOTALL)
"""The conditions whose rules count: not those of a dark screen, nor of a page that is printed from a browser."""
_ELSEWHERE = re.compile(r"import\b(?!.*font)", re.DOTALL)
_DECLARATION = re.compile(r"""(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])++""")
_FONT = re.compile(r"(.*?)((?:\d++\.?\d*+|\.\d++)(?:px|pt|em|mm|%))(?:\s*/\s*\S+)?\s+(.+)")
_NEVER = re.compile(r":(?::[\w-]+|hover|active|focus(?:-\w+)*|visited|link|target|before|after)\b")
"""Selectors of what no paper shows."""
_NAMES = r"(?:\*|[#.]?[\w-]++|:root)++"
_SELECTOR = re.compile(rf"{_NAMES}(?:(?:\s*>\s*|\s+){_NAMES})*+")
_NAME = re.compile(r"[#.:]?[\w-]+|\*")
_CALLED = re.compile(r"\b(?:var|light-dark)\(")
_CALL = re.compile(r"\b(var|light-dark)\(\s*+((?:[^(),]++|\([^()]*+\))*+)(?:,((?:[^()]++|\([^()]*+\))*+))?\)")


@dataclass(eq=False, slots=True)
class Node:
    """An element of an art file; words are children without a tag."""

    tag: str
    attributes: dict[str, str]  # those of SVG, and its style; `xlink:href` as `href`
    line: int  # in the file
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    words: str = ""  # of a child without a tag, and those in HTML
    style: dict[str, str] = field(default_factory=dict)  # its own, and that of the rules for it
    names: frozenset[str] = frozenset()  # by which rules name it


def walk_nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from walk_nodes(child)


class _Declaration(NamedTuple):
    rank: tuple[bool | int, ...]  # whether it is important; then ids, classes and tags of its rule, and its place
    key: str
    value: str


class _Rule(NamedTuple):
    steps: tuple[frozenset[str], ...]  # names of an element and of those around it, from the innermost outward
    direct: tuple[bool, ...]  # whether an element lies directly in the next one
    declarations: tuple[_Declaration, ...]

    def is_for(self, node: Node | None, at: int = 0) -> bool:
        """True for an element that has the names of the rule, as those around it have."""
        if node is None or not self.steps[at] <= node.names:
            return False
        if at == len(self.direct):
            return True
        outer = node.parent
        while outer is not None and not self.direct[at] and not self.is_for(outer, at + 1):
            outer = outer.parent
        return self.is_for(outer, at + 1)


def _parse_declarations(style: str, rank: Sequence[int]) -> Iterator[_Declaration]:
    """The declarations of a style; `font` is taken apart."""
    for key, _, value in (part.partition(":") for part in _DECLARATION.findall(style)):
        said, mark, _ = value.partition("!important")
        declared = {key.strip().lower(): said.strip()}
        if match := _FONT.fullmatch(declared.get("font", "")[:MOST_FONT_LETTERS]):
            declared = {"font-size": match[2], "font-family": match[3]}
            words = match[1].split()
            declared["font-weight"] = next((word for word in words if "bold" in word or word.isdecimal()), "normal")
            declared["font-style"] = next((word for word in words if word in ("italic", "oblique")), "normal")
        for name, given in declared.items():
            if given:
                yield _Declaration((bool(mark), *rank), name, given)


def _parse_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The selectors of a style sheet, each with the declarations of its rule."""
    for rule in _AT.sub(lambda at: at[2] or "" if _ON_PAPER.match(at[1]) else "", sheet).split("}"):
        head, _, body = rule.rpartition("{")
        for selector in head.split(","):
            if selector.strip() and not _NEVER.search(selector):
                yield selector.strip(), body


def _build_rule(selector: str, body: str, number: int) -> _Rule:
    names = _NAME.findall(selector)
    ids, classes = (sum(name[0] in marks for name in names) for marks in ("#", ".:"))
    rank = (ids, classes, len(names) - ids - classes - names.count("*"), number)
    steps = tuple(frozenset(_NAME.findall(part)) for part in reversed(re.findall(_NAMES, selector)))
    direct = tuple(">" in gap for gap in reversed(re.split(_NAMES, selector)[1:-1]))
    return _Rule(steps, direct, tuple(_parse_declarations(body, rank)))


def apply_style_sheets(nodes: Sequence[Node], sheet: str) -> str:
    """Find the style of each element, from its own and from a style sheet; return what is not known here."""
    sheet, rules = _LEFT_OUT.sub("", sheet), list[_Rule]()
    unknown = next((at[0] for at in _AT.finditer(sheet) if _ELSEWHERE.match(at[1])), "")
    for node in nodes:
        classes = (f".{name}" for name in node.attributes.get("class", "").split())
        place = ":root" if node.parent is None else "*"
        node.names = frozenset(("*", place, node.tag, f"#{node.attributes.get('id', '')}", *classes))
    for number, (selector, body) in enumerate(_parse_rules(sheet)):
        if _SELECTOR.fullmatch(selector):
            rules.append(_build_rule(selector, body, number))
        else:
            last = re.match(rf"(?:{_NAMES})?", re.split(r"[\s>+~]+", selector)[-1])
            needed = {*_NAME.findall(last[0])} if last else set()
            unknown = unknown or (selector if any(needed <= node.names for node in nodes) else "")
    for node in nodes:
        declared = [each for rule in rules if rule.is_for(node) for each in rule.declarations]
        declared += _parse_declarations(node.attributes.get("style", ""), OWN_RANK)
        declared.sort(key=lambda each: each.rank)
        node.style = {each.key: each.value for each in declared}
        for values in (node.style, node.attributes):
            values |= {key: _fill_in(node, value) for key, value in values.items() if _CALLED.search(value)}
    return unknown


def _fill_in(node: Node, value: str) -> str:
    """A value with its variables replaced by their values or defaults, and ``light-dark`` by its light colour."""

    def find(match: re.Match[str]) -> str:
        kind, first, default = match.groups()
        holder: Node | None = node
        while holder is not None and first.strip().lower() not in holder.style:
            holder = holder.parent
        found = first if kind == "light-dark" else holder.style[first.strip().lower()] if holder else default
        return match[0] if found is None else found  # left as it is: a fault later

    for _ in range(MOST_FILLED):
        value = _CALL.sub(find, value[:LONGEST_FILLED])
    return value
