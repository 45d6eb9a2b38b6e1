from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.press.frame import fonts

ROOT = Path(__file__).parents[3]
ON_PAPER = [ROOT / "templates/locales/fr" / f"{name}.po" for name in ("press", "board", "ground")]


def find_lent_letters(text: str, weight: str = "regular") -> str:
    """The letters of a text that no font of the games has."""
    letters = text.replace("\n", "")
    return "".join(
        run for font, run in fonts.split_runs(letters, weight) if font != weight
    ) + fonts.find_missing_letters(letters)


def test_every_character_of_games_faces_and_sheets_is_in_the_fonts_of_the_games() -> None:
    files = [*(ROOT / "assets/games").rglob("words.*.toml"), *(ROOT / "assets/games").rglob("*.csv"), *ON_PAPER]
    for file in [*files, *(ROOT / "templates/faces").rglob("*.toml")]:
        for weight in fonts.WEIGHTS:
            assert find_lent_letters(file.read_text(encoding="utf-8"), weight) == "", file


def test_fonts_have_names_of_their_own_and_a_licence() -> None:
    ours = [*fonts.OURS, "text", "text-bold", "kanji", "kanji-bold", "signs"]
    names = [TTFont(fonts.get_font_file(font))["name"].getDebugName(6) for font in ours]
    assert names == [fonts.get_font_name(font) for font in ours]
    assert len(set(names)) == len(names)
    licence = (ROOT / "assets/fonts/OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in licence
    assert "Source" in licence  # a name that its makers keep for themselves
    called = [TTFont(fonts.get_font_file(font))["name"].getDebugName(number) for font in ours for number in (1, 4, 6)]
    assert all(name.startswith("Companion") for name in called)
    folder = fonts.get_font_file("kanji").parent
    assert sum(file.stat().st_size for file in folder.iterdir()) < 6_000_000


def test_missing_characters_are_found() -> None:
    assert fonts.find_missing_letters("ōū é ﷽ 🙂") == "﷽🙂"
    assert fonts.measure_width("ii", "regular", 10) < fonts.measure_width("MM", "regular", 10)


@pytest.mark.parametrize("font", fonts.OURS)
def test_every_letter_that_players_may_write_is_in_some_font(font: str) -> None:
    for words in (
        "Zażółć gęślą jaźń Łódź Příliš žluťoučký kůň Árvíztűrő tükörfúrógép Iğdır Ţară ăâîșț",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία ΐΰ Съешь ещё этих мягких їєґў ђљњћџ",
        "ひらがなカタカナー々漢字薔薇憂鬱",
        "♠♥♦♣♤♡♢♧ ①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳❶❿",
        "←↑→↓↔↕↖↗↘↙↺↻⇄⇐⇑⇒⇓⟳ ⚀⚁⚂⚃⚄⚅ ♔♛ ☀☁☂☠⚔⚑✓✗★☆",
    ):
        assert fonts.find_missing_letters(words, font) == "", words


def test_a_letter_is_lent_by_the_first_font_that_has_it() -> None:
    assert fonts.split_runs("a Łóa", "regular") == [("regular", "a "), ("text", "Łó"), ("regular", "a")]
    assert fonts.split_runs("薔薇", "bold") == [("kanji", "薔薇")]
    assert fonts.measure_width("Łó", "regular", 10) == pytest.approx(fonts.measure_width("Łó", "text", 10))


@pytest.mark.parametrize(
    "word",
    [
        *("שועל", "لعبة", "ܫܠܡ", "ދިވެހި", "ߒߞߏ", "दुनिया", "বাংলা", "தமிழ்", "ខ្មែរ", "မြန်မာ", "བོད", "ᠮᠣᠩ", "x\u0302"),
        *("ที่", "น้ำ"),  # a mark above another
    ],
)
def test_words_that_must_be_shaped_are_found(word: str) -> None:
    assert fonts.find_unsettable_words(f"2 {word} ไทย é ❤\ufe0f が 42") == [word]


def test_letters_that_show_nothing_are_passed_over() -> None:
    text = fonts.normalise_text("\ufeff❤\ufe0f pe\u0301 a\u00adb\u200dc\u2060 x\u2011y\u2008z\u200bw")
    assert text == "❤ p\u00e9 abc x-y\u2009z\u200bw"
    for font in ("regular", "sans"):
        assert fonts.find_missing_letters(text + "\ufe0f\u00ad\u2060", font) == ""
        assert fonts.measure_width("z\u200bw", font, 9) == fonts.measure_width("zw", font, 9)
    assert fonts.split_runs("z\u200bw", "regular") == [("regular", "zw")]
