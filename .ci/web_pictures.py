"""Make the pictures of pages from the project's drawings and printed faces: ``make web-pictures``.

Pages show many things as printed, in pictures with three px for each CSS px of a phone: Honshu's squares,
128 px wide, samurai, 272 px, the games' boxes, and the tower. Helmets, crests, icons and cubes stay SVGs,
which are sharp at any size. Run it after a file in ``docs/drawings``, or the art of printed faces, has
changed.
"""

import csv
import io
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from companion.data.deck import open_deck  # noqa: E402
from companion.data.papers import Point, Polygon  # noqa: E402
from companion.data.rulebook import rulebook  # noqa: E402
from companion.data.shogun.landmap import land_map  # noqa: E402
from companion.paths import assets, templates  # noqa: E402
from companion.play.games import GAMES  # noqa: E402
from companion.press.face.context import FaceShelf  # noqa: E402
from companion.press.frame.frame import Frame  # noqa: E402
from companion.press.ink.raster import render_png  # noqa: E402
from companion.press.layout import KINDS, lay_out  # noqa: E402

DRAWINGS = ROOT / "docs/drawings"
PICTURES = ROOT / "assets" / "web" / "img"
WIDE, COLOURS = 128, 48
HEAD, HEADS = 32, {"1": (15, 15), "2": (12.5, 15), "3": (13.5, 10.5), "4": (15, 13)}  # mm, by rank
DOOR, FUNNEL = (6.3, 180, 68, 220), ((0, 0), (111, 0), (111, 12), (96.4, 45), (14.6, 45), (0, 12))  # mm
NUMBER = re.compile(r"(?<![#\w])-?\d*\.\d+")

PAPER, INK = "#f6f0e1", "#26221d"
CUBES = {  # colour -> the shades of top, front and side, and the sign
    "black": ("#7a756c", "#2a2724", "#121110", f'<path d="M9.4 17.4H18.6V26.6H9.4Z" fill="{PAPER}"/>'),
    "blue": ("#6f9cc8", "#2f6aa3", "#16304c", f'<circle cx="14" cy="22" r="5" fill="{PAPER}"/>'),
    "purple": ("#a184bb", "#6b4a86", "#311f46", f'<path d="M14 16L20 22L14 28L8 22Z" fill="{PAPER}"/>'),
    "red": ("#cf6a60", "#a8332b", "#471310", f'<path d="M14 16.4L20 27H8Z" fill="{PAPER}"/>'),
    "yellow": (
        "#efcf6d",
        "#d9a514",
        "#5a4106",
        '<path d="M14 15.6L15.9 19.7L20.4 20.2L17 23.2L18 27.6L14 25.3L10 27.6L11 23.2L7.6 20.2L12.1 19.7Z"'
        f' fill="{INK}"/>',
    ),
    "green": (
        "#93ad74",
        "#5d7f45",
        "#2c4220",
        '<path d="M14 15.4a2.9 2.9 0 0 1 2.4 4.5a2.9 2.9 0 1 1-1.6 4.9l.9 3h-3.4l.9-3a2.9 2.9 0 1 1-1.6-4.9'
        f'A2.9 2.9 0 0 1 14 15.4Z" fill="{PAPER}"/>',
    ),
}
GOODS = {
    "blue": ("#9cc3da", "#4a86ad", "#1f3c5e"),
    "brown": ("#c79372", "#93542f", "#552d16"),
    "grey": ("#c4c7c5", "#8b8f8e", "#5a5d5c"),
    "yellow": ("#efcf6d", "#d9a12c", "#8a6212"),
}
EDGES = "M2 11.5L9 4H33V25.5L26 33H2ZM2 11.5H26V33M26 11.5L33 4"
ACTIONS = {
    "castle": "castle",
    "temple": "temple",
    "theatre": "noh-mask",
    "rice": "collect-rice",
    "tax": "collect-taxes",
    "recruit-5": "armies-5",
    "recruit-3": "armies-3",
    "recruit-1": "army-1-move",
    "battle-a": "battle",
    "battle-b": "battle",
}
THINGS = {
    "army": "army",
    "autumn": "autumn",
    "battle": "battle",
    "castle": "castle",
    "chest": "chest",
    "farmer": "farmer",
    "moon": "moon-side",
    "move": "move",
    "points": "victory-point",
    "revolt": "revolt",
    "rice": "rice",
    "sea-route": "sea-route",
    "shield": "shield",
    "spring": "spring",
    "summer": "summer",
    "sun": "sun-side",
    "temple": "temple",
    "theatre": "noh-mask",
    "winter": "winter",
}


def read_drawing(name: str) -> str:
    """The SVG of a drawing, with numbers rounded to what a screen can show."""
    text = (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")
    return NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), text)


def cut_out_paper(text: str) -> str:
    """A drawing whose parts in the colour of paper are holes, which show the background."""
    head, *parts, tail = re.findall(r"<svg[^>]*>|<(?:path|circle)[^>]*>|</svg>\s*", text)
    seen, holes = "", 0
    for part in parts:
        if PAPER not in part:
            seen += part
            continue
        holes += 1
        hole = part.replace(PAPER, "#000")
        mask = f'<mask id="m{holes}"><path fill="#fff" d="M0 0H20V20H0Z"/>{hole}</mask>'
        seen = f'{mask}<g mask="url(#m{holes})">{seen}</g>'
    return head + seen + tail


def add_letter(icon: str, letter: str) -> str:
    """An icon with the letter a or b on it, for two actions with the same icon."""
    path = {
        "a": "M14.2 19L16.4 13.4H17L19.2 19M15 17.2H18.4",
        "b": "M15 13.4V19M15 13.4H16.8A1.4 1.4 0 0 1 16.8 16.1H15M16.9 16.1A1.45 1.45 0 0 1 16.9 19H15",
    }[letter]
    mark = (
        f'<circle cx="16.7" cy="16.2" r="5.5" fill="{PAPER}"/>'
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.1" stroke-linecap="round"/>'
    )
    return cut_out_paper(read_drawing(icon).replace("</svg>", f"{mark}</svg>"))


def draw_cube(top: str, front: str, side: str, sign: str = "") -> str:
    """The SVG of a wooden cube seen from the upper right, with the sign of its colour on its front."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">'
        f'<path d="M2 11.5L9 4H33L26 11.5Z" fill="{top}"/><path d="M26 11.5L33 4V25.5L26 33Z" fill="{side}"/>'
        f'<path d="M2 11.5H26V33H2Z" fill="{front}"/>{sign}'
        f'<path d="{EDGES}" fill="none" stroke="{PAPER}" stroke-width="1.1" stroke-linejoin="round"/>'
        f'<path d="M1.2 11.2L8.7 3.2H33.8V25.8L26.3 33.8H1.2Z" fill="none" stroke="{INK}" stroke-width=".9" '
        'stroke-linejoin="round"/></svg>\n'
    )


def draw_banner(front: str, side: str, sign: str) -> str:
    """The SVG of a banner in the colour of a seat, for Hogen."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44">'
        f'<path d="M9 43V3M7 6.5H33" fill="none" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M11.5 7.5H33V39L28 36L22.2 39L16.5 36L11.5 39Z" fill="{front}" stroke="{PAPER}"'
        ' stroke-width="1.4"/>'
        f'<path d="M11.5 11H33M11.5 33H33" stroke="{side}" stroke-width="1.6"/>'
        f'<g transform="translate(6.7 -2.4) scale(1.11)">{sign}</g></svg>\n'
    )


def draw_sail(front: str, side: str, sign: str) -> str:
    """The SVG of a boat with a sail in the colour of a seat, for Honshu."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44">'
        f'<path d="M3 34Q22 41 41 34L37 42H8Z" fill="#7b5634" stroke="{PAPER}" stroke-width="1.4"/>'
        f'<path d="M22 36V2" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M7 6H37Q40.5 18 36 32H8Q3.5 18 7 6Z" fill="{front}" stroke="{PAPER}" stroke-width="1.4"/>'
        f'<path d="M13.5 6.7Q11.8 19 14 31.3M30.5 6.7Q32.2 19 30 31.3" fill="none" stroke="{side}"/>'
        f'<g transform="translate(6.6 -5.4) scale(1.1)">{sign}</g></svg>\n'
    )


def draw_empty_cube() -> str:
    """The SVG of the dashed outline of a missing cube."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><path d="{EDGES}" fill="none" '
        'stroke="#877a63" stroke-width="1.2" stroke-dasharray="2.4 2.4" stroke-linejoin="round"/></svg>\n'
    )


def render_squares() -> Iterator[tuple[str, bytes]]:
    """The squares of Honshu without seals, by their names on pages, such as ``forest-1``, ``factory-blue-2``."""
    shelf = FaceShelf({}, templates() / "faces/honshu", templates() / "faces/shared", kinds=KINDS)
    looks = [("forest", 5), ("town", 6), ("lake", 5), ("fallow", 6)]
    kinds = [(f"{kind}-{n}", kind, {"variant": str(n)}) for kind, count in looks for n in range(1, count + 1)]
    for good in GOODS:
        kinds.append((f"production-{good}", "prod", {"colour": good}))
        kinds += [(f"factory-{good}-{value}", "fact", {"colour": good, "value": value}) for value in "234"]
    for name, kind, fields in kinds:
        yield name, render_small(shelf.lay_out_face(f"land-{kind}", name, {"seals": "none", **fields}))


def render_chapters() -> Iterator[tuple[str, bytes]]:
    """The drawings beside the chapters of the rules, such as ``rules-honshu-score``."""
    for game in GAMES:
        shelf = open_face_shelf(game)
        for name in sorted({rule.chapter_name for rule in rulebook(game)}):
            picture = render_large(shelf.lay_out_face(f"rules-{name}", name, {}), 480)
            yield f"rules-{game}-{name}", encode_webp(resize_to_width(picture, 120))


def render_samurai() -> Iterator[tuple[str, bytes]]:
    """The samurai cards of Hogen by their names on pages, such as ``card-taira-3``, their heads and their back."""
    for piece in lay_out(open_deck("hogen"), "en", ["samurai"]):
        name, rank = piece.card[:-1].lower(), piece.card[-1]
        whole = render_large(piece.front, 1280)
        yield f"card-{name}-{rank}", encode_webp(resize_to_width(whole, 272))
        left, top = (round(mm * whole.width / piece.front.width) for mm in HEADS[rank])
        side = round(HEAD * whole.width / piece.front.width)
        yield f"head-{name}-{rank}", encode_webp(resize_to_width(whole.crop((left, top, left + side, top + side)), 128))
    yield (
        "card-back",
        encode_webp(resize_to_width(render_large(piece.back, 1280), 272), 35),
    )  # low quality, as every pocket version has it


def render_boxes() -> Iterator[tuple[str, bytes]]:
    """The front of each game's box, without its name."""
    for game in GAMES:
        front = open_face_shelf(game).lay_out_face("box-front", game, {"width": "66", "height": "92", "side": "front"})
        whole = render_large(front, 792)
        yield f"game-{game}", encode_webp(resize_to_width(whole.crop((0, 0, 792, 792 * 74 // 66)), 232))


def render_first_games() -> Iterator[tuple[str, bytes]]:
    """The pictures of each game's first-game page: the set-up, a round, and what scores."""
    for game in GAMES:
        shelf = open_face_shelf(game, open_deck(game).words("en"))
        for name, width in (("setup", 560), *((f"round-{n}", 374) for n in range(1, 7))):
            picture = resize_to_width(render_large(shelf.lay_out_face(f"first-{name}", name, {}), 2 * width), width)
            yield f"first-{game}-{name}", encode_webp(picture, 40)
        for n in range(1, 7):
            picture = resize_to_width(render_large(shelf.lay_out_face(f"first-end-{n}", game, {}), 240), 80)
            yield f"first-{game}-end-{n}", encode_webp(picture, 60)


def render_keep() -> bytes:
    """The paper tower of Shogun from the front: the funnel, and the wall with the open door."""
    shelf, mm = open_face_shelf("shogun"), 8
    wall = render_large(shelf.lay_out_face("keep-front", "front", {}), 74 * mm)
    ImageDraw.Draw(wall).rectangle([round(each * mm) for each in DOOR], fill="#241a12")
    roof = render_large(shelf.lay_out_face("keep-roof", "roof", {}), 111 * mm)
    shape = Image.new("L", roof.size, 0)
    ImageDraw.Draw(shape).polygon([(x * mm, y * mm) for x, y in FUNNEL], fill=255)
    tower = Image.new("RGBA", (111 * mm, (45 + 220) * mm))
    tower.paste(wall, (37 * mm // 2, 45 * mm))
    tower.paste(roof, (0, 0), shape)
    return encode_webp(resize_to_width(tower, 240))


def draw_provinces() -> str:
    """The SVG of the land of Shogun's board, simplified, on which pages colour owned provinces."""
    drawn, step = land_map(), 4

    def join_rings(polygons: tuple[Polygon, ...]) -> str:
        return "".join(map(format_ring, (ring for polygon in polygons for ring in polygon)))

    def format_ring(ring: tuple[Point, ...]) -> str:
        spots = dict.fromkeys((round(2 * x / step), round(2 * y / step)) for x, y in ring)
        return f"M{' '.join(f'{x} {y}' for x, y in spots)}Z" if len(spots) > 2 else ""

    around = "".join(join_rings(each.polygons) for each in drawn.context if each.kind == "land")
    own = "".join(join_rings(each.polygons) for each in drawn.outlines.values())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210">'
        '<path fill="#c4d5d6" d="M0 0H297V210H0Z"/>'
        f'<path fill="#e6dec9" d="{around}"/>'
        f'<path fill="#d9cba6" stroke="#fffaf0" stroke-width=".8" stroke-linejoin="round" d="{own}"/></svg>\n'
    )


def draw_crests() -> Iterator[tuple[str, str]]:
    """The SVG of each clan's tab with its crest, as on the deduction sheets of Hogen."""
    folder = assets() / "games/hogen"
    for row in csv.DictReader((folder / "clans.csv").read_text(encoding="utf-8").splitlines()):
        tab = re.sub(
            'fill="#[0-9a-f]+"', f'fill="{row["colour"]}"', extract_part(folder, "scene", f"tab-{row['clan']}")
        )
        mon = extract_part(folder, "mon", f"{row['clan']}-small").replace("#f6f0e1", row["colour"])
        yield f"mon-{row['clan']}", draw_tab(tab, mon.replace("#2b3f63", row["on"]))


def draw_tab(tab: str, mon: str) -> str:
    """The SVG of a tab, turned to its side, with the crest on it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 11">'
        '<g transform="matrix(0 -.833 .833 0 -17.4 11)">'
        f'{tab}</g><g transform="translate(4.3 5.5) scale(.38)">{mon}</g></svg>\n'
    )


def extract_part(folder: Path, drawing: str, name: str) -> str:
    """The group with an ID in a game's drawing, as SVG without IDs and classes."""
    text, depth = (folder / f"art/{drawing}.svg").read_text(encoding="utf-8"), 0
    start = text.index(f'<g id="{name}">')
    for found in re.finditer(r"<g[ >]|</g>", text[start:]):
        depth += 1 if found[0] != "</g>" else -1
        if not depth:
            whole = text[start : start + found.end()]
            return re.sub(r">\s+<", "><", re.sub(r' (class|id)="[^"]*"', "", whole))
    raise ValueError(name)


def open_face_shelf(game: str, words: Mapping[str, str] | None = None) -> FaceShelf:
    """The templates of a game's faces; without ``words``, a face shows none."""
    folders = (templates() / "faces" / game, templates() / "faces/shared")
    return FaceShelf(words or {"title": ""}, *folders, kinds=KINDS, home=assets() / "games" / game)


def render_large(frame: Frame, width: int) -> Image.Image:
    """A printed face, ``width`` px wide."""
    return Image.open(io.BytesIO(render_png(frame, False, round(width / frame.width * 25.4)))).convert("RGB")


def resize_to_width(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, round(width / picture.width * picture.height)), Image.Resampling.LANCZOS)


def encode_webp(picture: Image.Image, quality: int = 70) -> bytes:
    """A picture as WebP, with all its colours."""
    goal = io.BytesIO()
    picture.save(goal, "WEBP", quality=quality, method=6, exact=False)
    return goal.getvalue()


def render_small(frame: Frame) -> bytes:
    """A printed face as a PNG of few colours, 128 px wide."""
    picture = render_large(frame, 2 * WIDE)
    high = round(WIDE / frame.width * frame.height)
    return encode_png(picture.resize((WIDE, high), Image.Resampling.BOX))


def encode_png(picture: Image.Image) -> bytes:
    """A picture as a PNG of few colours."""
    goal = io.BytesIO()
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(goal, "PNG", optimize=True)
    return goal.getvalue()


def render_icon(page: Page, size: int, corner: int = 0) -> bytes:
    """The icon of the pocket version as a PNG; with ``corner``, in percent, for systems that do not round corners."""
    page.set_viewport_size({"width": size, "height": size})
    text = (DRAWINGS / "pocket" / "icon.svg").read_text(encoding="utf-8")
    style = f"body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px;border-radius:{corner}%}}"
    page.set_content(f"<style>{style}</style>{text}")
    shot = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    packed = io.BytesIO()
    few = shot.convert("RGB").quantize(192, dither=Image.Dither.NONE)
    if not corner:
        few.save(packed, "PNG", optimize=True)
        return packed.getvalue()
    # rounded corners need shades of transparency, in the colours of the top and bottom edges
    clear, whole = shot.getchannel("A"), shot.convert("RGB")
    palette, degrees = few.getpalette()[: 3 * 192], [255] * 192
    for first, half in ((192, 0), (224, 1)):
        rows = (0, half * size // 2, size, (half + 1) * size // 2)
        part = clear.crop(rows)
        few.paste(part.point([first + seen // 8 for seen in range(256)]), rows, part.point([255] * 255 + [0]))
        palette += [*whole.getpixel((size // 2, half * (size - 1)))] * 32
        degrees += [8 * at for at in range(32)]
    few.putpalette(palette)
    few.save(packed, "PNG", optimize=True, transparency=bytes(degrees))
    return packed.getvalue()


def main() -> None:
    made: dict[str, bytes] = {}
    texts = {f"cube-{name}": draw_cube(*shades) for name, shades in CUBES.items()}
    for name, (_, front, side, sign) in CUBES.items():
        if name != "green":  # the colour of farmers, not of a seat
            texts |= {f"banner-{name}": draw_banner(front, side, sign), f"sail-{name}": draw_sail(front, side, sign)}
    texts |= {f"good-{name}": draw_cube(*shades) for name, shades in GOODS.items()}
    texts |= {f"ico-{thing}": read_drawing(f"shogun/{name}") for thing, name in THINGS.items()}
    texts["ico-battle"] = cut_out_paper(texts["ico-battle"])
    texts |= {
        f"action-{action}": add_letter(f"shogun/{name}", action[-1])
        if name == "battle"
        else read_drawing(f"shogun/{name}")
        for action, name in ACTIONS.items()
    }
    texts |= {f.stem: read_drawing(f"shogun/{f.stem}") for f in sorted((DRAWINGS / "shogun").glob("kabuto-*.svg"))}
    texts |= {"provinces": draw_provinces(), "cube-none": draw_empty_cube()}
    texts |= {f.stem: f.read_text(encoding="utf-8") for f in sorted((DRAWINGS / "web").glob("*.svg"))}
    made |= {f"{name}.svg": text.encode() for name, text in texts.items()}
    made |= {f"sq-{name}.png": picture for name, picture in render_squares()}
    photos = (*render_chapters(), *render_samurai(), *render_boxes(), *render_first_games(), ("keep", render_keep()))
    made |= {f"{name}.webp": picture for name, picture in photos}
    made |= {f"{name}.svg": text.encode() for name, text in draw_crests()}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 2 * WIDE, "height": 3 * WIDE})
        for name, size, corner in (("180", 180, 0), ("192", 192, 19), ("512", 512, 19), ("maskable", 512, 0)):
            (PICTURES.parent / "pocket" / f"icon-{name}.png").write_bytes(render_icon(page, size, corner))
        browser.close()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in {file.name for file in PICTURES.iterdir()} - made.keys() - {"signs.svg"}:  # drawn by hand
        (PICTURES / old).unlink()
    for name, data in made.items():
        (PICTURES / name).write_bytes(data)
    print(
        f"{len(made)} pictures, {sum(map(len, made.values())) // 1024} KB, "
        f"the largest {max(map(len, made.values())) // 1024} KB"
    )


if __name__ == "__main__":
    main()
