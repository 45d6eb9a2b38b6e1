"""The pages on which a deck is edited with its table beside a card: on a laptop, or one that a phone keeps."""

import json
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from starlette.responses import JSONResponse, Response

from companion.data.catalogue import typeset_language
from companion.data.decks.plain_deck import SIZES
from companion.errors import CompanionError, InputError
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, join_with_commas, say_count
from companion.service.press.editing import Conflict, EditedCard, FaceChange, Sheet
from companion.service.press.new_deck import FACES
from companion.service.press.own_decks import shorten_paths
from companion.service.press.review import draw_sample
from companion.service.press.row_changes import ColumnChange, RowChange
from companion.web.context import Handler, PageContext, WebPage
from companion.web.rendering import format_value

MOST_CHANGE = 2_000_000  # characters of a change, such as a pasted table
MOST_PICTURE = 40_000_000  # bytes of a picture that is dropped on the page


class DeckDesk(ABC):
    """The pages on which a deck is edited, wherever it lies."""

    def __init__(self, role: str) -> None:
        self._role = role

    @abstractmethod
    def admit(self, context: PageContext) -> None:
        """Raise an error for visitors who may not edit the deck."""

    @abstractmethod
    def describe(self, context: PageContext) -> Mapping[str, Any]:
        """What the page says of the deck: its name, and how it is printed."""

    def list_notes(self) -> Mapping[str, Sequence[Sentence]]:
        """The faults of cards that are known already, by the card's key."""
        return {}

    @abstractmethod
    async def edit(self, context: PageContext, action: str, *arguments: object) -> Any:
        """Call a method of the deck's editor."""

    @abstractmethod
    async def begin(self, context: PageContext, *choices: str) -> str:
        """Begin a deck, as `create_deck` does; return the address at which it is edited."""

    def guard(self, page: Handler, sends_json: bool = True) -> Handler:
        async def answer(context: PageContext) -> Response:
            self.admit(context)
            try:
                return await page(context)
            except CompanionError as error:
                if not sends_json:
                    raise
                return JSONResponse({"problem": _say(context, error.message)}, 422)

        return answer

    def list_pages(self, at: str, new: str) -> tuple[WebPage, ...]:
        """The pages at an address, and that which begins a deck."""
        role, guard, changes = self._role, self.guard, {"role": self._role, "limit": 3 * MOST_CHANGE}
        return (
            WebPage(at, guard(self._show_page, sends_json=False), role=role),
            WebPage(f"{at}/sheet", guard(self._send_sheet), role=role),
            WebPage(f"{at}/change", act=guard(self._change_deck), **changes),
            WebPage(f"{at}/card", act=guard(self._lay_out_card), **changes),
            WebPage(f"{at}/picture", act=guard(self._add_picture), role=role, limit=MOST_PICTURE, files=True),
            WebPage(new, guard(_show_new, False), guard(self._begin_deck, False), role=role, limit=MOST_CHANGE),
        )

    async def _show_page(self, context: PageContext) -> Response:
        part, at = context.form.text("part"), context.request.url.path
        return context.render_page("watch/edit.html", at=at, part=part, **self.describe(context))

    async def _begin_deck(self, context: PageContext) -> Response:
        form = context.form
        size, face = form.choice("size", tuple(SIZES)), form.choice("face", FACES)
        table = "".join(form.texts("table")[-1:])  # its first cell may be empty: a tab
        return context.redirect_to_path(await self.begin(context, form.text("name", "", 60), size, face, table))

    async def _send_sheet(self, context: PageContext) -> Response:
        return self._send(context, await self.edit(context, "open_sheet", context.form.text("part")))

    async def _change_deck(self, context: PageContext) -> Response:
        """Carry out a change; send the table as it is then, or what stands against it."""
        part, digest = context.form.text("part"), context.form.text("digest")
        change = _read_json(context, "change")
        match change:
            case {"face": face}:
                result = await self.edit(context, "change_element", _read_face(face))
                if isinstance(result, Conflict):
                    return self._send(context, result)
                return self._send(context, await self.edit(context, "open_sheet", part), result)
            case {"undo": _} | {"redo": _}:
                return self._send(context, await self.edit(context, "undo", part, "redo" in change))
            case {"cells": _} | {"add": _} | {"duplicate": _} | {"delete": _}:
                return self._send(context, await self.edit(context, "change_rows", part, digest, _read_rows(change)))
            case {"column": column}:
                return self._send(
                    context, await self.edit(context, "change_column", part, digest, _read_column(column))
                )
        raise _make_error()

    async def _lay_out_card(self, context: PageContext) -> Response:
        """Send the card of a row as it would be with what is typed."""
        row = context.form.number("row", 0, 100_000)
        texts, face = _read_json(context, "texts") or {}, _read_json(context, "face")
        if not isinstance(texts, dict) or not all(each.isdecimal() for each in texts):
            raise _make_error()
        cells = {int(column): str(text) for column, text in texts.items()}
        change = _read_face(face) if face else None
        card = await self.edit(context, "lay_out_row", context.form.text("part"), row, cells, change)
        return JSONResponse(_encode_card(context, card))

    async def _add_picture(self, context: PageContext) -> Response:
        sent, part = context.form.files.get("picture"), context.form.text("part")
        if sent is None:
            raise InputError("Choose a picture first.")
        return self._send(context, await self.edit(context, "add_picture", part, sent.name, sent.content))

    def _send(self, context: PageContext, result: Sheet | Conflict, face: str = "") -> Response:
        if isinstance(result, Conflict):
            return JSONResponse({"conflict": asdict(result)}, 409)
        notes = self.list_notes()
        counts = say_count("[one card|{count} cards]", result.card_count), describe_sheets(result.sheet_count, "A4")
        texts = {
            "locked": _say(context, result.locked),
            "counts": _say(context, join_with_commas(counts)) if result.sheet_count else "",
            "problems": [_say(context, each) for each in result.faults],
            "faults": [[_say(context, each) for each in notes.get(card, ())] for card in result.cards],
        }
        return JSONResponse({**asdict(replace(result, locked="", faults=())), **texts, "face": face})


async def _show_new(context: PageContext) -> Response:
    samples = {face: await context.run_in_thread(draw_sample, face, context.language.code) for face in FACES}
    pictures = {face: f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" for face, svg in samples.items()}
    return context.render_page("watch/new.html", sizes=SIZES, pictures=pictures)


def _encode_card(context: PageContext, card: EditedCard) -> Mapping[str, Any]:
    sides = []
    for svg, found in card.sides:
        boxes = [{**asdict(replace(each, locked="")), "locked": _say(context, each.locked)} for each in found]
        sides.append({"svg": svg, "boxes": boxes})
    faults = [(_say(context, text), stops) for text, stops in card.faults]
    return {"name": card.name, "width": card.width, "height": card.height, "sides": sides, "faults": faults}


def _say(context: PageContext, sentence: Sentence | str) -> str:
    known = shorten_paths(sentence) if isinstance(sentence, Sentence) else sentence
    return format_value(known, typeset_language(context.language.code))


def _make_error() -> InputError:
    return InputError("What was sent is not a form that can be read.")


def _read_json(context: PageContext, name: str) -> Any:
    try:
        return json.loads(context.form.text(name, "null", MOST_CHANGE))
    except (ValueError, RecursionError):
        raise _make_error() from None


def _read_rows(change: Mapping[str, Any]) -> RowChange:
    try:
        cells = {(_read_index(row), _read_index(column)): str(text) for row, column, text in change.get("cells", ())}
        add = change.get("add")
        rows = (tuple(_read_index(row) for row in change.get(key, ())) for key in ("duplicate", "delete"))
        return RowChange(cells, None if add is None else _read_index(add), *rows)
    except (TypeError, ValueError):
        raise _make_error() from None


def _read_column(change: Any) -> ColumnChange:
    try:
        at, name = change["at"], change["name"]
        return ColumnChange(None if at is None else _read_index(at), None if name is None else str(name))
    except (KeyError, TypeError, ValueError):
        raise _make_error() from None


def _read_index(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise ValueError
    return value


def _read_face(face: Any) -> FaceChange:
    try:
        values = dict(face["values"])
        if not all(each is None or type(each) in (str, int, float) for each in values.values()):
            raise TypeError
        return FaceChange(str(face["file"]), _read_index(face["number"]), str(face["digest"]), values)
    except (KeyError, TypeError, ValueError):
        raise _make_error() from None
