"""Pictures of a deck are printed as they are seen, or refused with card and file."""

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from companion.data.deck import open_deck
from companion.errors import DeckError, InputError
from companion.press.frame import pictures as pictures
from companion.press.frame import pillow
from companion.press.frame.frame import Frame, Page, Picture
from companion.press.ink.pdf import render_pdf
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.service.press.review import find_deck_faults
from tests.press.decks import FACE, format_element, write_deck

LARGE = (240, 240)  # dots; 300 and more an inch where it is 20 mm wide


def encode_image(image: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    goal = io.BytesIO()
    image.save(goal, kind, **how)  # type: ignore[arg-type]
    return goal.getvalue()


def build_halves(mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", LARGE, "#c00000")
    image.paste("#0000c0", (0, 120, 240, 240))
    return image.convert(mode)


def write_deck_with(folder: Path, content: bytes | None, name: str = "art.png", more: int = 1) -> Path:
    face = FACE + "".join(format_element("picture", file=name, x=5, y=60, width=20, height=20) for _ in range(more))
    file = write_deck(folder, front=face)
    if content is not None:
        (folder / "faces" / name).write_bytes(content)
    return file


def render_printed(file: Path) -> Image.Image:
    """A picture of 20 x 20 mm as it is printed, 10 dots a mm."""
    frame = Frame("f", 20, 20, (Picture(str(file), 0, 0, 20, 20),))
    document = pypdfium2.PdfDocument(render_pdf([Page(frame)], "f", "en"))
    picture = document[0].render(scale=254 / 72).to_pil().convert("RGB")
    document.close()
    return picture


def is_near(colour: object, other: tuple[int, int, int], off: int = 12) -> bool:
    assert isinstance(colour, tuple)
    return all(abs(a - b) <= off for a, b in zip(colour, other, strict=True))


def encode_turned(image: Image.Image, orientation: int, kind: str = "JPEG") -> bytes:
    """A picture as a camera writes it when held in another orientation."""
    ways = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encode_image(image.transpose(ways[orientation]), kind, quality=95, exif=exif)


RED, BLUE = (192, 0, 0), (0, 0, 192)


@pytest.mark.parametrize(
    "content",
    [
        encode_image(build_halves()),
        encode_image(build_halves(), "JPEG", quality=95),
        encode_image(build_halves(), "JPEG", quality=95, progressive=True),
        encode_image(build_halves("P")),
        encode_image(build_halves("RGBA")),
        encode_turned(build_halves(), 3),
        encode_turned(build_halves(), 6),
        encode_turned(build_halves(), 8),
        encode_turned(build_halves(), 6, "TIFF"),
        encode_turned(build_halves(), 6, "WEBP"),
        *(encode_image(build_halves(), kind) for kind in ("WEBP", "AVIF", "GIF", "TIFF", "BMP")),
        encode_image(build_halves("RGBA"), "WEBP"),
        encode_image(build_halves("CMYK"), "TIFF"),
    ],
)
def test_a_picture_is_printed_as_it_is_seen(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "ART.PNG"  # what it is, its bytes say
    file.write_bytes(content)
    picture = render_printed(file)
    assert is_near(picture.getpixel((100, 40)), RED)
    assert is_near(picture.getpixel((100, 160)), BLUE)
    assert "data:image/" in render_svg(Frame("f", 20, 20, (Picture(str(file), 0, 0, 20, 20),)))


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "WEBP", "PNG"])
def test_of_several_frames_the_first_is_printed_and_the_others_are_told(tmp_path: Path, kind: str) -> None:
    others = [Image.new("RGB", LARGE, "#00ff00")]
    deck = write_deck_with(tmp_path, encode_image(build_halves(), kind, save_all=True, append_images=others))
    assert is_near(render_printed(tmp_path / "faces" / "art.png").getpixel((100, 40)), RED, 60)
    told = [str(fault.text) for fault in find_deck_faults(open_deck(str(deck)), "en")]
    assert any("art.png has several frames or pages; the first is printed" in each for each in told)


def test_sixteen_bits_of_grey_are_turned_upright_and_clear_where_they_were(tmp_path: Path) -> None:
    shades = np.full((40, 20), 0x7FFF, np.uint16)
    shades[20:] = 0x8000  # of another shade, by one: seen as grey, not as clear
    shades[0, 0] = 0xFFFF
    camera = Image.Exif()
    camera[pillow.TURNED] = 6
    whole = encode_image(Image.fromarray(shades), exif=camera)
    chunk = b"tRNS" + (0x7FFF).to_bytes(2, "big")  # older Pillows read it, and write none for this mode
    chunk = (2).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    at = whole.index(b"IDAT") - 4
    (tmp_path / "a.png").write_bytes(whole)
    (tmp_path / "b.png").write_bytes(whole[:at] + chunk + whole[at:])
    solid, clear = (pillow.load_picture(tmp_path / name) for name in ("a.png", "b.png"))
    assert (solid.mode, clear.mode, solid.size, clear.size) == ("L", "RGBA", (40, 20), (40, 20))
    assert (solid.getpixel((39, 0)), clear.getpixel((39, 0))) == (255, (255, 255, 255, 255))
    seen = {colour: count for count, colour in clear.getcolors() or ()}
    assert seen == {(255, 255, 255, 255): 1, (127, 127, 127, 0): 399, (128, 128, 128, 255): 400}


def test_a_cmyk_picture_is_not_inverted(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(encode_image(Image.new("CMYK", LARGE, (0, 255, 255, 0)), "JPEG", quality=95))
    assert is_near(render_printed(tmp_path / "a.jpg").getpixel((100, 100)), (255, 0, 0), 40)


def test_a_picture_that_kept_its_size_and_its_time_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "TICK", 10**18)  # so that no pause of the machine makes the file an old one
    file = tmp_path / "a.png"
    for size in ((40, 50), (50, 40)):
        file.write_bytes(encode_image(Image.new("L", size)).ljust(200, b"\0"))
        os.utime(file, (1_700_000_000, 1_700_000_000))
        assert (pictures.inspect_picture(file).width, pictures.inspect_picture(file).height) == size


@pytest.mark.parametrize("mode", ["P", "L", "LA", "RGBA"])
def test_transparent_pixels_stay_transparent_in_every_mode(tmp_path: Path, mode: str) -> None:
    image = Image.new("RGBA", LARGE, (0, 0, 0, 255))
    image.paste((255, 255, 255, 0), (0, 0, 240, 120))
    how = {"transparency": 255} if mode == "L" else {}
    (tmp_path / "a.png").write_bytes(encode_image(image if mode == "RGBA" else image.convert(mode), **how))
    picture = render_printed(tmp_path / "a.png")
    assert is_near(picture.getpixel((100, 40)), (255, 255, 255))
    assert is_near(picture.getpixel((100, 160)), (0, 0, 0))


def build_bomb() -> bytes:
    """A PNG of some hundred bytes that says it has four thousand million dots."""
    whole = encode_image(Image.new("1", (8, 8)))
    head = b"IHDR" + struct.pack(">II", 65000, 65000) + whole[24:29]
    return whole[:12] + head + struct.pack(">I", zlib.crc32(head)) + whole[33:]


NOISE = encode_image(Image.fromarray(np.random.default_rng(1).integers(0, 255, (240, 240, 3)).astype(np.uint8)))
FLOATS = encode_image(Image.fromarray(np.full((240, 240), 0.5, np.float32)), "TIFF")
PHOTO = encode_image(Image.open(io.BytesIO(NOISE)), "JPEG")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the picture 'art.png' is empty"),
        (b"not a picture at all", "'art.png' is not a PNG, JPEG, WebP, AVIF, GIF, TIFF or BMP picture"),
        (FLOATS, "'art.png' is a TIFF picture of a form that cannot be read here; save it as PNG"),
        (b"\0\0\0\x18ftypheic", "'art.png' is a HEIC picture of a form that cannot be read here; save it as PNG"),
        (NOISE[:-9000], "the picture 'art.png' is damaged or cut short"),
        (PHOTO[: len(PHOTO) // 2], "the picture 'art.png' is damaged or cut short"),
        (build_bomb(), "the picture 'art.png' has more than 100 million dots"),
        (None, "there is no picture 'art.png'"),
    ],
    ids=["empty", "text", "floats", "heic", "short", "half", "bomb", "none"],
)
def test_a_broken_picture_is_reported_with_card_and_file(tmp_path: Path, content: bytes | None, said: str) -> None:
    deck = open_deck(str(write_deck_with(tmp_path, content, more=2)))
    with pytest.raises(DeckError) as caught:
        list(lay_out(deck, "en"))
    assert str(caught.value) == f"front.toml, row 24: {said} (tiny/cards/1)."
    found = find_deck_faults(deck, "en")
    assert {(fault.card, str(fault.text)) for fault in found} == {
        (f"tiny/cards/{number}", f"front.toml, row {row}: {said}") for number in range(1, 6) for row in (24, 31)
    }


@pytest.mark.parametrize("name", ["../../art.png", "{art}", "link.png", "away/art.png"])
def test_a_picture_lies_in_the_folder_of_its_deck(tmp_path: Path, name: str) -> None:
    art, faces = tmp_path / "art.png", tmp_path / "deck" / "faces"
    art.write_bytes(encode_image(build_halves()))
    faces.mkdir(parents=True)
    (faces / "link.png").symlink_to(art)
    (faces / "away").symlink_to(tmp_path)
    file = write_deck_with(tmp_path / "deck", None, name.format(art=art))
    with pytest.raises(DeckError, match=r"lies outside the folder of the deck; copy it into the folder \("):
        list(lay_out(open_deck(str(file)), "en"))


def test_a_pipe_in_the_place_of_a_picture_is_refused(tmp_path: Path) -> None:
    deck_file = write_deck_with(tmp_path, None)
    os.mkfifo(tmp_path / "faces" / "art.png")
    with pytest.raises(DeckError, match=r"'art.png' is not a PNG, JPEG, WebP, AVIF, GIF, TIFF or BMP picture"):
        list(lay_out(open_deck(str(deck_file)), "en"))


@pytest.mark.deep
@pytest.mark.parametrize("side", [7_070, 10_000])  # the largest that is not halved, and the largest of all
@pytest.mark.parametrize("kind", ["RGB PNG", "RGBA PNG", "P GIF", "RGB TIFF", "L JPEG"])
def test_a_hundred_million_dots_are_printed_within_600_mb(tmp_path: Path, kind: str, side: int) -> None:
    file = tmp_path / "a"
    mode, kind = kind.split()
    with file.open("wb") as goal:
        Image.new(mode, (side, side)).save(goal, kind, **({"compress_level": 1} if kind == "PNG" else {}))
    script = """if True:
        import re, sys
        from companion.press.frame.frame import Frame, Page, Picture
        from companion.press.ink.pdf import render_pdf
        render_pdf([Page(Frame("f", 60, 60, (Picture(sys.argv[1], 0, 0, 60, 60),)))], "f", "en")
        print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])  # ru_maxrss has the parent's, too
    """
    most = subprocess.run([sys.executable, "-c", script, str(file)], check=True, capture_output=True, text=True)
    assert int(most.stdout) < 600_000


@pytest.mark.parametrize(
    ("kind", "how"), [("WEBP", {}), ("AVIF", {}), ("TIFF", {"compression": "tiff_lzw"}), ("TIFF", {}), ("PNG", {})]
)
def test_a_picture_whose_decoder_needs_too_much_memory_is_refused_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, how: dict[str, str]
) -> None:
    monkeypatch.setattr(pillow, "MOST_MEMORY", 8 * 240 * 240)
    monkeypatch.setattr(Image.Image, "getexif", lambda _: pytest.fail("decoded"))
    (tmp_path / "a").write_bytes(encode_image(build_halves(), kind, **how))
    said = "the picture 'a' of 240 x 240 dots takes too much memory to decode; save it as PNG or JPEG"
    is_fine = kind == "PNG" or (kind == "TIFF" and not how)  # their decoders need little
    with pytest.raises(pytest.fail.Exception if is_fine else InputError, match="decoded" if is_fine else said):
        pillow.Pillow().inspect(tmp_path / "a")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "TIFF"])
def test_a_huge_picture_is_halved_and_looks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(pillow, "MOST_DECODED", 20_000)
    monkeypatch.setattr(pillow, "STRIP", 50)
    content = encode_image(build_halves(), kind) if kind == "GIF" else encode_turned(build_halves(), 6, kind)
    (tmp_path / "a").write_bytes(content)
    picture = pillow.load_picture(tmp_path / "a")
    assert picture.size == (120, 120)
    assert is_near(picture.convert("RGB").getpixel((60, 30)), RED, 20)
    assert is_near(picture.convert("RGB").getpixel((60, 90)), BLUE, 20)
