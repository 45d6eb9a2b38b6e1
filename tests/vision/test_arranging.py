"""Cards explain the squares of a map: what they tell besides, and where they tell nothing."""

from companion.data.honshu.map import NO_CARD, symbol_of
from companion.data.honshu.placements import Placement, read_card
from companion.rules.honshu.placing.laying import squares_of
from companion.vision.honshu.by_hand.arranging import arranged

KINDS = "FTL-bngyBNGY."


def fits(symbols: list[str]) -> list[list[float]]:
    """Looks that are sure of the kind; where ``?`` stands, only that a card lies there."""

    def fit(seen: str, kind: str) -> float:
        return 0.0 if seen == kind or (seen == "?" and kind != NO_CARD) else -8.0

    return [[fit(symbol[0], kind) for kind in KINDS] for symbol in symbols]


def card(name: str, turn: int = 0) -> list[str]:
    return [symbol_of(square) for square in squares_of(Placement(read_card(name), 0, 0, turn)).values()]


def test_a_card_that_fits_five_squares_tells_the_sixth_and_the_value_of_its_factory() -> None:
    for turn, columns in ((0, 2), (90, 3), (180, 2), (270, 3)):
        whole = card("B5", turn)
        assert "B3" in whole
        for hidden in range(6):
            seen = [*whole]
            seen[hidden] = "?"
            assert arranged(fits(seen), columns, KINDS, {}) == whole


def test_what_no_card_explains_is_the_likeliest_kind_and_a_box_without_room_for_a_card_too() -> None:
    assert arranged(fits(["L", "N", "."]), 3, KINDS, {}) == ["L", "N2", NO_CARD]
    assert arranged(fits(["L"] * 6), 3, KINDS, {}) == ["L"] * 6  # no card has six
    assert arranged(fits(["T"] * 400), 20, KINDS, {}) == ["T"] * 400


def test_a_card_is_laid_once_and_a_named_square_speaks_against_it() -> None:
    whole = card("B6")
    twice = [
        *whole[:2],
        "?",
        "?",
        *whole[:2],
        *whole[2:4],
        "?",
        "?",
        *whole[2:4],
        *whole[4:],
        "?",
        "?",
        *whole[4:],
    ]
    told = arranged(fits([each if each != "?" else "." for each in twice]), 6, KINDS, {})
    assert told.count("B3") == 1
    other = arranged(fits(whole), 2, KINDS, {0: KINDS.index("L")})
    assert other[0] == "L"


def test_a_lake_is_never_covered() -> None:
    whole = card("1")
    assert whole[0] == "L"
    seen = ["T", *whole[1:]]
    assert arranged(fits(seen), 2, KINDS, {})[0] == "T"
