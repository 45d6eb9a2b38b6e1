"""Photos of maps and hands from phones: read them, keep them for an hour, let their owners check and accept them."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary, ref

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.data.honshu.map import COLOUR_LETTERS, NO_CARD, SQUARES, check_map_size
from companion.data.honshu.placements import parse_place
from companion.errors import CompanionError, InputError, Refused
from companion.play.honshu.views import View
from companion.play.honshu.working import TakeMap, describe_square
from companion.rules.honshu.board import Position
from companion.sentences import Sentence, say, say_count, shorten_text
from companion.service.honshu import seen_map
from companion.service.honshu.scoring import build_scored_map
from companion.vision.honshu.map_reading import SeenHand
from companion.vision.honshu.reading import MAP_CARDS, Corners, Point, Reading
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.access import CAMERA_HEADERS
from companion.web.app_state import AppState
from companion.web.context import SEATED, PageContext, WebPage
from companion.web.honshu.score import list_unplayed_cards
from companion.web.honshu.squares import change_own_map, cube_of, get_view, picture_of
from companion.web.rendering import make_url_builder

_MOST_WAITING_BYTES = 150_000_000  # of all photos kept, in the size shown
_MOST_WAITING_PHONES = 4  # phones whose photos wait to be read
_KEPT = 3600.0  # seconds that a photo is kept
_TOO_MUCH = say("The photo could not be read here; it may be too large. Send a smaller one, or type the map.")

_Owner = tuple[str, str, str]
"""A table, a seat, and its visitor: another visitor who takes the seat over does not see the photo."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class WaitingPhoto:
    """The photo of a seat's map; if no map was found, with a problem instead of a reading."""

    shown_photo: seen_map.ShownPhoto | None  # ``None`` for a hand, whose photo is not kept
    reading: Reading | None = None
    problem: Sentence | None = None
    hand: SeenHand | None = None
    answers: dict[Position, str] = field(default_factory=dict)
    whole_reading: Reading | None = None  # the whole reading, after its owner has chosen one of several maps

    def choose(self, rival: int | None) -> None:
        """Choose one of several maps, or undo the choice; settled squares are kept."""
        assert self.reading is not None
        old, whole = self.reading, self.whole_reading or self.reading
        self.whole_reading = None if rival is None else whole
        self.reading = whole if rival is None else replace(whole.rivals[rival], notes=whole.notes)
        self.answers = seen_map.move_settled(self.answers, old, self.reading)

    @property
    def size(self) -> int:
        """The bytes of the photo."""
        return len(self.shown_photo.picture) if self.shown_photo else 0


class _PhotoDesk:
    """The photos of one laptop or phone, and the queue of those to be read."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.queue_length = 0
        self.photos: dict[_Owner, WaitingPhoto] = {}

    def keep(self, whose: _Owner, waiting: WaitingPhoto) -> None:
        """Keep a photo for an hour instead of the owner's last one; if all are too large together, drop the oldest."""
        self.photos.pop(whose, None)
        self.photos[whose] = waiting
        asyncio.get_running_loop().call_later(_KEPT, self._drop, whose, ref(waiting))
        size = sum(each.size for each in self.photos.values())
        for name in [*self.photos][:-1]:
            if size > _MOST_WAITING_BYTES:
                size -= self.photos.pop(name).size

    def _drop(self, whose: _Owner, waiting: ref[WaitingPhoto]) -> None:
        if self.photos.get(whose) is waiting():
            self.photos.pop(whose, None)


_DESKS: WeakKeyDictionary[AppState, _PhotoDesk] = WeakKeyDictionary()


def move_photos(old: AppState, new: AppState) -> None:
    """Move the photos kept from an application state to the one that replaces it."""
    if old in _DESKS:
        _DESKS[new] = _DESKS.pop(old)


def _get_desk(context: PageContext) -> tuple[_PhotoDesk, _Owner]:
    assert context.seat is not None
    return _DESKS.setdefault(context.app_state, _PhotoDesk()), (context.table_name, context.seat, context.user.id)


def find_photo(context: PageContext) -> WaitingPhoto | None:
    """The visitor's photo, if one is kept."""
    desk, whose = _get_desk(context)
    return desk.photos.get(whose)


def forget_photo(context: PageContext) -> None:
    """Delete the visitor's photo."""
    desk, whose = _get_desk(context)
    desk.photos.pop(whose, None)


def keep_photo(context: PageContext, photo: WaitingPhoto) -> None:
    """Keep a photo for the visitor, instead of the last one."""
    desk, whose = _get_desk(context)
    desk.keep(whose, photo)


async def read_sent_photo(context: PageContext, upload: seen_map.PhotoUpload) -> seen_map.SeenPhoto:
    """Read a photo of a map or of a hand, one at a time.

    It is refused if too many wait, if it cannot be read, or if it takes too much time or memory.
    """
    desk, _ = _get_desk(context)
    if desk.queue_length > _MOST_WAITING_PHONES:
        raise Refused("Other photos are being read; wait a moment, then send yours again.")
    beside = context.app_state.settings.run_beside
    desk.queue_length += 1
    try:
        async with desk.turn:
            seen = await beside(seen_map.read_photo, upload) if beside else seen_map.read_photo(upload)
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except MemoryError:
        raise Refused(_TOO_MUCH) from None
    finally:
        desk.queue_length -= 1
    if not isinstance(seen, seen_map.SeenPhoto):
        raise Refused(_TOO_MUCH)
    return seen


_FORM = 10_000  # bytes of the other fields of a form
_MOST_FRAME_BYTES = 1_500_000  # of a form with a frame; a frame of 1280 x 720 pixels has a fifth of it


async def show_photo_form(context: PageContext) -> Response:
    shown = context.render_page(
        "honshu/photo.html",
        seen=get_view(context),
        held=find_photo(context),
        ready=context.is_alone or seen_map.can_read_photos(),
        most=MOST_PHOTO_BYTES,
    )
    shown.headers.update(CAMERA_HEADERS)
    return shown


async def _accept_photo(context: PageContext) -> Response:
    form = context.form
    if form.has("forget"):
        forget_photo(context)
        return context.redirect("photo")
    sent = [file for name in ("camera", "file") if (file := form.files.get(name)) and file.content]
    if not sent:
        raise InputError("Take or choose a photo first.")
    told = await read_sent_photo(context, seen_map.PhotoUpload(sent[0].name, sent[0].content, form.has("hand")))
    if form.has("hand"):
        if told.problem is not None:
            raise Refused(told.problem)
        keep_photo(context, WaitingPhoto(None, hand=told.hand))
        return context.redirect("photo/hand")
    keep_photo(context, WaitingPhoto(told.picture, told.reading, told.problem))
    return context.redirect("photo/map" if told.reading is not None else "photo")


async def _read_frame(context: PageContext) -> Response:
    """Read a frame of the camera's live picture; the page's script sends the best one as a photo."""
    sent = context.form.files.get("frame")
    try:
        told = await read_sent_photo(context, seen_map.PhotoUpload("frame.jpg", sent.content if sent else b""))
    except CompanionError as error:
        return JSONResponse({"refused": error.message.translate(context.language)}, 422)
    return JSONResponse(_describe_frame(context, told))


def _describe_frame(context: PageContext, told: seen_map.SeenPhoto) -> dict[str, Any]:
    address, squares = make_url_builder(context.app_state.settings.static), list[tuple[int, int, bool, str]]()
    seen = told.reading.squares if told.reading else ()
    for each in seen:
        name, _ = picture_of(seen_map.get_seen_symbol(each), (each.row, each.column))
        squares.append((each.row, each.column, seen_map.is_in_doubt(each), address(f"img/sq-{name}.png")))
    cards = len(told.reading.cards) if told.reading else 0
    return {
        "squares": squares,
        "outlines": [each.outline for each in seen],
        "known": sum(not doubt for *_, doubt, _ in squares),
        "complete": told.reading is not None and not _has_questions(context, told.reading),
        "counted": say_count("{known} of {count} card[|s]", MAP_CARDS, known=cards).translate(context.language),
        "remark": told.problem and told.problem.translate(context.language),
    }


def _has_questions(context: PageContext, reading: Reading) -> bool:
    """True if a reading leaves questions to its owner."""
    now = get_view(context)
    return bool(reading.remarks or reading.rivals or seen_map.find_deciding_squares(reading, {}, now.card, now.rulings))


async def _show_hand(context: PageContext) -> Response:
    """Show the cards of a hand as they were read."""
    held, now = find_photo(context), get_view(context)
    if held is None or held.hand is None or now.private is None:
        return context.redirect()
    return context.render_page(
        "honshu/photo-hand.html", seen=now, read=held.hand, card_numbers=list_unplayed_cards(now)
    )


async def _serve_picture(context: PageContext) -> Response:
    """Send a photo in the size shown, only to the seat that sent it."""
    held = find_photo(context)
    if held is None or held.shown_photo is None:
        raise HTTPException(404)
    name = {"content-disposition": "inline; filename*=UTF-8''honshu.jpg"}
    return Response(held.shown_photo.picture, headers=name, media_type="image/jpeg")


_TILE = 44  # width of a square's picture, pixels
_RIM = 0.7  # the margin round a map, as a share of a square


def compute_middle(*outlines: Corners) -> Point:
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def compute_side(outline: Corners) -> float:
    """The width of a square in a photo, in pixels."""
    (ax, ay), _, (cx, cy), _ = outline
    return math.hypot(cx - ax, cy - ay) / math.sqrt(2)


def compute_view_box(outlines: Sequence[Corners], photo: seen_map.ShownPhoto) -> str:
    """The SVG view box round squares in a photo, with a margin; that of the whole photo if there are none."""
    if not outlines:
        return f"0 0 {photo.width} {photo.height}"
    xs, ys = zip(*(corner for each in outlines for corner in each), strict=True)
    rim = max(map(compute_side, outlines)) * _RIM
    left, top = min(xs) - rim, min(ys) - rim
    return f"{left:.1f} {top:.1f} {max(xs) + rim - left:.1f} {max(ys) + rim - top:.1f}"


@dataclass(frozen=True, slots=True)
class PhotoSquare:
    """A place of the map in the photo."""

    place: Position
    name: Sentence  # the place in words, counted from 1 at the top left
    outline: Corners | None  # ``None`` if it was entered too far from the squares seen
    symbol: str
    is_read: bool
    doubt: bool  # it is in doubt, and the score depends on it
    is_unsure: bool = False

    @property
    def place_text(self) -> str:
        """The place, such as ``3.2``."""
        return "{}.{}".format(*self.place)

    @property
    def points(self) -> str:
        """Its corners, as points in SVG."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.outline or ())

    @property
    def middle(self) -> Point:
        assert self.outline is not None
        return compute_middle(self.outline)

    @property
    def size(self) -> float:
        """Its width in the photo, in pixels."""
        assert self.outline is not None
        return compute_side(self.outline)

    def compute_crop(self, across: float, down: float) -> str:
        """The SVG view box that extends this many squares to each side, and above and below, of its middle."""
        (x, y), across, down = self.middle, self.size * across, self.size * down
        return f"{x - across:.1f} {y - down:.1f} {2 * across:.1f} {2 * down:.1f}"

    @property
    def cube(self) -> str:
        """The colour of the cube on it, if there is one."""
        return cube_of(self.symbol)

    @property
    def picture(self) -> str:
        """The name of its picture; "" if there is no card, or the symbol is unknown."""
        return picture_of(self.symbol, self.place)[0] if self.symbol in SQUARES else ""

    def matrix(self, wide: float) -> str:
        """The SVG matrix that centres a picture on it; ``wide`` is the picture's share of its width."""
        assert self.outline is not None
        (ax, ay), (bx, by), _, (dx, dy) = self.outline
        x, y = self.middle
        right, down = ((bx - ax) * wide, (by - ay) * wide), ((dx - ax) * wide, (dy - ay) * wide)
        left, top = x - (right[0] + down[0]) / 2, y - (right[1] + down[1]) / 2
        turned = " ".join(f"{each / _TILE:.4f}" for each in (*right, *down))
        return f"matrix({turned} {left:.1f} {top:.1f})"


def build_rival_values(held: WaitingPhoto, now: View) -> dict[str, Any]:
    """Build the values of the page on several possible maps: each reading with its points.

    ``out`` has the visible squares of cards that some reading leaves out; ``named`` is where to label them.
    """
    reading = held.reading
    assert reading is not None
    assert held.shown_photo is not None
    doubted = {name for each in reading.rivals for name in each.excluded}
    every = {(each.card, each.outline) for rival in reading.rivals for each in rival.squares}
    out = defaultdict[str, set[Corners]](set)
    for card, outline in every:
        if card in doubted:
            out[card].add(outline)
    totals = (
        build_scored_map(
            "", seen_map.build_seen_map(each, seen_map.move_settled(held.answers, reading, each)), now.card, now.rulings
        ).score.total
        for each in reading.rivals
    )
    outlines = [outline for _, outline in every]
    return {
        "box": compute_view_box(outlines, held.shown_photo),
        "side": max(map(compute_side, outlines), default=0.0),
        "rivals": [*zip(reading.rivals, totals, strict=True)],
        "out": out,
        "named": {name: compute_middle(*squares) for name, squares in out.items()},
    }


_LAYERS = ("both", "photo", "map")
"""The ways to show it: the photo with small pictures on it, only the photo, or only the map."""
_SMALL = 0.5  # the width of pictures on the photo, as a share of a square
_KINDS = (
    ("F", "T", "L", "-"),
    tuple(f"{letter}{cube}" for cube in ("*", "") for letter in COLOUR_LETTERS),
    tuple(f"{letter.upper()}{value}" for value in (2, 3, 4) for letter in COLOUR_LETTERS),
)
"""All kinds of squares, in rows: land; production with and without its cube; factories."""
_CROP = 1.25, 0.95  # squares to each side, and above and below, of one in a question
_NEAR = 2.6, 2.0  # squares to each side, and above and below, of one shown enlarged


def _find_asked_squares(held: WaitingPhoto, now: View) -> frozenset[Position]:
    assert held.reading is not None
    return seen_map.find_deciding_squares(held.reading, held.answers, now.card, now.rulings)


def _draw_places(held: WaitingPhoto, asked: Set[Position]) -> tuple[PhotoSquare, ...]:
    """Every place where a square was seen in the photo or may be, row by row."""
    assert held.reading is not None
    seen = {(each.row, each.column): each for each in held.reading.squares}
    beside = seen_map.list_open_places(held.reading, held.answers)
    places = sorted(seen.keys() | beside.keys() | held.answers.keys())
    top, left = min(row for row, _ in seen), min(column for _, column in seen)

    def draw_place(place: Position) -> PhotoSquare:
        name = say("row {row}, column {column}", row=place[0] - top + 1, column=place[1] - left + 1)
        square, told = seen.get(place), held.answers.get(place)
        if square is None:
            return PhotoSquare(place, name, beside.get(place), told or NO_CARD, is_read=False, doubt=False)
        unsure = seen_map.is_in_doubt(square) and place not in held.answers
        symbol = told or seen_map.get_seen_symbol(square)
        return PhotoSquare(place, name, square.outline, symbol, is_read=True, doubt=place in asked, is_unsure=unsure)

    return tuple(map(draw_place, places))


async def _show_map(context: PageContext) -> Response:
    held, form, now = find_photo(context), context.form, get_view(context)
    if held is None or held.reading is None or held.shown_photo is None:
        return context.redirect("photo") if context.problem is None else await show_photo_form(context)
    if held.reading.rivals:
        return context.render_page("honshu/photo-rivals.html", seen=now, held=held, **build_rival_values(held, now))
    wanted, asked = form.text("square"), _find_asked_squares(held, now)
    places = _draw_places(held, asked)
    chosen = next((each for each in places if each.place_text == wanted), None)
    squares = {(each.row, each.column): each for each in held.reading.squares}
    idle = [each for each in places if each.is_unsure and not each.doubt]
    doubts = [each for each in places if each.doubt]
    map_ = seen_map.build_seen_map(held.reading, held.answers)
    total = build_scored_map("", map_, now.card, now.rulings).score.total if map_.rows else None
    shown = [each for each in places if each.outline is not None]
    whole = compute_view_box([each.outline for each in held.reading.squares], held.shown_photo)
    return context.render_page(
        "honshu/photo-map.html",
        seen=now,
        held=held,
        places=shown,
        doubts=doubts,
        amiss=seen_map.list_map_doubts(held.reading, held.answers),
        things=list(held.reading.describe_doubts(squares[at] for at in squares if at in asked and squares[at].thing)),
        questions=[
            (each, seen_map.list_likely_symbols(held.reading, squares[each.place])) for each in doubts if not chosen
        ],
        either=[squares[each.place].describe_either_way(total, each.name) for each in idle],
        chosen=chosen,
        words=describe_square,
        image=lambda symbol: picture_of(symbol)[0],
        total=total,
        squares=len(map_.symbols),
        box=chosen.compute_crop(*_NEAR) if chosen and chosen.outline else whole,
        crop=_CROP,
        layer=form.choice("as", _LAYERS, _LAYERS[0]),
        small=_SMALL,
        kinds=[[(symbol, picture_of(symbol)[0], describe_square(symbol)) for symbol in row] for row in _KINDS],
    )


async def _settle_square(context: PageContext) -> Response:
    held, form = find_photo(context), context.form
    if (
        form.has("take")
        and context.app_state.tables.shelf.find_tap_event(context.table_name, form.text("tap")) is not None
    ):
        return context.redirect("score")  # the tap was sent again
    if held is None or held.reading is None:
        raise InputError("The photo is no longer here; take it again.")
    kept = {"as": form.text("as")} if form.has("as") else {}
    if form.has("take"):
        return _take_map(context, held)
    if form.has("whose"):
        held.choose(None)
    elif form.has("rival"):
        held.choose(form.number("rival", 0, len((held.whole_reading or held.reading).rivals) - 1, 0))
    elif form.has("rest"):
        drawn = _draw_places(held, _find_asked_squares(held, get_view(context)))
        held.answers |= {each.place: each.symbol for each in drawn if each.doubt}
    else:
        at, _, symbol = (form.text("told") or f"{form.text('square')} {form.text('is')}").partition(" ")
        place = parse_place(at)
        if symbol != NO_CARD and symbol not in SQUARES:
            raise InputError("'{value}' is not a square, such as F, T or b*.", value=shorten_text(symbol, 20))
        check_map_size({place, *((each.row, each.column) for each in held.reading.squares), *held.answers})
        held.answers[place] = symbol
    return context.redirect("photo/map", **kept)


def _take_map(context: PageContext, held: WaitingPhoto) -> Response:
    """Make the map on the photo the visitor's own, and delete the photo."""
    assert held.reading is not None
    if held.reading.rivals:
        raise Refused("Say first which map is yours.")
    left = len(_find_asked_squares(held, get_view(context)))
    if left:
        raise Refused(say_count("Say first what [one square shows|{count} squares show].", left))
    text = str(seen_map.build_seen_map(held.reading, held.answers))
    change_own_map(context, lambda seat: TakeMap(seat, text=text))
    forget_photo(context)
    return context.redirect("score")


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/photo", show_photo_form, _accept_photo, SEATED, "honshu", MOST_PHOTO_BYTES + _FORM, files=True),
    WebPage("/t/{table}/photo/frame", None, _read_frame, SEATED, "honshu", _MOST_FRAME_BYTES, files=True),
    WebPage("/t/{table}/photo/hand", _show_hand, role=SEATED, game="honshu"),
    WebPage("/t/{table}/photo/picture", _serve_picture, role=SEATED, game="honshu"),
    WebPage("/t/{table}/photo/map", _show_map, _settle_square, role=SEATED, game="honshu"),
)
