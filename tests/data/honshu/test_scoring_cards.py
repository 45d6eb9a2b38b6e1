"""The number of scoring cards stands in their table, and whoever asks for a card follows it."""

from pathlib import Path

import pytest

from companion.data.honshu import scoring_cards as module
from companion.data.honshu.evening import read_evening
from companion.data.honshu.scoring_cards import read_scoring_cards, scoring_card, scoring_cards
from companion.errors import DeckError, InputError
from companion.paths import assets
from companion.play.honshu.scoring import check_card

TABLE = (assets() / "games/honshu/scoring_cards.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("wrong", ["0", "9", "4.0", "", "four", "-1"])
def test_any_other_number_is_refused(wrong: str) -> None:
    with pytest.raises(InputError, match=f"'{wrong}' is not a scoring card; expected 1 to 8"):
        scoring_card(wrong)


def test_a_card_is_typed_or_sent() -> None:
    assert [scoring_card(str(number)) for number in range(1, 9)] == list(scoring_cards())
    assert scoring_card(8) == 8


@pytest.mark.parametrize(
    ("rows", "said"),
    [("10,十\n", "it is one of 9"), ("9,\n", "the cell is empty"), ("8,八\n", "it is one of 9")],
)
def test_cards_are_numbered_in_order(tmp_path: Path, rows: str, said: str) -> None:
    file = tmp_path / "scoring_cards.csv"
    file.write_text(TABLE + rows, encoding="utf-8")
    with pytest.raises(DeckError, match=f"scoring_cards.csv, row 10, column .*{said}"):
        read_scoring_cards(file)


def test_a_ninth_card_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError):
        check_card(9)
    file = tmp_path / "games/honshu/scoring_cards.csv"
    file.parent.mkdir(parents=True)
    file.write_text(TABLE + "9,九\n", encoding="utf-8")
    monkeypatch.setattr(module, "assets", lambda: tmp_path)
    scoring_cards.cache_clear()
    try:
        check_card(9)
        assert read_evening("players Aya, Bo\ncard 9\n", "friday.txt").card == 9
        with pytest.raises(InputError, match="expected 1 to 9"):
            check_card(10)
    finally:
        scoring_cards.cache_clear()
