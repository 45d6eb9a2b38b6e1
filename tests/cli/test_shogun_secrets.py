"""Nothing hidden is said: two tables that differ in secrets alone are told in the same words."""

import re
from pathlib import Path

import pytest

from tests.choice import SEED
from tests.cli.asking import Answer, Asking

SEEDS = ("kabuto-of-the-left", "katana-of-the-right")
FILLS = ('"blue=4 yellow=5 red=4 green=6"', '"blue=2 yellow=5 red=7 green=3"')
FACE_UP = "tax,combat-a,castle,five,rice"
FACE_DOWN = ("temple,combat-b,three,one,theatre", "one,theatre,combat-b,temple,three")

BATTLES = [
    "show friday",
    "show friday --json",
    "word friday blue=tea --json",
    "word friday red=rain",
    "word friday red=rain",
    "attack friday --attacker blue=4 --defender yellow=3 --odds-only",
    "attack friday --attacker blue=60 --defender yellow=3 --attack-card --odds-only --json",
    "attack friday --attacker blue=61 --defender yellow=3 --odds-only",
    "attack friday --attacker blue=62 --defender yellow=3 --odds-only",
    "revolt friday --owner red=3 --markers 19 --odds-only",
    'throw friday --attacker blue=4 --defender yellow=3 --out "blue=3 yellow=1 green=1"',
    'throw friday --attacker red=4 --defender neutral --out "red=1 green=1" --json',
    "throw friday --owner blue=4 --markers 2 --out blue=2",
    "throw friday --owner red=2 --markers 3 --winter 1 --out nothing --json",
    "attack friday --attacker blue=60 --defender yellow=3",
    "attack friday --attacker blue=62 --defender yellow=3 --json",
    "attack friday --attacker blue=4 --defender yellow=60",
    "throw friday --in blue=60",
    "throw friday --in blue=62 --json",
    "throw friday --in green=20",
    "throw friday --in red=2 --out red=30",
    'throw friday --in "red=2 blue=2" --out "blue=2 red=1" --json',
    "show friday --last",
    "show friday --last --json",
    "tray friday red=2",
    "tray friday blue=62",
    "tray friday green=+1 --json",
    "attack friday --attacker yellow=3 --defender red=5 --defence-card --odds-only --json",
    "luck friday",
    "luck friday --json",
    "undo friday",
    "undo friday --redo --json",
    "undo friday --json",
    "undo friday --redo",
    "undo friday --redo",
    "show friday",
    "show friday --json",
    "round friday",
    "verify friday",
    "tables",
]

CARDS = [
    "setup friday --fixed --letters ABC --events 7,1,8,2",
    "show friday --json",
    "round friday --board",
    "round friday --json",
    "round friday lay --actions {face_up},{face_down} --specials chest,attack,defence,six,rice",
    "round friday --json",
    "round friday event --card 3",
    "round friday event --card 7",
    "bids friday blue=3 yellow=99 red=0",
    "bids friday blue=3 yellow=2 red=0 --json",
    "take friday red rice",
    "take friday blue '+1 chest' --json",
    "take friday yellow attack",
    "take friday red six",
    "round friday",
    "round friday --json --board",
    "round friday end",
    "round friday end --json",
    "act friday blue temple Suruga",
    "act friday blue one Suruga --json",
    "act friday red theatre pass",
    "act friday blue five Suruga",
    "act friday blue tax Suruga --json",
    "act friday blue tax Suruga",
    "act friday yellow tax pass",
]

ROUND = [
    *CARDS,
    "act friday red tax Omi",
    "act friday blue combat-a Harima --to Mimasaka --armies 2 --odds-only",
    "act friday blue combat-a Harima --to Mimasaka --armies 2 --odds-only --json",
    "act friday blue combat-a Harima --to Mimasaka --armies 9",
    "act friday blue combat-a Harima --to Mimasaka --armies 2 --out blue=30",
    'act friday blue combat-a Harima --to Mimasaka --armies 2 --out "blue=2 yellow=1" --json',
    "act friday yellow combat-a Yamato --to Omi --armies 3 --odds-only",
    'act friday yellow combat-a Yamato --to Omi --armies 3 --out "yellow=2 red=4 green=1"',
    "act friday red combat-a Bizen --to Harima --armies 4 --odds-only --json",
    'act friday red combat-a Bizen --to Harima --armies 4 --out "red=4 blue=1"',
    "act friday blue three Mino --odds-only",
    "act friday blue combat-b Tajima --to Harima --armies 2 --odds-only",
    "round friday",
    "act friday red five Hoki --json",
    "act friday red five Hoki --pass --json",
    "correct friday Suruga=blue,3 --json",
    "correct friday Suruga=blue,60",
    "correct friday --chests blue=9",
    "round friday --json",
    "show friday",
    "show friday --json",
    "show friday --last --json",
    "luck friday --json",
    "undo friday --json",
    "round friday --board",
    "round friday end --pass --json",
    "verify friday --json",
]


def later_round(event: int) -> list[str]:
    """A round of blanks."""
    return [
        "round friday lay --actions {face_up},{face_down} --specials chest,attack,defence,six,rice",
        f"round friday event --card {event}",
        "bids friday blue=2 yellow=1 red=0",
        *(f"take friday {player} {card}" for player, card in PAIRS),
        "act friday red castle Hoki",
        "round friday end",
        "round friday end --pass",
    ]


PAIRS = (("blue", "six"), ("yellow", "attack"), ("red", "rice"))
DRAWN = (
    "--drawn Owari --drawn Izu --drawn Mino --drawn Ise --drawn Kaga --drawn Kii --drawn Bingo --drawn Hida"
)

YEAR = [
    *ROUND,
    *later_round(1),
    *later_round(8),
    "winter friday --drawn Kai",
    f"winter friday {DRAWN} --drawn Hoki --json",
    "round friday",
    "winter friday --revolt Kai",
    "winter friday --revolt Ise --odds-only",
    "winter friday --revolt Ise --odds-only --json",
    'winter friday --revolt Ise --out "yellow=2 green=4"',
    'winter friday --revolt Kaga --out "yellow=30"',
    'winter friday --revolt Kaga --out "yellow=1 green=1" --json',
    "winter friday --revolt Kii --out nothing",
    "show friday --json",
    "round friday --board --json",
    "winter friday",
    *(f"winter friday --revolt {name} --out green=3" for name in ("Mino", "Izu", "Owari")),
    *(f"winter friday --revolt {name} --out green=3" for name in ("Bingo", "Hida", "Hoki")),
    "winter friday --events 7,9,10,11",
    "winter friday --events 9,10,11,12 --json",
    "round friday --board",
    "luck friday",
    "luck friday --json",
    "verify friday",
]


def masked(text: str, secret: tuple[str, ...]) -> str:
    """What was said, without the hashes: those of two logs differ, and nobody can read them back."""
    for word in secret:
        assert word not in text
    return re.sub(r"\b[0-9a-f]{64}\b|\b(?:[0-9a-f]{4} ){3}[0-9a-f]{4}\b", "HASH", text)


def play(ask: Asking, store: Path, world: int, lines: list[str], lang: str) -> list[Answer]:
    # The sixth card is opened after the first action: only before it may the cards lie otherwise.
    face_down = FACE_DOWN[world if lines is CARDS else 0]
    seed = SEEDS[world]
    begin = f"new friday --players blue,yellow,red --inside hidden --seed {seed} --out {FILLS[world]}"
    answers = []
    for line in (begin, f"{begin} --json", *lines):
        line = line.replace("{face_up}", FACE_UP).replace("{face_down}", face_down)
        said = ask(f"{line} --store {store / str(world)}.sqlite", lang=lang)
        out, err = (
            masked(text.replace(str(store / str(world)), "STORE"), SEEDS) for text in (said.out, said.err)
        )
        answers.append(Answer(said.code, out, err))
    return answers


@pytest.mark.parametrize("number", range(3), ids=["battles", "cards", "year"])
def test_two_tables_are_told_in_the_same_words(ask: Asking, tmp_path: Path, number: int) -> None:
    """Some in each of two languages, with another seed the others."""
    lines, lang = (BATTLES, CARDS, YEAR)[number], ("fr", "en")[(number + SEED) % 2]
    left, right = (play(ask, tmp_path, world, lines, lang) for world in (0, 1))
    for line, one, other in zip(["new", "new again", *lines], left, right, strict=True):
        assert (line, one) == (line, other)
    codes = [answer.code for answer in left]
    assert {0, 1, 2} == {*codes}
    assert codes.count(0) > len(codes) / 2


def test_the_seed_is_told_when_it_is_revealed(ask: Asking, tmp_path: Path) -> None:
    play(ask, tmp_path, 0, [], "en")
    told = ask(f"reveal friday --yes --json --store {tmp_path / '0.sqlite'}").json
    assert told["seed"] == SEEDS[0]
    assert SEEDS[0] in ask(f"show friday --store {tmp_path / '0.sqlite'}").out
