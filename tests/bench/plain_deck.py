"""A plain deck of any number of cards: a name, a rule of two lines, points and a number; one back."""

from pathlib import Path

SENTENCE = "a quiet river crosses the old road where cranes wait for rain and foxes sleep under maple leaves"
WORDS = SENTENCE.split()
COLOURS = ("indigo", "vermilion", "forest-ink")
DECK = 'name = "plain"\n[[component]]\nname = "cards"\nface = "card"\nback = "back"\ntable = "cards.csv"\n'
SAID = 'title = "Plain"\npoints = "{points} points"\n[component]\ncards = "cards"\n'
BACK = 'size = [63, 88]\nbleed = 2\n[[element]]\nkind = "rect"\n' + (
    'x = -2\ny = -2\nwidth = 67\nheight = 92\nfill = "ink"\n'
)
BOXES = ((-2, -2, 67, 92, 0, "#ffffff"), (4, 4, 55, 14, 2, "{colour}"))
TEXTS = (
    ("{name}", 5, 5, 53, 12, 16, "center", "paper"),
    ("{rule}", 5, 25, 53, 40, 10, "left", "ink"),
    ("$points", 5, 72, 53, 8, 12, "center", "ink"),
    ("{number}", 46, 80, 13, 4, 6, "right", "ink"),
)


def write_plain_deck(folder: Path, count: int) -> Path:
    """Write the deck; no two of its cards are alike."""
    rows = ["number,name,colour,points,rule"]
    for number in range(1, count + 1):
        rule = " ".join(WORDS[number * each % len(WORDS)] for each in range(1, 15))
        name = f"{WORDS[number % len(WORDS)]} {WORDS[number * 7 % len(WORDS)]} {number}".title()
        rows.append(f"{number},{name},{COLOURS[number % 3]},{number % 9},{rule}")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "words.en.toml").write_text(SAID, encoding="utf-8")
    (folder / "faces").mkdir(exist_ok=True)
    (folder / "faces/back.toml").write_text(BACK, encoding="utf-8")
    face = ["size = [63, 88]\nbleed = 2\nsafe = 3"]
    for x, y, width, height, radius, fill in BOXES:
        face.append(f'[[element]]\nkind = "rect"\nx = {x}\ny = {y}\nwidth = {width}\nheight = {height}')
        face.append(f'radius = {radius}\nfill = "{fill}"')
    for text, x, y, width, height, size, align, colour in TEXTS:
        face.append(f'[[element]]\nkind = "text"\ntext = "{text}"\nx = {x}\ny = {y}\nwidth = {width}')
        face.append(f'height = {height}\nsize = {size}\nleast = 6\nalign = "{align}"\ncolour = "{colour}"')
    (folder / "faces/card.toml").write_text("\n".join(face) + "\n", encoding="utf-8")
    return folder / "deck.toml"
