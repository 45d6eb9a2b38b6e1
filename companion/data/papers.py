"""Papers and sheets cut for cards, printers that the user has measured, drawn polygons, and colours.

A printer shifts the back of a sheet against its front, differently for each tray and paper. The profiles
measured are in a small TOML file in the user's configuration folder, easy to read and edit.
"""

import json
import re
from collections.abc import Mapping, Sequence
from colorsys import hls_to_rgb
from functools import cache, partial
from itertools import pairwise
from math import pi
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.data.files import read_json, read_toml, write_text
from companion.data.schema import check_document, load_schema, read_document
from companion.errors import DeckError, InputError, Place
from companion.paths import assets, find_user_folder, get_user_file
from companion.sentences import is_visible, join_with_commas, say, shorten_text

SHORTEST_SIDE, LONGEST_SIDE = 50.0, 2000.0  # sides accepted for a paper given by its size, mm


class Places(NamedTuple):
    """Where the cards are on a sheet that is cut or perforated for them, mm."""

    columns: int
    rows: int
    width: float  # of a card, as it lies on the upright sheet
    height: float
    left: float  # from the edge of the sheet to the first place
    top: float
    gap_x: float = 0.0  # between two neighbours
    gap_y: float = 0.0

    @property
    def end(self) -> tuple[float, float]:
        """The right edge of the last column and the lower edge of the last row."""
        across, down = self.columns * (self.width + self.gap_x), self.rows * (self.height + self.gap_y)
        return self.left + across - self.gap_x, self.top + down - self.gap_y


class Paper(NamedTuple):
    """A sheet of paper, upright, in mm."""

    name: str  # as the person names it: ``a4``, or ``200x300``
    width: float
    height: float
    margin: float  # left white by the printer at each edge
    places: Places | None = None  # of a sheet that is cut for cards
    sheet: str = ""  # the name of the plain paper of that size
    also: tuple[str, ...] = ()  # names of products with the same places

    @property
    def title(self) -> str:
        """The name as it is printed, such as ``A4``, ``Avery 5371`` or ``200 × 300 mm``."""
        if self.name[0].isdigit():
            return f"{self.width:g} × {self.height:g} mm"
        words = self.name.split("-")
        return " ".join(word.upper() if re.search(r"\d", word) else word.capitalize() for word in words)


@cache
def papers_by_name() -> dict[str, Paper]:
    """The papers that have a name, such as ``a4``, by that name."""
    return read_papers(assets() / "papers" / "papers.toml", {})


def read_papers(file: Path, sheets: Mapping[str, Paper], name_in_errors: str = "") -> dict[str, Paper]:
    """Read the papers of a file; those made of one of the `sheets` have its size and margin."""
    place, papers = Place(name_in_errors or file.name), dict[str, Paper]()
    raw = read_document(file, "papers", say("a file of papers"), place)
    for name, row in raw.items():

        def make_error(message: str, name: str = name, **fields: Any) -> DeckError:
            return DeckError(message, place=raw.get_place(place, name), name=name, **fields)

        if not re.fullmatch(r"\w[\w.-]*", name):
            raise make_error("the name '{name}' cannot be part of a file's name.")
        plain = {**sheets, **papers}.get(row.get("sheet", ""), Paper("", 0.0, 0.0, 5.0))
        width, height, margin = (float(row.get(key, getattr(plain, key))) for key in ("width", "height", "margin"))
        if not (width and height) or ("sheet" in row and ({"width", "height"} & row.keys() or not plain.name)):
            message = "'{name}' needs a width and a height, or as its sheet the name of a paper, such as letter."
            raise make_error(message)
        cut, places = {"columns", "rows", "card", "first"}, None
        if {"gaps", *cut} & row.keys():
            if missing := sorted(cut - row.keys()):
                raise make_error("'{name}' needs '{key}', as every sheet that is cut for cards.", key=missing[0])
            lengths = map(float, (*row["card"], *row["first"], *row.get("gaps", (0, 0))))
            places = Places(row["columns"], row["rows"], *lengths)
            right, bottom = (round(side, 2) for side in places.end)
            if right > width or bottom > height:
                message = "the places of '{name}' reach {right} x {bottom} mm, but its paper is {width} x {height} mm."
                raise make_error(message, right=right, bottom=bottom, width=width, height=height)
        papers[name] = Paper(name, width, height, margin, places, plain.name, tuple(row.get("also", ())))
    return papers


def read_own_papers(folder: Path) -> dict[str, Paper]:
    """The papers of the file ``papers.toml`` in the folder of a deck, if there is one."""
    file = folder / "papers.toml"
    return read_papers(file, papers_by_name()) if file.is_file() else {}


def parse_paper(text: str, own_papers: Mapping[str, Paper] = MappingProxyType({})) -> Paper:
    """The paper of a name, also of `own_papers`, of a file of papers, or of a size, ``WIDTHxHEIGHT`` in mm."""
    papers, letters = (*own_papers.values(), *papers_by_name().values()), re.sub(r"\W", "", text.lower())
    for paper in papers:
        for name in (paper.name, *paper.also):
            if re.sub(r"\W", "", name.lower()) == letters:
                return paper._replace(name=name)
    if text.lower().endswith(".toml"):
        place, papers = Place(text), (*read_papers(Path(text), papers_by_name(), text).values(),)
        if len(papers) != 1:
            raise InputError("a file of one paper is expected; this one has {count}.", place=place, count=len(papers))
        return papers[0]
    if (size := find_size(text, SHORTEST_SIDE, LONGEST_SIDE)) is None:
        raise InputError(
            "'{text}' is not a paper; choose {names}, a sheet cut for cards ({cut}), or give WIDTHxHEIGHT, "
            "{least} to {most} mm each.",
            text=shorten_text(text, 40),
            names=", ".join(each.name for each in papers if each.places is None),
            cut=", ".join(each.name for each in papers if each.places is not None),
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return Paper("x".join(f"{side:g}" for side in size), *size, 5.0)


def find_size(text: str, least: float, most: float) -> tuple[float, float] | None:
    """The sides of a size in mm, such as ``63.5x88`` or ``63,5 × 88``; ``None`` unless both are within the bounds."""
    size = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", text.strip().lower().replace(",", "."), re.ASCII)
    sides = (float(size[1]), float(size[2])) if size else (0.0, 0.0)
    return sides if all(least <= side <= most for side in sides) else None


LONGEST_NAME = 60  # the most characters of a printer's name
HEAD = (
    "# Printers measured with the calibration sheet.\n"
    "# offset: how far the back lies to the right of and below its front, in mm, looking through the front;\n"
    "# rotation: degrees clockwise; scale: 1 is true to size.\n"
)
LIMITS = {"offset_x": 20.0, "offset_y": 20.0, "rotation": 5.0, "scale_x": 0.05, "scale_y": 0.05}
"""The largest believable error of each value; beyond it a sheet was misread."""


class Profile(NamedTuple):
    """The measured errors of one printer, for one tray and one paper.

    All as seen looking through the front of the sheet, whichever edge it is turned over.
    """

    printer: str
    tray: str  # empty if the user named none
    paper: str
    offset_x: float = 0.0  # from the middle of the front to that of the back, to the right, mm
    offset_y: float = 0.0  # the same downward, mm
    rotation: float = 0.0  # of the back, degrees clockwise
    scale_x: float = 1.0  # printed width, where 1 is true to size; likewise the height
    scale_y: float = 1.0
    margin: float | None = None  # left white at each edge, mm; ``None`` takes the paper's


def parse_printer_name(text: str) -> str:
    """A printer's or a tray's name without spaces around it; an ``InputError`` if it is no name."""
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or not is_visible(name):
        raise InputError(
            "'{name}' is not a name for a printer or a tray; use 1 to {most} visible characters.",
            name=shorten_text(name, LONGEST_NAME),
            most=LONGEST_NAME,
        )
    return name


def profiles_file() -> Path:
    return get_user_file("config", "printers.toml")


def read_profiles(file: Path) -> tuple[Profile, ...]:
    """Read all profiles; none if the file does not exist."""
    if not file.exists():
        return ()
    place = Place(file=str(file))
    raw = read_toml(file, place, InputError)
    check_document(raw, load_schema("printers"), place, say("a file of printers"), InputError)
    profiles: list[dict[str, Any]] = [
        {key: value if isinstance(value, str) else float(value) for key, value in entry.items()}
        for entry in raw.get("profile", ())
    ]
    return tuple(Profile(**values) for values in profiles)


def save_profiles(profiles: Sequence[Profile], file: Path) -> None:
    """Save profiles, each replacing the one of the same printer, tray and paper; all of them or none."""
    profiles_by_key = {(each.printer, each.tray, each.paper): each for each in (*read_profiles(file), *profiles)}
    text = HEAD + "".join(_format_profile(profiles_by_key[key]) for key in sorted(profiles_by_key))
    write_text(file, text, replaceable=(file,), folders=file.parent == find_user_folder("config"))


def refine_profile(stored: Profile, profile: Profile) -> Profile:
    """A profile with the errors added that were measured on a sheet printed with it.

    Offsets and rotations are added, scales multiplied. The order of such small movements makes a difference
    far below what a person can read (0.02 mm at 3 mm and 0.3 degrees).
    """
    sums = {key: getattr(stored, key) + getattr(profile, key) for key in ("offset_x", "offset_y", "rotation")}
    scales = {key: getattr(stored, key) * getattr(profile, key) for key in ("scale_x", "scale_y")}
    for key, value in (sums | scales).items():
        if abs(value - (1.0 if key in scales else 0.0)) > LIMITS[key]:
            raise InputError(
                "readings and correction of '{printer}' together give {key} = {value}: measure it again.",
                printer=stored.printer,
                key=key,
                value=round(value, 3),
            )
    return stored._replace(**sums, **scales)


def get_profile(profiles: Sequence[Profile], printer: str, tray: str | None, paper: str, instead: str = "") -> Profile:
    """The profile for a paper; a ``tray`` of ``-`` is the one without a name, ``None`` that one or the only one.

    A paper that was not measured may have the profile of the plain paper of its size, called `instead`.
    """
    make_error = partial(InputError, printer=printer, paper=paper)
    of_printer = [each for each in profiles if each.printer == printer]
    if not profiles:
        raise make_error("no printer '{printer}' has been measured.", remedy="calibrate")
    if not of_printer:
        names = join_with_commas(dict.fromkeys(each.printer for each in profiles))
        raise make_error("no printer '{printer}' has been measured; there are {names}.", names=names)
    measured = paper if any(each.paper == paper for each in of_printer) else instead
    matching = [each for each in of_printer if each.paper == measured]
    if not matching:
        papers = join_with_commas(dict.fromkeys(each.paper for each in of_printer))
        raise make_error("the printer '{printer}' has been measured for {papers}, not for {paper}.", papers=papers)
    # A printer measured without naming a tray keeps that profile as its usual one when a tray is added.
    wanted_tray = "" if tray in (None, "-") else tray
    profiles_left = [each for each in matching if each.tray == wanted_tray] or (matching if tray is None else [])
    trays = ", ".join(each.tray or "-" for each in matching)
    if not profiles_left:
        raise make_error(
            "the printer '{printer}' has no tray '{tray}' with {paper}; it has {trays}.", tray=tray, trays=trays
        )
    if len(profiles_left) > 1:
        raise make_error(
            "the printer '{printer}' has several trays with {paper}: {trays}.", remedy="name a tray", trays=trays
        )
    return profiles_left[0]


def _format_profile(profile: Profile) -> str:
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False) if isinstance(value, str) else round(value, 6)}"
        for key, value in profile._asdict().items()
        if value is not None
    ]
    return "\n[[profile]]\n" + "\n".join(lines) + "\n"


Point = tuple[float, float]  # a place in mm, origin top left, y down
Polygon = tuple[tuple[Point, ...], ...]
"""Rings of points; the outer one first, then the holes; each ends where it began."""

LARGEST_COORDINATE = 1e5  # a coordinate beyond it is a mistake, mm


class DrawnShapes(NamedTuple):
    """The polygons of a GeoJSON file by feature; a feature without an id is listed by its name."""

    width: float  # of the drawing, mm, as is the height
    height: float
    polygons: dict[str, tuple[Polygon, ...]]
    kinds: dict[str, str]  # the ``kind`` of each feature, or an empty text


@cache
def read_shapes(file: Path) -> DrawnShapes:
    """Read a GeoJSON of polygons in mm; ``board.frame_mm`` gives the size, else the farthest point."""
    try:
        raw = read_json(file)
        polygons: dict[str, tuple[Polygon, ...]] = {}
        kinds: dict[str, str] = {}
        for feature in raw["features"]:
            geometry, properties = feature["geometry"], feature.get("properties") or {}
            if geometry["type"] not in ("Polygon", "MultiPolygon"):
                continue
            name = str(feature.get("id", properties.get("name", len(polygons))))
            polygons[name] = polygons.get(name, ()) + parse_polygons(geometry)
            _check_rings(polygons[name])
            kinds[name] = str(properties.get("kind", ""))
        points = [point for pieces in polygons.values() for piece in pieces for ring in piece for point in ring]
        extent = raw.get("board", {}).get("frame_mm") or (max(x for x, _ in points), max(y for _, y in points))
        width, height = float(extent[0]), float(extent[1])
        if not (polygons and 0 < width <= LARGEST_COORDINATE and 0 < height <= LARGEST_COORDINATE):
            raise ValueError(extent)
        return DrawnShapes(width, height, polygons, kinds)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise DeckError(
            "this is not a GeoJSON of polygons in mm ({reason}).", place=Place(file=file.name), reason=repr(error)
        ) from None


def parse_polygons(geometry: Any) -> tuple[Polygon, ...]:
    """The polygons of a GeoJSON ``Polygon`` or ``MultiPolygon``."""
    pieces = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in piece) for piece in pieces)


def _check_rings(pieces: tuple[Polygon, ...]) -> None:
    """Refuse rings that are not closed, have no area, repeat a point, or reach too far."""
    for ring in (ring for piece in pieces for ring in piece):
        sides = list(zip(*ring, strict=True))
        if (
            len(ring) < 4
            or ring[0] != ring[-1]
            or any(one == other for one, other in pairwise(ring))
            or any(min(side) == max(side) or max(map(abs, side)) > LARGEST_COORDINATE for side in sides)
        ):
            raise ValueError(ring[:2])


FLOAT = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d{1,3})?"
_HEX = r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})"
_FUNCTION = r"(rgb|hsl)a?\(([^()]*+)\)"
_CHANNEL = rf"(?a)({FLOAT})(deg|grad|rad|turn|%)?"
_FULL_TURNS = {"turn": 1.0, "rad": 2 * pi, "grad": 400.0}  # other hues are in degrees


def is_colour(text: str) -> bool:
    """True for a colour as ``#rrggbb``."""
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def parse_css_colour(text: str) -> tuple[str, float] | None:
    """A CSS colour as ``#rrggbb`` and its opacity, 0 to 1; ``None`` if it is no colour."""
    text = text.strip().lower()
    if not text.startswith("#"):
        text = css_colours().get(text, "#00000000" if text == "transparent" else text)
    if match := re.fullmatch(_HEX, text):
        digits = match[1] if len(match[1]) > 4 else "".join(2 * each for each in match[1])
        return f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255
    call = re.fullmatch(_FUNCTION, text)
    parts = [(float(each), unit) for each, unit in re.findall(_CHANNEL, call[2])] if call else []
    if call is None or len(parts) not in (3, 4):
        return None
    shares = [each / (100 if unit == "%" else 255) for each, unit in parts[:3]]
    if call[1] == "hsl":
        turn, full, light = (each for each, _ in parts[:3])
        turn /= _FULL_TURNS.get(parts[0][1], 360.0)
        shares = [*hls_to_rgb(turn % 1, min(1, light / 100), min(1, full / 100))]
    opacity = next((each / (100 if unit == "%" else 1) for each, unit in parts[3:]), 1.0)
    codes = (int(255 * min(1.0, max(0.0, share)) + 0.5) for share in shares)
    return "#" + "".join(f"{code:02x}" for code in codes), min(1.0, max(0.0, opacity))


@cache
def css_colours() -> Mapping[str, str]:
    """The named colours of CSS, as ``#rrggbb``."""
    lines = (assets() / "colours.txt").read_text("utf-8").splitlines()
    return {name: colour for name, colour in map(str.split, lines)}


@cache
def palette() -> Mapping[str, str]:
    """The colours that Companion comes with, as ``#rrggbb``."""
    raw = read_document(assets() / "palette.toml", "palette", say("a palette"))
    for name, value in raw["colours"].items():
        if not is_colour(value):
            message, place = "the colour {name} must be written #rrggbb, not '{value}'.", Place("palette.toml")
            raise DeckError(message, place=raw.get_place(place, "colours", name), name=name, value=value)
    return dict(raw["colours"])


@cache
def hatching() -> Mapping[str, Any]:
    """The hatching of each group: ``angles`` in degrees and a ``step`` in mm."""
    return dict(read_document(assets() / "hatching.toml", "hatching", say("a hatching"))["hatch"])
