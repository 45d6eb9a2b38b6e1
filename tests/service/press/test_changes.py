"""Changed cards: they add up until somebody says that they are cut out, or the edition is printed whole."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.data.deck import Deck, open_deck
from companion.data.papers import parse_paper
from companion.service.press import printing
from companion.service.press.printing import PrintOrder, confirm_cut_out, print_decks
from tests.press.decks import FACE, write_deck

DOT = '[[element]]\nkind = "circle"\nx = 9\ny = 9\nradius = {}\nfill = "ink"\nwhen = "{{number}} == {}"\n'


def build_deck(folder: Path, *dotted: tuple[int, int]) -> Deck:
    face = FACE + "".join(DOT.format(radius, number) for number, radius in dotted)
    return open_deck(str(write_deck(folder / "tiny", front=face)))


@pytest.fixture
def print_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PrintOrder:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    return PrintOrder((build_deck(tmp_path),), (parse_paper("a4"),), ("en",), changed=True)


def find_record(folder: Path, edition: str = "tiny-en-a4") -> Path:
    (found,) = (folder / "own" / "companion" / "printed").glob(f"{edition}-*.json")
    return found


def print_and_count(order: PrintOrder, folder: Path, *dotted: tuple[int, int], **more: object) -> list[int]:
    asked = replace(order, decks=(build_deck(folder, *dotted),), **more)
    return [each["cards"] for each in print_decks(asked, folder / "out", remembered=True).data["files"]]


def test_changes_add_up_until_they_are_confirmed_as_cut_out(print_order: PrintOrder, tmp_path: Path) -> None:
    assert print_and_count(print_order, tmp_path) == [5]
    assert print_and_count(print_order, tmp_path, (2, 1)) == [1]
    assert print_and_count(print_order, tmp_path, (2, 1)) == [1]
    assert print_and_count(print_order, tmp_path, (2, 1), (4, 1)) == [2]
    assert print_and_count(print_order, tmp_path, (2, 1), (4, 1)) == [2]
    said = confirm_cut_out(replace(print_order, decks=(build_deck(tmp_path, (2, 1), (4, 1)),)))
    assert [str(line) for line in said.lines] == ["tiny-en-a4: 2 changed cards are cut out."]
    assert print_and_count(print_order, tmp_path, (2, 1), (4, 1)) == []
    again = confirm_cut_out(print_order)
    assert [str(line) for line in again.lines] == ["tiny-en-a4: no changed card waits to be cut out."]


def test_a_whole_print_starts_over_and_confirms_what_was_printed(print_order: PrintOrder, tmp_path: Path) -> None:
    print_and_count(print_order, tmp_path)
    print_and_count(print_order, tmp_path, (2, 1))
    confirm_cut_out(replace(print_order, decks=(build_deck(tmp_path, (2, 2)),)))  # drawn since, not printed
    assert print_and_count(print_order, tmp_path, (2, 2)) == [1]
    assert print_and_count(print_order, tmp_path, (2, 1), changed=False) == [5]
    assert print_and_count(print_order, tmp_path, (2, 1)) == []
    assert '"pending": {}' in find_record(tmp_path).read_text(encoding="utf-8")


def test_a_lost_card_confirms_nothing(print_order: PrintOrder, tmp_path: Path) -> None:
    print_and_count(print_order, tmp_path)
    assert print_and_count(print_order, tmp_path, (2, 1), changed=False, cards=("3",)) == [1]
    assert print_and_count(print_order, tmp_path, (2, 1), changed=False, sheets=((2, 2),)) == [5]
    assert print_and_count(print_order, tmp_path, (2, 1), changed=False, copies=2, cards=("2",)) == [2]
    assert print_and_count(print_order, tmp_path, (2, 1)) == [1]


def test_single_changed_cards_wait_alone(print_order: PrintOrder, tmp_path: Path) -> None:
    dotted = ((2, 1), (4, 1))
    print_and_count(print_order, tmp_path)
    assert print_and_count(print_order, tmp_path, *dotted, cards=("2",)) == [1]
    assert print_and_count(print_order, tmp_path, *dotted, cards=("3",)) == []
    assert print_and_count(print_order, tmp_path, *dotted, cards=("2", "4"), copies=3) == [6]
    confirm_cut_out(replace(print_order, decks=(build_deck(tmp_path, *dotted),), cards=("4",)))
    assert print_and_count(print_order, tmp_path, *dotted) == [1]


def test_changed_cards_on_sheets_that_were_not_printed_do_not_wait(print_order: PrintOrder, tmp_path: Path) -> None:
    small = replace(print_order, papers=(parse_paper("100x130"),))  # one card a sheet
    dotted = ((2, 1), (4, 1))
    print_and_count(small, tmp_path)
    assert print_and_count(small, tmp_path, *dotted, sheets=((2, 2),)) == [1]
    confirm_cut_out(replace(small, decks=(build_deck(tmp_path, *dotted),)))
    answer = print_decks(replace(small, decks=(build_deck(tmp_path, *dotted),)), tmp_path / "out")
    assert answer.data["files"][0]["cards"] == 1
    text = find_record(tmp_path, "tiny-en-100x130").read_text(encoding="utf-8")
    assert '"cards/2"' in text.partition('"pending"')[2]


def test_an_interrupted_print_confirms_nothing(
    print_order: PrintOrder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_and_count(print_order, tmp_path)
    before = find_record(tmp_path).read_text(encoding="utf-8")

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for place in ("write_document", "write_files"):
        with monkeypatch.context() as patch:
            patch.setattr(printing, place, interrupt)
            for changed in (True, False):
                with pytest.raises(KeyboardInterrupt):
                    print_and_count(print_order, tmp_path, (2, 1), changed=changed)
    assert find_record(tmp_path).read_text(encoding="utf-8") == before
    assert print_and_count(print_order, tmp_path, (2, 1)) == [1]


def test_two_prints_at_once_lose_no_change(print_order: PrintOrder, tmp_path: Path) -> None:
    dotted = ((2, 1), (4, 1))
    print_and_count(print_order, tmp_path)
    both = replace(print_order, decks=(build_deck(tmp_path, *dotted),))
    prints = [
        threading.Thread(target=print_decks, args=(replace(both, cards=(card,)), tmp_path / "out"))
        for card in ("2", "4") * 3
    ]
    for each in prints:
        each.start()
    for each in prints:
        each.join()
    assert print_and_count(print_order, tmp_path, *dotted) == [2]
    confirm_cut_out(both)
    assert print_and_count(print_order, tmp_path, *dotted) == []
