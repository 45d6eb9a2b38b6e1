"""The figures of Honshu in a terminal: maps in symbols, with colours if the terminal has them."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import click

from companion.cli.answers import describe_remedies, draw, place_side_by_side
from companion.cli.voice import columns, get_language, style_text, to_text, translate, wrap_for_terminal
from companion.data.honshu.cards import Colour, Terrain
from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, Counts, HonshuMap, letter_table
from companion.data.vocabulary import vocabulary
from companion.rules.honshu.board import Position
from companion.sentences import Sentence, join_with_commas, say
from companion.service.honshu.photo import UNKNOWN, SeenMap
from companion.service.honshu.placing import AdvisedPlacement, LaidMap, PlayerOrder
from companion.service.honshu.scoring import MapRanking, ScoredMap

_LAND = {Terrain.FOREST: (28, 231), Terrain.TOWN: (216, 52), Terrain.LAKE: (31, 231), Terrain.FALLOW: (229, 101)}
_FACTORIES = {Colour.BLUE: (20, 231), Colour.BROWN: (94, 231), Colour.GREY: (244, 16), Colour.YELLOW: (220, 16)}
_PLAIN, _MARKED, _INFERRED = "  ", "[]", "()"  # the characters before and after the symbol of a square
_TIED = "\u00a0"  # a no-break space

_PRODUCTION = {Colour.BLUE: 20, Colour.BROWN: 94, Colour.GREY: 240, Colour.YELLOW: 136}


def translate_symbol(symbol: str) -> str:
    """A square's symbol in the letters of the player's language: ``T`` is ``V`` in French."""
    return symbol.translate(letter_table(get_language().code))


def describe_cube_squares() -> Sentence:
    """What ``b*`` and the like mean on a map, in the letters of the player's language."""
    symbols = join_with_commas(translate_symbol(f"{letter}*") for letter in COLOUR_LETTERS)
    return say("{symbols}: production squares, blue, brown, grey and yellow, with their cube.", symbols=symbols)


def _translate_placement(words: str) -> str:
    """A placement as typed in the player's language, with its words and cube letters."""
    line, cube_words, cubes = words.partition(" spent ")
    return to_text(vocabulary("honshu", "placing").translate_names(line + cube_words)) + translate_symbol(cubes)


def square_style(symbol: str) -> tuple[int, int, bool]:
    """The background and text colours of a square, from a terminal's 256, and whether it is bold."""
    square = SQUARES[symbol]
    if square.colour is None:
        return (*_LAND[square.terrain], False)
    if square.terrain is Terrain.FACTORY:
        return (*_FACTORIES[square.colour], True)
    return 254, _PRODUCTION[square.colour], square.cube


def _draw_square(symbol: str, brackets: str) -> str:
    """A square of a map, four characters wide, with ``brackets`` around it."""
    if symbol == NO_CARD:
        return style_text(" ·  ", dim=True)
    ground, ink, bold = (231, 160, True) if symbol == UNKNOWN else square_style(symbol)
    text = f"{brackets[0]}{translate_symbol(symbol):<2}{brackets[1]}"
    return style_text(text, bg=ground, fg=ink, bold=bold or brackets != _PLAIN or None)


def map_lines(map_: HonshuMap, marks: Mapping[Position, str] = MappingProxyType({})) -> list[str]:
    """The lines of a map, with row and column numbers from 1; ``marks`` has brackets by position, from 0."""
    heading = "    " + "".join(f"{number:^4}" for number in range(1, len(map_.rows[0]) + 1))
    lines = [style_text(heading.rstrip(), dim=True)]
    for i, row in enumerate(map_.rows):
        squares = (_draw_square(symbol, marks.get((i, column), _PLAIN)) for column, symbol in enumerate(row))
        lines.append(style_text(f"{i + 1:>3} ", dim=True) + "".join(squares))
    return lines


def format_points(scored_map: ScoredMap) -> tuple[list[str], str, str]:
    """The lines of a score in columns: those of its parts, that of the total, and that of the fallow squares."""
    words = [to_text(word) for word, _ in scored_map.table]
    across = max(14, 1 + max(map(len, words)))
    rows = [f"{word:<{across}}{points:>4}" for word, (_, points) in zip(words, scored_map.table, strict=True)]
    return rows[:-2], rows[-2], rows[-1]


@draw.register
def _(figure: ScoredMap) -> Iterator[str]:
    if isinstance(figure.map, Counts):
        parts, total, fallow = format_points(figure)
        yield from (*parts, style_text(total, bold=True), "", fallow, "")
        yield from (f"{line.points:>4}  {to_text(line.text)}" for line in figure.score.lines)
        yield from _draw_below_heading(figure.other_counts)
    else:
        yield from _draw_scored_map(figure, figure.map)


@draw.register
def _(figure: SeenMap) -> Iterator[str]:
    marks = dict.fromkeys(figure.inferred_positions, _INFERRED) | dict.fromkeys(figure.doubts, _MARKED)
    yield from _draw_scored_map(figure.scored_map, figure.map, marks)
    if marks:
        lines = translate("In (brackets): inferred from the rest of the card. In [brackets]: in doubt.")
        yield wrap_for_terminal(lines)
    if figure.cards:
        heading = translate("The cards from bottom to top (CARD ROW COL TURN), as far as they are known:")
        yield wrap_for_terminal(f"\n{heading}")
        cards = ", ".join(str(each).replace(" ", _TIED) for each in figure.cards)
        yield click.wrap_text(cards, columns(), "  ", "  ").replace(_TIED, " ")


def _draw_scored_map(
    figure: ScoredMap, map_: HonshuMap, marks: Mapping[Position, str] = MappingProxyType({})
) -> Iterator[str]:
    parts, total, fallow = format_points(figure)
    table = ["", *parts, style_text(total, bold=True), "", f"{fallow}  {translate('(breaks a tie)')}"]
    width = columns()
    yield from place_side_by_side((map_lines(map_, marks), table), width)
    yield ""
    for each in figure.score.lines:
        line = f"{each.points:>4}  {to_text(each.text)}"
        squares = " ".join(f"{row + 1}.{column + 1}" for row, column in each.where)
        if len(line) + 3 + len(squares) <= width:
            yield f"{line}   {style_text(squares, dim=True)}"
            continue
        yield wrap_for_terminal(line)
        for row_of_squares in click.wrap_text(squares, width, "      ", "      ").split("\n"):
            yield style_text(row_of_squares, dim=True)
    yield wrap_for_terminal(translate("Squares are row.column, as beside the map."))
    yield wrap_for_terminal(to_text(describe_cube_squares()))
    yield from _draw_below_heading(figure.other_counts)


def _draw_below_heading(sentences: Sequence[Sentence]) -> Iterator[str]:
    """An empty line, the first sentence as a heading, and the others indented below it; nothing if there are none."""
    for index, sentence in enumerate(sentences):
        yield wrap_for_terminal(f"  {to_text(sentence)}" if index else f"\n{to_text(sentence)}")


@draw.register
def _(figure: MapRanking) -> Iterator[str]:
    across = max(len(scored_map.name) for scored_map, _, _ in figure.rows)
    words = [to_text(word) for word, _ in figure.rows[0][0].table]
    header = " " * (across + 5) + "  ".join(words)
    if wide := len(header) < columns():
        yield header
    for scored_map, ranked, note in figure.rows:
        numbers = zip(scored_map.table, words, strict=True)
        if not wide:
            lines = [scored_map.name, *(f"{word} {points}" for (_, points), word in numbers)]
            yield wrap_for_terminal(f"{ranked.rank:>2}.  {', '.join(lines + ([to_text(note)] if note else []))}")
            continue
        cells = "  ".join(f"{points:>{len(word)}}" for (_, points), word in numbers)
        yield f"{ranked.rank:>2}.  {scored_map.name:<{across}} {cells}  {to_text(note) if note else ''}".rstrip()
    yield from _draw_below_heading(figure.other_winners)
    yield from _draw_below_heading(figure.other_totals)


@draw.register
def _(figure: LaidMap) -> Iterator[str]:
    """Everything except the map is printed as a comment, so that ``honshu score`` can read the output."""
    across = max(len(_translate_placement(str(placement))) for placement, _, _ in figure.steps)
    for number, (placement, outcome, faults) in enumerate(figure.steps, start=1):
        text = _translate_placement(str(placement))
        yield f"# {number:>2}  {text:<{across}}  {' · '.join(map(to_text, outcome))}".rstrip()
        for fault in faults:
            yield "#     " + style_text(to_text(fault), fg="red", bold=True)
    for note in (*figure.notes, *describe_remedies(figure.remedies)):
        yield f"# {to_text(note)}"
    if figure.map.rows:
        yield f"# {to_text(describe_cube_squares())}"
        yield f"# {to_text(figure.corner)}"
        yield "#" + "".join(f"{number:>3}" for number in range(1, len(figure.map.rows[0]) + 1))
        for number, row in enumerate(figure.map.rows, start=1):
            yield "  " + "".join(f"{translate_symbol(symbol):<3}" for symbol in row) + f"# {number}"


@draw.register
def _(figure: AdvisedPlacement) -> Iterator[str]:
    yield wrap_for_terminal(f"\n{to_text(figure.description)}")
    yield f"   {_translate_placement(to_text(figure.line))}"
    for line in map_lines(figure.map, dict.fromkeys(figure.marked_squares, _MARKED)):
        yield line.rstrip()


@draw.register
def _(figure: PlayerOrder) -> Iterator[str]:
    names = [to_text(name) for name, _ in figure.plays]
    across = max(map(len, names))
    for number, (name, (_, value)) in enumerate(zip(names, figure.plays, strict=True), start=1):
        yield wrap_for_terminal(f"{number}.  {name:<{across}}  {to_text(value)}")
