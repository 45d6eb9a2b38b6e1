"""What pages of Shogun share: the words of their templates, who may act, outlines of land, the way on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from itertools import pairwise
from typing import Any, Self
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from starlette.responses import Response

from companion.data.papers import Point, Polygon
from companion.data.shogun import Side
from companion.data.shogun.landmap import land_map
from companion.errors import Refused
from companion.play.shogun.fights import THROWS
from companion.play.shogun.plans import unplanned
from companion.play.shogun.round import POINTS, WINTER
from companion.play.shogun.start import seed_line, words_are_open
from companion.play.shogun.telling.figures import percent
from companion.play.shogun.telling.standing import DRAFT, TOWER_ALONE, awaited
from companion.play.shogun.views import view
from companion.rules.shogun.realm import ARMIES, BUILDINGS, COLOURS, NEUTRAL, armies, chest_words, daimyo
from companion.rules.shogun.round.bids import action_words, event_words, rule_of, special_words
from companion.rules.shogun.round.stages import Stage, season_words
from companion.rules.shogun.score import region_words
from companion.rules.shogun.setup import PILE
from companion.rules.shogun.winter import rice_lost
from companion.sentences import Sentence, listed, say
from companion.service.playing import Reversal, last_done
from companion.service.shogun.board_map import bare_map
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.throws import throw_at
from companion.web.static import KEPT, KINDS
from companion.web.stream import clock
from companion.web.visit import WATCHERS, Due, Page, Visit

STEPS = 2  # steps of the drawing to one of the map: fine enough for the largest screen, and few digits


@dataclass(frozen=True, slots=True)
class Touch:
    """The link and the mark of a province."""

    href: str = ""
    mark: str = ""

    @classmethod
    def on(cls, visit: Visit, asked: Mapping[str, str], mark: str) -> Self:
        """That of a province on the map or in the list of this page; nothing is touched on a big screen."""
        listed = {"list": "1"} if visit.form.has("list") else {}
        return cls("" if visit.also is not None else f"?{urlencode({**asked, **listed})}", mark)


@cache
def area(polygons: tuple[Polygon, ...]) -> str:
    """The path round pieces of land."""
    return "".join(f"{line(ring[:-1])}z" for polygon in polygons for ring in polygon)


@cache
def line(points: Sequence[Point]) -> str:
    """A line as a path: where it begins, then from step to step; steps on the spot are left out."""
    steps = [spot(point) for point in points]
    moves = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(steps)]
    drawn = "".join(f"{' ' * (n >= 0)}{n}" for move in moves if any(move) for n in move)
    return f"M{steps[0][0]} {steps[0][1]}l{drawn.lstrip()}"


def spot(point: Point) -> tuple[int, int]:
    """A place on the drawing."""
    return round(STEPS * point[0]), round(STEPS * point[1])


@cache
def ground(side: Side, whole: bool) -> tuple[str, str]:
    """The land under a board, with three players or all: where it is a picture of its own, and its pieces."""
    drawn, groups = bare_map(side, COLOURS[: 5 if whole else 3]), dict[str, str]()
    for each in drawn.provinces:
        group = each.region if each.in_play else "away"
        shape = f'<path id="p-{each.name}" d="{area(each.polygons)}"/>'
        groups[group] = groups.get(group, "") + shape
    regions = "".join(f'<g id="b-{name}-land">{shapes}</g>' for name, shapes in groups.items())
    pieces = f'<g id="b-all"><path id="b-rest" d="{area(drawn.land)}"/>{regions}</g>'
    return f"/land/{side}/{whole:d}/{sha256(pieces.encode()).hexdigest()[:6]}", pieces


async def _land(visit: Visit) -> Response:
    """The land of a side of the board, which a browser keeps; the boards of all tables use its pieces."""
    asked = visit.request.path_params
    _, pieces = ground(Side.MOON if asked["side"] == Side.MOON else Side.SUN, asked["whole"] == "1")
    picture = f'<svg xmlns="http://www.w3.org/2000/svg">{pieces}</svg>'
    return Response(picture, media_type=KINDS["svg"], headers={"cache-control": KEPT})


PAGES = (Page("/land/{side}/{whole}/{version}", _land, who=WATCHERS, pocket=False),)
"""The picture of the land."""
_WORDS: dict[str, Any] = {
    **{"BUILDINGS": BUILDINGS, "DRAFT": DRAFT, "NEUTRAL": NEUTRAL, "PILE": PILE, "Stage": Stage},
    **{"action_words": action_words, "special_words": special_words, "season_words": season_words},
    **{"event_words": event_words, "rule_of": rule_of, "region_words": region_words, "percent": percent},
    **{"seed_line": seed_line, "words_are_open": words_are_open},
    **{"rice_lost": rice_lost, "area": area, "line": line, "spot": spot, "ground": ground},
    "outline": lambda name: land_map().outlines[name],
    **{"chest_words": chest_words, "armies": armies, "daimyo": daimyo},
}
"""The names that every template of Shogun knows."""


LARGEST_EVENT = 999_999_999  # the largest number of an event that is read from an address
_LEAD = 900.0
"""Milliseconds from the first showing of a throw until it falls: so long the other screens have to get it."""
_falls: WeakKeyDictionary[ShogunSession, dict[int, float]] = WeakKeyDictionary()


def page(visit: Visit, template: str, **values: Any) -> Response:
    """A page drawn from a template of Shogun."""
    known = {**_WORDS, "called": partial(called, visit), **values}
    return visit.page(f"shogun/{template}.html", **known)


def falls_at(visit: Visit, event: int) -> str:
    """The moment at which what everybody sees begins on every screen, by the clock of this laptop."""
    if visit.alone or not event:
        return ""
    return str(int(_falls.setdefault(visit.table, {}).setdefault(event, clock() + _LEAD)))


def led_on(visit: Visit, here: str = "", /, **chosen: object) -> Response | None:
    """The way on to what everybody looks at just now; ``None`` where the page asked for is just that.

    What was chosen for a throw of one's own goes along, and leads back to it.
    Where only a tower is thrown, a screen is led to the fight while there is one, else to the game.
    """
    if not visit.watching or view(visit.table.state).calendar is not None:
        return _fallen(visit, here, chosen)
    told = throw_at(visit.table)
    fresh = bool((told.data or {}).get("newest"))
    if fresh == (here == "thrown"):
        return None
    return visit.go("thrown" if fresh else "")


def _fallen(visit: Visit, here: str, chosen: Mapping[str, object]) -> Response | None:
    """The way to a throw or a winter for a page that was drawn before it and is drawn anew, as on waking up.

    Whoever did not ask for it is led back when something else happens.
    """
    history = visit.table.history
    drawn = visit.drawn
    news = history.steps[drawn:]
    if here == "thrown":
        led = visit.watching or visit.form.has("missed")
        seen = drawn >= visit.form.number("missed", 0, LARGEST_EVENT, 0)  # not just led here
        back = led and seen and news and news[-1].event.kind not in THROWS
        return visit.go("tower" if chosen else "", **chosen) if back else None
    falls = any(
        step.event.kind in THROWS and step.event.number in history.standing and step.request.out is None
        for step in news
    )
    if falls:
        return visit.go("thrown", **chosen, missed=len(history))
    told = [
        at
        for at, step in enumerate(news, 1)
        if step.event.number in history.standing and step.event.kind in (POINTS.name, WINTER.name)
    ]
    if not told:
        return None
    return visit.go("winter") if told[-1] == len(news) else visit.go("winter", missed=len(history))


def due(visit: Visit) -> Due | None:
    """The player that the game waits for, and the deed; nothing where only a tower is thrown."""
    state = visit.table.state
    waiting = awaited(state)
    missing = unplanned(state) if waiting.stage in (Stage.EVENT, Stage.BIDS) else ()
    if visit.seat in missing and waiting.stage == Stage.EVENT and not view(state).plans_closed:
        return Due(say("Plan your round in secret"), missing, "plan")
    if missing:
        return Due(say("Wait for {names}", names=listed(map(daimyo, missing))), missing)
    player = waiting.player
    if player is None:
        alone = waiting.stage == TOWER_ALONE
        return None if alone else Due(waiting.words, (), "" if visit.decides else None)
    deeds = {DRAFT: say("take a province"), Stage.CHOICE: say("take a special card")}
    deed = deeds.get(waiting.stage, say("choose the next revolt"))
    deed = action_words(waiting.action) if waiting.action else deed
    where = "round" if waiting.stage == Stage.CHOICE else "board"
    words = say("{player}: {what}", player=daimyo(player), what=deed)
    mine = say("Your turn: {what}", what=deed)
    return Due(mine if player == visit.seat else words, (player,), where if may_act(visit, player) else None)


def called(visit: Visit, colour: str) -> str | Sentence:
    """The name of whoever plays a colour; the colour, where nobody gave one."""
    sitting = visit.house.people.sittings(visit.table_name).get(colour)
    return sitting.name if sitting is not None and sitting.name else daimyo(colour)


def may_act(visit: Visit, colour: str | None) -> bool:
    """True when whoever asks may act for a colour: it is theirs, or nobody sits there with a phone."""
    if colour is None or not visit.decides:
        return False
    return colour in visit.seats or colour not in visit.house.people.sittings(visit.table_name)


def check_turn(visit: Visit, colour: str | None) -> str:
    """The colour whose turn it is, if whoever asks may act for it."""
    if colour is None:
        raise Refused("It is nobody's turn now.")
    if not may_act(visit, colour):
        raise Refused("It is the turn of {player}, on another phone.", player=called(visit, colour))
    return colour


def own_last(visit: Visit) -> Reversal | None:
    """The event that whoever asks can take back now: their own last tap, and the host anybody's."""
    found = last_done(visit.table) if visit.decides else None
    return found if found is not None and found.open_to(visit.who.id, visit.host) else None


def out_of_tower(visit: Visit) -> dict[str, int] | None:
    """The tray of a real tower as it was typed; ``None`` where Companion's is thrown."""
    if not visit.form.has("out"):
        return None
    counts = {colour: visit.form.number(f"out-{colour}", 0, ARMIES, 0) for colour in COLOURS}
    return {colour: count for colour, count in counts.items() if count}
