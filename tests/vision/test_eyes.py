"""One reader, two eyes: OpenCV here and OpenCV.js of a browser, in Node, tell the same of a photo."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.paths import assets
from companion.vision.eyes import Eyes, Patch, Spot
from companion.vision.honshu.geometry import load_code_book
from companion.vision.honshu.map_reading import build_browser_eyes, get_local_eyes, read_map_photo
from companion.vision.honshu.reading import Reading
from companion.vision.matrices import Homography, build_scaling, map_points
from companion.web.pocket.building import open_parcels
from tests.choice import pick
from tests.required_programs import require_program
from tests.vision.judgement import align_squares, find_silent_faults
from tests.vision.photos import LEVELS, generate
from tests.web.pocket.hosts import skip_without_parcels

ASLANT: Homography = (3.0, 0.4, 40.0, -0.25, 2.8, 30.0, 0.0005, 0.0003, 1.0)
GRID = [(float(x), float(y)) for x in range(0, 120, 20) for y in range(0, 90, 30)]
SMALL = {"megapixels": 1.5}

PHOTOS = [(level, seed) for seed in range(100, 120) for level in LEVELS]

pytestmark = pytest.mark.browser


@dataclass
class NodeEyes:
    """The eyes of a browser in a process of Node."""

    node: subprocess.Popen[str]
    folder: Path

    def ask(self, text: str) -> str:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(f"{text}\n")
        self.node.stdin.flush()
        answer = self.node.stdout.readline()
        assert answer, "the eyes of the browser have gone"
        return answer

    def count_held(self) -> int:
        """The number of OpenCV objects that are not freed yet."""
        return int(self.ask('["held"]'))

    @contextmanager
    def lend_photo(self, photo: np.ndarray) -> Iterator[int]:
        high, wide = photo.shape[:2]
        file = self.folder / "photo.raw"
        file.write_bytes(np.dstack([photo, np.full((high, wide), 255, np.uint8)]).tobytes())
        number = json.loads(self.ask(json.dumps(["take", str(file), wide, high])))
        yield number
        self.ask(json.dumps(["drop", number]))


@contextmanager
def open_browser_eyes(folder: Path) -> Iterator[tuple[Eyes, NodeEyes]]:
    """Those of a browser, with what they are asked by; a ``CompanionError`` where OpenCV.js cannot be had."""
    code = folder / "opencv.mjs"
    code.write_bytes(open_parcels().unpack_npm("opencv")["lib/opencv_js.js"])
    words = [
        require_program("node"),
        str(Path(__file__).parent / "eyes.mjs"),
        str(assets() / "web/pocket/eyes.js"),
        str(code),
    ]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        asked = NodeEyes(node, folder)
        yield build_browser_eyes(asked.ask), asked


def read(photo: object, eyes: Eyes) -> Reading | None:
    try:
        return read_map_photo(photo, eyes=eyes)
    except InputError:
        return None


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Eyes, NodeEyes]]:
    with skip_without_parcels(), open_browser_eyes(tmp_path_factory.mktemp("eyes")) as ready:
        yield ready


def test_both_eyes_measure_surfaces_alike(browser: tuple[Eyes, NodeEyes]) -> None:
    there, asked = browser
    made = generate(74, "easy", **SMALL)
    squares = [(Patch(build_scaling(0.9, 0.9, left, 300), 198), colour) for left in (300, 500) for colour in range(4)]
    with asked.lend_photo(made.photo) as number:
        pairs = [
            eyes.surfaces(eyes.grey(photo), squares)
            for eyes, photo in ((get_local_eyes(), made.photo), (there, number))
        ]
    for one, other in zip(*pairs, strict=True):
        assert one.likeness == pytest.approx(other.likeness, abs=0.01)
        cells, others = np.array(one.cells), np.array(other.cells)
        assert cells.shape == (29, 29, 4)
        assert np.abs(cells[..., 0] - others[..., 0]).mean() < 0.005
        assert np.abs(cells[..., 1:] - others[..., 1:]).max() < 2


def test_a_plane_is_found_where_points_agree_on_one(browser: tuple[Eyes, NodeEyes]) -> None:
    seen = map_points(ASLANT, GRID)
    false = [*seen[:-2], (900.0, 900.0), (5.0, 800.0)]
    for eyes in (get_local_eyes(), browser[0]):
        for points, off in ((seen, None), (seen, 2.0), (false, 2.0)):
            found = eyes.plane(GRID, points, off)
            assert found is not None
            assert np.array(map_points(found, GRID)) == pytest.approx(np.array(seen), abs=0.01)
        assert eyes.plane(GRID[:3], seen[:3], None) is None
        assert eyes.plane(GRID, [(x, 7.0) for x, _ in seen], 2.0) is None


@pytest.mark.deep
def test_whatever_the_browsers_eyes_hold_is_freed(browser: tuple[Eyes, NodeEyes]) -> None:
    there, asked = browser
    patch = Patch(build_scaling(1.5, 1.5, 300, 200), 90)
    spots = [Spot(patch, turn) for turn in range(4)]
    held = []
    for _ in range(2):  # the second time what is kept for all photos is there
        with asked.lend_photo(generate(50, "easy", **SMALL).photo) as number:
            grey = there.grey(number)
            assert there.seals(grey, 800)
            assert there.plane(GRID, map_points(ASLANT, GRID), 2.0) is not None
            there.learn(grey, [[[0.0] * 16] * 432] * 4)
            assert len(there.cells(grey, [Patch(patch.plane, 36)] * 2)) == 2
            assert len(there.measure_fits(grey, [(spot, 7) for spot in spots])) == 4
            assert len(there.find_codes(grey, spots)) == 4
            square = Patch(build_scaling(1.5, 1.5, 300, 200), 198)
            assert len(there.surfaces(grey, [(square, 1)] * 2)) == 2
            assert len(there.measure_glare(grey, [patch] * 2, 100)) == 2
            there.forget(grey)
        held.append(asked.count_held())
    assert held[0] == held[1]
    build_browser_eyes(asked.ask)
    assert asked.count_held() < held[1]  # begun anew


def test_seals_are_found_wherever_tiles_of_a_picture_meet(browser: tuple[Eyes, NodeEyes]) -> None:
    photo, placed = np.full((1500, 2000, 3), 235, np.uint8), dict[int, tuple[int, int, int]]()
    codes = list(load_code_book())
    spots = [(4, left, 300) for left in range(560, 900, 36)] + [(4, 300, top) for top in range(600, 900, 36)]
    for number, (fine, left, top) in enumerate([*spots, (20, 1200, 700), (20, 560, 1300)]):
        bits = [codes[9 * number] >> (15 - at) & 1 for at in range(16)]
        drawn = np.kron(np.pad(np.reshape(bits, (4, 4)), 1), np.ones((fine, fine)))
        photo[top : top + 6 * fine, left : left + 6 * fine] = (drawn * 205 + 30).astype(np.uint8)[..., None]
        placed[9 * number] = left, top, 6 * fine
    there, asked = browser
    with asked.lend_photo(photo) as number:
        for eyes, given in ((get_local_eyes(), photo), (there, number)):
            found = dict(eyes.seals(eyes.grey(given), 2000))
            assert found.keys() == placed.keys()
            for code, (left, top, side) in placed.items():
                ends = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
                assert np.array(found[code]) == pytest.approx(np.array(ends), abs=1 + side / 12)


def test_a_photo_without_a_map_is_refused_and_leaves_no_memory_held(browser: tuple[Eyes, NodeEyes]) -> None:
    there, asked = browser
    with asked.lend_photo(np.full((300, 400, 3), 128, np.uint8)) as number:
        held = asked.count_held()
        with pytest.raises(InputError, match="No Companion seal can be read in the photo"):
            read_map_photo(number, eyes=there)
        assert asked.count_held() == held


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_both_eyes_read_photos_alike(browser: tuple[Eyes, NodeEyes]) -> None:
    there, asked = browser
    squares, differing = 0, 0
    for level, seed in pick(PHOTOS, 1):  # all sixty in make test-all
        made = generate(seed, level)
        with asked.lend_photo(made.photo) as number:
            both = [read(photo, eyes) for photo, eyes in ((made.photo, get_local_eyes()), (number, there))]
        readings = [
            {place: (each.card, each.square, each.doubt, each.cube) for place, each in found.items()}
            for found in ({} if each is None else align_squares(each, made.truth) for each in both)
        ]
        squares += len(readings[0].keys() | readings[1].keys())
        differing += len({place for place, _ in readings[0].items() ^ readings[1].items()})
        wrong = [set() if each is None else find_silent_faults(each, made.truth) for each in both]
        assert wrong[0] == wrong[1], (level, seed)
    assert squares > 40
    assert differing <= 0.005 * squares
