"""A folder of pictures is a deck: names, copies, backs, sizes, and what fits in badly is told."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from companion.data.deck import Deck
from companion.data.decks.plain_deck import parse_card_size
from companion.errors import CompanionError, InputError
from companion.press.frame.frame import Page, Picture
from companion.press.frame.pictures import inspect_picture
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out
from companion.press.picture_deck import build_picture_deck

Paint = Callable[..., Path]


@pytest.fixture
def paint(tmp_path: Path) -> Paint:
    folder = tmp_path / "pictures"
    folder.mkdir()

    def paint_picture(name: str, width: int = 744, height: int = 1039, **how: object) -> Path:
        Image.new(str(how.pop("mode", "RGB")), (width, height), 90).save(folder / name, **how)
        return folder

    return paint_picture


def list_names(deck: Deck) -> list[str]:
    return [card.id for card in deck.components[0].cards]


def measure_front(deck: Deck) -> tuple[float, float]:
    front = next(lay_out(deck, "en")).front
    return front.width, front.height


def format_notes(deck: Deck) -> str:
    return " ".join(map(str, deck.notes))


def test_fronts_backs_and_copies_come_from_the_names(paint: Paint) -> None:
    for name in ("card10.png", "card2.jpg", "3x dragon.png", "fox x2.PNG", "dragon-back.jpeg", "back.png"):
        folder = paint(name)
    (folder / "notes.txt").write_text("a list")
    (folder / "._card2.jpg").write_bytes(b"of another system")
    deck = build_picture_deck(folder)
    assert list_names(deck) == ["card2", "card10", "dragon", "dragon", "dragon", "fox", "fox"]
    backs = {piece.card: piece.back for piece in lay_out(deck, "en")}
    drawn = {card: back.items[-1].frame.items[0].file for card, back in backs.items() if back}  # type: ignore[union-attr]
    own = {"dragon": "dragon-back.jpeg"}
    assert {card: Path(file).name for card, file in drawn.items()} == dict.fromkeys(list_names(deck), "back.png") | own


def test_folders_within_hold_cards_with_backs_of_their_own_or_none(paint: Paint) -> None:
    for each in ("forest/deep", "empty", "output", ".hidden", "other"):
        (folder := paint("back.png")).joinpath(each).mkdir(parents=True)
    (folder / "other" / "deck.toml").touch()
    names = ("fox.png", "fox_back.png", "elk (no back).png", "owl.png", "forest/2x fox.png", "forest/back.png")
    for name in (
        *names,
        "forest/deep/owl.png",
        "forest/hare-no-back.png",
        "output/a.png",
        ".hidden/a.png",
        "other/a.png",
    ):
        paint(name)
    deck = build_picture_deck(folder)
    backs = {card.id: card.sides[1].get("picture", "") for card in deck.components[0].cards}
    assert backs == {
        "elk": "",
        "fox": "fox_back.png",
        "owl": "back.png",
        **dict.fromkeys(("forest/deep/owl", "forest/fox"), "forest/back.png"),
        "forest/hare": "",
    }
    assert len([*lay_out(deck, "en")]) == 7


@pytest.mark.parametrize(
    ("names", "backs"),
    [
        ("fox.png fox_b.png owl-back.png owl.png", {"fox": "fox_b.png", "owl": "owl-back.png"}),
        ("a.png fox_a.png fox.png fox_b.png", {"a": "", "fox": "", "fox_a": "", "fox_b": ""}),
        ("fox.png card-back.jpg", {"fox": "card-back.jpg"}),
        ("fox.png Ru\u0308ckseite.png", {"fox": "Ru\u0308ckseite.png"}),
        ("fox(front).png fox(back).png owl.png owl_(verso).png", {"fox": "fox(back).png", "owl": "owl_(verso).png"}),
        ("fox.png owl-sans-dos.png dos.png", {"fox": "dos.png", "owl": ""}),
        ("fronts/fox.png fronts/owl.png backs/fox.png verso.png", {"fox": "backs/fox.png", "owl": "verso.png"}),
        ("fox.png sea/ray.png backs/blue.png", {"fox": "backs/blue.png", "sea/ray": "backs/blue.png"}),
    ],
)
def test_backs_are_known_by_what_strangers_call_them(
    paint: Paint, tmp_path: Path, names: str, backs: dict[str, str]
) -> None:
    for name in names.split():
        (tmp_path / "pictures" / name).parent.mkdir(exist_ok=True)
        folder = paint(name)
    deck = build_picture_deck(folder)
    assert {card.id: card.sides[1].get("picture", "") for card in deck.components[0].cards} == backs
    whole = [back for back in backs.values() if list(backs.values()).count(back) > 1 and back]
    assert ("of all cards that have none of their own" in format_notes(deck)) == bool(whole)


def test_a_drawing_is_a_card_of_its_own_size(paint: Paint) -> None:
    folder = paint("back.png")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" height="{}mm" viewBox="0 0 {} {}"><rect width="70" {}'
    (folder / "a.svg").write_text(svg.format(70, 120, 70, 120, 'height="120" fill="#a00"/></svg>'))
    deck = build_picture_deck(folder)
    piece = next(lay_out(deck, "en"))
    assert (piece.front.width, piece.front.height, piece.front.bleed) == (70, 120, 3)
    assert "a.svg" not in format_notes(deck).replace("after the shape of a.svg", "")


def test_every_usual_kind_of_picture_is_a_card(paint: Paint) -> None:
    names = ("a.webp", "b.avif", "c.gif", "d.tif", "e.tiff", "f.bmp", "g.jfif", "h.png")
    for name in names:
        folder = paint(name)
    deck = build_picture_deck(folder)
    assert list_names(deck) == [*"abcdefgh"]
    assert len([*lay_out(deck, "en")]) == len(names)


def test_a_card_without_a_back_stays_blank_and_is_noted(paint: Paint) -> None:
    for name in ("a.png", "b.png", "b_back.png", "c-front.png", "c-back.png"):
        folder = paint(name)
    (folder / "b.heic").write_text("?")
    deck = build_picture_deck(folder)
    assert "b.heic is of a kind that is not read and is not printed." in format_notes(deck)
    assert [piece.back is None for piece in lay_out(deck, "en")] == [True, False, False]
    assert "a has no back." in format_notes(deck)


@pytest.mark.parametrize(
    ("pictures", "expected"),
    [
        ([(744, 1039)], (63, 88)),
        ([(700, 1200)], (70, 120)),
        ([(1039, 744), (1039, 744), (744, 1039)], (88, 63)),
        ([(1000, 4000)], (63, 150)),
        ([(1000, 1250)], (63, 78.8)),
    ],
)
def test_the_size_is_that_of_most_pictures(
    paint: Paint, pictures: list[tuple[int, int]], expected: tuple[float, float]
) -> None:
    for number, each in enumerate(pictures):
        folder = paint(f"{number}.png", *each)
    deck = build_picture_deck(folder)
    assert measure_front(deck) == pytest.approx(expected)
    assert "the cards are" in format_notes(deck)


def test_the_dots_an_inch_of_a_picture_say_its_size(paint: Paint) -> None:
    assert measure_front(build_picture_deck(paint("a.png", 600, 600, dpi=(300, 300)))) == pytest.approx((50.8, 50.8))
    assert measure_front(build_picture_deck(paint("a.png", 827, 1134, dpi=(300, 300)), bleed=3)) == pytest.approx(
        (64, 90)
    )
    assert measure_front(build_picture_deck(paint("a.png", 744, 1039, dpi=(72, 72)))) == (63, 88)


def test_pictures_without_bleed_get_one_and_a_note_says_so(paint: Paint) -> None:
    deck = build_picture_deck(paint("a.png"))
    assert next(lay_out(deck, "en")).front.bleed == 3
    assert "pictures that end at the cut are mirrored beyond it, as bleed." in format_notes(deck)
    assert next(lay_out(build_picture_deck(deck.file.parent, edge="none"), "en")).front.bleed == 0


def test_a_picture_covers_its_card_and_its_bleed(paint: Paint) -> None:
    paint("a.png", 400, 800)
    deck = build_picture_deck(paint("b.png", 1600, 1000), (60, 80), bleed=2)
    for piece, (width, height) in zip(lay_out(deck, "en"), ((64, 128), (102.4, 64)), strict=True):
        assert (piece.front.width, piece.front.height, piece.front.bleed) == (60, 80, 2)
        (picture, matrix) = next(each for each in piece.front.walk() if isinstance(each[0], Picture))
        assert (picture.width, picture.height) == pytest.approx((width, height))
        assert matrix.transform_point(width / 2, height / 2) == pytest.approx((30, 40))
    assert "2 pictures have another shape than their cards; up to 22 mm are cut off" in format_notes(deck)
    assert "b.png is turned to lie on its card." in format_notes(deck)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"back.png": None}, "no picture here is a front"),
        ({"a.png": None, "b-back.png": None}, "b-back.png: this back has no front 'b'."),
        ({"a.png": None, "b.png": None, "backs/a.png": None, "backs/c.png": None}, "c.png: this back has no front"),
        ({"a.png": None, "2x a.png": None}, "are the same side of one card, 'a'."),
        ({"a.png": b""}, "pictures: the picture 'a.png' is empty."),
        ({"a.png": b"GIF89a"}, "pictures: 'a.png' is not a PNG, JPEG, WebP, AVIF, GIF, TIFF or BMP picture."),
        ({"20001x a.png": None}, "the deck has more than 20000 cards."),
    ],
)
def test_a_faulty_picture_folder_gives_one_sentence(
    paint: Paint, tmp_path: Path, files: dict[str, bytes | None], sentence: str
) -> None:
    (tmp_path / "pictures" / "backs").mkdir()
    for name, content in files.items():
        folder = paint(name)
        if content is not None:
            (folder / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        build_picture_deck(folder)
    assert sentence in str(caught.value)


def test_a_link_out_of_the_folder_is_refused(paint: Paint, tmp_path: Path) -> None:
    folder = paint("a.png")
    (folder / "a.png").rename(tmp_path / "secret.png")
    (folder / "a.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(InputError, match="outside the folder"):
        build_picture_deck(folder)


@pytest.mark.parametrize(("name", "step"), [("a.jpg", 97), ("a.png", 31)])
def test_a_damaged_picture_is_printed_or_refused(paint: Paint, name: str, step: int) -> None:
    """One byte wrong; what is not told can be printed to the end."""
    file = paint(name, 40, 60) / name
    whole = file.read_bytes()
    for at in range(0, len(whole), step):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(CompanionError):
            deck = build_picture_deck(file.parent)
            render_pdf([Page(piece.front) for piece in lay_out(deck, "en")], "a", "en")
            continue
        with pytest.raises(CompanionError):
            inspect_picture(file)


@pytest.mark.parametrize("typed", ["0x0", "infxinf", "nanxnan", "63x", "1e9x10", "", "63x88x3"])
def test_a_bad_card_size_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="is not a size of cards"):
        parse_card_size(typed)
    assert parse_card_size("Poker") == parse_card_size("63,5 x 88.9") == (63.5, 88.9)
