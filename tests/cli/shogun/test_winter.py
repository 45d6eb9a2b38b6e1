"""``companion shogun winter``: hunger, revolts and provinces drawn, reckoned for anybody."""

import pytest

from tests.cli.asking import Asking


def test_nine_provinces_six_rice(ask: Asking) -> None:
    answer = ask("winter blue=9/6 --json").json
    assert answer["loss"] == 0
    assert answer["players"]["blue"] == {
        "provinces": 9,
        "rice": 6,
        "left": 6,
        "missing": 3,
        "revolts": 2,
        "green": 2,
        "drawn": [],
    }


def test_kai_with_its_marker(ask: Asking) -> None:
    answer = ask("winter red=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1 --json").json
    assert answer["players"]["red"]["drawn"] == [{"province": "Kai", "green": 3}]
    assert answer["seed"] is None
    said = ask("winter rouge=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1", lang="fr").out
    assert "Kai se révolte\u00a0: 3 armées vertes avec toutes les armées" in said


def test_the_fourth_card_or_a_number(ask: Asking) -> None:
    by_card = ask("winter blue=9/6 --event 6 --json").json
    assert by_card["loss"] == 3
    assert by_card["players"] == ask("winter blue=9/6 --loss 3 --json").json["players"]


def test_draws_can_be_repeated(ask: Asking) -> None:
    first = ask("winter red=Kai,Aki,Omi,Izu,Hida/0 --json").json
    drawn = first["players"]["red"]["drawn"]
    assert len(drawn) == 2
    again = ask(f"winter red=Kai,Aki,Omi,Izu,Hida/0 --seed {first['seed']} --json").json
    assert again["players"]["red"]["drawn"] == drawn


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("winter", "Missing argument"),
        ("winter blue=9", "write PROVINCES/RICE"),
        ("winter blue=9/99", "'99' was not expected"),
        ("winter blue=46/0", "'46' was not expected"),
        ("winter blue=Kai,Kay/0", "'Kay' is not a province"),
        ("winter blue=Kai,Kai/0", "named twice"),
        ("winter green=3/3", "belong to no player"),
        ("winter blue=9/6 --loss 3 --event 6", "not both"),
        ("winter blue=Kai,Aki,Omi,Izu,Hida/0 --drawn Kai", "provinces of Blue are drawn: 2."),
        ("winter blue=2/2 --markers Kai", "write PROVINCE=NUMBER"),
    ],
)
def test_bad_input_is_one_sentence(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert answer.code == 2
    assert said in answer.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("winter red=Kai,Aki/0 --drawn Omi", "Nobody owns Omi."),
        ("winter red=2/0 --drawn Kai", "Nobody owns Kai."),
        ("winter red=Kai,Aki/0 --markers Omi=2", "Nobody owns Omi."),
        ("winter red=Kai,Aki/0 --drawn Kai --drawn Kai --drawn Aki", "provinces of Red are drawn: 1."),
        ("winter red=Kai/1 blue=Kai/1", "Kai was named for two players."),
        ("winter red=,/0", "',/0' was not expected; write PROVINCES/RICE"),
        ("winter red=/0", "'/0' was not expected; write PROVINCES/RICE"),
    ],
)
def test_nothing_typed_is_passed_over(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_winter_says_what_the_card_takes_and_what_was_there(ask: Asking) -> None:
    said = ask("winter blue=3/1 yellow=3/9 --loss 3").out
    assert "Blue: the card takes 3 rice, 1 of it was there and none is left; provinces to feed: 3." in said
    assert "Yellow: 9 rice, less 3 is 6; provinces to feed: 3." in said
    assert "la carte prend 3 riz, il y en avait 1" in ask("winter blue=3/1 --loss 3", lang="fr").out
