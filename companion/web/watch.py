"""The pages that show the cards of a deck while its files are edited."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.service.press.watch import WatchedCard, WatchedDeck
from companion.web import join
from companion.web.app_state import stream_versions
from companion.web.context import ANYONE, PageContext, WebPage
from companion.web.people import PLAYER, is_loopback
from companion.web.rendering import open_stream


class DeckPreview:
    """The cards of a deck as they were last laid out; each change is a new version.

    `picture` returns the SVG of a side of a card by its fingerprint; `speak` changes the language of the cards.
    `now` is ``None`` before the cards are laid out for the first time.
    """

    def __init__(self, picture: Callable[[str], str | None], speak: Callable[[str], None]) -> None:
        self.picture, self.speak = picture, speak
        self.deck: WatchedDeck | None = None
        self.version = secrets.randbelow(1 << 30)  # random, so that a page left open reloads after a restart
        self._is_closing = False
        self._stream_events: set[asyncio.Event] = set()

    def publish(self, now: WatchedDeck) -> None:
        """Show these cards from now on, and notify every page."""
        self.deck, self.version = now, self.version + 1
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

_PICTURE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:",
    "cache-control": "private, max-age=31536000, immutable",
}
"""Headers of a card's picture, whose address changes with its content; its fonts are embedded."""

DeckHandler = Callable[[PageContext, DeckPreview], Awaitable[Response]]


async def _show_cards(context: PageContext, shown: DeckPreview) -> Response:
    now = shown.deck or WatchedDeck()
    titles = {card.component: now.titles.get(card.component, card.component) for card in now.cards}
    part, size = _get_choice(context, "part", ("", *titles)), _get_choice(context, "size", tuple(SIZES))
    cards = [card for card in now.cards if part in ("", card.component)]
    chosen: dict[str, Any] = {"titles": titles, "part": part, "side": _get_choice(context, "side", SIDES)}
    chosen |= {"cards": cards[:MOST_SHOWN_CARDS], "more": len(cards) - MOST_SHOWN_CARDS}
    chosen |= {"size": size, "scale": SIZES[size]}
    return _render_page(context, shown, "cards", **chosen)


async def _show_card(context: PageContext, shown: DeckPreview) -> Response:
    key = context.form.text("of")
    around: list[WatchedCard | None] = [None, *(shown.deck.cards if shown.deck is not None else ()), None]
    at = next((number for number, card in enumerate(around) if card is not None and card.key == key), None)
    before, card, after = around[at - 1 : at + 2] if at is not None else (None, None, None)
    return _render_page(context, shown, "card", key=key, card=card, before=before, after=after)


def _render_page(context: PageContext, shown: DeckPreview, name: str, **values: Any) -> Response:
    now, ready = shown.deck or WatchedDeck(), shown.deck is not None
    return context.render_page(f"watch/{name}.html", live=shown.version, ready=ready, now=now, **values)


async def _set_language(context: PageContext, shown: DeckPreview) -> Response:
    shown.speak(_get_choice(context, "language", shown.deck.languages if shown.deck is not None else ()))
    return context.redirect_to_path("/")


async def _serve_picture(context: PageContext, shown: DeckPreview) -> Response:
    if (drawn := await asyncio.to_thread(shown.picture, context.request.path_params["fingerprint"])) is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml", headers=_PICTURE)


async def _stream_deck(context: PageContext, shown: DeckPreview) -> Response:
    return open_stream(context, shown.stream_versions())


def make_watch_pages(shown: DeckPreview) -> tuple[WebPage, ...]:
    """Make the pages of a deck; visitors from other devices need the code."""

    def guard(page: DeckHandler) -> Callable[[PageContext], Awaitable[Response]]:
        async def answer(context: PageContext) -> Response:
            if context.visitor is None:
                asked = context.request.client
                if asked is None or not is_loopback(asked.host):  # from another device
                    return context.redirect_to_path("/join")
                context.set_visitor(*context.app_state.people.admit(PLAYER))
            return await page(context, shown)

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
    typed = context.form.text(name)
    return typed if typed in choices else next(iter(choices), "")
