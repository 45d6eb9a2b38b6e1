"""Decks of one's own: made as docs/own-decks.md says and by ``companion deck new``, they print at every step."""

import re
import shlex
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.paths import templates
from tests.cli.commands import Call

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCK = re.compile(r"((?:^(?!```)[^\n]*\n)*)^```(\w*)\n(.*?)^```$", re.M | re.S)
STEPS = (
    ("write", "cards.csv"),
    ("write", "icons/coin.svg"),
    ("write", "icons/kinds.svg"),
    ("write", "deck.toml"),
    ("append", "faces/card.toml"),
    ("below size", "faces/card.toml", "faces/back.toml"),
    ("write", "cards.csv"),
)
"""What becomes of the blocks of the page that are no commands, in their order."""


def follow_step(file: Path, step: str, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    before = file.read_text(encoding="utf-8") if step != "write" else ""
    if step == "below size":
        line = next(line for line in before.splitlines(keepends=True) if line.startswith("size"))
        before, text = before.replace(line, line + text), ""
    file.write_text(before + text, encoding="utf-8")


def test_the_commands_of_the_page_on_own_decks_work(call: Call, tmp_path: Path) -> None:
    steps, printed = iter(STEPS), 0
    for before, kind, text in BLOCK.findall((DOCS / "own-decks.md").read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                result = call(*shlex.split(line)[1:])
                assert result.code == 0, f"{line}\n{result.out}{result.err}"
                printed += line.startswith("companion print")
            continue
        step, *files = next(steps)
        for file in files:
            assert f"`market/{file}`" in before[-600:] + text, file
            follow_step(tmp_path / "market" / file, step, text)
    assert not list(steps)
    assert printed >= 6
    assert len(open_deck(str(tmp_path / "market")).components[0].cards) == 5


@pytest.mark.parametrize(
    ("example", "cards", "languages"), [("seasons", [60], 1), ("lagoon", [8, 20, 8], 1), ("sky", [12], 2)]
)
def test_each_example_deck_passes_check_and_prints(call: Call, example: str, cards: list[int], languages: int) -> None:
    deck = open_deck(str(DOCS / "examples" / example))
    assert [len(part.cards) for part in deck.components if not part.net] == cards
    assert len(deck.languages) in (0, languages)
    result = call("check", str(DOCS / "examples" / example))
    assert result.code == 0, result.out
    assert call("print", str(DOCS / "examples" / example), "--no-cover").code == 0


KINDS = sorted(folder.name for folder in (templates() / "decks").iterdir())
COMMENTS = re.compile(r"^ *# (.*)$", re.M)


def read_texts(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".toml", ".csv")
    }


@pytest.mark.parametrize(("kind", "lang"), [*zip(KINDS, ["en", "fr"] * 2, strict=True)])
def test_a_new_deck_passes_check_and_prints(call: Call, tmp_path: Path, kind: str, lang: str) -> None:
    assert kind in call("deck", "new", "--help").out
    made = call("--ui-lang", lang, "deck", "new", "Mine & yours", "--like", kind)
    assert made.code == 0, made.err
    checked = call("check", "Mine & yours")
    assert checked.code == 0, checked.out
    printing = made.out.splitlines()[-1].partition(": ")[2]
    assert call(*shlex.split(printing)[1:], "--lang", lang, "--no-cover").code == 0
    assert (tmp_path / f"output/Mine & yours-{lang}-a4.pdf").stat().st_size > 5000


@pytest.mark.parametrize("kind", ["plain", "honshu"])
def test_comments_of_a_new_deck_are_in_the_users_language(call: Call, tmp_path: Path, kind: str) -> None:
    for lang in ("en", "fr"):
        assert call("--ui-lang", lang, "deck", "new", lang, "--like", kind).code == 0
    english, french = read_texts(tmp_path / "en"), read_texts(tmp_path / "fr")
    assert english.keys() == french.keys()
    for name, text in english.items():
        ours, theirs = COMMENTS.findall(text), COMMENTS.findall(french[name])
        assert len(ours) >= 1 or name.endswith(".csv")
        assert not {*ours} & {*theirs}, name
        assert not re.search("#(en|fr)", text + french[name])
    assert ("Le renard" in french["cards.csv"]) is (kind == "plain")


def test_files_of_a_new_deck_name_their_schema_in_line_1(call: Call, tmp_path: Path) -> None:
    assert call("deck", "new", "mine", "--like", "tokens").code == 0
    files = {file: text for file, text in read_texts(tmp_path / "mine").items() if file.endswith(".toml")}
    assert len(files) >= 5
    for file, text in files.items():
        schema = text.partition("\n")[0].removeprefix("#:schema ")
        assert (tmp_path / "mine" / file).parent.joinpath(schema).is_file(), file


@pytest.mark.parametrize("name", ["..", ".evil", "nul.deck", "file.txt/mine", "", "x" * 300])
def test_deck_new_refuses_an_impossible_folder_in_one_sentence(call: Call, tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_text("a diary")
    before = sorted(tmp_path.rglob("*"))
    result = call("deck", "new", name)
    assert result.code == 2
    assert len(result.err.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_row_chooses_the_picture_of_a_plain_card(call: Call, tmp_path: Path) -> None:
    """In a bare table it chooses none, whatever its cells say; a long text takes the picture's place."""
    call("deck", "new", "mine")
    for text, is_short in (("a<br>b", True), ("[red]long[/] " * 30, False)):
        for file in ("mine/cards.csv", "bare.csv"):
            (tmp_path / file).write_text(f"title,icon,pattern,text\n**A**,mil,uroko,{text}\n")
        assert ("there is no drawing 'mil'" in call("check", "mine").out) is is_short
        assert call("check", "bare.csv").code == 0
