"""The door for programs: its page is true, its names stay, and the command line does not wait for it."""

import doctest
import inspect
import re
import shutil
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import hogen, honshu, shogun
from companion.errors import CompanionError, DeckError, InputError, Refused
from companion.sentences import ENGLISH
from companion.service.press.export import Export
from companion.service.press.printing import PrintOrder
from companion.service.press.review import Finding
from tests.data.test_hogen import OPENING
from tests.goldens import read_golden
from tests.press.decks import FACE, format_element, write_deck
from tests.vision.photos import generate

ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "docs/examples/sky", tmp_path / "my-deck")
    return tmp_path


def test_every_example_of_the_page_on_programs_is_true(home: Path) -> None:
    (home / "map.jpg").write_bytes(generate(4711, "easy", megapixels=5.0).jpeg)
    page = ROOT / "docs/programs.md"
    text = page.read_text(encoding="utf-8").replace("```\n", "\n")  # what ends an example is no answer
    found = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(found.examples) > 25
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(found, out=output.append)
    assert "".join(output) == ""


def format_signatures() -> str:
    """Every public name with its types, fields and methods, and what these are given or give."""
    lines: list[str] = []
    for name in companion.__all__:
        thing = getattr(companion, name)
        if not inspect.ismodule(thing):
            lines += describe_thing(name, thing)
            continue
        for each in vars(thing).values():
            if getattr(each, "__module__", "") == thing.__name__ and not each.__name__.startswith("_"):
                lines += describe_thing(f"{name}.{each.__name__}", each)
    for given in (honshu.MapScore, honshu.PhotoRead, hogen.Known, Finding, PrintOrder, Export):
        lines += describe_thing(given.__name__, given)
    return "\n".join(lines) + "\n"


def describe_thing(name: str, thing: Any) -> list[str]:
    if inspect.isfunction(thing):
        return [f"{name}{format_signature(thing)}"]
    lines = [f"{name}({thing.__bases__[0].__name__})" if issubclass(thing, Exception) else name]
    if hasattr(thing, "_fields"):
        return [*lines, *(f"  {each}: {format_type(kind)}" for each, kind in thing.__annotations__.items())]
    if is_dataclass(thing):
        lines += [f"  {each.name}: {format_type(each.type)}" for each in fields(thing)]
    elif not issubclass(thing, Exception):
        lines.append(f"  __init__{format_signature(thing.__init__)}")
    for each, value in sorted(vars(thing).items()):
        if isinstance(value, property) and value.fget is not None:
            lines.append(f"  {each}{format_signature(value.fget)} (a property)")
        elif inspect.isfunction(value) and not each.startswith("_"):
            lines.append(f"  {each}{format_signature(value)}")
    return lines


def format_type(kind: Any) -> str:
    text = kind if isinstance(kind, str) else inspect.formatannotation(kind)
    return re.sub(r"\b(?:companion|collections|pathlib)\.(?:\w+\.)*(?=\w)", "", text)


def format_signature(function: Any) -> str:
    signature = inspect.signature(function)
    said = []
    for each in signature.parameters.values():
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        usual = "..." if each.default is ENGLISH else repr(each.default)
        default = "" if each.default is each.empty else f" = {usual}"
        said += [f"{stars}{each.name}: {format_type(each.annotation)}{default}"] * (each.name != "self")
    return f"({', '.join(said)}) -> {format_type(signature.return_annotation)}"


def test_public_names_and_signatures_match_the_golden_file() -> None:
    """Whoever wrote a program against them need not write it anew; a change here is one of the version."""
    text = format_signatures()
    assert read_golden("programs.txt", text) == text


def test_every_public_name_is_on_the_page() -> None:
    page = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
    assert [name for name in companion.__all__ if name not in page and name != "Card"] == []
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = companion.nonsense
    assert companion.CompanionError is CompanionError


def test_the_command_line_does_not_import_the_api() -> None:
    loaded = "[name for name in sys.modules if name.startswith('companion.programs')]"
    code = f"import sys, companion.cli.main; print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_companion_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "companion", "--version"], capture_output=True, text=True)
    assert done.stdout == f"companion {companion.__version__}\n"


def test_a_faulty_deck_is_printed_by_force_alone(tmp_path: Path) -> None:
    thin = format_element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05)
    lost = format_element("text", name="note", text="\u231b", x=9, y=60, width=40, height=8, size=8)
    deck = companion.open_deck(write_deck(tmp_path, front=FACE + thin + lost))
    assert [found.rule for found in deck.check("en")] == ["glyph", "stroke"]
    with pytest.raises(DeckError, match=r"no font has(.|\n)*One problem found \(glyph\)"):
        deck.export("svg", tmp_path / "out", only=("cards",))
    with pytest.raises(DeckError, match="One problem found"):
        deck.print(tmp_path / "out", only=("cards",))
    assert not (tmp_path / "out").exists()
    (file,) = deck.print(tmp_path / "out", only=("cards",), force=True)
    assert file.read_bytes().startswith(b"%PDF")


def test_a_back_is_drawn_where_there_is_one() -> None:
    deck = companion.open_deck("shogun")
    backs = {each.name: each.back for each in deck.opened.components}
    card = next(each for each in deck.cards if backs[each.component])
    assert companion.draw(card, back=True).svg() != companion.draw(card).svg()
    blank = next(each for each in deck.cards if not backs[each.component])
    with pytest.raises(InputError, match="has no back"):
        companion.draw(blank, back=True)


def test_draw_gives_the_svg_that_export_writes(home: Path) -> None:
    deck = companion.open_deck("my-deck")
    written = {file.read_text(encoding="utf-8") for file in deck.export("svg", "out")}
    assert {companion.draw(card).svg() for card in deck.cards} <= written


def test_lists_of_exports_and_rulings_are_complete() -> None:
    with pytest.raises(ValueError, match="exports here: svg, png"):
        companion.open_deck("hogen").export("nowhere", "out")
    with pytest.raises(CompanionError, match="is not a ruling"):
        honshu.score("F F\n", rulings={"nonsense": "1"})


def test_a_map_and_a_log_are_read_from_files_too(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("F F\nT T\n")
    assert honshu.score(tmp_path / "map.txt") == honshu.score("F F\nT T\n")
    (tmp_path / "log.txt").write_text(OPENING)
    assert hogen.deduce(tmp_path / "log.txt") == hogen.deduce(OPENING)
    with pytest.raises(InputError, match=r"log, row 1"):
        hogen.deduce("nonsense\n")


def test_impossible_cubes_and_fights_are_refused() -> None:
    for cubes in ({"pink": 1}, {"blue": -1}, {"blue": 63}):
        with pytest.raises(InputError):
            shogun.Tower("tea").throw(cubes)
    with pytest.raises(Refused, match="same player"):
        shogun.odds(("blue", 2), ("blue", 2))
