"""Decks, faces, tables and maps that somebody may have spoilt, and the commands that read them."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image

from tests.fuzz.mutation import mutate
from tests.press.decks import BACK, FACE, format_element

DECK = """name = "tiny"
[[component]]
name = "cards"
face = "front"
back = "back"
table = "cards.csv"
where = { set = "A" }
back_where = { set = "B" }
codes = { file = "codes.json", per_card = 2, order = { set = ["A", "B"] } }
join = { file = "land.geojson", on = "land", key = "id", take = ["kanji"] }
cases = [{ where = { set = "A" }, fields = { colour = "forest" } }, { fields = { more = "{note}!" } }]
key = "number"
copies = 2
count = 4
run = "cards"
fields = { colour = "lake" }
[[component]]
name = "tokens"
face = "token"
cards = [{ number = 1, colour = "town" }, { number = 2, colour = "lake" }]
copies = 3
[[component]]
name = "sheet"
face = "sheet"
range = 1
extra = true
"""
CARDS = """set,number,land,note,r1c1
A,1,Aki,first,fact:yellow:3
A,2,Bingo,second,lake
B,1,Aki,behind,town
B,2,Bingo,behind too,town
"""
WORDS = """title = "Tiny"
card = "Card {number}"
[component]
cards = "cards"
tokens = "tokens"
[land]
Aki = "Aki"
"""
ICON = (
    "size = [8, 8]\n"
    + format_element("circle", x=4, y=4, radius="{r}", fill="ink")
    + format_element("path", d="M1 1 L3 3 C4 4 5 5 6 2 A 2 2 0 0 1 7 7 Z", stroke="ink", stroke_width=0.3)
)
FRONT = (
    FACE
    + format_element("text", name="note", text="{note} {kanji}", x=5, y=55, width=48, height=6, size=9, least=6, turn=0)
    + format_element("line", x=5, y=64, dx="{number}*4+2", dy=0, stroke="ink", stroke_width=0.2, dash=[1, 1])
    + format_element("face", name="icon", x=5, y=66, scale=1.5, turn=90)
    + 'repeat = { columns = 3, rows = 1, dx = 13, from = 1 }\nwith = { r = "{index}" }\n'
    + format_element("matrix", cells="{seal.0}", columns=4, x=5, y=80, width=5, fill="ink", role="seal")
    + format_element("polygon", points=[[0, 0], [4, 0], [2, 3]], x=12, y=80, fill="{colour}-ink")
    + format_element("qr", text="https://example.org", x=28, y=64, width=16, when="{number} == 1|3")
    + format_element("picture", file="art.png", x=45, y=70, width=8, height=8)
    + format_element("drawing", file="art/flag.svg", part="flag", x=20, y=10, width=15, opacity=0.5)
    + 'with = { clan = "{colour}" }\n'
)
SHEET = (
    "size = [120, 90]\nbleed = 0\n"
    + format_element("map", file="land.geojson", x=5, y=5, width=50, height=40, fill="land", stroke="ink", sea="lake")
    + 'around = "Aki"\nacross = 30\nmark = "Aki|Bingo"\nmark_fill = "town"\n'
    + format_element("land", file="land.geojson", name="Bingo", x=60, y=5, width=30, height=30, fill="town", unit=4)
    + 'pattern = "uroko"\n'
    + format_element("pattern", name="asanoha", x=5, y=50, width=30, height=20, unit=5)
    + format_element("rows", table="cards.csv", face="row", x=60, y=50, dy=8, columns=1, sort=["number"])
    + 'where = { set = "A" }\n'
)
ROW = "size = [40, 8]\n" + format_element("text", text="{index} {land}", width=40, height=7, size=8)
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="60mm" viewBox="0 0 60 30"><defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1f3c5e"/><stop offset="90%" stop-color="red"/>
</linearGradient>
<clipPath id="round"><circle cx="10" cy="6" r="9"/></clipPath>
<g id="pole"><path d="M0 0l5 5a3 3 0 1 1 2 2z" style="fill:#abc;stroke:none;stroke-width:.5"/></g></defs>
<g id="flag" transform="translate(1,2) rotate(30)" clip-path="url(#round)" opacity=".5">
<use href="#pole" x="3"/><path class="clan" fill="#2b3f63" d="M0 0L20 0C21 4 21 8 20 12L0 12Z"/>
<circle class="line" cx="10" cy="6" r="3"/>
<rect width="9" height="4" rx="1" fill="url(#sky)" stroke="#000" stroke-dasharray="1 2"/></g></svg>
"""
TOKEN = "size = [20, 20]\n" + format_element("rect", width=20, height=20, radius=3, fill="{colour}")
LAND = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "id": name, "properties": {"name": name, "kanji": kanji, "kind": "land"}}
        | {"geometry": {"type": "Polygon", "coordinates": [[[x, 5], [x + 20, 6], [x + 20, 30], [x, 5]]]}}
        for name, kanji, x in (("Aki", "安芸", 5), ("Bingo", "備後", 25))
    ],
}


@cache
def _build_files() -> dict[str, bytes]:
    """The files of a deck that has something of everything."""
    goal, photo = io.BytesIO(), io.BytesIO()
    Image.effect_noise((96, 96), 80).convert("RGB").save(goal, "PNG")
    Image.effect_noise((96, 96), 80).save(photo, "JPEG")
    texts = {"deck.toml": DECK, "cards.csv": CARDS, "words.en.toml": WORDS, "land.geojson": json.dumps(LAND)}
    texts |= {"codes.json": json.dumps({"codes": list(range(40))}), "art/flag.svg": DRAWING}
    texts |= {f"faces/{name}.toml": face for name, face in FACES.items()}
    files = {name: text.encode() for name, text in texts.items()}
    return {**files, "faces/art.png": goal.getvalue(), "faces/art.jpg": photo.getvalue()}


def make_deck_spoiler(*names: str) -> Callable[[Path, Random], None]:
    """Writes the deck to a folder with one of some files spoilt."""

    def spoil(path: Path, chance: Random) -> None:
        files = dict(_build_files())
        if "faces/art.jpg" in names and chance.random() < 0.5:
            files["faces/art.png"] = files["faces/art.jpg"]
        name = chance.choice([each for each in names if each != "faces/art.jpg"])
        files[name] = mutate(files[name], chance)
        for each, content in files.items():
            file = path / each
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    return spoil


def spoil_example(path: Path, chance: Random) -> None:
    """Copies one of the decks of the docs to a folder, with one of its files spoilt."""
    shutil.copytree(chance.choice(EXAMPLES), path)
    file = chance.choice(sorted(each for each in path.rglob("*") if each.is_file()))
    file.write_bytes(mutate(file.read_bytes(), chance))


EXAMPLES = sorted(each for each in (Path(__file__).parents[2] / "docs/examples").iterdir() if each.is_dir())
FACES = {"front": FRONT, "back": BACK, "icon": ICON, "token": TOKEN, "sheet": SHEET, "row": ROW}
PRINT = "print {file} --lang en --no-cover -o {file}/out"
READING = (
    *("check {file}", "check {file} --json", "print {file} --list", PRINT, f"{PRINT} --force"),
    *(f"{PRINT} --only sheet --force", "export {file} --to svg --lang en -o {file}/out"),
)
LEAVING = (
    "check {file}",
    "deck template {file} -o {file}/out.svg",
    *(f"print {{file}} --lang en {options} -o {{file}}/out" for options in ("", "--force --proof", "--cut-lines")),
    *(f"export {{file}} --to {goal} -o {{file}}/out" for goal in ("svg", "tts", "contact")),
)
