"""Drawn land: rings that are land, and those that no sheet can show."""

import json
from pathlib import Path

import pytest

from companion.data.papers import read_shapes
from companion.errors import DeckError

SQUARE = [[0, 0], [40, 0], [40, 30], [0, 30], [0, 0]]


def write_shape(folder: Path, *rings: list[list[float]], **more: object) -> Path:
    feature = {"id": "isle", "geometry": {"type": "Polygon", "coordinates": rings}}
    file = folder / "land.geojson"
    file.write_text(json.dumps({"features": [feature], **more}), encoding="utf-8")
    return file


def test_a_ring_with_a_hole_is_read_with_its_size(tmp_path: Path) -> None:
    hole = [[10, 10], [20, 10], [20, 20], [10, 10]]
    shapes = read_shapes(write_shape(tmp_path, SQUARE, hole))
    assert (shapes.width, shapes.height, list(shapes.polygons)) == (40, 30, ["isle"])
    assert [len(ring) for ring in shapes.polygons["isle"][0]] == [5, 4]
    (tmp_path / "other").mkdir()
    framed = read_shapes(write_shape(tmp_path / "other", SQUARE, board={"frame_mm": [100, 80]}))
    assert (framed.width, framed.height) == (100, 80)


@pytest.mark.parametrize(
    "ring",
    [
        SQUARE[:-1],  # it does not end where it began
        [[0, 0], [40, 30], [0, 0]],
        [[0, 0], [40, 0], [20, 0], [0, 0]],
        [[0, 0], [2e5, 0], [40, 30], [0, 0]],
    ],
)
def test_a_ring_that_is_no_land_is_refused(tmp_path: Path, ring: list[list[float]]) -> None:
    for rings in ([ring], [SQUARE, ring]):
        with pytest.raises(DeckError, match=r"^land\.geojson: this is not a GeoJSON of polygons in mm"):
            read_shapes(write_shape(tmp_path, *rings))
