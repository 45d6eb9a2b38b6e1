"""The papers people have, what their printers leave white, and printers that a person has measured.

A measured printer puts the back of a sheet off its front, by tray and paper; printers are kept in a small
TOML file in the person's configuration folder, readable and easy to edit.
"""

import json
import re
from collections.abc import Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.data.files import read_json, read_toml, write_text
from companion.data.schema import check, declared
from companion.errors import DeckError, InputError, Place
from companion.paths import assets, own_file, own_folder
from companion.sentences import listed, say, shortened, visible

SHORTEST_SIDE, LONGEST_SIDE = 50.0, 2000.0  # sides accepted for a paper given by its size, mm


class Paper(NamedTuple):
    """A sheet of paper, upright, in mm."""

    name: str  # as the person names it: ``a4``, or ``200x300``
    width: float
    height: float
    margin: float  # left white by the printer at each edge

    @property
    def title(self) -> str:
        """The name as people write it."""
        if re.fullmatch(r"a\d", self.name):
            return self.name.upper()
        return f"{self.width:g} × {self.height:g} mm" if self.name[0].isdigit() else self.name.capitalize()


@cache
def named_papers() -> dict[str, Paper]:
    """The papers that have a name."""
    raw = read_toml(assets() / "papers" / "papers.toml")
    check(raw, declared("papers"), Place("papers.toml"), say("a file of papers"))
    return {
        name: Paper(name, **{key: float(value) for key, value in sizes.items()})
        for name, sizes in raw.items()
    }


def paper(given: str) -> Paper:
    """The paper a person asks for, by name or as ``WIDTHxHEIGHT`` in mm."""
    known = named_papers().get(given.lower())
    if known is not None:
        return known
    size = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", given.lower())
    names = ", ".join(named_papers())
    if size is None:
        raise InputError(
            "'{given}' is not a paper; choose {names} or give WIDTHxHEIGHT in mm.", given=given, names=names
        )
    width, height = float(size.group(1)), float(size.group(2))
    if not (SHORTEST_SIDE <= width <= LONGEST_SIDE and SHORTEST_SIDE <= height <= LONGEST_SIDE):
        raise InputError(
            "'{given}' is not a paper: each side must be {least} to {most} mm.",
            given=given,
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return Paper(given.lower(), width, height, 5.0)


LONGEST_NAME = 60  # the most characters of a printer's name
HEAD = (
    "# Printers measured with the calibration sheet.\n"
    "# offset: how far the back lies to the right of and below its front, in mm, looking through the front;\n"
    "# rotation: degrees clockwise; scale: 1 is true to size.\n"
)
LIMITS = {"offset_x": 20.0, "offset_y": 20.0, "rotation": 5.0, "scale_x": 0.05, "scale_y": 0.05}
"""Distances from perfect beyond which a value is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The measured errors of one printer, fed from one tray with one paper.

    All as seen looking through the front of the sheet, whichever edge it is turned over.
    """

    printer: str
    tray: str  # empty where there is one
    paper: str
    offset_x: float = 0.0  # from the middle of the front to that of the back, to the right, mm
    offset_y: float = 0.0  # the same downward, mm
    rotation: float = 0.0  # of the back, degrees clockwise
    scale_x: float = 1.0  # width of what is printed, true is 1; likewise the height
    scale_y: float = 1.0
    margin: float | None = None  # left white at each edge, mm; ``None`` takes the paper's


def printer_named(typed: str) -> str:
    """A printer's name, or that of its tray, as it is kept."""
    name = typed.strip()
    if not name or len(name) > LONGEST_NAME or not visible(name):
        raise InputError(
            "'{name}' is not a name for a printer or a tray; use 1 to {most} visible characters.",
            name=shortened(name, LONGEST_NAME),
            most=LONGEST_NAME,
        )
    return name


def profiles_file() -> Path:
    """The file of profiles, unless another is named."""
    return own_file("config", "printers.toml")


def read_profiles(file: Path) -> tuple[Profile, ...]:
    """Read all profiles; a file that is not there has none."""
    if not file.exists():
        return ()
    place = Place(file=str(file))
    raw = read_toml(file, place, InputError)
    check(raw, declared("printers"), place, say("a file of printers"), InputError)
    profiles: list[dict[str, Any]] = [
        {key: value if isinstance(value, str) else float(value) for key, value in entry.items()}
        for entry in raw.get("profile", ())
    ]
    return tuple(Profile(**values) for values in profiles)


def keep_profiles(profiles: Sequence[Profile], file: Path) -> None:
    """Add profiles, each in the place of the one of the same printer, tray and paper; all of them or none."""
    known = (*read_profiles(file), *profiles)
    kept = {(each.printer, each.tray, each.paper): each for each in known}
    text = HEAD + "".join(_written(kept[key]) for key in sorted(kept))
    write_text(file, text, kept=(file,), folders=file.parent == own_folder("config"))


def refined(kept: Profile, found: Profile) -> Profile:
    """A profile improved by a sheet that was printed with its correction.

    Offsets and turns add up, scales multiply; that the order of small movements matters is far below
    what a person reads (0.02 mm at 3 mm and 0.3 degrees).
    """
    sums = {key: getattr(kept, key) + getattr(found, key) for key in ("offset_x", "offset_y", "rotation")}
    scales = {key: getattr(kept, key) * getattr(found, key) for key in ("scale_x", "scale_y")}
    for key, value in (sums | scales).items():
        if abs(value - (1.0 if key in scales else 0.0)) > LIMITS[key]:
            raise InputError(
                "readings and correction of '{printer}' give {key} = {value} together: measure it anew.",
                printer=kept.printer,
                key=key,
                value=round(value, 3),
            )
    return replace(kept, **sums, **scales)


def find_profile(profiles: Sequence[Profile], printer: str, tray: str | None, paper: str) -> Profile:
    """The profile for a paper; ``tray`` ``-`` has no name, ``None`` is the one without, or the only one."""
    wrong = partial(InputError, printer=printer, paper=paper)
    named = [each for each in profiles if each.printer == printer]
    if not profiles:
        raise wrong("no printer '{printer}' has been measured.", remedy="calibrate")
    if not named:
        names = listed(dict.fromkeys(each.printer for each in profiles))
        raise wrong("no printer '{printer}' has been measured; measured are: {names}.", names=names)
    fitting = [each for each in named if each.paper == paper]
    if not fitting:
        papers = listed(dict.fromkeys(each.paper for each in named))
        raise wrong("the printer '{printer}' has been measured for {papers}, not for {paper}.", papers=papers)
    # A printer measured without naming a tray keeps that profile as its usual one when a tray is added.
    wanted = "" if tray in (None, "-") else tray
    chosen = [each for each in fitting if each.tray == wanted] or (fitting if tray is None else [])
    trays = ", ".join(each.tray or "-" for each in fitting)
    if not chosen:
        raise wrong(
            "the printer '{printer}' has no tray '{tray}' with {paper}; it has {trays}.",
            tray=tray,
            trays=trays,
        )
    if len(chosen) > 1:
        raise wrong(
            "the printer '{printer}' has several trays with {paper}: {trays}.",
            remedy="name a tray",
            trays=trays,
        )
    return chosen[0]


def _written(profile: Profile) -> str:
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False) if isinstance(value, str) else round(value, 6)}"
        for key, value in asdict(profile).items()
        if value is not None
    ]
    return "\n[[profile]]\n" + "\n".join(lines) + "\n"


Point = tuple[float, float]  # a place in mm, origin top left, y down
Polygon = tuple[tuple[Point, ...], ...]
"""Rings of points; the outer one first, then the holes; each ends where it began."""


LARGEST = 1e5  # no coordinate is so large, mm


@dataclass(frozen=True)
class DrawnShapes:
    """The polygons of one file by feature; a feature without an id goes by its name."""

    width: float  # of the drawing, mm, as is the height
    height: float
    named: dict[str, tuple[Polygon, ...]]
    kinds: dict[str, str]  # the ``kind`` of each feature, or an empty text


@cache
def read_shapes(file: Path) -> DrawnShapes:
    """Read a GeoJSON of polygons in mm; ``board.frame_mm`` gives the size, else the farthest point."""
    try:
        raw = read_json(file)
        named: dict[str, tuple[Polygon, ...]] = {}
        kinds: dict[str, str] = {}
        for feature in raw["features"]:
            geometry, about = feature["geometry"], feature.get("properties") or {}
            if geometry["type"] not in ("Polygon", "MultiPolygon"):
                continue
            name = str(feature.get("id", about.get("name", len(named))))
            named[name] = named.get(name, ()) + polygons(geometry)
            _check_rings(named[name])
            kinds[name] = str(about.get("kind", ""))
        points = [at for pieces in named.values() for piece in pieces for ring in piece for at in ring]
        extent = raw.get("board", {}).get("frame_mm") or (
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        width, height = float(extent[0]), float(extent[1])
        if not (named and 0 < width <= LARGEST and 0 < height <= LARGEST):
            raise ValueError(extent)
        return DrawnShapes(width, height, named, kinds)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise DeckError(
            "this is not a GeoJSON of polygons in mm ({reason}).",
            place=Place(file=file.name),
            reason=repr(error),
        ) from None


def polygons(geometry: Any) -> tuple[Polygon, ...]:
    """The polygons of a GeoJSON geometry of one or several."""
    pieces = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in piece) for piece in pieces)


def _check_rings(pieces: tuple[Polygon, ...]) -> None:
    """Refuse rings that have no area, turn back on the spot, or leave every sheet."""
    for ring in (ring for piece in pieces for ring in piece):
        sides = list(zip(*ring, strict=True))
        if (
            len(ring) < 4
            or ring[0] != ring[-1]
            or any(one == other for one, other in pairwise(ring))
            or any(min(side) == max(side) or max(map(abs, side)) > LARGEST for side in sides)
        ):
            raise ValueError(ring[:2])


FLOAT = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d{1,3})?"
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*+)\)")
_CHANNEL = re.compile(rf"({FLOAT})(deg|%)?", re.ASCII)


def is_colour(text: str) -> bool:
    """True for a colour as ``#rrggbb``."""
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def css_colour(text: str) -> tuple[str, float] | None:
    """A colour in any notation of CSS as ``#rrggbb``, and how much it covers, 0 to 1; ``None`` for none."""
    text = text.strip().lower()
    text = css_names().get(text, "#00000000" if text == "transparent" else text)
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * each for each in found[1])
        return f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255
    call = _FUNCTION.fullmatch(text)
    parts = [(float(each), unit) for each, unit in _CHANNEL.findall(call[2])] if call else []
    if call is None or len(parts) not in (3, 4):
        return None
    shares = [each / (100 if unit == "%" else 255) for each, unit in parts[:3]]
    if call[1] == "hsl":
        turn, full, light = (each for each, _ in parts[:3])
        shares = [*hls_to_rgb(turn / 360 % 1, min(1, light / 100), min(1, full / 100))]
    opacity = next((each / (100 if unit == "%" else 1) for each, unit in parts[3:]), 1.0)
    codes = (int(255 * min(1.0, max(0.0, share)) + 0.5) for share in shares)
    return "#" + "".join(f"{code:02x}" for code in codes), min(1.0, max(0.0, opacity))


@cache
def css_names() -> Mapping[str, str]:
    """The colours that CSS has names for."""
    lines = (assets() / "colours.txt").read_text("utf-8").splitlines()
    return {name: colour for name, colour in map(str.split, lines)}


def read_palette(file: Path) -> Mapping[str, str]:
    """The colours of a file by name, ``#rrggbb``."""
    raw, place = read_toml(file), Place(file=file.name)
    check(raw, declared("palette"), place, say("a palette"))
    for name, value in raw["colours"].items():
        if not is_colour(value):
            raise DeckError(
                "the colour {name} is '{value}'; #rrggbb was expected.",
                place=raw.at(place, "colours", name),
                name=name,
                value=value,
            )
    return dict(raw["colours"])


def read_hatching(file: Path) -> Mapping[str, Any]:
    """The hatching of each group of a file: ``angles`` in degrees and a ``step`` in mm."""
    raw = read_toml(file)
    check(raw, declared("hatching"), Place(file=file.name), say("a hatching"))
    return dict(raw["hatch"])


@cache
def palette() -> Mapping[str, str]:
    """The colours that Companion comes with."""
    return read_palette(assets() / "palette.toml")


@cache
def hatching() -> Mapping[str, Any]:
    """The hatching that Companion comes with."""
    return read_hatching(assets() / "hatching.toml")
