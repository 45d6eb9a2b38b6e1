"""What a phone's browser says of a picture is what Pillow says of it, and so is what is refused."""

import io
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from companion.errors import InputError
from companion.press.frame.pictures import get_reader, inspect_picture
from companion.press.frame.raster import MOST_DOTS, Raster
from tests.press.pictures.test_reading import build_halves, encode_image
from tests.vision.test_photo import build_png
from tests.web.pocket.hosts import Host, get_build

PICTURE = """async ([script, content, most, way]) => {
    const { picture } = await import(new URL(script, document.baseURI).href), kept = {};
    const text = bytes => btoa(Array.from(bytes, each => String.fromCharCode(each)).join(""));
    const bytes = Uint8Array.from(atob(content), each => each.charCodeAt(0));
    const found = await picture(bytes, most, way, (end, made) => { kept[end] = text(made); });
    return [found, kept];
}"""


def make_turned_photo(orientation: int) -> bytes:
    """A photo whose camera noted how it was held, and its dots an inch."""
    notes = Image.Exif()
    notes[0x0112], notes[0x011A], notes[0x0128] = orientation, 300.0, 2
    return encode_image(build_halves().resize((40, 30)), "JPEG", exif=notes)


PICTURES = {
    **{mode: encode_image(build_halves(mode)) for mode in ("RGB", "RGBA", "L", "LA", "P", "1")},
    "clear colour": encode_image(build_halves("L"), transparency=255),
    "dots an inch": encode_image(build_halves(), dpi=(300, 300)),
    "16 bits": encode_image(Image.new("I;16", (20, 30), 0x7FFF)),
    "JPEG": encode_image(build_halves(), "JPEG"),
    "inks": encode_image(build_halves("CMYK"), "JPEG"),
    "progressive": encode_image(build_halves(), "JPEG", progressive=True),
    **{kind: encode_image(build_halves(), kind) for kind in ("WEBP", "AVIF", "GIF", "BMP")},
    **{f"held {number}": make_turned_photo(number) for number in (1, 3, 6)},
}

REFUSED = {
    "text": b"a picture, they said",
    "PNG cut short": encode_image(build_halves())[:-40],
    "PNG damaged": encode_image(build_halves()).replace(b"IDAT", b"IDAT\x01", 1),
    "JPEG cut short": encode_image(build_halves(), "JPEG")[:600],
    "gigapixel": build_png(40_000, 25_000),
    "just too many": build_png(MOST_DOTS // 1000 + 1, 1000),
}
SAID = {"is not a PNG": None, "damaged": ["damaged"], "million": ["large"]}


def inspect_on_phone(page: Page, host: Host, content: bytes, way: str) -> tuple[list[object] | None, dict[str, bytes]]:
    """What a phone finds out about a picture, and the files it makes of it."""
    script = f"{get_build(host.folder)}/pictures.js"
    found, kept = page.evaluate(PICTURE, [script, b64encode(content).decode(), MOST_DOTS, way])
    return found, {name: b64decode(made) for name, made in kept.items()}


def test_a_phone_reads_picture_kind_size_and_dpi_as_pillow_does(home_page: Page, host: Host, tmp_path: Path) -> None:
    file = tmp_path / "a"
    for name, content in PICTURES.items():
        file.write_bytes(content)
        known = inspect_picture(file)
        found, kept = inspect_on_phone(home_page, host, content, "whole")
        assert found is not None, name
        kind, width, height, bare, dpi, turned = found
        about = Raster(kind, width, height, bare and not turned, dpi, turned, bare)  # type: ignore[arg-type]
        usual = known._replace(dpi=0) if known.dpi < 100 else known  # what Pillow says where there is nothing
        assert about == usual._replace(dpi=pytest.approx(usual.dpi)), name  # type: ignore[arg-type]
        assert kept.keys() == (set() if known.is_usable else {"again"}), name
        if kept:
            with Image.open(io.BytesIO(kept["again"])) as again:
                assert (str(again.format).lower(), again.size) == (known.kind, (known.width, known.height)), name
                assert again.mode in ("RGB", "RGBA", "L")


def test_a_phone_refuses_what_pillow_refuses(home_page: Page, host: Host, tmp_path: Path) -> None:
    file = tmp_path / "a"
    for name, content in REFUSED.items():
        file.write_bytes(content)
        with pytest.raises(InputError) as refusal:
            inspect_picture(file)
        (expected,) = (found for said, found in SAID.items() if said in str(refusal.value))
        assert inspect_on_phone(home_page, host, content, "whole") == (expected, {}), name
    bomb = build_png(10, 10, bytes(50_000_000))  # which is not unpacked
    assert inspect_on_phone(home_page, host, bomb, "whole") == (["damaged"], {})


@pytest.mark.parametrize("mode", ["RGB", "LA", "P"])
def test_a_phone_decodes_the_same_pixels_as_pillow(home_page: Page, host: Host, tmp_path: Path, mode: str) -> None:
    image = Image.effect_noise((60, 50), 90).convert("RGB")
    if mode == "LA":
        image = image.convert("RGBA")
        image.paste((10, 20, 30, 0), (0, 0, 20, 50))
        image.putpixel((40, 40), (0, 0, 0, 255))
    (tmp_path / "a.png").write_bytes(encode_image(image.convert(mode)))
    expected = get_reader().read_pixels(tmp_path / "a.png")
    _, kept = inspect_on_phone(home_page, host, (tmp_path / "a.png").read_bytes(), "inked")
    solid = zlib.decompress(kept["solid"]) if "solid" in kept else None
    assert solid == expected.solid
    colours, each = zlib.decompress(kept["colours"]), len(expected.colours) // 3000
    assert len(colours) == len(expected.colours)
    for at in range(3000):
        if solid is None or solid[at]:
            assert colours[at * each : (at + 1) * each] == expected.colours[at * each : (at + 1) * each]
