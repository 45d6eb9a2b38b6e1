"""The number of scoring cards stands in their table, and whoever asks for a card follows it."""

from pathlib import Path

import pytest

from companion.data.honshu import cards
from companion.data.honshu.cards import parse_scoring_card, read_scoring_cards, scoring_cards
from companion.errors import DeckError, InputError
from companion.paths import assets
from companion.play.honshu.ending import check_card

TABLE = (assets() / "games/honshu/scoring_cards.csv").read_text(encoding="utf-8")


CARDS = TABLE.splitlines()[1:]
NEXT = len(CARDS) + 1


@pytest.mark.parametrize("wrong", ["0", f"{NEXT}", "four"])
def test_an_unknown_scoring_card_number_is_refused(wrong: str) -> None:
    with pytest.raises(InputError, match=f"'{wrong}' is not a scoring card; expected 1 to {len(CARDS)}"):
        parse_scoring_card(wrong)


@pytest.mark.parametrize(
    ("row", "said"), [(f"{NEXT + 1},十", f"expected one of {NEXT}, not"), (f"{NEXT},", "the cell is empty")]
)
def test_cards_are_numbered_in_order(tmp_path: Path, row: str, said: str) -> None:
    file = tmp_path / "scoring_cards.csv"
    file.write_text(f"{TABLE}{row}\n", encoding="utf-8")
    with pytest.raises(DeckError, match=f"scoring_cards.csv, row {NEXT + 1}, column .*{said}"):
        read_scoring_cards(file)


def test_a_new_scoring_card_needs_only_a_table_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError):
        check_card(NEXT)
    file = tmp_path / "games/honshu/scoring_cards.csv"
    file.parent.mkdir(parents=True)
    file.write_text(TABLE + f"{NEXT},九\n", encoding="utf-8")
    monkeypatch.setattr(cards, "assets", lambda: tmp_path)
    scoring_cards.cache_clear()
    try:
        check_card(NEXT)
        assert parse_scoring_card(str(NEXT)) == NEXT
        with pytest.raises(InputError, match=f"expected 1 to {NEXT}"):
            check_card(NEXT + 1)
    finally:
        scoring_cards.cache_clear()
