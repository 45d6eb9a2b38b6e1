"""What Shogun's pages share: values for templates, who may act, outlines of provinces, redirects."""

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
from companion.data.shogun.facts import Side
from companion.data.shogun.landmap import land_map
from companion.errors import Refused
from companion.play.shogun.fights import THROWS
from companion.play.shogun.plans import list_unplanned
from companion.play.shogun.round import POINTS, WINTER
from companion.play.shogun.standing import DRAFT, TOWER_ALONE, find_next_action
from companion.play.shogun.start import can_mix_words, seed_line
from companion.play.shogun.views import format_percent, view
from companion.rules.shogun import realm
from companion.rules.shogun.bids import name_action, name_special
from companion.rules.shogun.score import name_region
from companion.rules.shogun.setup import PILE
from companion.rules.shogun.stages import Stage, describe_event_rule, format_rule, name_season
from companion.rules.shogun.winter import get_rice_loss
from companion.sentences import Sentence, join_with_commas, say
from companion.service.playing import Reversal, find_undoable
from companion.service.shogun.board_map import build_bare_map
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.throws import get_throw
from companion.web.context import WATCHERS, Due, PageContext, WebPage
from companion.web.rendering import CACHE_FOREVER, MIME_TYPES, read_clock

STEPS = 2  # SVG units per unit of the map: fine enough for the largest screen, with few digits


@dataclass(frozen=True, slots=True)
class ProvinceLink:
    """The link of a province on the map, and its mark, which is a CSS class."""

    href: str = ""
    mark: str = ""

    @classmethod
    def make(cls, context: PageContext, query: Mapping[str, str], mark: str) -> Self:
        """The link of a province on the map or in the list of provinces; without an address on a shared screen."""
        listed = {"list": "1"} if context.form.has("list") else {}
        return cls("" if context.other_tables is not None else f"?{urlencode({**query, **listed})}", mark)


@cache
def draw_area(polygons: tuple[Polygon, ...]) -> str:
    """The SVG path of polygons' outlines."""
    return "".join(f"{draw_line(ring[:-1])}z" for polygon in polygons for ring in polygon)


@cache
def draw_line(points: Sequence[Point]) -> str:
    """The SVG path along points: the first, then relative steps; steps of zero length are left out."""
    steps = [scale_point(point) for point in points]
    moves = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(steps)]
    path = "".join(f"{' ' * (n >= 0)}{n}" for move in moves if any(move) for n in move)
    return f"M{steps[0][0]} {steps[0][1]}l{path.lstrip()}"


def scale_point(point: Point) -> tuple[int, int]:
    return round(STEPS * point[0]), round(STEPS * point[1])


@cache
def draw_ground(side: Side, is_full: bool) -> tuple[str, str]:
    """The address and the SVG elements of a board's land; ``is_full`` if as many provinces are in play as with five."""
    board_map, groups = build_bare_map(side, realm.COLOURS[: 5 if is_full else 3]), dict[str, str]()
    for each in board_map.provinces:
        group = each.region if each.in_play else "away"
        shape = f'<path id="p-{each.name}" d="{draw_area(each.polygons)}"/>'
        groups[group] = groups.get(group, "") + shape
    regions = "".join(f'<g id="b-{name}-land">{shapes}</g>' for name, shapes in groups.items())
    pieces = f'<g id="b-all"><path id="b-rest" d="{draw_area(board_map.land)}"/>{regions}</g>'
    return f"/land/{side}/{is_full:d}/{sha256(pieces.encode()).hexdigest()[:6]}", pieces


async def _serve_land(context: PageContext) -> Response:
    """Send the picture of a board's land, whose elements are used by the boards of all tables."""
    parameters = context.request.path_params
    _, pieces = draw_ground(Side.MOON if parameters["side"] == Side.MOON else Side.SUN, parameters["whole"] == "1")
    picture = f'<svg xmlns="http://www.w3.org/2000/svg">{pieces}</svg>'
    return Response(picture, media_type=MIME_TYPES["svg"], headers={"cache-control": CACHE_FOREVER})


PAGES = (WebPage("/land/{side}/{whole}/{version}", _serve_land, role=WATCHERS, in_pocket=False),)
WORDS: dict[str, Any] = {
    **{"DRAFT": DRAFT, "NEUTRAL": realm.NEUTRAL, "PILE": PILE, "Stage": Stage},
    **{"action_words": name_action, "special_words": name_special, "season_words": name_season},
    **{
        "event_words": describe_event_rule,
        "rule_of": format_rule,
        "region_words": name_region,
        "percent": format_percent,
    },
    **{"seed_line": seed_line, "words_are_open": can_mix_words},
    **{"rice_lost": get_rice_loss, "area": draw_area, "line": draw_line, "spot": scale_point, "ground": draw_ground},
    "outline": lambda name: land_map().outlines[name],
    **{"chest_words": realm.describe_chests, "armies": realm.describe_armies, "daimyo": realm.name_player},
}
"""Values and functions for every template of Shogun."""


LARGEST_EVENT = 999_999_999  # the largest event number that an address may ask for
_LEAD = 900.0
"""Milliseconds from the first page with a throw until its animation, so that other screens can load it."""
_falls: WeakKeyDictionary[ShogunSession, dict[int, float]] = WeakKeyDictionary()


def render_page(context: PageContext, template: str, **values: Any) -> Response:
    values_known = {**WORDS, "called": partial(get_player_name, context), **values}
    return context.render_page(f"shogun/{template}.html", **values_known)


def compute_fall_time(context: PageContext, event: int) -> str:
    """When the animation of a throw begins on every screen, by this laptop's clock in ms; empty on a lone phone."""
    if context.is_alone or not event:
        return ""
    return str(int(_falls.setdefault(context.table, {}).setdefault(event, read_clock() + _LEAD)))


def redirect_to_turn(context: PageContext, page: str = "", /, **query: object) -> Response | None:
    """Redirect to what the requested page has missed, with a choice in `query` to return to; ``None`` to show `page`.

    If a table plays only the tower, a screen is redirected to the newest throw, or else to the table.
    """
    if not context.is_watching or view(context.table.state).calendar is not None:
        return _redirect_to_news(context, page, query)
    is_new = bool((get_throw(context.table).data or {}).get("newest"))
    return None if is_new == (page == "thrown") else context.redirect("thrown" if is_new else "")


def _redirect_to_news(context: PageContext, page: str, query: Mapping[str, object]) -> Response | None:
    """Redirect to a throw or winter that a page has missed, such as while a phone slept; and back when more happens."""
    history = context.table.history
    shown_number = context.events_shown
    steps = history.steps[shown_number:]
    if page == "thrown":
        is_followed = context.is_watching or context.form.has("missed")
        is_shown = shown_number >= context.form.number("missed", 0, LARGEST_EVENT, 0)  # not redirected just now
        back = is_followed and is_shown and steps and steps[-1].event.kind not in THROWS
        return context.redirect("tower" if query else "", **query) if back else None
    standing = [(number, step) for number, step in enumerate(steps, 1) if step.event.number in history.standing_numbers]
    if any(step.event.kind in THROWS and step.request.out is None for _, step in standing):
        return context.redirect("thrown", **query, missed=len(history))
    numbers = [number for number, step in standing if step.event.kind in (POINTS.name, WINTER.name)]
    if not numbers:
        return None
    return context.redirect("winter") if numbers[-1] == len(steps) else context.redirect("winter", missed=len(history))


def due(context: PageContext) -> Due | None:
    """Whom the game waits for, and for what; ``None`` if the table plays only the tower."""
    state = context.table.state
    next_action = find_next_action(state)
    missing = list_unplanned(state) if next_action.stage in (Stage.EVENT, Stage.BIDS) else ()
    if context.seat in missing and next_action.stage == Stage.EVENT and not view(state).plans_closed:
        return Due(say("Plan your round in secret"), missing, "plan")
    if missing:
        return Due(say("Wait for {names}", names=join_with_commas(map(realm.name_player, missing))), missing)
    if (player := next_action.player) is None:
        is_tower_only = next_action.stage == TOWER_ALONE
        return None if is_tower_only else Due(next_action.words, (), "" if context.can_act else None)
    actions = {DRAFT: say("take a province"), Stage.CHOICE: say("take a special card")}
    action = actions.get(next_action.stage, say("choose the next revolt"))
    action = name_action(next_action.action) if next_action.action else action
    page = "round" if next_action.stage == Stage.CHOICE else "board"
    words = say("{player}: {what}", player=realm.name_player(player), what=action)
    line = say("Your turn: {what}", what=action)
    return Due(line if player == context.seat else words, (player,), page if can_act_for(context, player) else None)


def get_player_name(context: PageContext, colour: str) -> str | Sentence:
    """The name of the player of a colour; the name of the colour if the player has none."""
    sitting = context.app_state.people.sittings(context.table_name).get(colour)
    return sitting.name if sitting is not None and sitting.name else realm.name_player(colour)


def can_act_for(context: PageContext, colour: str | None) -> bool:
    """True if the visitor may act for a colour: it is theirs, or nobody has taken that seat."""
    if colour is None or not context.can_act:
        return False
    return colour in context.seats or colour not in context.app_state.people.sittings(context.table_name)


def check_turn(context: PageContext, colour: str | None) -> str:
    """The colour whose turn it is; ``Refused`` if the visitor may not act for it."""
    if colour is None:
        raise Refused("It is nobody's turn now.")
    if not can_act_for(context, colour):
        raise Refused("It is the turn of {player}, on another phone.", player=get_player_name(context, colour))
    return colour


def find_own_last(context: PageContext) -> Reversal | None:
    """The last event, if the visitor may undo it: it is theirs, or they are the host."""
    reversal = find_undoable(context.table) if context.can_act else None
    return reversal if reversal is not None and reversal.is_allowed_for(context.user.id, context.is_host) else None


def read_tray(context: PageContext) -> dict[str, int] | None:
    """The cubes in the tray of a real tower, from the form; ``None`` if Companion's tower is thrown."""
    if not context.form.has("out"):
        return None
    counts = {colour: context.form.number(f"out-{colour}", 0, realm.ARMIES, 0) for colour in realm.COLOURS}
    return {colour: count for colour, count in counts.items() if count}
