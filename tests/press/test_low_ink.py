from pathlib import Path

import pypdfium2
import pytest

from companion.data.games import open_deck
from companion.press.frame import Frame, Shape, Text, Use
from companion.press.ink_pdf import Page, pdf
from companion.press.low_ink import LowInk
from companion.press.matrix import Matrix
from companion.press.pieces import pieces
from tests.press.decks import write_deck


def coverage(frame: Frame) -> float:
    """How much of the trim is inked: 0 white, 1 black."""
    page = Frame(frame.name, frame.width, frame.height, (Use(frame, Matrix()),))
    document = pypdfium2.PdfDocument(pdf([Page(page)], "x", "en"))
    grey = document[0].render(scale=1.5, grayscale=True).to_numpy()
    document.close()
    return float(1 - grey.mean() / 255)


@pytest.mark.parametrize("component", ["map-cards", "start-provinces"])
def test_the_map_cards_take_sixty_percent_less_ink(component: str) -> None:
    low = LowInk()
    fronts = [piece.front for piece in pieces(open_deck("honshu"), "en", [component])]
    full = sum(map(coverage, fronts))
    spared = sum(coverage(low.rewrite(front)) for front in fronts)
    assert spared <= 0.4 * full


def test_kinds_stay_told_apart_without_their_fills() -> None:
    """Squares of different terrain differ in what is drawn, colours left out."""
    low = LowInk()
    drawings: dict[str, set[str]] = {}
    for piece in pieces(open_deck("honshu"), "en", ["map-cards"]):
        for item, _ in low.rewrite(piece.front).walk():
            if isinstance(item, Shape) and item.role == "icon" and item.group:
                drawings.setdefault(item.group, set()).add(str(item.outline))
    groups = list(drawings)
    assert len(groups) >= 4
    for one in groups:
        for other in groups:
            assert one == other or drawings[one] != drawings[other]


def test_seals_and_words_are_kept_and_light_words_turn_dark() -> None:
    seal = Shape((("M", (0, 0)), ("L", (6, 0)), ("L", (6, 6)), ("Z", ())), "#a52823", role="seal")
    words = Text("words", 5, 5, 8, colour="#f6f0e1")
    dark = Text("words", 5, 9, 8, colour="#26221d")
    seal_after, light_after, dark_after = LowInk().rewrite(Frame("f", 20, 20, (seal, words, dark))).items
    assert seal_after is seal
    assert dark_after is dark
    assert isinstance(light_after, Text)
    assert light_after.colour == "#26221d"


def test_a_shared_frame_stays_shared(tmp_path: Path) -> None:
    low = LowInk()
    backs = [piece.back for piece in pieces(open_deck(str(write_deck(tmp_path))), "en") if piece.back]
    assert len({id(low.rewrite(back)) for back in backs}) == 1
    assert coverage(low.rewrite(backs[0])) < 0.1 * coverage(backs[0])
