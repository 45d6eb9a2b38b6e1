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
from companion.play.honshu.changes import TakeMap, describe_square
from companion.play.honshu.views import View
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
        old, reading = self.reading, self.whole_reading or self.reading
        self.whole_reading = None if rival is None else reading
        self.reading = reading if rival is None else replace(reading.rivals[rival], notes=reading.notes)
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

    def keep(self, owner: _Owner, photo: WaitingPhoto) -> None:
        """Keep a photo for an hour instead of the owner's last one; if all are too large together, drop the oldest."""
        self.photos.pop(owner, None)
        self.photos[owner] = photo
        asyncio.get_running_loop().call_later(_KEPT, self._drop, owner, ref(photo))
        size = sum(each.size for each in self.photos.values())
        for name in [*self.photos][:-1]:
            if size > _MOST_WAITING_BYTES:
                size -= self.photos.pop(name).size

    def _drop(self, owner: _Owner, photo_ref: ref[WaitingPhoto]) -> None:
        if self.photos.get(owner) is photo_ref():
            self.photos.pop(owner, None)


_DESKS: WeakKeyDictionary[AppState, _PhotoDesk] = WeakKeyDictionary()


def move_photos(old: AppState, new: AppState) -> None:
    """Move the photos kept from an application state to the one that replaces it."""
    if old in _DESKS:
        _DESKS[new] = _DESKS.pop(old)


def _get_desk(context: PageContext) -> tuple[_PhotoDesk, _Owner]:
    assert context.seat is not None
    return _DESKS.setdefault(context.app_state, _PhotoDesk()), (context.table_name, context.seat, context.user.id)


def find_photo(context: PageContext) -> WaitingPhoto | None:
    desk, owner = _get_desk(context)
    return desk.photos.get(owner)


def forget_photo(context: PageContext) -> None:
    desk, owner = _get_desk(context)
    desk.photos.pop(owner, None)


def keep_photo(context: PageContext, photo: WaitingPhoto) -> None:
    desk, owner = _get_desk(context)
    desk.keep(owner, photo)


async def read_sent_photo(context: PageContext, upload: seen_map.PhotoUpload) -> seen_map.SeenPhoto:
    """Read a photo of a map or a hand, one at a time; refused if too many wait, or it needs too much time or memory."""
    desk, _ = _get_desk(context)
    if desk.queue_length > _MOST_WAITING_PHONES:
        raise Refused("Other photos are being read; wait a moment, then send yours again.")
    run_isolated = context.app_state.settings.run_isolated
    desk.queue_length += 1
    try:
        async with desk.turn:
            photo = await run_isolated(seen_map.read_photo, upload) if run_isolated else seen_map.read_photo(upload)
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except MemoryError:
        raise Refused(_TOO_MUCH) from None
    finally:
        desk.queue_length -= 1
    if not isinstance(photo, seen_map.SeenPhoto):
        raise Refused(_TOO_MUCH)
    return photo


_FORM = 10_000  # bytes of the other fields of a form
_MOST_FRAME_BYTES = 1_500_000  # of a form with a frame; a frame of 1280 x 720 pixels has a fifth of it


async def show_photo_form(context: PageContext) -> Response:
    response = context.render_page(
        "honshu/photo.html",
        seen=get_view(context),
        held=find_photo(context),
        ready=context.is_alone or seen_map.can_read_photos(),
        most=MOST_PHOTO_BYTES,
    )
    response.headers.update(CAMERA_HEADERS)
    return response


async def _accept_photo(context: PageContext) -> Response:
    form = context.form
    if form.has("forget"):
        forget_photo(context)
        return context.redirect("photo")
    files = [file for name in ("camera", "file") if (file := form.files.get(name)) and file.content]
    if not files:
        raise InputError("Take or choose a photo first.")
    photo = await read_sent_photo(context, seen_map.PhotoUpload(files[0].name, files[0].content, form.has("hand")))
    if form.has("hand"):
        if photo.problem is not None:
            raise Refused(photo.problem)
        keep_photo(context, WaitingPhoto(None, hand=photo.hand))
        return context.redirect("photo/hand")
    keep_photo(context, WaitingPhoto(photo.picture, photo.reading, photo.problem))
    return context.redirect("photo/map" if photo.reading is not None else "photo")


async def _read_frame(context: PageContext) -> Response:
    """Read a frame of the camera's live picture; the page's script sends the best one as a photo."""
    upload = context.form.files.get("frame")
    try:
        photo = await read_sent_photo(context, seen_map.PhotoUpload("frame.jpg", upload.content if upload else b""))
    except CompanionError as error:
        return JSONResponse({"refused": error.message.translate(context.language)}, 422)
    return JSONResponse(_describe_frame(context, photo))


def _describe_frame(context: PageContext, photo: seen_map.SeenPhoto) -> dict[str, Any]:
    address, squares = make_url_builder(context.app_state.settings.static), list[tuple[int, int, bool, str]]()
    read_squares = photo.reading.squares if photo.reading else ()
    for each in read_squares:
        name, _ = picture_of(seen_map.get_seen_symbol(each), (each.row, each.column))
        squares.append((each.row, each.column, seen_map.is_in_doubt(each), address(f"img/sq-{name}.png")))
    cards = len(photo.reading.cards) if photo.reading else 0
    return {
        "squares": squares,
        "outlines": [each.outline for each in read_squares],
        "known": sum(not doubt for *_, doubt, _ in squares),
        "complete": photo.reading is not None and not _has_questions(context, photo.reading),
        "counted": say_count("{known} of {count} card[|s]", MAP_CARDS, known=cards).translate(context.language),
        "remark": photo.problem and photo.problem.translate(context.language),
    }


def _has_questions(context: PageContext, reading: Reading) -> bool:
    view = get_view(context)
    return bool(
        reading.remarks or reading.rivals or seen_map.find_deciding_squares(reading, {}, view.card, view.rulings)
    )


async def _show_hand(context: PageContext) -> Response:
    photo, view = find_photo(context), get_view(context)
    if photo is None or photo.hand is None or view.private is None:
        return context.redirect()
    return context.render_page(
        "honshu/photo-hand.html", seen=view, read=photo.hand, card_numbers=list_unplayed_cards(view)
    )


async def _serve_picture(context: PageContext) -> Response:
    """Send a photo in the size shown, only to the seat that sent it."""
    photo = find_photo(context)
    if photo is None or photo.shown_photo is None:
        raise HTTPException(404)
    name = {"content-disposition": "inline; filename*=UTF-8''honshu.jpg"}
    return Response(photo.shown_photo.picture, headers=name, media_type="image/jpeg")


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
        linear = " ".join(f"{each / _TILE:.4f}" for each in (*right, *down))
        return f"matrix({linear} {left:.1f} {top:.1f})"


def build_rival_values(photo: WaitingPhoto, view: View) -> dict[str, Any]:
    """The values of the page on several possible maps; ``out`` has the squares of cards that a reading leaves out."""
    reading = photo.reading
    assert reading is not None
    assert photo.shown_photo is not None
    doubtful_cards = {name for each in reading.rivals for name in each.excluded}
    all_squares = {(each.card, each.outline) for rival in reading.rivals for each in rival.squares}
    out = defaultdict[str, set[Corners]](set)
    for card, outline in all_squares:
        if card in doubtful_cards:
            out[card].add(outline)
    answers = (seen_map.move_settled(photo.answers, reading, each) for each in reading.rivals)
    maps = map(seen_map.build_seen_map, reading.rivals, answers)
    totals = (build_scored_map("", map_, view.card, view.rulings).score.total for map_ in maps)
    outlines = [outline for _, outline in all_squares]
    return {
        "box": compute_view_box(outlines, photo.shown_photo),
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


def _find_asked_squares(photo: WaitingPhoto, view: View) -> frozenset[Position]:
    assert photo.reading is not None
    return seen_map.find_deciding_squares(photo.reading, photo.answers, view.card, view.rulings)


def _draw_places(photo: WaitingPhoto, squares: Set[Position]) -> tuple[PhotoSquare, ...]:
    """Every place where a square was seen in the photo or may be, row by row."""
    assert photo.reading is not None
    by_place = {(each.row, each.column): each for each in photo.reading.squares}
    open_places = seen_map.list_open_places(photo.reading, photo.answers)
    places = sorted(by_place.keys() | open_places.keys() | photo.answers.keys())
    top, left = min(row for row, _ in by_place), min(column for _, column in by_place)

    def draw_place(place: Position) -> PhotoSquare:
        name = say("row {row}, column {column}", row=place[0] - top + 1, column=place[1] - left + 1)
        square, answer = by_place.get(place), photo.answers.get(place)
        if square is None:
            return PhotoSquare(place, name, open_places.get(place), answer or NO_CARD, is_read=False, doubt=False)
        vague = seen_map.is_in_doubt(square) and place not in photo.answers
        symbol = answer or seen_map.get_seen_symbol(square)
        return PhotoSquare(place, name, square.outline, symbol, is_read=True, doubt=place in squares, is_unsure=vague)

    return tuple(map(draw_place, places))


async def _show_map(context: PageContext) -> Response:
    photo, form, view = find_photo(context), context.form, get_view(context)
    if photo is None or photo.reading is None or photo.shown_photo is None:
        return context.redirect("photo") if context.problem is None else await show_photo_form(context)
    if photo.reading.rivals:
        return context.render_page("honshu/photo-rivals.html", seen=view, held=photo, **build_rival_values(photo, view))
    place, unsure = form.text("square"), _find_asked_squares(photo, view)
    places = _draw_places(photo, unsure)
    focus = next((each for each in places if each.place_text == place), None)
    squares = {(each.row, each.column): each for each in photo.reading.squares}
    idle = [each for each in places if each.is_unsure and not each.doubt]
    doubts = [each for each in places if each.doubt]
    map_ = seen_map.build_seen_map(photo.reading, photo.answers)
    total = build_scored_map("", map_, view.card, view.rulings).score.total if map_.rows else None
    visible = [each for each in places if each.outline is not None]
    view_box = compute_view_box([each.outline for each in photo.reading.squares], photo.shown_photo)
    return context.render_page(
        "honshu/photo-map.html",
        seen=view,
        held=photo,
        places=visible,
        doubts=doubts,
        amiss=seen_map.list_map_doubts(photo.reading, photo.answers),
        things=list(photo.reading.describe_doubts(squares[s] for s in squares if s in unsure and squares[s].thing)),
        questions=[
            (each, seen_map.list_likely_symbols(photo.reading, squares[each.place])) for each in doubts if not focus
        ],
        either=[squares[each.place].describe_either_way(total, each.name) for each in idle],
        chosen=focus,
        words=describe_square,
        image=lambda symbol: picture_of(symbol)[0],
        total=total,
        squares=len(map_.symbols),
        box=focus.compute_crop(*_NEAR) if focus and focus.outline else view_box,
        crop=_CROP,
        layer=form.choice("as", _LAYERS, _LAYERS[0]),
        small=_SMALL,
        kinds=[[(symbol, picture_of(symbol)[0], describe_square(symbol)) for symbol in row] for row in _KINDS],
    )


async def _settle_square(context: PageContext) -> Response:
    photo, form = find_photo(context), context.form
    if (
        form.has("take")
        and context.app_state.tables.shelf.find_tap_event(context.table_name, form.text("tap")) is not None
    ):
        return context.redirect("score")  # the tap was sent again
    if photo is None or photo.reading is None:
        raise InputError("The photo is no longer here; take it again.")
    query = {"as": form.text("as")} if form.has("as") else {}
    if form.has("take"):
        return _take_map(context, photo)
    if form.has("whose"):
        photo.choose(None)
    elif form.has("rival"):
        photo.choose(form.number("rival", 0, len((photo.whole_reading or photo.reading).rivals) - 1, 0))
    elif form.has("rest"):
        places = _draw_places(photo, _find_asked_squares(photo, get_view(context)))
        photo.answers |= {each.place: each.symbol for each in places if each.doubt}
    else:
        place_name, _, symbol = (form.text("told") or f"{form.text('square')} {form.text('is')}").partition(" ")
        place = parse_place(place_name)
        if symbol != NO_CARD and symbol not in SQUARES:
            raise InputError("'{value}' is not a square, such as F, T or b*.", value=shorten_text(symbol, 20))
        check_map_size({place, *((each.row, each.column) for each in photo.reading.squares), *photo.answers})
        photo.answers[place] = symbol
    return context.redirect("photo/map", **query)


def _take_map(context: PageContext, photo: WaitingPhoto) -> Response:
    """Make the map on the photo the visitor's own, and delete the photo."""
    assert photo.reading is not None
    if photo.reading.rivals:
        raise Refused("Say first which map is yours.")
    left = len(_find_asked_squares(photo, get_view(context)))
    if left:
        raise Refused(say_count("Say first what [one square shows|{count} squares show].", left))
    text = str(seen_map.build_seen_map(photo.reading, photo.answers))
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
