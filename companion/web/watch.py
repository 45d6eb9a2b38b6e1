"""The pages that show the cards of a deck while its files are edited, and those that edit it on the laptop."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.papers import papers_by_name
from companion.press.sheets.gang import SIDES as WAYS
from companion.service.press.watch import WatchedCard, WatchedDeck
from companion.web import join
from companion.web.app_state import stream_versions
from companion.web.context import ANYONE, PageContext, WebPage
from companion.web.own_decks import DeckDesk
from companion.web.people import PLAYER, is_loopback
from companion.web.rendering import open_stream


class DeckPreview:
    """The cards of a deck as they were last laid out; each change is a new version.

    `picture` returns the SVG of a side of a card by its fingerprint; `speak` changes the language of the cards.
    `deck` is ``None`` before the cards are laid out for the first time.
    """

    def __init__(self, picture: Callable[[str], str | None], speak: Callable[[str], None]) -> None:
        self.picture, self.speak = picture, speak
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


PAPERS, KINDS = ("a4", "letter", "a3", "legal"), ("pdf", "png", "svg", "contact", "tts")


class LaptopDesk(DeckDesk):
    """Edits the watched deck by calls of its editor; from other devices nothing can be changed or read here."""

    role = ANYONE

    def __init__(
        self, preview: DeckPreview, edit: Callable[..., Any], begin: Callable[[str, str, str, str], None]
    ) -> None:
        self._preview, self._edit, self._begin = preview, edit, begin

    def admit(self, context: PageContext) -> None:
        is_sent = context.request.method == "POST"  # from a page, whose visitor the token belongs to
        if not is_at_laptop(context) or (is_sent and context.visitor is None):
            raise HTTPException(403)
        if context.visitor is None:
            context.set_visitor(*context.app_state.people.admit(PLAYER))

    def describe(self, context: PageContext) -> Mapping[str, Any]:
        papers = [(name, papers_by_name()[name].title) for name in PAPERS]
        deck = self._preview.deck or WatchedDeck()
        notes = {card.key: [each.text for each in card.notes] for card in deck.cards}
        return {"live": self._preview.version, "name": deck.name, "papers": papers, "notes": notes}

    async def edit(self, context: PageContext, action: str, *arguments: object) -> Any:
        return await context.run_in_thread(self._edit, action, *arguments)

    async def begin(self, context: PageContext, *choices: str) -> str:
        await context.run_in_thread(self._begin, *choices)
        return "/edit"

    async def make_file(self, context: PageContext) -> tuple[str, bytes]:
        choices = zip(("kind", "paper", "sides"), (KINDS, PAPERS, WAYS[:4]), strict=True)  # sides that are one file
        result: tuple[str, bytes] = await self.edit(
            context, "make_file", *(context.form.choice(*each) for each in choices)
        )
        return result
