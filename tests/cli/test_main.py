"""The command line as a whole: exit codes, the player's language, outputs of few characters, errors as one sentence."""

import io
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.cli.voice import replace_unprintable
from tests.cli.commands import ALL, Call

HERE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def run_companion(*arguments: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli.main", *arguments],
        cwd=folder,
        env={**HERE, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_lists_every_command_and_imports_none() -> None:
    done = run_companion("--help")
    assert done.returncode == 0
    assert {"print", "printer", "export", "check", "honshu", "shogun", "hogen"} <= set(done.stdout.split())
    code = "import sys; from companion.cli.main import run\ntry: run(['--help'])\nfinally: print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout.split()
    assert not {"reportlab", "numpy", "shapely", "companion.press.frame.frame"} & set(loaded)


BAD: list[tuple[list[str], str, str]] = [
    (["--colour"], "'--colour'. Try: companion --help", "« --colour ». Aide : companion --help"),
    (["fly"], "There is no command 'fly'. Try: companion --help", "Il n’y a pas de commande « fly »."),
    (["pritn"], "There is no command 'pritn'; did you mean 'print'?", "vouliez-vous dire « print »"),
    (["export", "honshoo", "--to", "png"], "'honshoo' is not a game here; did you mean 'honshu'?", "« honshu »"),
    (["print", "honshu", "--sides", "fol"], "--sides cannot be 'fol'; did you mean 'fold'?", "« fold »"),
    (["print"], "name what to print: hogen", "hogen, honshu"),
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
