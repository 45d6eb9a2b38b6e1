"""Make the fonts in assets/fonts: subsets of Noto Serif JP, Source Serif 4 and others.

    npm pack @expo-google-fonts/noto-serif-jp && tar xzf expo-google-fonts-noto-serif-jp-*.tgz
    python .ci/fonts.py package                 the serif of the games
    npm pack @expo-google-fonts/source-serif-4 && tar xzf expo-google-fonts-source-serif-4-*.tgz -C latin
    python .ci/fonts.py package latin/package   those for the scripts of people's own decks
    python .ci/fonts.py package sans/package math/package signs/package more/package   the sans and the signs:
    source-sans-3, noto-sans-math, noto-sans-symbols-2 and noto-sans-symbols of @expo-google-fonts

Each weight gets its own PostScript name, as reportlab distinguishes fonts only by that name.
"""

import string
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

ROOT = Path(__file__).parent.parent
WEIGHTS = {"Regular": "400Regular/NotoSerifJP_400Regular.ttf", "Bold": "700Bold/NotoSerifJP_700Bold.ttf"}
READ = ("*.toml", "*.csv", "*.geojson", "*.po", "*.html", "*.md")
ALWAYS = (
    string.printable.strip() + " \u00a0"
    "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿĀĪŪĒŌāīūēō«»“”‘’„‚–—…·•×÷±°¹²³½¼¾†‡§¶©→←↑↓↔✂○●◎△▲▽▼□■◇◆☆★☉−≤≥≠∞"
    "一二三四五六七八九十百千万零年春夏秋冬東西南北大小山川海森林町湖田畑城寺能米箱金銀青茶灰黄赤緑黒白紫橙"
    "本州将軍保元源平藤原橘天下国府印札月日火水木土兵馬弓刀旗鳥居神社門橋舟島風花雪松竹梅鶴亀龍虎"
)
TEXT = {
    "Regular": ("400Regular/SourceSerif4_400Regular.ttf", 1.055),
    "Bold": ("600SemiBold/SourceSerif4_600SemiBold.ttf", 1.075),
    "Italic": ("400Regular_Italic/SourceSerif4_400Regular_Italic.ttf", 1.055),
    "BoldItalic": ("600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf", 1.075),
}
"""Weight -> file, and the scale at which its letters are as high as those of the games' serif."""
LIGHT, TOWARDS = "300Light/SourceSerif4_300Light.ttf", 0.7
"""A lighter weight, and how far from it to its own weight the regular is, which would look bold otherwise."""
BLOCKS = ((0x20, 0x24F), (0x2B0, 0x2FF), (0x370, 0x52F), (0x1E00, 0x1EFF), (0x2000, 0x2BFF))
"""Unicode ranges of Latin, Greek and Cyrillic, and of punctuation and symbols."""
KANJI = {"Regular": range(1, 85), "Bold": range(1, 48)}
"""Weight -> rows of JIS X 0208: all of them; for bold, only up to the first level of kanji."""


SANS = {
    "Regular": "400Regular/SourceSans3_400Regular.ttf",
    "Bold": "700Bold/SourceSans3_700Bold.ttf",
    "Italic": "400Regular_Italic/SourceSans3_400Regular_Italic.ttf",
    "BoldItalic": "700Bold_Italic/SourceSans3_700Bold_Italic.ttf",
}
OVERLAPS = 0x40  # a flag for a glyph's first point; browsers refuse fonts with it at another
SANS_SCALE = 1.085
"""The scale at which lowercase letters of the sans are as high as those of the games' serif."""
SUITS = {*range(0x21D0, 0x21D5), *range(0x2460, 0x2500), *range(0x2660, 0x2670), *range(0x2776, 0x2794)}
ARROWS = {*range(0x2190, 0x2200), *range(0x27F0, 0x2800)}
DRAWN = {*range(0x25A0, 0x27F0), *range(0x2B00, 0x2C00)}
SIGNS = (SUITS, ARROWS, DRAWN, DRAWN)
"""The characters taken from each source font of the signs in turn: suits, numbers; arrows; dice, chess, weather."""


def list_used_characters() -> str:
    """Every character in files of texts, and those of ``ALWAYS``."""
    found = set(ALWAYS)
    for folder in ("assets", "templates"):
        for pattern in READ:
            for file in (ROOT / folder).rglob(pattern):
                found |= set(file.read_text(encoding="utf-8"))
    return "".join(sorted(found - {"\n", "\t"}))


def list_jis_characters(rows: range) -> set[int]:
    """The code points of characters in rows of JIS X 0208."""
    found = set()
    for row in rows:
        for cell in range(0xA1, 0xFF):
            found |= set(map(ord, bytes([0xA0 + row, cell]).decode("euc_jp", errors="ignore")))
    return found


def subset_font(font: TTFont, characters: set[int], family: str, weight: str, **options: object) -> TTFont:
    """A font with only these characters, renamed to ``Companion`` with a family and a weight."""
    subsetter = subset.Subsetter(subset.Options(hinting=False, name_IDs=["*"], notdef_outline=True, **options))
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            record.string = f"Companion {family} {weight}"
        elif record.nameID == 6:
            record.string = f"Companion{family}-{weight}"
    for table in ("GSUB", "vhea", "vmtx", "VORG", "BASE", "DSIG"):
        if table in font:
            del font[table]
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    return font


def save_font(font: TTFont, goal: Path) -> None:
    """Write a font, without overlap flags that browsers refuse."""
    for name in font.getGlyphOrder():
        flags = getattr(font["glyf"][name], "flags", [])
        for at in range(1, len(flags)):
            flags[at] &= ~OVERLAPS
    goal.parent.mkdir(exist_ok=True)
    font.save(goal)
    print(goal.name, goal.stat().st_size, "bytes")


def write_serif(source: Path) -> None:
    """Write both weights of the games' serif."""
    characters = list_used_characters()
    for weight, file in WEIGHTS.items():
        font = subset_font(TTFont(source / file), set(map(ord, characters)), "Serif", weight, layout_features=["kern"])
        save_font(font, ROOT / f"assets/fonts/CompanionSerif-{weight}.ttf")
        lacking = set(characters) - {chr(code) for code in font.getBestCmap()}
        print("not in the source:", "".join(sorted(lacking)) or "none")


def interpolate_outlines(light: TTFont, heavy: TTFont, part: float) -> None:
    """Replace the outlines of a heavy font by ones between a light font's (``part`` 0) and its own (1)."""
    for name in heavy.getGlyphOrder():
        one, other = light["glyf"][name], heavy["glyf"][name]
        if other.isComposite():
            for a, b in zip(one.components, other.components, strict=True):
                b.x, b.y = (round(start + part * (end - start)) for start, end in ((a.x, b.x), (a.y, b.y)))
        elif other.numberOfContours > 0 and len(one.coordinates) == len(other.coordinates):
            other.coordinates = GlyphCoordinates(
                (round(x + part * (to_x - x)), round(y + part * (to_y - y)))
                for (x, y), (to_x, to_y) in zip(one.coordinates, other.coordinates, strict=True)
            )
        other.recalcBounds(heavy["glyf"])
        wide, to_wide = light["hmtx"][name][0], heavy["hmtx"][name][0]
        heavy["hmtx"][name] = round(wide + part * (to_wide - wide)), getattr(other, "xMin", 0)


def write_script_fonts(source: Path, latin: Path) -> None:
    """Write the fonts for other scripts, which are only loaded for cards with such letters."""
    folder = ROOT / "assets/fonts/scripts"
    for weight, (file, scale) in TEXT.items():
        font = TTFont(latin / file)
        if weight == "Regular":
            interpolate_outlines(TTFont(latin / LIGHT), font, TOWARDS)
        kept = {code for code in font.getBestCmap() if any(a <= code <= b for a, b in BLOCKS)}
        font = subset_font(font, kept, "Text", weight, layout_features=[])
        resize_font(font, scale, f"Companion Text {weight}")
        save_font(font, folder / f"CompanionText-{weight}.ttf")
    for weight, rows in KANJI.items():
        font = subset_font(
            TTFont(source / WEIGHTS[weight]), list_jis_characters(rows), "Kanji", weight, layout_features=[]
        )
        save_font(font, folder / f"CompanionKanji-{weight}.ttf")


def resize_font(font: TTFont, scale: float, name: str) -> None:
    """Scale the letters of a font, and rename it."""
    scale_upem(font, round(1000 * scale))
    font["head"].unitsPerEm = 1000
    for record in font["name"].names:  # the typeface's own name is reserved by its makers
        if record.nameID in (3, 17, 18, 21, 22, 25):
            record.string = name


def write_sans(source: Path, latin: Path, *drawn: Path) -> None:
    """Write the sans in four styles, and a font of signs that serif and sans lack."""
    folder = ROOT / "assets/fonts/scripts"
    for weight, file in SANS.items():
        font = TTFont(latin / file)
        kept = {code for code in font.getBestCmap() if any(a <= code <= b for a, b in BLOCKS)}
        font = subset_font(font, kept, "Sans", weight, layout_features=[])
        resize_font(font, SANS_SCALE, f"Companion Sans {weight}")
        save_font(font, folder / f"CompanionSans-{weight}.ttf")
    regular = [source / WEIGHTS["Regular"], *(next(each.glob("400Regular/*.ttf")) for each in drawn)]
    taken, files = set[int](), list[str]()
    with TemporaryDirectory() as kept_in:
        for wanted, file in zip(SIGNS, regular, strict=True):
            font = TTFont(file)
            own = (wanted & font.getBestCmap().keys()) - taken
            taken |= own
            font = subset_font(font, own, "Signs", "Regular", layout_features=[])
            for table in ("GDEF", "GPOS", "MATH", "gasp"):
                if table in font:
                    del font[table]
            files.append(f"{kept_in}/{len(files)}.ttf")
            font.save(files[-1])
        font = Merger().merge(files)
    font["head"].created = font["head"].modified = TTFont(regular[0])["head"].created
    font.recalcTimestamp = False
    save_font(font, folder / "CompanionSigns-Regular.ttf")


if __name__ == "__main__":
    folders = [Path(argument) for argument in sys.argv[1:]]
    {1: write_serif, 2: write_script_fonts}.get(len(folders), write_sans)(*folders)
