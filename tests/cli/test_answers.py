"""JSON answers: every command has a schema that its answers fit, whatever the day deals."""

import io
import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.play.games import GAMES, game_named
from companion.service.hogen.beginning import begin
from tests import answers
from tests.choice import pick
from tests.cli.calling import ALL, Call
from tests.press.decks import FACE, element, write_deck
from tests.vision.photos import generate

SEED = "day-1"
DEAR = ("check --languages --lang fr", "honshu photo map.jpg", "pocket build site")
EVENING = b"\n10 17 5+1 32423\n11 16 4 22\n"  # no scoring card, then each map as it is counted
ANSWERING = {name for name, command in ALL.items() if any(each.name == "as_json" for each in command.params)}
LOG = (
    "players 3\nme A\nhand Minamoto1 Taira2 Fujiwara3\nrallied Taira4\n"
    "palace Minamoto2 Taira1 Fujiwara4 Tachibana3\n"
)
THIN = element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05)
LOST = element("text", name="note", text="\u231b", x=9, y=60, width=40, height=8, size=8)

ANY_DAY = f"""
rules lake
rules
language
history
deck new begun
deck template poker
check my/deck.toml
check faulty/deck.toml
print my/deck.toml -o out
print my/deck.toml --printed -o out
print my/deck.toml --list
print faulty/deck.toml -o out
print faulty/deck.toml --force glyph -o forced
export faulty/deck.toml --to svg -o out
export --force faulty/deck.toml --to svg -o forced
export my/deck.toml --to hand --angle 40 -o out
export my/deck.toml --to svg -o out
export my/deck.toml --to playingcards -o out
export my/deck.toml --to screentop -o out
export honshu --to makeplayingcards --only order-cards --fit -o out
printer sheet -o lines.pdf
printer set office --top 5.3 --bottom 5.1 --left 4.6 --right 4.8
printer list
honshu score m.txt --card 2
honshu score m.txt m.txt
honshu place p.txt
honshu place bad.txt
honshu advise p.txt 13
honshu trick 11 29+b 57+b 59
honshu trick --two Aya=12+bg Bo=47 --pile 5 33
honshu round 3 --players 4
honshu round 2 --players 2
shogun odds --attacker blue=4 --defender yellow=3 --curve --survivors
shogun odds --owner blue=4 --markers 2
shogun judge --attacker blue=3 --defender yellow=1
shogun judge --attacker blue=2 --defender yellow=2 --ruling tie=tower
shogun judge --list-rulings
shogun bids blue=3 yellow=Kozuke red=0 --seed {SEED}
shogun winter blue=Kai,Aki,Omi/1 yellow=7/8 --loss 6 --seed {SEED}
shogun outcome tax Settsu --event 7
shogun outcome rice Kai --markers 1 --armies 4
shogun score b.txt
shogun setup --players 3 --fixed
table doctor
shogun play --table friday --players blue,yellow,red --seed {SEED}
shogun play 'word b=tea r=rain'
shogun play 'b4 y3'
shogun play 'event 4'
shogun play luck
shogun play show
table undo
table undo --redo
table log
table check
table list
shogun play --table friday reveal
shogun play --table light --players blue,yellow,red --seed {SEED}
shogun attack --table light --attacker blue=2 --defender neutral
shogun revolt --table light --owner blue=3 --markers 2
shogun attack --table light --attacker blue=4 --defender yellow=3 --odds-only
shogun play --table light 'throw b2'
shogun play --table light 'tower real'
shogun play --table light 'inside b+1'
shogun play --table light 'tray g+1'
table export light -o light.json
table import light.json --as again
shogun play --table light show
shogun play --table light luck
table restore --copy
table restore --force
table list
honshu score --players Aya,Bo
table log
table undo
table check
table rename light dark
table delete dark --yes
"""


@pytest.fixture
def line(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "m.txt").write_text(".  T  b* -  T\nL  B3 .  F  F\n")
    (tmp_path / "p.txt").write_text("A1 0 0 0\n12 2 0 90\n")
    (tmp_path / "bad.txt").write_text("A1 0 0 0\n12 9 9 0\n")
    (tmp_path / "b.txt").write_text("Settsu blue castle\n")
    (tmp_path / "l.txt").write_text(LOG)
    write_deck(tmp_path / "my")
    write_deck(tmp_path / "faulty", front=FACE + THIN + LOST)

    def asked(words: str) -> Any:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(EVENING if "honshu" in words else b"")))
        left = call(*shlex.split(words), "--json")
        assert left.code in (0, 1), (words, left.out, left.err)
        return left.json

    return asked


def test_a_schema_for_each_command_that_answers_and_no_other() -> None:
    files = set(answers.SCHEMAS.rglob("*.json")) - answers.SHARED
    assert {answers.schema_of(name) for name in ANSWERING} == files


def described(schema: Any) -> Iterator[str]:
    """The names of properties that stand without a description."""
    for name, each in schema.get("properties", {}).items() if isinstance(schema, dict) else ():
        if "description" not in each:
            yield name
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from described(each)


def test_schemas_are_sound_and_describe_each_name() -> None:
    for file in answers.SCHEMAS.rglob("*.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        assert [*described(schema)] == [], file


def test_a_name_that_no_schema_knows_is_a_fault() -> None:
    """What holds the answers is held itself."""
    told = {"version": 1, "language": "fr", "chosen": True}
    assert answers.fault("language", told) == ""
    assert "more" in answers.fault("language", {**told, "more": 1})
    assert "chosen" in answers.fault("language", {"version": 1, "language": "fr"})
    assert "version" in answers.fault("language", {"language": "fr", "chosen": True})
    assert answers.fault("check", []) != ""
    found = {"rule": "", "text": "", "cards": [], "languages": [], "place": ""}
    check: dict[str, Any] = {"version": 1, "faults": [found], "remarks": []}
    assert answers.fault("check", check) == ""
    found["place"] = 3
    assert answers.fault("check", check) != ""


def test_each_command_answers_as_its_schema_says(
    line: Callable[[str], Any], answered: list[tuple[str, Any]]
) -> None:
    """``answered`` holds each against its schema."""
    for words in ANY_DAY.strip().splitlines():
        line(words)
    line("hogen deduce l.txt")
    Path("map.jpg").write_bytes(generate(4711, "easy", megapixels=5.0).jpeg)
    for words in pick(DEAR, 1):
        line(words)
    # The tests of these hold them too.
    answered += [("honshu photo", {}), ("pocket build", {}), ("table replay", {})]
    files = {answers.schema_of(command) for command, _ in answered if command}
    assert {name for name in ANSWERING if answers.schema_of(name) not in files} == set()


def test_the_kinds_of_a_log_are_those_of_its_game(line: Callable[[str], Any], tmp_path: Path) -> None:
    line(f"shogun play --table friday --players blue,yellow,red --seed {SEED}")
    line("shogun attack --attacker blue=4 --defender yellow=3")
    line("table undo")
    begin(tmp_path / "tables.sqlite", "izu", ["Aya", "Bo", "Chen"], {}).close()
    counted = line("honshu score --players Aya,Bo")["table"]
    for table, game in (("friday", "shogun"), ("izu", "hogen"), (shlex.quote(counted), "honshu")):
        known = {kind.name for kind in game_named(game).kinds} | {"undo", "redo"}
        assert {each["kind"] for each in line(f"table log {table}")["history"]} <= known


def test_every_game_has_a_folder_of_schemas() -> None:
    assert {folder.name for folder in answers.SCHEMAS.iterdir() if folder.is_dir()} == set(GAMES)
