"""Make docs/pictures/photo-seen.png, a photo of a map beside what is read from it: ``make photo-picture``."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from picture_sources import note_sources
from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from companion.service.honshu.photo import score_photo  # noqa: E402
from tests.vision.photos import generate  # noqa: E402

GOAL = ROOT / "docs" / "pictures" / "photo-seen.png"
SEED, LEVEL = 7102, "hard"  # with glare, shadow and blur, so that squares are read, inferred, and in doubt
WIDTH, GAP, COLOURS = 1020, 12, 255


def draw_reading(photo: bytes) -> Image.Image:
    """The photo annotated with what is read from it."""
    with TemporaryDirectory() as folder:
        file, picture = Path(folder) / "map.jpg", Path(folder) / "seen.png"
        file.write_bytes(photo)
        score_photo(file, annotate=picture)
        return Image.open(BytesIO(picture.read_bytes())).convert("RGB")


def main() -> None:
    jpeg = generate(SEED, LEVEL).jpeg
    photo = Image.open(BytesIO(jpeg)).convert("RGB")
    drawn = draw_reading(jpeg)
    left, right = photo.width * 18 // 100, photo.width * 80 // 100  # crops the table around the map
    whole = Image.new("RGB", (2 * (right - left) + GAP, photo.height), "white")
    for at, each in enumerate((photo, drawn)):
        whole.paste(each.crop((left, 0, right, photo.height)), (at * (right - left + GAP), 0))
    small = whole.resize((WIDTH, whole.height * WIDTH // whole.width), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, dither=Image.Dither.NONE).save(GOAL, optimize=True)
    note_sources(GOAL)
    print(f"{GOAL.name}: {GOAL.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
