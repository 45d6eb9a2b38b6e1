"""The pages that show the cards of a deck while its files are edited, and edit it with its table beside a card."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.data.catalogue import typeset_language
from companion.data.decks.plain_deck import SIZES as CARD_SIZES
from companion.data.papers import papers_by_name
from companion.errors import CompanionError, InputError
from companion.press.sheets.gang import SIDES as WAYS
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, join_with_commas, say_count
from companion.service.press.editing import Conflict, EditedCard, FaceChange, Sheet
from companion.service.press.new_deck import FACES, draw_sample
from companion.service.press.row_changes import RowChange
from companion.service.press.watch import WatchedCard, WatchedDeck
from companion.web import join
from companion.web.app_state import stream_versions
from companion.web.context import ANYONE, Handler, PageContext, WebPage
from companion.web.people import PLAYER, is_loopback
from companion.web.rendering import format_value, open_stream, send_file


class DeckPreview:
    """The cards of a deck as they were last laid out; each change is a new version.

    `picture` returns the SVG of a side of a card by its fingerprint; `speak` changes the language of the cards;
    `edit` calls a method of the deck's editor.
    `deck` is ``None`` before the cards are laid out for the first time.
    """

    def __init__(
        self, picture: Callable[[str], str | None], speak: Callable[[str], None], edit: Callable[..., Any]
    ) -> None:
        self.picture, self.speak, self.edit = picture, speak, edit
        self.deck: WatchedDeck | None = None
        self.version = secrets.randbelow(1 << 30)  # random, so that a page left open reloads after a restart
        self._is_closing = False
        self._stream_events: set[asyncio.Event] = set()

    def publish(self, deck: WatchedDeck) -> None:
        """Show these cards from now on, and notify every page."""
        self.deck, self.version = deck, self.version + 1
        self._notify_pages()

    def close(self) -> None:
        """End every stream, so that the program can end."""
        self._is_closing = True
        self._notify_pages()

    def _notify_pages(self) -> None:
        for each in self._stream_events:
            each.set()

    def stream_versions(self) -> AsyncGenerator[int | None, None]:
        """Yield the version now and after each change, and ``None`` as a keep-alive in between."""
        return stream_versions(self._stream_events, lambda: not self._is_closing, lambda: self.version)


SIDES = ("front", "back", "both")
SIZES = {"medium": 2.6, "small": 1.5, "large": 4.2}  # pixels per millimetre of a card
MOST_SHOWN_CARDS = 500  # cards on a page; of a larger deck, a component can be chosen

PICTURE_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:",
    "cache-control": "private, max-age=31536000, immutable",
}
"""Headers of a card's picture, whose address changes with its content; its fonts are embedded."""

DeckHandler = Callable[[PageContext, DeckPreview], Awaitable[Response]]


async def _show_cards(context: PageContext, preview: DeckPreview) -> Response:
    deck = preview.deck or WatchedDeck()
    if preview.deck is not None and not deck.name and is_at_laptop(context):
        return context.redirect_to_path("/new")
    titles = {card.component: deck.titles.get(card.component, card.component) for card in deck.cards}
    part, size = _get_choice(context, "part", ("", *titles)), _get_choice(context, "size", tuple(SIZES))
    cards = [card for card in deck.cards if part in ("", card.component)]
    values: dict[str, Any] = {"titles": titles, "part": part, "side": _get_choice(context, "side", SIDES)}
    values |= {"cards": cards[:MOST_SHOWN_CARDS], "more": len(cards) - MOST_SHOWN_CARDS}
    values |= {"size": size, "scale": SIZES[size], "can_edit": is_at_laptop(context)}
    return _render_page(context, preview, "cards", **values)


async def _show_card(context: PageContext, preview: DeckPreview) -> Response:
    key = context.form.text("of")
    cards: list[WatchedCard | None] = [None, *(preview.deck.cards if preview.deck is not None else ()), None]
    index = next((number for number, card in enumerate(cards) if card is not None and card.key == key), None)
    before, card, after = cards[index - 1 : index + 2] if index is not None else (None, None, None)
    return _render_page(context, preview, "card", key=key, card=card, before=before, after=after)


def is_at_laptop(context: PageContext) -> bool:
    """True for a browser on the laptop itself, which alone may change the deck."""
    client = context.request.client
    return client is not None and is_loopback(client.host)


def _render_page(context: PageContext, preview: DeckPreview, name: str, **values: Any) -> Response:
    deck, ready = preview.deck or WatchedDeck(), preview.deck is not None
    return context.render_page(f"watch/{name}.html", live=preview.version, ready=ready, now=deck, **values)


async def _set_language(context: PageContext, preview: DeckPreview) -> Response:
    preview.speak(_get_choice(context, "language", preview.deck.languages if preview.deck is not None else ()))
    return context.redirect_to_path("/")


async def _serve_picture(context: PageContext, preview: DeckPreview) -> Response:
    if (picture := await asyncio.to_thread(preview.picture, context.request.path_params["fingerprint"])) is None:
        raise HTTPException(404)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_HEADERS)


async def _stream_deck(context: PageContext, preview: DeckPreview) -> Response:
    return open_stream(context, preview.stream_versions())


def make_watch_pages(preview: DeckPreview) -> tuple[WebPage, ...]:
    """Make the pages of a deck; visitors from other devices need the code."""

    def guard(page: DeckHandler) -> Callable[[PageContext], Awaitable[Response]]:
        async def answer(context: PageContext) -> Response:
            if context.visitor is None:
                if not is_at_laptop(context):
                    return context.redirect_to_path("/join")
                context.set_visitor(*context.app_state.people.admit(PLAYER))
            return await page(context, preview)

        return answer

    return (
        WebPage("/", guard(_show_cards), guard(_set_language), role=ANYONE),
        WebPage("/card", guard(_show_card), role=ANYONE),
        WebPage("/picture/{fingerprint}.svg", guard(_serve_picture), role=ANYONE),
        WebPage("/live", guard(_stream_deck), role=ANYONE),
        *join.PAGES,
    )


def _get_choice(context: PageContext, name: str, choices: Sequence[str]) -> str:
    """The choice in the form; the first one if that no longer exists, such as after a save."""
    choice = context.form.text(name)
    return choice if choice in choices else next(iter(choices), "")


MOST_CHANGE = 2_000_000  # characters of a change, such as a pasted table
MOST_PICTURE = 40_000_000  # bytes of a picture that is dropped on the page
MOST_SIDES = 60  # pictures of cards as they are typed, kept until the browser has asked for them
PAPERS, EXPORTED = ("a4", "letter", "a3", "legal"), ("png", "svg", "contact", "tts")


class DeckDesk:
    """The pages on which a deck is edited."""

    def __init__(self, preview: DeckPreview, begin: Callable[[str, str, str, str], None]) -> None:
        self._preview, self._begin = preview, begin
        self._sides: dict[str, str] = {}

    async def _edit(self, action: str, *arguments: object) -> Any:
        return await asyncio.to_thread(self._preview.edit, action, *arguments)

    async def show_page(self, context: PageContext) -> Response:
        part, preview = context.form.text("part"), self._preview
        name = preview.deck.name if preview.deck else ""
        papers = [(name, papers_by_name()[name].title) for name in PAPERS]
        return context.render_page("watch/edit.html", live=preview.version, part=part, name=name, papers=papers)

    async def show_new(self, context: PageContext) -> Response:
        return context.render_page("watch/new.html", sizes=CARD_SIZES)

    async def begin_deck(self, context: PageContext) -> Response:
        form = context.form
        size, face = form.choice("size", tuple(CARD_SIZES)), form.choice("face", FACES)
        table = "".join(form.texts("table")[-1:])  # its first cell may be empty: a tab
        await asyncio.to_thread(self._begin, form.text("name", "", 60), size, face, table)
        return context.redirect_to_path("/edit")

    async def send_face(self, context: PageContext) -> Response:
        if (face := context.request.path_params["face"]) not in FACES:
            raise HTTPException(404)
        svg = await asyncio.to_thread(draw_sample, face, context.language.code)
        return Response(svg, media_type="image/svg+xml", headers={**PICTURE_HEADERS, "cache-control": "no-cache"})

    async def print_deck(self, context: PageContext) -> Response:
        """Send the deck as a PDF, which the browser shows and prints."""
        form = context.form
        paper, sides = form.choice("paper", PAPERS), form.choice("sides", WAYS[:4])  # those that are one file
        name, content = await self._edit("print_deck", paper, sides)
        return send_file(content, "application/pdf", name, disposition="inline")

    async def export_deck(self, context: PageContext) -> Response:
        name, content = await self._edit("export_deck", context.form.choice("kind", EXPORTED))
        return send_file(content, "application/zip", name)

    async def send_sheet(self, context: PageContext) -> Response:
        return self._send(context, await self._edit("open_sheet", context.form.text("part")))

    async def change_deck(self, context: PageContext) -> Response:
        """Carry out a change; send the table as it is then, or what stands against it."""
        part, digest = context.form.text("part"), context.form.text("digest")
        change = _read_json(context, "change")
        match change:
            case {"face": face}:
                result = await self._edit("change_element", _read_face(face))
                if isinstance(result, Conflict):
                    return self._send(context, result)
                return self._send(context, await self._edit("open_sheet", part), result)
            case {"undo": _} | {"redo": _}:
                return self._send(context, await self._edit("undo", part, "redo" in change))
            case {"cells": _} | {"add": _} | {"duplicate": _} | {"delete": _}:
                return self._send(context, await self._edit("change_rows", part, digest, _read_rows(change)))
        raise _make_error()

    async def lay_out_card(self, context: PageContext) -> Response:
        """Send the card of a row as it would be with what is typed."""
        row = context.form.number("row", 0, 100_000)
        texts, face = _read_json(context, "texts") or {}, _read_json(context, "face")
        if not isinstance(texts, dict) or not all(each.isdecimal() for each in texts):
            raise _make_error()
        cells = {int(column): str(text) for column, text in texts.items()}
        change = _read_face(face) if face else None
        card = await self._edit("lay_out_row", context.form.text("part"), row, cells, change)
        return JSONResponse(self._encode_card(context, card))

    async def add_picture(self, context: PageContext) -> Response:
        sent = context.form.files.get("picture")
        if sent is None:
            raise InputError("Choose a picture first.")
        return self._send(context, await self._edit("add_picture", context.form.text("part"), sent.name, sent.content))

    async def send_side(self, context: PageContext) -> Response:
        if (svg := self._sides.get(context.request.path_params["name"])) is None:
            raise HTTPException(404)
        return Response(svg, media_type="image/svg+xml", headers=PICTURE_HEADERS)

    def _send(self, context: PageContext, result: Sheet | Conflict, face: str = "") -> Response:
        if isinstance(result, Conflict):
            return JSONResponse({"conflict": {"file": result.file, "now": result.now, "ours": result.ours}}, 409)
        deck = self._preview.deck
        notes = {card.key: [_say(context, each.text) for each in card.notes] for card in deck.cards} if deck else {}
        counts = say_count("[one card|{count} cards]", result.card_count), describe_sheets(result.sheet_count, "A4")
        texts = {
            "locked": _say(context, result.locked),
            "counts": _say(context, join_with_commas(counts)) if result.sheet_count else "",
            "problems": [_say(context, each) for each in result.faults],
        }
        faults = [notes.get(card, []) for card in result.cards]
        return JSONResponse({**asdict(replace(result, locked="", faults=())), **texts, "faults": faults, "face": face})

    def _encode_card(self, context: PageContext, card: EditedCard) -> Mapping[str, Any]:
        sides = []
        for svg, found in card.sides:
            name = blake2b(svg.encode(), digest_size=12).hexdigest()
            self._sides[name] = self._sides.pop(name, svg)
            boxes = [{**asdict(replace(each, locked="")), "locked": _say(context, each.locked)} for each in found]
            sides.append({"src": f"/edit/side/{name}.svg", "boxes": boxes})
        while len(self._sides) > MOST_SIDES:
            del self._sides[next(iter(self._sides))]
        faults = [(_say(context, text), stops) for text, stops in card.faults]
        return {"name": card.name, "width": card.width, "height": card.height, "sides": sides, "faults": faults}


def _say(context: PageContext, sentence: Sentence | str) -> str:
    return format_value(sentence, typeset_language(context.language.code))


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


def make_edit_pages(preview: DeckPreview, begin: Callable[[str, str, str, str], None]) -> tuple[WebPage, ...]:
    """Make the pages on which the watched deck is edited; from other devices nothing can be changed or read here."""
    desk = DeckDesk(preview, begin)

    def guard(page: Handler, sends_json: bool = True) -> Handler:
        async def answer(context: PageContext) -> Response:
            is_sent = context.request.method == "POST"  # from a page, whose visitor the token belongs to
            if not is_at_laptop(context) or (is_sent and context.visitor is None):
                raise HTTPException(403)
            if context.visitor is None:
                context.set_visitor(*context.app_state.people.admit(PLAYER))
            try:
                return await page(context)
            except CompanionError as error:
                if not sends_json:
                    raise
                return JSONResponse({"problem": _say(context, error.message)}, 422)

        return answer

    changes: Mapping[str, Any] = {"role": ANYONE, "limit": 3 * MOST_CHANGE}
    return (
        WebPage("/edit", guard(desk.show_page, sends_json=False), role=ANYONE),
        WebPage("/edit/sheet", guard(desk.send_sheet), role=ANYONE),
        WebPage("/edit/change", act=guard(desk.change_deck), **changes),
        WebPage("/edit/card", act=guard(desk.lay_out_card), **changes),
        WebPage("/edit/picture", act=guard(desk.add_picture), role=ANYONE, limit=MOST_PICTURE, files=True),
        WebPage("/edit/print", guard(desk.print_deck, sends_json=False), role=ANYONE),
        WebPage("/edit/export", guard(desk.export_deck, sends_json=False), role=ANYONE),
        WebPage("/new", guard(desk.show_new, False), guard(desk.begin_deck, False), role=ANYONE, limit=MOST_CHANGE),
        WebPage("/new/{face}.svg", guard(desk.send_face, sends_json=False), role=ANYONE),
        WebPage("/edit/side/{name}.svg", guard(desk.send_side, sends_json=False), role=ANYONE),
    )
