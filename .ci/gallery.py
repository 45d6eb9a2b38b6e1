"""Make the pictures in the documents from our own output: ``make gallery``."""

import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from companion.cli.main import companion

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SHEETS = {
    # name of the picture: (words of the command, page from 0, dots per inch, crop of the page in parts)
    "honshu-sheet": (["honshu", "--only", "map-cards"], 0, 100, (0, 0, 1, 0.68)),
    "honshu-other": (["honshu", "--only", "scoring-cards", "--only", "order-cards"], 0, 75, (0, 0, 1, 1)),
    "honshu-low-ink": (["honshu", "--only", "map-cards", "--ink", "low"], 0, 75, (0, 0, 1, 0.68)),
    "hogen-sheet": (["hogen", "--only", "samurai"], 0, 75, (0, 0, 1, 1)),
    "shogun-board": (["shogun", "--only", "board-sun", "--paper", "a2"], 0, 62, (0, 0, 1, 1)),
    "shogun-cards": (["shogun", "--only", "province-cards"], 0, 75, (0, 0, 1, 1)),
}
COLOURS = 96


def main() -> None:
    """Print each sheet and keep a picture of it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, (words, number, dpi, (left, top, right, bottom)) in SHEETS.items():
        with tempfile.TemporaryDirectory() as folder:
            command = ["print", *words, "--lang", "en", "--no-cover", "--sides", "fronts", "-o", folder]
            companion.main(args=command, standalone_mode=False)
            (file,) = Path(folder).glob("*.pdf")
            document = pypdfium2.PdfDocument(file.read_bytes())
            page = document[number].render(scale=dpi / 72).to_pil().convert("RGB")
            document.close()
        w, h = page.size
        page = page.crop((int(left * w), int(top * h), int(right * w), int(bottom * h)))
        page.quantize(COLOURS, Image.Quantize.MEDIANCUT).save(PICTURES / f"{name}.png", optimize=True)
        print(name, (PICTURES / f"{name}.png").stat().st_size // 1000, "kB")


if __name__ == "__main__":
    main()
