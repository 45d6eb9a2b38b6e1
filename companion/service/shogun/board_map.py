"""The board as a map for pages: its outlines, and what is in every province."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.answers import Figure
from companion.data.papers import Point, Polygon
from companion.data.shogun.facts import Board, Side, facts
from companion.data.shogun.landmap import land_map
from companion.play.shogun.standing import describe_land
from companion.play.shogun.state import board_of
from companion.play.shogun.views import ShogunView
from companion.rules.shogun.realm import Land
from companion.rules.shogun.score import name_region
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class MapProvince:
    name: str
    region: str
    polygons: tuple[Polygon, ...]
    middle: Point  # the position of its label
    in_play: bool  # true if it is used with this number of players
    chests: int  # yield of taxing
    rice: int  # yield of collecting rice
    sites: int
    land: Land
    region_words: Sentence
    words: Sentence


@dataclass(frozen=True, slots=True)
class MapRoute:
    a: str
    b: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class BoardMap(Figure):
    """A side of the board, in coordinates of 594 by 420 mm."""

    side: Side
    provinces: tuple[MapProvince, ...]
    routes: tuple[MapRoute, ...]
    borders: tuple[tuple[Point, ...], ...]  # lines between regions
    land: tuple[Polygon, ...]  # land that is not in the game
    lakes: tuple[Polygon, ...]

    def find_province(self, name: str) -> MapProvince | None:
        """Find a province by its name; ``None`` if it is not on the board."""
        return next((each for each in self.provinces if each.name == name), None)


def build_board_map(view: ShogunView) -> BoardMap | None:
    """The map of a table's board; in a draft, as far as it is divided. ``None`` if the table has no board."""
    board = board_of(view.game)
    return None if board is None else _build_map(*board, view.players)


def build_bare_map(side: Side, players: Sequence[str]) -> BoardMap:
    """The map of an empty side of the board."""
    return _build_map(facts().board(side), {}, players)


def _build_map(board: Board, lands: Mapping[str, Land], players: Sequence[str]) -> BoardMap:
    land, playing = land_map(), board.list_provinces_in_play(len(players))
    return BoardMap(
        board.side,
        tuple(
            MapProvince(
                name,
                province.region,
                land.outlines[name].polygons,
                land.outlines[name].label,
                name in playing,
                province.chests,
                province.rice,
                province.sites,
                lands.get(name, Land()),
                name_region(province.region),
                describe_land(lands.get(name, Land())) if name in playing else say("out with three players"),
            )
            for name, province in sorted(board.provinces.items())
        ),
        tuple(_list_routes(board)),
        _list_region_borders(board.side),
        tuple(piece for each in land.context if each.kind == "land" for piece in each.polygons),
        tuple(piece for each in land.context if each.kind == "lake" for piece in each.polygons),
    )


def _list_routes(board: Board) -> list[MapRoute]:
    """The sea routes; one that is not drawn on the map is a straight line."""
    routes = {frozenset((each.a, each.b)): each.parts[0] for each in land_map().sea_routes}
    outlines = land_map().outlines
    return [
        MapRoute(
            each.a, each.b, routes.get(frozenset((each.a, each.b))) or (outlines[each.a].label, outlines[each.b].label)
        )
        for each in board.borders
        if each.kind == "sea"
    ]


@cache
def _list_region_borders(side: Side) -> tuple[tuple[Point, ...], ...]:
    provinces = facts().board(side).provinces
    return tuple(
        part
        for each in land_map().borders
        if provinces[each.a].region != provinces[each.b].region
        for part in each.parts
    )
