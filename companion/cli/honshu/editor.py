"""The map editor of ``companion honshu score``: arrow keys, a letter a square, the total while you type."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.cli.honshu.drawing import as_typed, point_table, square_style
from companion.cli.voice import said, translated
from companion.data.files import STANDARD_INPUT
from companion.data.honshu.map import NO_CARD, shown
from companion.errors import InputError, OutputError
from companion.rules.honshu.map.board import Position
from companion.rules.rulings import Rulings
from companion.sentences import say, say_count
from companion.service.honshu.editor import MapEditor, MapFile, new_name, opened, save

STYLES = {
    "cursor": "reverse bold",
    "soft": "#888888",
    "strong": "bold",
    "message": "bg:#5f0000 #ffffff",
    "slip": "bg:#d70000 #ffffff bold",
}
"""The styles of all that is not a square."""

UNSAVED = say("The map is not saved: Ctrl-Q again leaves it so, Ctrl-S saves.")
"""Asked of a player who leaves what they typed."""

_LINES_ABOUT = 12  # lines of the screen that are not the map: title, numbers, total, message, help
_MOST_TOLD_SLIPS = 5  # slips that are told in words; all of them are marked on the map
Fragments = list[tuple[str, str]]


class Cursor:
    """The place in the map that the next key goes to."""

    def __init__(self, editor: MapEditor) -> None:
        self.editor = editor
        self.at: Position = editor.next_slip((-1, 0)) or (0, 0)
        self._typed: Position | None = None
        self._line_start = 0

    def window(self) -> tuple[int, int, int, int]:
        """Top, left, bottom and right of what is to be shown: the map, the cursor, and an edge to grow on."""
        top, left, bottom, right = self.editor.edges(self.at)
        return top - 1, left - 1, max(bottom, top + 4) + 1, max(right, left + 6) + 1

    def move(self, rows: int, columns: int) -> None:
        """Move by rows and columns."""
        self._go(self.at[0] + rows, self.at[1] + columns)
        self._line_start = self.at[1]

    def next_row(self) -> None:
        """Begin the next row below the first square of this one, or below where its typing began."""
        here = self.at[0]
        began = min([self._line_start, *(column for row, column in self.editor.squares if row == here)])
        self._go(here + 1, began)
        self._line_start = began

    def take_back(self) -> None:
        """Clear the square before the cursor, as a typewriter's backspace."""
        self._go(self.at[0], self.at[1] - 1)
        self.editor.clear(self.at)

    def clear(self) -> None:
        """Clear the square under the cursor."""
        self._typed = None
        self.editor.clear(self.at)

    def type(self, key: str) -> None:
        """Take one key; a value or a ``*`` goes to the square typed last, all else to the cursor's place."""
        changes = key == "*" or key.isdigit()
        at = (self._typed or self.at) if changes else self.at
        if self.editor.put(at, key):
            self._typed = at if at in self.editor.squares else None
            self.at = (at[0], at[1] + 1)

    def undo(self) -> None:
        """Take the last edit back, and go there."""
        self._typed, self.at = None, self.editor.undo() or self.at

    def redo(self) -> None:
        """Make the edit again that was taken back last, and go there."""
        self._typed, self.at = None, self.editor.redo() or self.at

    def next_slip(self) -> None:
        """Go to the next slip, if there is one."""
        self._go(*(self.editor.next_slip(self.at) or self.at))

    def paste(self, text: str) -> None:
        """Put a map in its notation at the cursor, which goes behind its end."""
        self._typed = None
        self.at = self.editor.paste(self.at, text) or self.at

    def _go(self, row: int, column: int) -> None:
        self.at = (row, column)
        self._typed, self.editor.message = None, None


def edit_map(file: str | None, output: str | None, card: int | None, rulings: Rulings) -> str | None:
    """Let a player type or mend a map, and save it over its file, or in ``output``; the name of that file.

    It is ``None`` when nothing was saved.
    """
    if STANDARD_INPUT in (file, output):
        raise InputError("The editor takes its keys from the terminal; it works on a file, not on '-'.")
    editor, goal = opened(file or output or str(new_name(Path())), output)
    return goal.name if build(Cursor(editor), goal, card, rulings).run() else None


def build(cursor: Cursor, goal: MapFile, card: int | None, rulings: Rulings) -> Any:
    """The application, with its screen and its keys. Its result is true when the map was saved."""
    from prompt_toolkit.application import Application, get_app
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window
    from prompt_toolkit.styles import Style

    keys = KeyBindings()
    editor = cursor.editor

    for name, act in {
        "up": lambda: cursor.move(-1, 0),
        "down": lambda: cursor.move(1, 0),
        "left": lambda: cursor.move(0, -1),
        "right": lambda: cursor.move(0, 1),
        "enter": cursor.next_row,
        "backspace": cursor.take_back,
        "delete": cursor.clear,
        "c-z": cursor.undo,
        "c-y": cursor.redo,
        "tab": cursor.next_slip,
    }.items():

        @keys.add(name)
        def _act(_event: Any, act: Callable[[], None] = act) -> None:
            act()

    @keys.add("c-s")
    @keys.add("f2")
    def _save(event: Any) -> None:
        try:
            editor.message = save(editor, goal).refused
        except OutputError as error:
            editor.message = error.sentence
        if editor.message is None:
            event.app.exit(result=True)

    @keys.add("c-c")
    @keys.add("c-q")
    def _leave(event: Any) -> None:
        # The question stands until another key is pressed; only then is it asked again.
        if editor.changed and editor.message is not UNSAVED:
            editor.message = UNSAVED
        else:
            event.app.exit(result=False)

    @keys.add(Keys.Any)
    def _type(event: Any) -> None:
        # Keys such as End arrive as several characters, the last of them a letter.
        if len(event.data) == 1 and event.data.isprintable():
            cursor.type(event.data)

    @keys.add(Keys.BracketedPaste)
    def _paste(event: Any) -> None:
        cursor.paste(event.data.replace("\r\n", "\n").replace("\r", "\n"))

    def screen() -> Any:
        size = get_app().output.get_size()
        return _shown(cursor, goal.name, card, rulings, (size.rows, size.columns))

    return Application(
        layout=Layout(
            Window(FormattedTextControl(screen, focusable=True, show_cursor=False), wrap_lines=True)
        ),
        key_bindings=keys,
        style=Style.from_dict(STYLES),
        full_screen=True,
    )


def _shown(
    cursor: Cursor, goal: str, card: int | None, rulings: Rulings, size: tuple[int, int] = (24, 80)
) -> Fragments:
    """The text of a screen of some rows and columns; the map is cut where it does not fit."""
    editor, scored = cursor.editor, cursor.editor.scored(card, rulings)
    told: Fragments = []
    if scored is not None:
        parts, total, fallow = point_table(scored)
        told = [*(("", row) for row in parts), ("class:strong", total), ("class:soft", fallow)]
    top, left, bottom, right = cursor.window()
    messages = _messages(editor, size[1])
    room = size[0] - _LINES_ABOUT - max(0, len(messages) - 1)
    first_row, last_row = _cut(top, bottom, cursor.at[0], max(3, room))
    first_column, last_column = _cut(left, right, cursor.at[1], max(3, (size[1] - 4) // 4))
    columns = range(first_column, last_column + 1)
    across = max((len(line) for _, line in told), default=0)
    beside = told if 4 + 4 * len(columns) + 3 + across <= size[1] else []
    first = editor.corner or (top + 1, left + 1)
    numbers = "".join(f"{_number(column - first[1]):^4}" for column in columns)
    found: Fragments = [("class:strong", f" Honshu  {goal}\n\n"), ("class:soft", f"    {numbers}\n")]
    for index, row in enumerate(range(first_row, last_row + 1)):
        found.append(("class:soft", f"{_number(row - first[0]):>3} "))
        found += [_cell(cursor, row, column) for column in columns]
        if index < len(beside):
            found += [("", "   "), beside[index]]
        found.append(("", "\n"))
    for style, line in told[len(beside[: last_row - first_row + 1]) :]:
        found.append((style, f" {' '.join(line.split())} "))
    found += [("", "\n"), ("class:message", "\n".join(messages)), ("", "\n\n")]
    for line_of_help in (
        translated("F forest  T town  L lake  - fallow  . no card"),
        translated("b n g y production: blue, brown, grey, yellow; then * for its cube"),
        translated("B N G Y factory; then 2, 3 or 4 for its value"),
        translated("Arrows move, Enter: next row, Ctrl-Z undoes, Ctrl-Y redoes, Tab: next slip"),
        translated("Ctrl-S saves and scores, Ctrl-Q leaves"),
    ):
        found.append(("class:soft", f"{_wrapped(line_of_help, size[1])}\n"))
    for warning in scored.warnings if scored else ():
        found.append(("class:soft", f"\n{_wrapped(said(warning), size[1])}"))
    return found


def _number(index: int) -> str:
    """The number of a row or column; empty where the map has not grown so far up or left."""
    return str(index + 1) if index >= 0 else ""


def _messages(editor: MapEditor, across: int) -> list[str]:
    """Lines of what the last edit meant, and of all slips as far as there is room for them."""
    slips = editor.told_slips
    told = [*([editor.message] if editor.message else []), *slips[:_MOST_TOLD_SLIPS]]
    if len(slips) > _MOST_TOLD_SLIPS:
        more = len(slips) - _MOST_TOLD_SLIPS
        told.append(say_count("{count} more [is|are] mistyped.", more))
    return [line for sentence in told for line in _wrapped(said(sentence), across).split("\n")]


def _wrapped(text: str, across: int) -> str:
    """A text in lines that fit the screen, parted between words, a blank on both sides."""
    return "\n".join(f" {line} " for line in textwrap.wrap(text, across - 2))


def _cut(first: int, last: int, at: int, room: int) -> tuple[int, int]:
    """The rows or columns that are shown where there is room for some only: those about the cursor."""
    if last - first < room:
        return first, last
    first = min(max(first, at - room // 2), last - room + 1)
    return first, first + room - 1


def _cell(cursor: Cursor, row: int, column: int) -> tuple[str, str]:
    symbol = cursor.editor.squares.get((row, column), NO_CARD)
    slip = cursor.editor.slips.get((row, column))
    if slip is not None:
        style, text = "class:slip", f"{shown(slip)[:4] or '?':^4}"
    elif symbol == NO_CARD:
        style, text = "class:soft", " ·  "
    else:
        ground, ink, bold = square_style(symbol)
        style = f"bg:{_hex(ground)} {_hex(ink)}{' bold' if bold else ''}"
        text = f" {as_typed(symbol):<2} "
    return (f"{style} class:cursor" if (row, column) == cursor.at else style), text


def _hex(colour: int) -> str:
    """One of the 256 colours of a terminal: a step of its cube of six a side, or of its greys."""
    if colour >= 232:
        return "#" + f"{8 + 10 * (colour - 232):02x}" * 3
    return "#" + "".join(
        f"{(0, 95, 135, 175, 215, 255)[(colour - 16) // side % 6]:02x}" for side in (36, 6, 1)
    )
