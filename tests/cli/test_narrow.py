"""At 40 columns prose is parted between words: helps, answers and errors; what is copied stays whole."""

import re
from pathlib import Path

import pytest

from companion.cli import voice
from companion.data.catalogue import LANGUAGES
from companion.data.shogun.towers import get_preset
from companion.service.results import ScoredPlayer, TakenScore, record_consent, remember_score
from companion.service.shogun.session import begin_table
from companion.table.store import Store
from tests.choice import EVERYTHING
from tests.cli.commands import ALL, Call
from tests.cli.honshu_player import GRID
from tests.cli.terminal import Terminal
from tests.data.test_hogen import OPENING

COLUMNS = 40
STYLE = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")
COPIED = re.compile(r"\s*('?companion |printf |#)")
ROW = re.compile(r" +\w+(  +[\w ]+)+")  # of a file, in a help


def find_long_lines(shown: str) -> list[str]:
    """Lines wider than the terminal, except commands and single long words."""
    lines = STYLE.sub("", shown).splitlines()
    return [line for line in lines if len(line) > COLUMNS and " " in line.strip() and not COPIED.match(line)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_help_page_fits_a_narrow_terminal(call: Call, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    for name in ALL:
        said = call("--ui-lang", lang, *name.split(), "--help")
        assert said.code == 0, name
        assert [line for line in find_long_lines(said.out) if not ROW.fullmatch(line)] == [], name


ANSWERS = {
    "no game": "print nosuch",
    "begun": "shogun play --table saturday --players blue,yellow,red show",
    "odds": "shogun odds --attacker blue=4 --defender yellow=3",
    "history": "table log friday",
    "order": "honshu trick Jack=11 Mary=29+b Chris=57+b Lisa=59",
    "scored": "honshu score map.txt --card 4",
    "ranked": "honshu score map.txt map.txt",
    "printed": "print hogen --output hogen.pdf",
    "played": "history",
    "deduced": "hogen deduce log.txt",
    "doctor": "table doctor",
}


@pytest.mark.parametrize(
    ("name", "lang"),
    [
        (name, lang)
        for at, name in enumerate(ANSWERS)
        for lang in (LANGUAGES if EVERYTHING else [LANGUAGES[at % len(LANGUAGES)]])
    ],
)
def test_answers_fit_a_narrow_terminal(name: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("log.txt").write_text(OPENING, encoding="utf-8")
    Path("map.txt").write_text("\n".join(GRID) + "\n", encoding="utf-8")
    variables = {"HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "COMPANION_STORE": str(tmp_path / "t.sqlite")}
    with Store(tmp_path / "t.sqlite") as store:
        begin_table(store, "friday", ("blue", "yellow", "red"), get_preset("shogun"))
        record_consent(store, True)
        placed = (ScoredPlayer("Aya", 1, 59, {"forest": 40, "town": 19}), ScoredPlayer("Bo", 2, 44, {}))
        remember_score(store, TakenScore("honshu", "2026-02-01", placed))
    with Terminal(["--ui-lang", lang, *ANSWERS[name].split()], COLUMNS, **variables) as screen:
        shown = screen.end()
    assert len(shown.split()) > 8
    assert find_long_lines(shown) == []


def test_lines_are_not_wrapped_outside_a_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    assert call("print", "nosuch").err.count("\n") == 1


def test_wrapping_never_splits_commands_and_paths_and_keeps_lists_below_their_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    path = "/a/place/far/down/where/tables/lie.sqlite"
    assert f"  {path}" in voice.wrap_to_width(f"The table is kept in {path} for you.").splitlines()
    command = "'companion table restore --store home.sqlite'"
    assert f"{command} puts" in voice.wrap_to_width(f"Then {command} puts the last backup back.").replace("\n  ", " ")
    assert any(command in line for line in voice.wrap_to_width(f"Then {command} puts it back.").splitlines())
    end = "companion shogun play friday"
    assert voice.wrap_to_width(f"Go on with: {end}").endswith(end)
    assert voice.wrap_to_width("  3  Castles in regions that are yours alone") == (
        "  3  Castles in regions that\n     are yours alone"
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("shogun", "odds", "--attacker", "blue=4", "--defender", "red=3"), ("\x1b[34m█", "\x1b[31m█")),
        (("hogen", "deduce", "log.txt"), ("\x1b[34mMinamoto", "\x1b[31mTaira", "\x1b[35mFuj", "\x1b[33mTach")),
    ],
)
def test_players_and_clans_have_their_colours(tmp_path: Path, words: tuple[str, ...], shown: tuple[str, ...]) -> None:
    (tmp_path / "log.txt").write_text(OPENING)
    with Terminal([*words], below=["env", "-C", str(tmp_path)], LC_ALL="C.UTF-8", HOME=str(tmp_path)) as screen:
        screen.end()
        assert [text for text in shown if text not in screen.shown] == []


def test_a_number_and_its_chance_stay_on_one_line() -> None:
    with Terminal(["shogun", "odds", "--attacker", "blue=6", "--defender", "red=5"], 40, LC_ALL="C.UTF-8") as screen:
        assert not re.search(r"^\s*\(\d", screen.end(), re.MULTILINE)
