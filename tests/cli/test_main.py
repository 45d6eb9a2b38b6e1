"""The command line as a whole: exit codes, the player's language, few characters, no home, errors as one sentence."""

import io
import pwd
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.cli.voice import replace_unprintable
from companion.errors import CompanionError
from companion.paths import find_user_folder, get_user_file
from tests.cli.commands import ALL, Call
from tests.cli.in_process import run_in_process, spawn

HERE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def run_companion(*arguments: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return spawn(arguments, folder=folder, environment={**HERE, **environment})


def test_help_lists_every_command_and_imports_none() -> None:
    done = run_companion("--help")
    assert done.returncode == 0
    assert {"print", "printer", "export", "check", "honshu", "shogun", "hogen"} <= set(done.stdout.split())
    code = "import atexit, sys; from companion.cli.main import run; run(); atexit.register(lambda: print(*sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code, "--help"], text=True).split()
    assert {"click", "reportlab", "numpy", "shapely", "companion.press.frame.frame"} & set(loaded) == {"click"}


BAD: list[tuple[list[str], str, str]] = [
    (["--colour"], "'--colour'. Try: companion --help", "« --colour ». Aide : companion --help"),
    (["fly"], "There is no command 'fly'. Try: companion --help", "Il n’y a pas de commande « fly »."),
    (["pritn"], "There is no command 'pritn'; did you mean 'print'?", "vouliez-vous dire « print »"),
    (["export", "honshoo", "--to", "png"], "'honshoo' is not a game here; did you mean 'honshu'?", "« honshu »"),
    (["print", "honshu", "--sides", "fol"], "--sides cannot be 'fol'; did you mean 'fold'?", "« fold »"),
    (["print"], "Name what to print: hogen", "hogen, honshu"),
    (["export"], "is missing. Try: companion export --help", "manque. Aide : companion export --help"),
    (["export", "honshu", "--to", "gif"], "--to cannot be 'gif'; choose svg, png", "« gif » ; choisissez svg, png"),
    (["export", "honshu", "--to"], "requires an argument", "demande une valeur"),
    (["shogun", "judge", "--green", "x"], "not a valid whole number.", "n’est pas un nombre entier."),
]


@pytest.mark.parametrize(("arguments", "english", "french"), BAD)
def test_bad_arguments_give_one_sentence_in_the_users_language(
    call: Call, arguments: list[str], english: str, french: str
) -> None:
    for language, expected in (("en", english), ("fr", french)):
        result = call("--ui-lang", language, *arguments)
        said = result.err.replace("\u00a0", " ")
        assert (result.code, result.out, expected in said) == (2, "", True), result


def test_the_system_language_is_taken_when_none_is_named() -> None:
    assert "Imprime, compte" in run_companion("--help", LC_ALL="fr_FR.UTF-8").stdout
    assert "Usage\u00a0:" in run_companion("--help", LC_ALL="fr_FR.UTF-8").stdout
    assert run_companion("--ui-lang", "fr", "--version").stdout.startswith("companion ")


@pytest.mark.parametrize("answer", ["shogun odds --attacker blue=40 --defender yellow=3 --curve", "--help"])
@pytest.mark.parametrize("reader", ["exec true", "head -n 1 > /dev/null"])
def test_a_pipe_closed_early_exits_0(answer: str, reader: str) -> None:
    command = f"{sys.executable} -m companion.cli.main {answer} | {reader}"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("streams", "code"), [(">/dev/full", 2), (">&-", 0), ("<&-", 0), (">&- 2>&-", 0)])
def test_streams_that_are_closed_or_full_give_no_traceback(streams: str, code: int) -> None:
    command = f"{sys.executable} -m companion.cli.main shogun judge --attacker blue=3 --defender yellow=1 {streams}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("The answer was not written: " in done.stderr) == (code == 2)


@pytest.mark.parametrize("page", ["cp1252", "cp437"])
def test_every_french_help_can_be_read(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ALL:
        out = io.TextIOWrapper(io.BytesIO(), page, write_through=True)
        monkeypatch.setattr(sys, "stdout", out)
        with suppress(SystemExit):
            run(["--ui-lang", "fr", *name.split(), "--help"])
        said = out.buffer.getvalue().decode(page)
        assert said.replace("\xa0", " ").startswith(f"Usage : companion {name}".rstrip()), name


def test_unprintable_characters_are_written_as_the_nearest_ones() -> None:
    replace_unprintable()
    said = "✓✗ 2×3−1 – — → … ≥≤ ‘a’ “b” «c» œuf Œuf é ñ 本州"
    assert said.encode("ascii", "companion.near").decode() == (
        '+x 2x3-1 - - -> ... >=<= \'a\' "b" "c" oeuf OEuf e n ??'
    )
    assert "é – ✓".encode("cp1252", "companion.near") == b"\xe9 \x96 +"


NEW = ["shogun", "play", "--table", "friday", "--players", "blue,yellow,red"]


@pytest.fixture(autouse=True)
def _missing_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_uid: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", fail)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_no_user_folder_is_invented_without_a_home(tmp_path: Path) -> None:
    for kind in ("data", "config", "cache"):
        assert find_user_folder(kind) is None
        with pytest.raises(CompanionError, match=r"no place for a\.toml; set the variable HOME"):
            get_user_file(kind, "a.toml")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "words",
    [
        NEW,
        ["table", "--no-browser", "--one-screen"],
        ["table", "list"],
        ["print", "hogen", "--printer", "office"],
        ["pocket", "build", "site"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_commands_that_need_a_home_say_so(words: list[str], tmp_path: Path) -> None:
    done = run_in_process(words, folder=tmp_path, environment=HERE)
    assert done.returncode == 2, done
    assert "Error: The system names no home folder" in done.stderr
    assert ("--store keeps the tables" in done.stderr) == (words[0] not in ("print", "pocket"))
    assert [*tmp_path.iterdir()] == []


def test_a_named_store_needs_no_home_nor_do_prints_and_odds(tmp_path: Path) -> None:
    for words in (NEW, ["shogun", "play", "--table", "friday", "show"], ["table", "doctor"], ["table", "list"]):
        done = run_in_process([*words, "--store", "here.sqlite"], folder=tmp_path, environment=HERE)
        assert done.returncode == 0, done
    assert run_in_process(["print", "hogen"], folder=tmp_path, environment=HERE).returncode == 0
    for command in ("odds", "attack"):
        fight = ["shogun", command, "--attacker", "blue=4", "--defender", "yellow=3"]
        done = run_in_process(fight, folder=tmp_path, environment=HERE)
        assert (done.returncode, done.stderr) == (0, ""), done
