"""``companion shogun play`` at a table whose board lies on the table: a light game, key by key."""

import re
from pathlib import Path

import pytest

from tests.cli.asking import Asking
from tests.cli.terminal import Terminal

OWN = "tax cas a fiv ric"
BATTLE = "r4 y3 min"


@pytest.fixture
def friday(ask: Asking) -> Asking:
    assert ask("new friday --players blue,yellow,red --seed kabuto").code == 0
    assert ask("setup friday --light --events 1,4,8,9").code == 0
    return ask


def game(ask: Asking) -> dict:
    return ask("round friday --json").json["game"]


def played(ask: Asking, lines: str) -> int:
    """Play lines from a pipe; how many keys they took."""
    answer = ask("play friday --still", typed=lines)
    assert answer.code == 0, answer
    return len(lines)


def test_a_light_round_at_the_speed_of_a_table(friday: Asking) -> None:
    """Enter lays, draws and turns up; a battle takes ten keys, and the tenth action ends the round."""
    keys = played(friday, "\n\nb0 y1 r2\ns\na\nd\n")
    battles = 0
    for number in range(10):
        now = game(friday)
        assert now["action"] == now["actions"][number]
        assert sum(card is not None for card in now["actions"]) == min(5 + number, 10)
        if now["action"].startswith("combat"):
            said = " no" if now["event"] == 4 else ""
            line = f"r4 y3{said or ' min'}\n"
            assert len(line) <= 10
            keys += played(friday, line)
            battles += 1
        keys += played(friday, "\n")
    now = game(friday)
    assert (now["season"], now["stage"]) == ("summer", "lay")
    assert friday("show friday --json").json["throw"] == battles == 2
    assert keys <= 50
    assert friday("verify friday").code == 0


def test_what_the_event_asks_for_is_said_in_a_word(friday: Asking) -> None:
    played(friday, "\n4\nb0 y1 r2\ns\na\nd\n")
    asked = friday("play friday --still", typed=f"{BATTLE}\n")
    assert asked.code == 2
    assert "Add castle, temple, or no: neither stands there." in asked.err
    assert "--no-castle" not in asked.err
    assert "--no-castle" in friday("attack friday --attacker red=4 --defender yellow=3").err
    played(friday, "r4 y3 no\nr4 y3 c\n")
    assert friday("show friday --json").json["throw"] == 2


def test_cards_of_their_own_are_typed_shortly(friday: Asking) -> None:
    played(friday, f"lay {OWN} six att che ric def\n9\nb0 y1 r2\ns\na\nd\n")
    now = game(friday)
    assert now["actions"][:5] == ["tax", "castle", "combat-a", "five", "rice"]
    assert now["specials"] == ["six", "attack", "chest", "rice", "defence"]
    asked = friday("play friday", typed="\n")
    assert asked.code == 2
    assert "Say which action card was turned up, such as temple." in asked.err
    assert friday("play friday", typed="tax\n").code == 1
    played(friday, "temp\nnext thr\nn b\none\n")
    assert [each is None for each in game(friday)["actions"]] == [False] * 9 + [True]
    played(friday, "\n" * 6)
    assert game(friday)["season"] == "summer"
    assert friday("verify friday").code == 0


def test_a_winter_and_its_points(friday: Asking) -> None:
    friday("undo friday")
    assert friday("setup friday --light --season autumn").code == 0
    left = friday("play friday", typed="end\nb=Kai,Aki,Omi/0 y3/18 r4/18\n")
    assert left.code == 2
    assert "such as e7" in left.err
    event = game(friday)["open_events"][0]
    drawn = friday("play friday", typed=f"b=Kai,Aki,Omi/0 y3/18 r4/18 e{event}\n")
    assert drawn.code == 0
    assert "The points of each are typed at the end of this winter" in drawn.out
    province = re.findall(r"^  (\w+) revolts: ", drawn.out, re.M)[0]
    asked = friday("play friday", typed="\n")
    assert asked.code == 2
    assert "Say the points of each" in asked.err
    played(friday, f"b3 {province[:4]} m1\nb21 y25 r18\n")
    assert (game(friday)["year"], game(friday)["stage"]) == (2, "lay")
    assert friday("show friday --json").json["throw"] == 1


@pytest.mark.parametrize("light", [True, False])
def test_a_march_is_told_how_it_is_said_here(ask: Asking, light: bool) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    if light:
        ask("setup friday --light --events 1,4,8,9")
        played(ask, "\n\nb0 y1 r2\ns\na\nd\n")
    for lang, said in (
        ("en", "such as blue 4 yellow 3 Kozuke."),
        ("fr", "par exemple bleu 4 jaune 3 Kozuke."),
    ):
        answer = ask("play friday", typed="4 shi koz\n", lang=lang)
        assert answer.code == 2
        assert said in answer.err
        assert "'4'" not in answer.err
    assert ask("play friday", typed="blue 4 yellow 3 Kozuke no\n").code == 0


@pytest.mark.parametrize(
    ("lang", "prompt", "waited"),
    [
        ("en", "castle>", ("hash", "supplies", "neither", "together")),
        ("fr", "château>", ("empreinte", "réserves", "sans", "ensemble")),
    ],
)
def test_answers_fit_a_narrow_terminal(
    friday: Asking, tmp_path: Path, lang: str, prompt: str, waited: tuple[str, ...]
) -> None:
    """At 40 columns sentences are parted between words, and the table of cubes stays one."""
    played(friday, "\n4\nb0 y1 r2\ns\na\nd\n")
    words = ["--ui-lang", lang, "shogun", "play", "friday", "--still"]
    with Terminal(
        [*words, "--store", str(tmp_path / "tables.sqlite")], 40, LC_ALL="C.UTF-8", NO_COLOR="1"
    ) as screen:
        screen.until(prompt)
        for line, word in zip(
            ("r4 y3 no --trust\r", "r4 y3 no\r", "r4 y3\r", "\x15show\r"), waited, strict=True
        ):
            screen.press(line)
            screen.until(word)
            screen.until(prompt)
        screen.press("\x03")
        screen.until("companion shogun play friday")
        screen.end()
    lines = re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", screen.shown).splitlines()
    lines = [line for line in lines if prompt not in line and "companion shogun play" not in line]
    assert len(lines) > 40
    assert [line for line in lines if len(line) > 40 and " " in line.strip()] == []  # a hash stays whole
    cells = [line.split() for line in lines if line.endswith(" 62")]
    assert [len(each) for each in cells] == [6, 6, 6]
