"""The figures of Honshu in a terminal: maps in symbols, and in colours where the terminal shows them."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import click

from companion.cli.answers import draw, how_to
from companion.cli.voice import coloured, columns, current, parted, said, translated
from companion.data.honshu.cards import Colour, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, Counts, HonshuMap, letters
from companion.data.vocabulary import vocabulary
from companion.rules.honshu.board import Position
from companion.sentences import Sentence
from companion.service.honshu.photo import UNKNOWN, SeenMap
from companion.service.honshu.placing import AdvisedPlacement, LaidMap, PlayerOrder
from companion.service.honshu.scoring import MapRanking, ScoredMap

_LAND = {
    Terrain.FOREST: (28, 231),
    Terrain.TOWN: (216, 52),
    Terrain.LAKE: (31, 231),
    Terrain.FALLOW: (229, 101),
}
_FACTORIES = {
    Colour.BLUE: (20, 231),
    Colour.BROWN: (94, 231),
    Colour.GREY: (244, 16),
    Colour.YELLOW: (220, 16),
}
_PLAIN, _MARKED, _INFERRED = "  ", "[]", "()"  # the characters round the symbol of a square
_TIED = "\u00a0"  # a blank at which no line ends

_PRODUCTION = {Colour.BLUE: 20, Colour.BROWN: 94, Colour.GREY: 240, Colour.YELLOW: 136}


def _styled(text: str, colours: bool, **style: Any) -> str:
    """A text in colour, or as it is."""
    return click.style(text, **style) if colours else text


def as_typed(symbol: str) -> str:
    """A symbol in the letters that a player types in their language: ``T`` is ``V`` in French."""
    return symbol.translate(letters(current().code))


def _laid(words: str) -> str:
    """A line of placements in the words, and the letters of cubes, that a player types."""
    line, spent, cubes = words.partition(" spent ")
    return said(vocabulary("honshu", "placing").worded(line + spent)) + as_typed(cubes)


def square_style(symbol: str) -> tuple[int, int, bool]:
    """Ground and letters of a square, of the 256 colours of a terminal, and whether the letters are bold."""
    square = SQUARES[symbol]
    if square.colour is None:
        return (*_LAND[square.terrain], False)
    if square.terrain is Terrain.FACTORY:
        return (*_FACTORIES[square.colour], True)
    return 254, _PRODUCTION[square.colour], square.cube


def _cell(symbol: str, colours: bool, brackets: str) -> str:
    """One square, four characters wide; a marked one in brackets."""
    if symbol == NO_CARD:
        return _styled(" ·  ", colours, dim=True)
    ground, ink, bold = (231, 160, True) if symbol == UNKNOWN else square_style(symbol)
    text = f"{brackets[0]}{as_typed(symbol):<2}{brackets[1]}"
    return _styled(text, colours, bg=ground, fg=ink, bold=bold or brackets != _PLAIN or None)


def map_lines(
    map_: HonshuMap, colours: bool, marked: Mapping[Position, str] = MappingProxyType({})
) -> list[str]:
    """The lines of a map with its numbers, from 1; marked squares, from 0, stand in their brackets."""
    heading = "    " + "".join(f"{number:^4}" for number in range(1, len(map_.rows[0]) + 1))
    lines = [_styled(heading.rstrip(), colours, dim=True)]
    for index, row in enumerate(map_.rows):
        squares = "".join(
            _cell(symbol, colours, marked.get((index, column), _PLAIN)) for column, symbol in enumerate(row)
        )
        lines.append(_styled(f"{index + 1:>3} ", colours, dim=True) + squares)
    return lines


def beside(left: list[str], right: list[str], width: int) -> list[str]:
    """Two blocks of lines side by side where they fit into a width, else one above the other."""
    across = max((len(click.unstyle(line)) for line in left), default=0)
    if across + 4 + max((len(click.unstyle(line)) for line in right), default=0) > width:
        return [line.rstrip() for line in (*left, "", *right)]
    rows = max(len(left), len(right))
    left, right = left + [""] * (rows - len(left)), right + [""] * (rows - len(right))
    return [
        (one + " " * (across - len(click.unstyle(one)) + 4) + other).rstrip()
        for one, other in zip(left, right, strict=True)
    ]


def point_table(scored: ScoredMap) -> tuple[list[str], str, str]:
    """The rows of the parts of a total, that of the total, and that of the fallow, in columns."""
    words = [said(word) for word, _ in scored.table]
    across = max(14, 1 + max(map(len, words)))
    rows = [f"{word:<{across}}{points:>4}" for word, (_, points) in zip(words, scored.table, strict=True)]
    return rows[:-2], rows[-2], rows[-1]


@draw.register
def _(figure: ScoredMap) -> Iterator[str]:
    if isinstance(figure.map, Counts):
        parts, total, fallow = point_table(figure)
        yield from (*parts, _styled(total, coloured(), bold=True), "", fallow, "")
        yield from (f"{line.points:>4}  {said(line.text)}" for line in figure.score.lines)
        yield from _below_heading(figure.other_counts)
    else:
        yield from _scored(figure, figure.map)


@draw.register
def _(figure: SeenMap) -> Iterator[str]:
    marked = dict.fromkeys(figure.inferred, _INFERRED) | dict.fromkeys(figure.doubts, _MARKED)
    yield from _scored(figure.scored, figure.map, marked)
    if marked:
        yield parted(
            translated("In (brackets): inferred from the rest of the card. In [brackets]: in doubt.")
        )
    if figure.cards:
        known = translated("The cards from bottom to top (CARD ROW COL TURN), as far as they are known:")
        yield parted(f"\n{known}")
        laid = ", ".join(str(each).replace(" ", _TIED) for each in figure.cards)
        width = columns()
        yield click.wrap_text(laid, width, "  ", "  ").replace(_TIED, " ")


def _scored(
    figure: ScoredMap, map_: HonshuMap, marked: Mapping[Position, str] = MappingProxyType({})
) -> Iterator[str]:
    colours = coloured()
    parts, total, fallow = point_table(figure)
    table = ["", *parts, _styled(total, colours, bold=True), "", f"{fallow}  {translated('(breaks a tie)')}"]
    width = columns()
    yield from beside(map_lines(map_, colours, marked), table, width)
    yield ""
    for scored in figure.score.lines:
        line = f"{scored.points:>4}  {said(scored.text)}"
        squares = " ".join(f"{row + 1}.{column + 1}" for row, column in scored.where)
        if len(line) + 3 + len(squares) <= width:
            yield f"{line}   {_styled(squares, colours, dim=True)}"
            continue
        yield parted(line)
        for row_of_squares in click.wrap_text(squares, width, "      ", "      ").split("\n"):
            yield _styled(row_of_squares, colours, dim=True)
    yield parted(translated("Squares are row.column, as beside the map."))
    yield from _below_heading(figure.other_counts)


def _below_heading(sentences: Sequence[Sentence]) -> Iterator[str]:
    """A heading after an empty line, and what stands below it."""
    for at, sentence in enumerate(sentences):
        yield parted(f"  {said(sentence)}" if at else f"\n{said(sentence)}")


@draw.register
def _(figure: MapRanking) -> Iterator[str]:
    across = max(len(scored.name) for scored, _, _ in figure.rows)
    words = [said(word) for word, _ in figure.rows[0][0].table]
    heads = " " * (across + 5) + "  ".join(words)
    if wide := len(heads) < columns():
        yield heads
    for scored, ranked, note in figure.rows:
        numbers = zip(scored.table, words, strict=True)
        if not wide:
            told = [f"{word} {points}" for (_, points), word in numbers]
            yield parted(
                f"{ranked.rank:>2}.  {', '.join((scored.name, *told, *([said(note)] if note else [])))}"
            )
            continue
        cells = "  ".join(f"{points:>{len(word)}}" for (_, points), word in numbers)
        yield f"{ranked.rank:>2}.  {scored.name:<{across}} {cells}  {said(note) if note else ''}".rstrip()
    yield from _below_heading(figure.other_winners)
    yield from _below_heading(figure.other_totals)


@draw.register
def _(figure: LaidMap) -> Iterator[str]:
    """Everything but the map is a comment, so that what is printed can be scored."""
    colours = coloured()
    across = max(len(_laid(str(placement))) for placement, _, _ in figure.steps)
    for number, (placement, done, faults) in enumerate(figure.steps, start=1):
        yield f"# {number:>2}  {_laid(str(placement)):<{across}}  {' · '.join(map(said, done))}".rstrip()
        for fault in faults:
            yield "#     " + _styled(said(fault), colours, fg="red", bold=True)
    for note in (*figure.notes, *how_to(figure.remedies)):
        yield f"# {said(note)}"
    if figure.map.rows:
        yield f"# {said(figure.corner)}"
        yield "#" + "".join(f"{number:>3}" for number in range(1, len(figure.map.rows[0]) + 1))
        for number, row in enumerate(figure.map.rows, start=1):
            yield "  " + "".join(f"{as_typed(symbol):<3}" for symbol in row) + f"# {number}"


@draw.register
def _(figure: AdvisedPlacement) -> Iterator[str]:
    yield parted(f"\n{said(figure.what)}")
    yield f"   {_laid(said(figure.line))}"
    for line in map_lines(figure.map, coloured(), dict.fromkeys(figure.marked, _MARKED)):
        yield line.rstrip()


@draw.register
def _(figure: PlayerOrder) -> Iterator[str]:
    names = [said(name) if isinstance(name, Sentence) else name for name, _ in figure.plays]
    across = max(map(len, names))
    for number, (name, (_, worth)) in enumerate(zip(names, figure.plays, strict=True), start=1):
        yield parted(f"{number}.  {name:<{across}}  {said(worth)}")
