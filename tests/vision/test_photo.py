"""Photos are decoded as they were taken, within bounds, and whatever is no photo is told in a sentence."""

import random
import struct
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.errors import InputError
from companion.vision import photo
from companion.vision.eyes import opencv
from companion.vision.photo_limits import MOST_PHOTO_BYTES

HERE = Path(__file__).parent


def open_photo(content: bytes, name: str) -> np.ndarray:
    return np.asarray(photo.open_photo(content, name))


def encode_picture(kind: str = "JPEG", mode: str = "RGB", size: tuple[int, int] = (300, 200), turn: int = 1) -> bytes:
    """A picture whose left half is dark, with the way it was held beside its pixels."""
    image = Image.new("RGB", size, (250, 250, 250))
    image.paste((0, 0, 0), (0, 0, size[0] // 2, size[1]))
    held = image.getexif()
    held[0x112] = turn
    content = BytesIO()
    image.convert(mode).save(content, kind, exif=held)
    return content.getvalue()


def build_png(width: int, height: int, pixels: bytes = bytes(100_000)) -> bytes:
    """A PNG that says it is as large as that."""

    def build_chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = build_chunk(b"IHDR", head), build_chunk(b"IDAT", zlib.compress(pixels, 9)), build_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        *(("JPEG", mode) for mode in ("RGB", "L", "CMYK")),
        *(("PNG", mode) for mode in ("RGBA", "P", "1", "I;16")),
        ("WEBP", "RGB"),
    ],
)
def test_a_photo_is_red_green_and_blue_whatever_its_file_holds(kind: str, mode: str) -> None:
    seen = open_photo(encode_picture(kind, mode), "map.jpg")
    assert (seen.shape, seen.dtype) == ((200, 300, 3), np.uint8)
    assert seen[:, :140].max() < 10


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(("turn", "dark"), [(1, "left"), (3, "right"), (6, "top"), (8, "bottom")])
def test_a_photo_stands_upright_however_the_phone_was_held(turn: int, dark: str, kind: str) -> None:
    seen = open_photo(encode_picture(kind, turn=turn), "map.jpg")
    height, width = seen.shape[:2]
    sides = {"left": seen[:, : width // 3], "right": seen[:, -width // 3 :]}
    sides |= {"top": seen[: height // 3], "bottom": seen[-height // 3 :]}
    assert min(sides, key=lambda side: sides[side].mean()) == dark
    assert (height > width) == (dark in ("top", "bottom"))


def test_a_heic_photo_stands_upright_and_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = open_photo((HERE / "upright.heic").read_bytes(), "map.heic")
    assert seen.shape == (240, 200, 3)
    assert seen[40, 100, 2] > 150 > 100 > seen[40, 100, 0]
    monkeypatch.setattr(photo, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"map.heic: .* JPEG\. Install .* pi-heif"):
        open_photo((HERE / "upright.heic").read_bytes(), "map.heic")


@pytest.mark.parametrize("lossless", [False, True])
def test_of_a_film_of_pictures_only_the_first_is_decoded(lossless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    content, given = BytesIO(), list[bytes]()
    noise = np.random.default_rng(1).integers(0, 255, (2, 201, 301, 1), np.uint8)
    first, second = (Image.fromarray(each.repeat(3, 2)) for each in noise)
    first.save(content, "WEBP", save_all=True, append_images=[second], lossless=lossless, exif=b"Exif\0\0odd")
    whole = content.getvalue()

    def record_decoding(content: bytes, halved: bool) -> np.ndarray:
        given.append(content)
        return opencv.decode_photo(content, halved)

    monkeypatch.setattr(photo, "decode_photo", record_decoding)
    assert np.abs(open_photo(whole, "map.webp") - np.asarray(first, np.int16)).mean() < (1 if lossless else 40)
    assert len(given[0]) < 0.6 * len(whole)
    assert Image.open(BytesIO(given[0])).n_frames == 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_very_large_photo_is_halved(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "_ENOUGH", 240_000)
    assert open_photo(encode_picture(kind, size=(600, 401)), "map.jpg").shape in ((200, 300, 3), (201, 300, 3))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty; give a photo"),
        (b"F F T\nL - b*\n", "this is not a photo that can be read; expected a complete JPEG, PNG, WebP or HEIC"),
        (b"\0\0\0\x18ftypheic" + bytes(200), "this is not a photo that can be read"),
        (encode_picture()[:-400], "the photo is damaged"),
        (encode_picture("PNG")[:-40], "the photo is damaged"),
        (build_png(6_000, 6_000), "the photo is damaged"),
        (encode_picture(size=(1, 1)), "the photo has 1 x 1 pixels; it needs at least 200 on each side"),
        (build_png(8_000, 7_000), "the photo has more than 50 megapixels"),
        (encode_picture() + bytes(MOST_PHOTO_BYTES), "the file is larger than 20 MB"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_a_file_that_is_no_photo_of_a_map_is_refused_by_name(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=f"map.jpg: {message}"):
        open_photo(content, "map.jpg")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_any_damaged_photo_is_refused_in_one_sentence(kind: str) -> None:
    whole = (HERE / "upright.heic").read_bytes() if kind == "HEIC" else encode_picture(kind)
    random_ = random.Random(kind)
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(random_.randint(1, 8)):
            damaged[random_.randrange(len(damaged))] = random_.randrange(256)
        with suppress(InputError):
            assert open_photo(bytes(damaged), "map.jpg").ndim == 3
