"""An evening of Honshu at a prompt: lines from a pipe and from a terminal, and nothing is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.honshu.play import help_lines
from companion.cli.voice import choose_early, said
from companion.data.catalogue import LANGUAGES
from companion.service.honshu import evening
from tests.cli.honshu_player import Player
from tests.cli.terminal import Terminal

BEGIN = ("play", "evening.txt", "--players", "Aya,Bo,Chen")
ENTER = ("Enter", "Entrée", "Eingabe")
TRICKS = [f"{number} {number + 20} {number + 40}" for number in range(1, 13)]


def kept(player: Player) -> str:
    return (player.folder / "evening.txt").read_text(encoding="utf-8")


def test_a_line_is_a_trick(honshu: Player) -> None:
    told = honshu(*BEGIN, piped="11 29b 57+b\n")
    assert "Player order: Aya, Bo, Chen." in told
    assert "New player order: Chen, Bo, Aya." in told
    assert "Chen takes the first of 11, 29, 57." in told
    assert "Round 2 of 12, 3 players\nEach player holds 5 cards." in told
    assert kept(honshu) == "players Aya, Bo, Chen\n11 29+b 57+b\n"
    told = honshu("play", "evening.txt", piped="\n1 2 3\n4 5 6\n")
    assert told.count("Player order: Chen, Bo, Aya.") == 3
    assert "New player order: Aya, Bo, Chen." in told
    assert "The three cards left in hand have just gone to the neighbour on the left." in told
    assert kept(honshu).endswith("57+b\n1 2 3\n4 5 6\n")


def test_undo_names_the_trick(honshu: Player) -> None:
    honshu(*BEGIN, piped="11 29b 57+b\n1 2 3\n")
    told = honshu("play", "evening.txt", piped="u\nundo\n")
    assert "Undone: the trick of round 2, 1 2 3." in told
    assert "Undone: the trick of round 1, 11 29 57." in told
    assert kept(honshu) == "players Aya, Bo, Chen\n"
    assert "No trick has been played yet." in honshu("play", "evening.txt", piped="u\n", code=1)


@pytest.mark.parametrize(
    ("line", "said", "code"),
    [
        ("11 29b 57y", "all cubes of a trick are of one colour", 1),
        ("11 29", "A trick of Chen, Bo, Aya has a card of each, not 2.", 1),
        ("1 2 60 3", "not 4", 1),
        ("41 2 3", "Card 41 was played in round 1; every card is there once.", 1),
        ("2 2 3", "played twice", 2),
        ("61 2 3", "'61' is not a card played", 2),
        ("tea", "'tea' is not a card played", 2),
        ("score", "score takes the files of the maps", 2),
        ("score nowhere.txt", "nowhere.txt: there is no such file", 2),
    ],
)
def test_what_is_not_allowed_changes_nothing_and_ends_a_pipe(
    honshu: Player, line: str, said: str, code: int
) -> None:
    honshu(*BEGIN, piped="1 21 41\n")
    told = honshu("play", "evening.txt", piped=f"{line}\n4 5 6\n", code=code)
    assert said in told + honshu.err
    assert "Line 1 was not done" in honshu.err
    assert kept(honshu) == "players Aya, Bo, Chen\n1 21 41\n"


def test_twelve_rounds_and_the_maps(honshu: Player) -> None:
    honshu.write("aya.txt", "F F F F F\n")
    honshu.write("bo.txt", "T " * 16)
    told = honshu(*BEGIN, "--card", "2", piped="\n".join([*TRICKS, "score aya.txt bo.txt", "bo.txt aya.txt"]))
    assert "All twelve rounds are played: type the files of the maps to score them." in told
    assert told.count("aya.txt wins with forest-lines=windows") == 2
    assert kept(honshu).startswith("players Aya, Bo, Chen\ncard 2\n1 21 41\n")
    assert "All twelve rounds are played." in honshu("play", "evening.txt", piped="50 51 52\n", code=1)
    assert "Annulé\u00a0: le pli de la manche 12" in honshu("play", "evening.txt", piped="u\n", language="fr")


def test_two_players_reveal_together(honshu: Player) -> None:
    told = honshu("play", "--players", "Aya, Bo", piped="12bg 47 5 33\n1 2\n")
    assert "Aya removes two cubes and chooses a pair." in told
    assert "Type both hand cards: Aya, Bo." in told
    assert (honshu.folder / "honshu-evening.txt").read_text() == "players Aya, Bo\n12+bg 47 5 33\n1 2\n"
    assert "Card 33 was played in round 1" in honshu("play", piped="33 4\n", code=1)
    assert "from the draw pile" in honshu("play", piped="3 4 6b 7\n", code=1)


def test_an_evening_is_never_begun_over_a_file(honshu: Player) -> None:
    honshu(*BEGIN, piped="1 21 41\n")
    assert "this file is there already" in honshu.refused(*BEGIN)
    assert "--card begins an evening" in honshu.refused("play", "evening.txt", "--card", "3")
    assert "begin one with --players" in honshu.refused("play", "other.txt")
    for names in ("Aya", "Aya,Aya", "Aya,,Bo", "a,b,c,d,e,f", "Aya,B#o"):
        honshu.refused("play", "other.txt", "--players", names)
    assert not (honshu.folder / "other.txt").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "there is no evening in it"),
        ("F T\n", "row 1: 'F T' does not begin an evening"),
        ("players Aya, Bo, Chen\ncard 9\n", "row 2: '9' is not a scoring card"),
        ("players Aya, Bo, Chen\n1 2 tea\n", "row 2: 'tea' is not a card played"),
        ("# ours\nplayers Aya, Bo, Chen\n1 2 3\n3 4 5\n", "trick 2 cannot have been played so: Card 3"),
        ("players Aya, Bo, Chen\n" + "\n".join([*TRICKS, "13 33 53"]), "All twelve rounds are played."),
    ],
)
def test_a_damaged_evening_is_one_sentence(honshu: Player, content: str, said: str) -> None:
    honshu.write("evening.txt", content)
    assert said in honshu.refused("play", "evening.txt", piped="4 5 6\n")
    assert kept(honshu) == content


def test_in_a_real_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    with Terminal(
        ["--ui-lang", "en", "honshu", "play", str(file), "--players", "Aya,Bo,Chen"],
        HOME=str(tmp_path),
        PROMPT_TOOLKIT_NO_CPR="1",
    ) as terminal:
        terminal.until("round 1: Aya Bo Chen>")
        terminal.press("11 29b 57y\r")
        terminal.until("of one colour")
        terminal.until("round 1: Aya Bo Chen>")
        terminal.press("\x7fb\r")
        terminal.until("round 2: Chen Bo Aya>")
        terminal.press("?\r")
        terminal.until("Enter: the round")
        terminal.until("round 2: Chen Bo Aya>")
        terminal.press("\x03")
        terminal.until("The evening is kept; go on with")
        terminal.end()
    assert terminal.status == 0
    assert file.read_text(encoding="utf-8") == "players Aya, Bo, Chen\n11 29+b 57+b\n"


def test_a_killed_program_has_kept_every_trick(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli.main", "honshu", "play", str(file), "--players", "Aya,Bo,Chen"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("11 29b 57b\n")
        program.stdin.flush()
        while "Round 2" not in program.stdout.readline():
            pass
        program.send_signal(signal.SIGKILL)
    assert file.read_text(encoding="utf-8") == "players Aya, Bo, Chen\n11 29+b 57+b\n"
    assert [path.name for path in tmp_path.iterdir()] == ["evening.txt"]


def test_an_evening_begins_with_the_names_that_are_asked_for(honshu: Player) -> None:
    told = honshu("play", "evening.txt", "--card", "4", piped="Aya Bo Chen\n11 29b 57+b\n")
    assert "New player order: Chen, Bo, Aya." in told
    assert kept(honshu) == "players Aya, Bo, Chen\ncard 4\n11 29+b 57+b\n"
    assert "Player order: Chen, Bo, Aya." in honshu("play", "evening.txt", piped="")


@pytest.mark.parametrize("piped", ["", "\n", "Aya\n11\n", "Aya,Aya\n"])
def test_no_evening_is_begun_without_names(honshu: Player, piped: str) -> None:
    told = honshu.refused("play", "evening.txt", piped=piped)
    assert ("There is no evening in evening.txt" in told) == (not piped.strip())
    assert not (honshu.folder / "evening.txt").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", ["Aya,Bo", "Aya,Bo,Chen", "Aya,Bo,Chen,Dan,Eve"])
@pytest.mark.parametrize("tricks", [0, 1, 11, 12])
def test_every_line_that_help_offers_can_be_typed(
    honshu: Player, players: str, tricks: int, lang: str
) -> None:
    count = len(players.split(",")) if "," in players[4:] else 4
    cards = [str(number) for number in range(60, 0, -1)]
    lines = "".join(f"{' '.join(cards[at * count : at * count + count])}\n" for at in range(tricks))
    honshu("play", "evening.txt", "--players", players, piped=lines)
    for name in players.split(","):
        honshu.write(f"{name.lower()}.txt", "F F\nT T\n")
    choose_early(["--ui-lang", lang])
    now = evening.awaited(honshu.folder / "evening.txt")
    offered = [said(line).replace("\u00a0", " ").split(":")[0].strip() for line in help_lines(now)]
    assert len(offered) == 4 - (tricks == 0)
    begun = kept(honshu)
    for line in offered:
        honshu("play", "evening.txt", piped=f"{'' if line in ENTER else line}\n", language=lang)
        honshu.write("evening.txt", begun)


def test_the_names_are_asked_for_in_a_terminal(honshu: Player) -> None:
    with Terminal(["honshu", "play", str(honshu.folder / "evening.txt")], LC_ALL="C.UTF-8") as screen:
        screen.until("Who plays?")
        screen.type("Aya")
        screen.until("Error: ")
        screen.until("Who plays?")
        screen.type(" Bo")
        screen.until("Type both hand cards: Aya, Bo.")
        screen.until("round 1: Aya Bo>")
        screen.type("q")
        screen.end()
        assert screen.status == 0
    assert kept(honshu) == "players Aya, Bo\n"


@pytest.mark.parametrize(
    ("lang", "undo", "score", "leave", "head"),
    [
        ("fr", "annuler", "points", "quitter", "joueurs Aya, Bo, Chen\ncarte 4\n"),
        ("de", "zurück", "Punkte", "verlassen", "Spieler Aya, Bo, Chen\nWertungskarte 4\n"),
    ],
)
def test_the_words_of_the_prompt_in_any_language(
    honshu: Player, lang: str, undo: str, score: str, leave: str, head: str
) -> None:
    for name in ("aya.txt", "bo.txt"):
        honshu.write(name, "F F\nT T\n")
    lines = f"11 29b 57\n{undo}\n1 2 3\n{score} aya.txt bo.txt\n{leave}\n4 5 6\n"
    told = honshu(
        "play", "evening.txt", "--players", "Aya,Bo,Chen", "--card", "4", piped=lines, language=lang
    )
    assert "aya.txt" in told
    assert kept(honshu) == f"{head}1 2 3\n"
    assert "aya.txt" in honshu(
        "play", "evening.txt", piped=f"{score} aya.txt bo.txt\n"
    )  # read in English too


@pytest.mark.parametrize(
    ("lang", "line"), [("fr", "12 0 2 0 sous 17 payé m"), ("de", "12 0 2 0 unter 17 ausgegeben n")]
)
def test_placements_are_shown_in_the_words_that_are_typed(honshu: Player, lang: str, line: str) -> None:
    honshu.write("laid.txt", "A1 0 0 0\n17 2 0 0\n12 0 2 0 under 17 spent n\n")
    told = honshu("place", "laid.txt", code=1, language=lang)
    shown = [row for row in told.splitlines() if row.startswith("#  ")][:3]
    assert shown[2].startswith(f"#  3  {line}  ")
    assert len({row.index("6 Felder" if lang == "de" else "6 cases") for row in shown}) == 1
