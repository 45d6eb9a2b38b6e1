"""Make the fonts in assets/fonts from the full Noto Serif JP: only the characters that are used.

    npm pack @expo-google-fonts/noto-serif-jp && tar xzf expo-google-fonts-noto-serif-jp-*.tgz
    python .ci/fonts.py package

Each weight gets a PostScript name of its own: reportlab tells fonts apart by that name alone.
"""

import string
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
WEIGHTS = {"Regular": "400Regular/NotoSerifJP_400Regular.ttf", "Bold": "700Bold/NotoSerifJP_700Bold.ttf"}
READ = ("*.toml", "*.csv", "*.geojson", "*.po", "*.html", "*.md")
ALWAYS = (
    string.printable.strip() + " \u00a0"
    "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿĀĪŪĒŌāīūēō«»“”‘’„‚–—…·•×÷±°¹²³½¼¾†‡§¶©→←↑↓↔✂○●◎△▲▽▼□■◇◆☆★☉−≤≥≠∞"
    "一二三四五六七八九十百千万零年春夏秋冬東西南北大小山川海森林町湖田畑城寺能米箱金銀青茶灰黄赤緑黒白紫橙"
    "本州将軍保元源平藤原橘天下国府印札月日火水木土兵馬弓刀旗鳥居神社門橋舟島風花雪松竹梅鶴亀龍虎"
)


def used() -> str:
    """Every character of every word file, and those always kept."""
    found = set(ALWAYS)
    for folder in ("assets", "templates"):
        for pattern in READ:
            for file in (ROOT / folder).rglob(pattern):
                found |= set(file.read_text(encoding="utf-8"))
    return "".join(sorted(found - {"\n", "\t"}))


def main(source: Path) -> None:
    """Write both weights."""
    characters = used()
    for weight, file in WEIGHTS.items():
        font = TTFont(source / file)
        options = subset.Options(layout_features=["kern"], hinting=False, name_IDs=["*"], notdef_outline=True)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = f"Companion Serif {weight}"
            elif record.nameID == 6:
                record.string = f"CompanionSerif-{weight}"
        for table in ("GSUB", "vhea", "vmtx", "VORG", "BASE", "DSIG"):
            if table in font:
                del font[table]
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        goal = ROOT / "assets/fonts" / f"CompanionSerif-{weight}.ttf"
        font.save(goal)
        lacking = set(characters) - {chr(code) for code in font.getBestCmap()}
        print(goal.name, goal.stat().st_size, "bytes; not in the source:", "".join(sorted(lacking)) or "none")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
