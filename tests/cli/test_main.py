"""The command line as a whole: exit codes, the player's language, errors as one sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cli.here import run_or_spawn

HERE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def companion(*arguments: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli.main", *arguments],
        cwd=folder,
        env={**HERE, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_lists_every_command_and_imports_none() -> None:
    done = companion("--help")
    assert done.returncode == 0
    assert {"print", "printer", "export", "check", "honshu", "shogun", "hogen"} <= set(done.stdout.split())
    code = "import sys; from companion.cli.main import run\ntry: run(['--help'])\nfinally: print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout.split()
    assert not {"reportlab", "numpy", "shapely", "companion.press.frame.frame"} & set(loaded)


BAD: list[tuple[list[str], str, str]] = [
    (["--colour"], "No such option", "L’option '--colour' n’existe pas."),
    (["fly"], "No such command 'fly'.", "La commande 'fly' n’existe pas."),
    (["print"], "Missing argument", "Il manque l’argument"),
    (["export", "honshu", "--to", "gif"], "'gif' is not one of", "'gif' n’est pas parmi"),
    (["export", "honshu", "--to"], "requires an argument", "demande une valeur"),
    (["shogun", "judge", "--green", "x"], "not a valid whole number.", "n’est pas un nombre entier."),
    (["print", "go"], "'go' is not a game here", "«\u00a0go\u00a0» n’est pas un jeu"),
]


@pytest.mark.parametrize("number", range(len(BAD)), ids=[" ".join(words) for words, *_ in BAD])
def test_bad_arguments_give_one_sentence_in_the_users_language(number: int, tmp_path: Path) -> None:
    arguments, *sentences = BAD[number]
    for at, (language, expected) in enumerate(zip(("en", "fr"), sentences, strict=True)):
        words = ["--ui-lang", language, *arguments]
        done = run_or_spawn(2 * number + at, words, folder=tmp_path, environment=HERE)
        assert done.returncode == 2
        assert expected in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""


def test_the_system_language_is_taken_when_none_is_named() -> None:
    assert "Imprime, compte" in companion("--help", LC_ALL="fr_FR.UTF-8").stdout
    assert "Usage\u00a0:" in companion("--help", LC_ALL="fr_FR.UTF-8").stdout
    assert companion("--ui-lang", "fr", "--version").stdout.startswith("companion ")


def test_a_reader_that_leaves_a_pipe_early_is_no_error() -> None:
    command = f"{sys.executable} -m companion.cli.main --help | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize("answer", ["shogun odds --attacker blue=40 --defender yellow=3 --curve", "--help"])
def test_a_pipe_closed_unread_exits_0_even_for_a_refusal(answer: str) -> None:
    command = f"{sys.executable} -m companion.cli.main {answer} | exec true"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("streams", "code"), [(">/dev/full", 2), (">&-", 0), ("<&-", 0), (">&- 2>&-", 0)])
def test_streams_that_are_closed_or_full_give_no_traceback(streams: str, code: int) -> None:
    words = "shogun judge --attacker blue=3 --defender yellow=1"
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m companion.cli.main {words} {streams}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("The answer was not written: " in done.stderr) == (code == 2)


def test_a_refusal_is_one_json_document(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "tables.sqlite")]
    begin = ["shogun", "play", "--table", "x", "--players", "blue,red,yellow", *store]
    undo = ["table", "undo", "x", *store]
    _, done, told = (
        run_or_spawn(number, words, folder=tmp_path, environment=HERE)
        for number, words in enumerate((begin, [*undo, "--json"], undo))
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout) == {"version": 1, "refused": "There is nothing to undo."}
    assert told.stdout.startswith("There is nothing to undo.\n")


def test_a_clock_centuries_off_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As Python does from the year 2262 on."""

    def far_off() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr("time.time", far_off)
    with pytest.raises(SystemExit) as left:
        run(["honshu", "trick", "1", "2", "3"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "Error: The clock of this computer is centuries off; set it right.\n"
