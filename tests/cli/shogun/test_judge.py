"""``companion shogun judge``: the keys scripts rely on, the words players read, and what is refused."""

import json

import pytest

from companion.cli.main import run


def companion(capsys: pytest.CaptureFixture[str], *words: str, language: str = "en") -> tuple[int, str, str]:
    code = 0
    try:
        run(["--ui-lang", language, "shogun", *words])
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_booklets_battle_of_kozuke_is_judged_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = companion(
        capsys, "judge", "--attacker", "blue=3", "--defender", "yellow=1", "--green", "1", "--json"
    )
    assert code == 0
    assert json.loads(out) == {
        "version": 1,
        "winner": "attacker",
        "survivors": {"blue": 1},
        "to_supply": {"blue": 2, "yellow": 1, "green": 1},
        "stays_in_tray": {},
        "province": "conquered",
    }


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "--attacker blue=2 --defender yellow=1 --green 1 --markers 1 --other red=2",
            {
                "winner": "attacker",
                "survivors": {"blue": 1},
                "to_supply": {"blue": 1, "yellow": 1},
                "stays_in_tray": {"red": 2, "green": 1},
                "province": "conquered",
            },
        ),
        (
            "--attacker blue=1 --defender yellow=1 --ruling tie=tower",
            {
                "winner": "tie",
                "survivors": {},
                "to_supply": {},
                "stays_in_tray": {},
                "province": "neutral",
                "into_tower": {"blue": 1, "yellow": 1},
            },
        ),
        (
            "--owner blue=3 --green 2 --winter",
            {
                "winner": "owner",
                "survivors": {"blue": 1},
                "to_supply": {"blue": 2, "green": 2},
                "stays_in_tray": {},
                "province": "held",
            },
        ),
    ],
)
def test_judge_answers_each_tray_as_json(
    capsys: pytest.CaptureFixture[str], line: str, answer: dict[str, object]
) -> None:
    code, out, _ = companion(capsys, "judge", *line.split(), "--json")
    assert (code, json.loads(out)) == (0, {"version": 1, **answer})


def test_judge_answers_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = companion(
        capsys, "judge", "--attacker", "bleu=3", "--defender", "jaune=1", "--green", "1", language="fr"
    )
    assert code == 0
    assert "Bleu gagne, 3 à 2." in out
    assert "Jaune donne aussitôt la carte province à Bleu" in out
    assert "●●●  3 armées bleues" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--attacker", "pink=3", "--defender", "yellow=1"], "'pink' is not a colour of cubes"),
        (["--attacker", "blue=63", "--defender", "yellow=1"], "'63' is not a number of blue armies"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--green", "21"], "'21' is not a number of green"),
        (["--attacker", "blue=3", "--defender", "yellow"], "'yellow' is not a defender"),
        (["--attacker", "blue=3"], "Name both sides"),
        ([], "Name both sides"),
        (["--attacker", "green=3", "--defender", "yellow=1"], "belong to no player"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--other", "blue=1"], "'blue' is among"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--other", "green=1"], "has its own option"),
        (["--attacker", "blue=3", "--defender", "neutral=2", "--green", "1"], "given twice: 1 and 2"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--winter"], "no attacks in winter"),
        (["--attacker", "blue=3", "--owner", "yellow=1"], "A revolt has an owner only"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--held-back", "1"], "defender-throws-all=yes"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--ruling", "tie=war"], "cannot be 'war'"),
        (["--attacker", "blue=3", "--defender", "yellow=1", "--ruling", "war"], "NAME=VALUE"),
    ],
)
def test_bad_judge_arguments_give_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    code, out, err = companion(capsys, "judge", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("option", "most"), [("--green", 99), ("--held-back", 62)])
def test_a_number_beyond_any_game_is_refused_with_its_bound(
    capsys: pytest.CaptureFixture[str], option: str, most: int
) -> None:
    words = ("judge", "--attacker", "blue=1", "--defender", "yellow=1")
    more = ("--ruling", "green-short=unlimited", "--ruling", "defender-throws-all=chooses")
    assert companion(capsys, *words, *more, option, str(most))[0] == 0
    code, out, err = companion(capsys, *words, *more, option, str(most + 1))
    assert (code, out) == (2, "")
    assert f"{most}" in err
