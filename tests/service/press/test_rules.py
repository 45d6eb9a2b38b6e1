"""What stops and what does not, rule by rule, told alike by check, print, export and watch."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.answers import Answer
from companion.data.deck import Deck, open_deck
from companion.data.papers import parse_paper
from companion.press.preflight_rules import FORCIBLE, UNDRAWN
from companion.sentences import say
from companion.service.press.export import Export, export
from companion.service.press.own_decks import open_any_deck
from companion.service.press.printing import PrintOrder, print_decks
from companion.service.press.review import MOST_REMARKS, check, find_deck_faults, review
from companion.service.press.watch import DeckWatch, SaveWatcher
from tests.press.decks import BACK, DECK, FACE, format_element, write_deck

TABLE = DECK.replace("range = 5", 'table = "cards.csv"')
ROWS = """number,colour,note,name.en,name.fr
1,forest,{dragon},Owl,Hibou
2,forest,b,Fox,Renard
3,forest,c,Elk,Elan
"""


def format_words(text: str, x: float = 9, **more: object) -> str:
    return format_element("text", name="note", text=text, x=x, y=60, width=30, height=8, size=8, **more)


def format_icon(number: int, colour: str) -> str:
    tagged = {"role": "icon", "group": str(number), "when": f"{{number}} == {number}"}
    return format_element("rect", x=20, y=60, width=9, height=9, fill=colour, **tagged)


EACH = {
    "face": format_element("rect", width=1, height=1, fill="pnik"),
    "layout": format_words("word " * 90),
    "glyph": format_words("ok \u231b {number}"),
    "cut": format_words("ok {number}", x=-2),
    "field": format_words("{note}", when="{number} == 1"),
    "word": format_words("{name}"),
    "qr": format_element("qr", text="https://example.org/some/address", x=5, y=60, width=10),
    "dpi": format_element("picture", file="a.png", x=5, y=60, width=20, height=20),
    "stroke": format_element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05),
    "safe-zone": format_words("ok {number}", x=1),
    "colour-alone": format_icon(1, "#e69f00") + format_icon(2, "#56b4e9"),
}
REMARKS = {"dpi", "stroke", "safe-zone", "colour-alone"}


def write_deck_with(folder: Path, extra: str) -> Path:
    plain = FACE.replace('text = "$card"', 'text = "same"')
    plain = plain.replace('role = "ground"\ngroup = "{colour}"\n', "")
    file = write_deck(folder, TABLE, front=plain + extra)
    rows = ROWS.replace("Hibou", "") if extra == EACH["word"] else ROWS
    (folder / "cards.csv").write_text(rows, encoding="utf-8")
    Image.new("RGB", (100, 100), "white").save(goal := io.BytesIO(), "PNG")
    (folder / "faces" / "a.png").write_bytes(goal.getvalue())
    return file


def print_and_export(deck: Deck, out: Path, force: bool | tuple[str, ...] = ()) -> Iterator[Answer]:
    yield print_decks(PrintOrder((deck,), (parse_paper("a4"),), ("fr",), force=force), out / "print")
    yield export(Export(deck, "fr", "svg", out / "export", force=force))


def list_findings(answer: Answer) -> tuple[list[object], list[object]]:
    data = answer.data
    return data.get("faults", []), data["remarks"]


def test_every_preflight_rule_has_a_case() -> None:
    assert set(EACH) == {*FORCIBLE, "face"} | REMARKS
    assert not {*FORCIBLE, *UNDRAWN} & REMARKS


@pytest.mark.parametrize("rule", EACH)
def test_faults_stop_a_print_and_remarks_do_not(tmp_path: Path, rule: str) -> None:
    deck = open_deck(str(write_deck_with(tmp_path, EACH[rule])))
    looked = check(deck, ("fr",))
    faults, remarks = list_findings(looked)
    assert [each["rule"] for each in (*faults, *remarks)] == [rule]  # type: ignore[index]
    assert looked.yes == bool(remarks) == (rule in REMARKS)
    for answer in print_and_export(deck, tmp_path / "out"):
        assert list_findings(answer) == (faults, remarks)
        assert answer.yes == looked.yes
        assert bool(answer.files) == (rule in REMARKS)
        assert set(map(str, looked.lines[:1])) <= set(map(str, answer.lines))
    assert (tmp_path / "out").exists() == (rule in REMARKS)
    watch = DeckWatch(str(tmp_path), "fr")
    now = watch.look(SaveWatcher().read_stamps(watch.list_places()))
    assert ([str(each.full_text) for each in now.mistakes], [str(each.full_text) for each in now.remarks]) == (
        ([str(looked.lines[0])], []) if faults else ([], [str(looked.lines[0]).removeprefix("Note: ")])
    )


@pytest.mark.parametrize("rule", [*FORCIBLE, "face"])
def test_a_fault_is_forced_by_its_own_rule(tmp_path: Path, rule: str) -> None:
    deck = open_deck(str(write_deck_with(tmp_path, EACH[rule])))
    other = "qr" if rule != "qr" else "cut"
    forcible = rule != "face"
    for force, goes in (((), False), ((other,), False), ((rule,), forcible), (True, forcible)):
        for answer in print_and_export(deck, tmp_path / "out", force):
            assert answer.yes == goes
            assert answer.remedies == (() if goes or not forcible else ("force",))
            assert [each["rule"] for each in list_findings(answer)[1]] == ([rule] if goes else [])  # type: ignore[index]


def test_cards_with_one_fault_are_one_finding(tmp_path: Path) -> None:
    unknown = format_element("text", name="low", text="{zzz}", width=9, height=9, size=8)
    extra = EACH["stroke"] + EACH["glyph"] + EACH["dpi"] + unknown
    lines = [str(line) for line in check(open_deck(str(write_deck_with(tmp_path, extra)))).lines]
    first = "first tiny/cards/1 (cards.csv, row 2) (en, fr)"
    assert lines == [
        f"Note: 3 cards, {first}: a line (-) is 0.05 mm wide; the minimum is 0.09 mm.",
        f"Note: 3 cards, {first}: a.png has 127 dpi at this size; 300 are needed.",
        f"3 cards, {first}: front.toml, row 49: the card has no field 'zzz'.",
        f"3 cards, {first}: no font has \u231b (U+231B) in 'ok \u231b 1' (box 'note').",
        "2 problems found (face, glyph).",
    ]


def test_cards_that_share_a_face_are_all_counted(tmp_path: Path) -> None:
    back = BACK + EACH["stroke"] + format_element("picture", file="none.png", width=9, height=9)
    thin, lost = "a line (-) is 0.05 mm wide; the minimum is 0.09 mm", "there is no picture 'none.png'"
    lines = check(open_deck(str(write_deck(tmp_path, back=back))), ("en",)).lines
    assert [str(line) for line in lines[:2]] == [
        f"Note: 5 cards, first tiny/cards/1/back (en): {thin}.",
        f"5 cards, first tiny/cards/1 (en): back.toml, row 19: {lost}.",
    ]
    watch = DeckWatch(str(tmp_path), "en")
    now = watch.look(SaveWatcher().read_stamps(watch.list_places()))
    assert [len(each.cards) for each in (*now.mistakes, *now.remarks)] == [5, 5]


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (format_words("{nubmer}"), "the card has no field 'nubmer'; did you mean number?"),
        (format_words("$crad"), "there is no word 'crad' in the word file; did you mean card?"),
        (format_words("{zzzzz}"), "the card has no field 'zzzzz'"),
        (format_words("x", font="brush"), "sans-italic, sans-bold-italic; deck.toml names others under [font]"),
    ],
)
def test_an_unknown_name_is_guessed(tmp_path: Path, extra: str, sentence: str) -> None:
    found = find_deck_faults(open_deck(str(write_deck(tmp_path, front=FACE + extra))), "en")
    assert str(found[0].text).endswith(sentence)
    line = str(review(found).faults[0].full_text)
    assert line.endswith(sentence if sentence.endswith("?") else f"{sentence}.")


def test_notes_on_how_a_deck_was_read_are_remarks_everywhere(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    for name in "ab":
        Image.new("RGB", (400, 560), "white").save(tmp_path / "photos" / f"{name}.png")
    deck = open_any_deck(str(tmp_path / "photos"))
    deck = replace(deck, notes=(*deck.notes, say("a filter is drawn as a picture.")))
    looked = check(deck)
    _, remarks = list_findings(looked)
    assert looked.yes
    assert {each["rule"] for each in remarks} == {"note"}  # type: ignore[index]
    for answer in (looked, *print_and_export(deck, tmp_path / "out")):
        assert list_findings(answer) == ([], remarks)
        assert list(map(str, answer.lines)).count("Note: a filter is drawn as a picture.") == 1


def test_many_remarks_do_not_bury_the_rest(tmp_path: Path) -> None:
    line = {"x": 5, "y": 5, "dx": 9, "dy": 0, "stroke": "ink", "stroke_width": 0.05}
    thin = "".join(format_element("line", role=f"r{number}", **line) for number in range(MOST_REMARKS + 2))
    answer = check(open_deck(str(write_deck(tmp_path, front=FACE + thin, back=BACK))))
    assert len(answer.data["remarks"]) == len(answer.lines) == MOST_REMARKS + 2
    assert "and 2 more remarks" in map(str, answer.lines)
