"""JSON answers: one name for one thing over all commands, and a document for every no."""

import io
import json
import shlex
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.service.hogen.table import begin

MAP = ".  T  b* -  T\nL  B3 .  F  F\n"
ANSWERS = """
honshu score m.txt
honshu score m.txt m.txt
honshu place p.txt
honshu advise p.txt 13
honshu trick 11 29+b 57+b 59
honshu round 3 --players 4
check honshu
print honshu --only order-cards -o out
shogun play --table friday --players blue,yellow,red --seed x
shogun attack --attacker blue=4 --defender yellow=3
shogun attack --attacker blue=4 --defender yellow=3 --odds-only
table undo
table log
shogun play show
shogun play luck
table check
table list
table export friday -o friday.json
table import friday.json --as again
table restore
table restore --copy
printer sheet -o lines.pdf
printer list
deck new begun
shogun play 'tray g+1'
shogun judge --attacker blue=3 --defender yellow=1
shogun setup --players 3
shogun odds --attacker blue=4 --defender yellow=3 --curve --survivors
shogun winter blue=9/6 yellow=7/8 --loss 3
shogun outcome tax Settsu
shogun score b.txt
shogun bids blue=3 yellow=Kozuke red=0
table rename friday saturday
table delete saturday --yes
table list
hogen deduce l.txt
"""

NOES = {
    1: """
table undo friday
shogun attack --table friday --attacker blue=4 --defender blue=3
honshu place bad.txt
table undo izu
table export izu
table export izu -o izu.json
""",
    2: """
shogun play --table nowhere show
shogun bids
table delete friday
shogun play --table friday tary
honshu score none.txt
table log nowhere
check nothing.toml
print nothing
shogun attack --table friday --attacker x
""",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))
    (tmp_path / "m.txt").write_text(MAP)
    (tmp_path / "p.txt").write_text("A1 0 0 0\n12 2 0 90\n")
    (tmp_path / "bad.txt").write_text("A1 0 0 0\n12 9 9 0\n")
    (tmp_path / "b.txt").write_text("Settsu blue castle\n")
    (tmp_path / "l.txt").write_text(
        "players 3\nme A\nhand Minamoto1 Taira2 Fujiwara3\nrallied Taira4\n"
        "palace Minamoto2 Taira1 Fujiwara4 Tachibana3\n"
    )
    return tmp_path


def run_json(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, object]:
    capsys.readouterr()
    code = 0
    try:
        run([*shlex.split(line), "--json"])
    except SystemExit as left:
        code = int(left.code or 0)
    return code, json.loads(capsys.readouterr().out)


def test_every_refusal_and_error_is_a_json_document(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_json("shogun play --table friday --players blue,yellow,red --seed x", capsys)
    begin(home / "tables.sqlite", "izu", ["Aya", "Bo", "Chen"], {}).close()
    for code, lines in NOES.items():
        for line in lines.strip().splitlines():
            left, answer = run_json(line, capsys)
            assert left == code, (line, answer)
            assert isinstance(answer, dict), line
            assert set(answer) == {"version", "error"} if code == 2 else "refused" in answer or "legal" in answer, line
