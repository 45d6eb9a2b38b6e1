"""An evening's maps, asked for a player at a time: counted in few keys, typed, or from files; kept."""

import re
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest

from companion.data.honshu.map import Counts, HonshuMap
from companion.play.honshu import GAME
from companion.play.honshu.views import view
from companion.sentences import say
from companion.service.session import Session
from companion.table.store import Store
from tests.cli.honshu_player import GRID, Player
from tests.cli.terminal import Terminal
from tests.cli.test_honshu_photo import GLARE, encode_jpeg

FOUR = ("score", "--players", "Aya,Bo,Chen,Dan")
TWO = ("score", "--players", "Aya,Bo")
EXAMPLE = Counts(10, 17, (5, 1), (3, 2, 4, 2, 3))
KEYS = ("", "10 17 5+1 32423", "9 15 4+2 33342", "12 20 3+1 22432", "5 16 6+1 44432", "8", "7")
"""What four players type: Enter for no scoring card, a line each, and the fallow of two that are level."""


def join_lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_maps(honshu: Player) -> dict[str, object]:
    with Store(honshu.folder / "tables.sqlite") as store:
        name = store.get_last_table(None)
    with Session(honshu.folder / "tables.sqlite", name, GAME) as session:
        assert session.state.is_over
        return {map_.name: map_.land for map_ in view(session.state).maps.values()}


def test_four_players_are_ranked(tmp_path: Path) -> None:
    with Terminal(
        ["--ui-lang", "en", "honshu", *FOUR], 120, HOME=str(tmp_path), COMPANION_STORE=str(tmp_path / "t.sqlite")
    ) as terminal:
        terminal.wait_for("or Enter for none)")
        for line, answer in zip(
            KEYS, ("Aya>", "Bo>", "Chen>", "Dan>", "Aya, fallow>", "Chen, fallow>", "q exits>"), strict=True
        ):
            terminal.press(f"{line}\r")
            text = terminal.wait_for(answer)
        for row in (" 1.  Aya", " 2.  Chen", " 3.  Bo", " 4.  Dan", "wins by its fallow"):
            assert row in text
        terminal.press("q\r")
        terminal.wait_for("Remember results on this laptop?")  # asked once
        terminal.press("\r")
        terminal.end()
    assert terminal.status == 0


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("10 17 5+1 32423", "en"),
        ("factories: 3+2+4+2+3; lakes: 5, 1; forest = 10; town = 17.", "en"),
        ("FORETS 10 v17 l5+1 u32423", "fr"),
        ("forêts 10, ville 17, lacs 5 1, manufactures 3 2 4 2 3", "fr"),
        ("Wald 10, Städte 17, Seen 5 1, Fabriken 3 2 4 2 3", "de"),
    ],
)
def test_counts_come_in_words_letters_or_in_order(honshu: Player, line: str, language: str) -> None:
    honshu(*TWO, piped=join_lines("", line, "8 9 0 2"), language=language)
    assert read_maps(honshu)["Aya"] == EXAMPLE


def test_an_empty_line_asks_for_the_previous_player_again(honshu: Player) -> None:
    output = honshu(*TWO, piped=join_lines("", "", "1 1 0 0", "", "10 17 5+1 32423", "8 9 0 2"))
    assert "There is nobody before Aya; q exits." in output
    assert output.count("Aya again.") == 1
    assert read_maps(honshu)["Aya"] == EXAMPLE


def test_a_mistake_can_be_corrected_after_the_last_player(tmp_path: Path) -> None:
    store = tmp_path / "t.sqlite"
    with Terminal(
        ["--ui-lang", "en", "honshu", *TWO, "--card", "4"], HOME=str(tmp_path), COMPANION_STORE=str(store)
    ) as terminal:
        terminal.wait_for("Aya>")
        for line, *answers in (
            ("10 17 5 7", "There is no factory of 7", "10 17 5 7"),  # the line stands there to be mended
            ("\x7f3", "Bo>"),
            ("1 1 0 0", "q exits>"),
            ("2 2 2 2", "Every map is entered", "2 2 2 2"),
            ("\x7f" * 7 + "F T L", "Every map is entered", "F T L"),
            ("\x7f" * 5, "Bo>"),
            ("9 9 9 4", "q exits>"),
        ):
            terminal.press(f"{line}\r")
            for answer in answers:
                terminal.wait_for(answer)
        terminal.press("\x04")
        terminal.wait_for("Remember results on this laptop?")
        terminal.press("n\r")
        terminal.end()
    with Store(store) as shelf:
        (table,) = (header.name for header in shelf.list_tables())
    assert re.fullmatch(r"honshu-\d{4}-\d\d-\d\d", table)
    with Session(store, table, GAME) as session:
        maps = view(session.state).maps
        assert [each.land for each in maps.values()] == [Counts(10, 17, (5,), (3,), 4), Counts(9, 9, (9,), (4,), 4)]
        assert session.state.is_over


@pytest.mark.parametrize(
    ("card", "line", "bonus", "points"),
    [
        (1, "1 1 0 33", (), 6),
        (2, "5 1 0 0 3+4", (3, 4), 8),
        (4, "1 1 5+1 0", (), 12),
        (6, "1 1 0 2 3", (3,), 6),
        (8, "1 1 0 22 0", (0,), 0),
    ],
)
def test_a_scoring_card_asks_for_its_own_number(
    honshu: Player, card: int, line: str, bonus: tuple[int, ...], points: int
) -> None:
    answer = honshu.ask_json(
        *TWO, piped=join_lines(str(card), line, "f1 t1 l0 c0" + (" k0" if bonus or card == 2 else ""))
    )
    counts = read_maps(honshu)["Aya"]
    assert isinstance(counts, Counts)
    assert counts.bonus == bonus
    parts = answer["maps"][0]["parts"]
    assert parts[{1: "factory", 4: "lake"}.get(card, "bonus")] == points


def test_fallow_is_asked_only_where_it_breaks_a_tie(honshu: Player) -> None:
    lines = ("10 17 0 0", "10 17 0 0", "1 1 0 0")
    answer = honshu.ask_json("score", "--players", "Aya,Bo,Chen", piped=join_lines("", *lines, "5", "7"))
    assert [(each["file"], each["rank"], each["fallow"]) for each in answer["ranking"]] == [
        ("Bo", 1, 7),
        ("Aya", 2, 5),
        ("Chen", 3, None),
    ]
    assert "Aya, fallow" not in honshu(*TWO, piped=join_lines("", "10 17 0 0", "1 1 0 0"))
    honshu(*TWO, piped=join_lines("", "10 17 0 0", "10 17 0 0", "ja", "7"), code=2)
    assert "fallow: 'ja' is not a number." in honshu.err


def test_maps_and_counts_are_ranked_together(honshu: Player) -> None:
    honshu.write("bo.txt", "\n".join(GRID))
    answer = honshu.ask_json(
        "score", "--players", "Aya,Bo,Chen", piped=join_lines("", "10 17 5+1 32423", "bo.txt", *GRID, "", "8", "6", "")
    )
    assert [each["total"] for each in answer["ranking"]] == [63, 63, 63]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 3 0 0 0 0", "'0' is one too many"),
        ("tea 3", "'tea' is not something that is counted"),
        ("f3 4", "forests: expected one number, not '3+4'."),
        ("f3 t-4", "town: '-4' is not a number."),
        ("c3 f10", "Still missing: town, lakes; type 0 for none."),
        ("nowhere.txt", "nowhere.txt: there is no such file"),
        ("nowhere.jpg", "nowhere.jpg"),
        ("F F\nF Q", "'Q' is not a square"),
        ("10 17 5+1 32423", "Nothing was kept."),
    ],
)
def test_impossible_counts_are_refused_at_once(honshu: Player, line: str, message: str) -> None:
    honshu(*TWO, piped=join_lines("", line), code=2)
    assert message in honshu.err
    assert not (honshu.folder / "tables.sqlite").exists()


def test_names_are_checked_before_anything_is_typed(honshu: Player) -> None:
    honshu("score", "--players", f"Aya,{'B' * 31}", code=2)
    assert "is not a name for a player; use 1 to 30 visible characters." in honshu.err


def test_the_score_pad_is_filled_in(honshu: Player) -> None:
    words = (*TWO, "--card", "7", "--pdf", "pad.pdf")
    honshu(*words, piped=join_lines("10 17 5+1 32423 2", "8 9 0 2 0"))
    text = pypdfium2.PdfDocument(honshu.folder / "pad.pdf")[0].get_textpage().get_text_bounded()
    assert text.count("Honshu") == 3
    plain = "".join(text.split())
    assert re.search(r"\d{4}-\d\d-\d\dAyaBo2016179120142406727", plain)  # a row for each kind of points
    (honshu.folder / "pad.pdf").write_text("mine")
    honshu(*words, code=2)  # before anything is asked for
    assert "pad.pdf" in honshu.err
    assert (honshu.folder / "pad.pdf").read_text() == "mine"


def test_a_photo_of_several_maps_is_accepted_once_one_is_named(honshu: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = []

    def read(photos: object, cards: int, without: Collection[str] = ()) -> object:
        left_out.append(set(without))
        lies = (say("Card 30 lies beside the map and is left out."),)
        return GLARE if without else replace(GLARE, rivals=(GLARE, GLARE), notes=lies)

    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", SimpleNamespace(read_map_photo=read))
    honshu.write("map.jpg", encode_jpeg())
    output = honshu(*TWO, piped=join_lines("", "map.jpg", "map.jpg without 17,b1", "8 9 0 2"))
    assert "It was not accepted: say which cards are not part of it, such as map.jpg 17,B1." in " ".join(output.split())
    assert "Card 30 lies beside the map" in output
    assert "Not certain; the score may change:" in output
    assert left_out == [set(), {"17", "B1"}]
    land = read_maps(honshu)["Aya"]
    assert isinstance(land, HonshuMap)
    assert len(land.symbols) == 10
