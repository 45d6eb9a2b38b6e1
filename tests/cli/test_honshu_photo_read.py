"""``companion honshu photo`` on photos of maps that were laid, printed and photographed by a program."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.calling import Call
from tests.vision.photos import generate


@pytest.fixture(scope="module")
def taken() -> Any:
    return generate(4711, "easy", megapixels=5.0)


def cells(seen: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted(tuple(each[key] for key in ("r", "c", "card", "square", "terrain", "cube")) for each in seen)


@pytest.mark.deep
def test_a_photographed_map_is_the_one_that_was_laid(call: Call, taken: Any) -> None:
    Path("map.jpg").write_bytes(taken.jpeg)
    left = call("honshu", "photo", "map.jpg", "--json", "--card", "4")
    seen = left.json
    assert (left.code, seen["complete"]) == (0, True)
    assert cells(seen["cells"]) == cells(taken.truth["cells"])
    assert len(seen["placements"]) == 13
    Path("seen.txt").write_text("\n".join(seen["grid"]))
    assert call("honshu", "score", "seen.txt", "--json", "--card", "4").json == {"version": 1, **seen["score"]}
    Path("laid.json").write_text(json.dumps(seen))
    laid = call("honshu", "place", "laid.json", "--json").json
    assert [row.replace("*", "") for row in laid["grid"]] == [row.replace("*", "") for row in seen["grid"]]


@pytest.mark.deep
def test_a_photo_stored_lying_on_its_side_is_read_upright(call: Call, taken: Any) -> None:
    content = BytesIO()
    with Image.open(BytesIO(taken.jpeg)) as image:
        held = image.getexif()
        held[0x112] = 6  # stored turned to the left, to be shown turned to the right
        image.transpose(Image.Transpose.ROTATE_90).save(content, "JPEG", quality=90, exif=held)
    Path("map.jpg").write_bytes(content.getvalue())
    left = call("honshu", "photo", "map.jpg", "--json")
    assert cells(left.json["cells"]) == cells(taken.truth["cells"])


def test_a_photo_of_the_table_alone_says_what_to_do(call: Call) -> None:
    Image.new("RGB", (1200, 900), (120, 90, 60)).save("table.jpg")
    left = call("honshu", "photo", "table.jpg")
    assert (left.code, left.out, left.err.count("\n")) == (2, "", 2)
    assert left.err.startswith("Error: table.jpg: ")
    assert "seal" in left.err
