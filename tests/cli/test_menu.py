"""``companion`` alone: one screen asks what is wanted and leads there; and how few keys a family needs."""

import re
from pathlib import Path

import click
import pytest

from companion.cli.main import companion
from companion.play.games import GAMES
from tests.cli.commands import Call
from tests.cli.shogun_player import ShogunPlayer
from tests.cli.terminal import Terminal

ASKED = "A number, or Enter to exit:"


def open_menu(folder: Path, *words: str, **environment: str) -> Terminal:
    home = {"HOME": str(folder), "COMPANION_STORE": str(folder / "t.sqlite"), "LC_ALL": "C.UTF-8"}
    return Terminal([*words], below=["env", "-C", str(folder)], **(home | environment))


def count_keys(*lines: str) -> int:
    return sum(len(line) + 1 for line in lines)


def find_number(shown: str, entry: str) -> str:
    found = re.search(rf"(\d+)  {entry}", shown)
    assert found, shown
    return found[1]


@pytest.mark.parametrize(
    ("entry", "more", "command", "then"),
    [
        ("Score the maps of a game of Honshu", ("Aya, Bo",), "companion honshu score --players 'Aya, Bo'", "Scoring"),
        ("Throw the battle tower of Shogun", (), "companion shogun play", "Which colours play?"),
        ("Play Hogen on this screen", (), "companion table --one-screen", "http"),
        ("Ask about the rules", ("neutral province",), "companion rules neutral province", "neutral"),
        ("See what was played", (), "companion history", ""),
        ("Start a deck of your own", ("my deck",), "companion deck new 'my deck'", "companion print"),
    ],
)
def test_each_menu_entry_runs_and_names_its_command(
    tmp_path: Path, entry: str, more: tuple[str, ...], command: str, then: str
) -> None:
    with open_menu(tmp_path) as screen:
        for line in (find_number(screen.wait_for(ASKED), entry), *more):
            screen.type(line)
        screen.wait_for(f"{command}\r\n")
        screen.wait_for(then)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("lines", "command", "most"),
    [
        (("1", "Kai"), "companion print shogun --cards Kai", 17),
        (("1", "5", "{Honshu: map cards}"), "companion print honshu --only map-cards --cards 5", 20),
    ],
)
def test_printing_a_lost_card_takes_few_keys(tmp_path: Path, lines: tuple[str, ...], command: str, most: int) -> None:
    lines_typed = list[str]()
    with open_menu(tmp_path) as screen:
        for question, line in zip((ASKED, "Which card is lost?", ASKED), lines, strict=False):
            shown = screen.wait_for(question)
            lines_typed.append(find_number(shown, line[1:-1]) if line.startswith("{") else line)
            screen.type(lines_typed[-1])
        screen.wait_for(f"{command}\r\n")
        screen.end()
        assert screen.status == 0
    assert [path.suffix for path in (tmp_path / "output").iterdir()] == [".pdf"]
    assert count_keys("companion", *lines_typed) <= most


@pytest.mark.parametrize(
    ("language", "colours", "throw", "player"),
    [("en", "byr", "b4 y3", "Player"), ("fr", "bjr", "b4 j3", "Joueur"), ("de", "brs", "b4 r3", "Spieler")],
)
def test_a_throw_and_four_scores_take_few_keys(
    tmp_path: Path, language: str, colours: str, throw: str, player: str
) -> None:
    counts = ("10 17 5+1 32423", "9 15 4+2 33342", "13 20 3+1 22432", "5 16 6+1 44442")
    questions = (*(f"{player} {number}>" for number in range(1, 5)), f" 4.  {player}", "?")
    for lines, shown, most in (
        (("3", colours, throw), (colours, "?", "(b4 "), 22),
        (("2", "4", "", *counts, "q"), ("3)", "?", *questions), 80),
    ):
        with open_menu(tmp_path, LC_ALL=f"{language}_{language.upper()}.UTF-8") as screen:
            screen.wait_for("8  ")
            for line, text in zip(lines, shown, strict=True):
                screen.type(line)
                screen.wait_for(text)
        assert count_keys("companion", *lines) <= most


@pytest.mark.parametrize("entry", ["", "Print a lost card", "Start a deck of your own"])
def test_enter_exits_the_menu(tmp_path: Path, entry: str) -> None:
    with open_menu(tmp_path) as screen:
        shown = screen.wait_for(ASKED)
        for line in (find_number(shown, entry), "", "") if entry else ("",):
            screen.type(line)
        screen.end()
        assert screen.status == 0
        assert "companion " not in screen.shown
    assert [path.name for path in tmp_path.iterdir()] == []


def test_a_wrong_menu_number_is_refused(tmp_path: Path) -> None:
    with open_menu(tmp_path) as screen:
        most = re.findall(r"(\d+)  \w", screen.wait_for(ASKED))[-1]
        for wrong in ("0", "99", "two", "-1"):
            screen.type(wrong)
            screen.wait_for(f"Type a number from 1 to {most}.")
            screen.wait_for(ASKED)


@pytest.mark.parametrize(
    ("entry", "slips"),
    [
        (
            "Score the maps",
            (
                ("?", "2 to 5 names, separated"),
                ("Aya", "Who has played with Aya?"),
                ("?", "1 to 4 more names."),
                ("Aya", "Two players are named|such as 3) Aya"),
                ("Bo Chen", "Scoring card?"),
            ),
        ),
        (
            "Start a deck",
            (("?", "The name of a folder"), (".", "there already|called? ."), ("new", "companion print ")),
        ),
        ("Ask about the rules", (("?", "A question or some words"), ("xyzzyq", "No rule found|know? xyzzyq"))),
        (
            "Throw the battle tower",
            (("?", "first letters"), ("b pink", "yellow, green.|red) b pink"), ("b y r", "throw 1 (b4 y3)>")),
        ),
    ],
)
def test_the_menu_never_exits_on_a_slip(tmp_path: Path, entry: str, slips: tuple[tuple[str, str], ...]) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "deck.toml").touch()
    with open_menu(tmp_path) as screen:
        screen.type(find_number(screen.wait_for(ASKED), entry))
        for line, then in slips:
            screen.press(f"\x15{line}\r")
            for text in then.split("|"):
                screen.wait_for(text)
        shown = len(screen.shown)
        screen.press("\x03")
        screen.end()
        assert "?" not in re.sub(r"\x1b\[[0-9;?]*\w", "", screen.shown[shown:]).rpartition("\n")[2]


def test_what_was_typed_wrong_does_not_stay_on_a_line_of_one_key(tmp_path: Path) -> None:
    with open_menu(tmp_path, "honshu", "score", "--players", "Aya Bo") as screen:
        screen.wait_for("Scoring card?")
        screen.type("9")
        screen.wait_for("'9' is not a scoring card")
        screen.wait_for("Scoring card?")
        screen.type("3")
        screen.wait_for("Aya>")


@pytest.mark.parametrize(
    ("words", "line", "shown", "help"),
    [
        (("shogun", "play"), "b pink", "red) b pink", "3 to 5 of Black"),
        (("honshu", "score", "--players", "2", "--card", "1"), "12", "1> 12", "One line for each player"),
    ],
)
def test_a_question_mark_behind_a_mistyped_line_asks_too(
    tmp_path: Path, words: tuple[str, ...], line: str, shown: str, help: str
) -> None:
    with open_menu(tmp_path, *words) as screen:
        screen.wait_for("red)" if "play" in words else "1>")
        screen.type(line)
        screen.wait_for("Error: ")
        screen.wait_for(shown)
        screen.type("?")
        screen.wait_for(help)


def test_play_alone_goes_on_or_begins_another_table(tmp_path: Path) -> None:
    for lines, shown, hashes in (
        (("b y r",), "The table shogun is open", 1),
        (("",), "Table shogun, tower", 0),
        (("b y",), "The table shogun 2 is open", 1),
    ):
        with open_menu(tmp_path, "shogun", "play") as screen:
            for line in lines:
                screen.wait_for(")")
                screen.type(line)
            screen.wait_for(shown)
            screen.type("b4 y3")
            screen.wait_for("throw 2 (b4 y3)>" if line else "throw 3 (b4 y3)>")
            assert len(re.findall("hash|sealed|[0-9a-f]{16}", screen.shown)) == hashes


def test_print_alone_lists_the_games_and_asks_for_one(tmp_path: Path) -> None:
    with open_menu(tmp_path, "print", "--list") as screen:
        number = find_number(screen.wait_for(ASKED), "Hogen")
        screen.type("hogen")
        screen.wait_for(ASKED)
        screen.type(number)
        screen.wait_for("samurai")


def test_the_first_commands_are_eight_at_most(call: Call) -> None:
    """The others stand under More; none is lost, and a family's come first."""
    head, _, more = call("--help").out.partition("\nMore:\n")
    first = [line.split()[0] for line in head.partition("\nCommands:\n")[2].splitlines() if line]
    rest = [line.split()[0] for line in more.splitlines() if line]
    assert len(first) <= 8
    assert {*GAMES, "print", "rules", "table"} <= {*first}
    assert [*first, *rest] == companion.list_commands(click.Context(companion))
    assert "language" in rest


def test_a_table_begins_only_with_colours_that_can_play(ask: ShogunPlayer) -> None:
    for typed in ("b b r\nb4 y3\n", "b pink r\n", ""):
        assert ask("play", typed=typed).code == 2
    assert ask("play", typed="byr\n").code == 0
    again = ask("play", typed="b4 y3\n")
    assert (again.code, "At the table shogun:" in again.err) == (0, True)
