"""``companion shogun winter``: hunger, revolts and provinces drawn, reckoned for anybody."""

import pytest

from tests.cli.asking import Asking


def test_winter_counts_two_revolts_for_nine_provinces_with_six_rice(ask: Asking) -> None:
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


def test_winter_adds_kais_marker_to_its_green_armies(ask: Asking) -> None:
    answer = ask("winter red=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1 --json").json
    assert answer["players"]["red"]["drawn"] == [{"province": "Kai", "green": 3}]
    assert answer["seed"] is None
    said = ask("winter rouge=Kai,Aki,Omi/1 --drawn Kai --markers Kai=1", lang="fr").out
    assert "Kai se révolte\u00a0: 3 armées vertes avec toutes les armées" in said


def test_winter_takes_the_loss_as_an_event_or_a_number(ask: Asking) -> None:
    by_card = ask("winter blue=9/6 --event 6 --json").json
    assert by_card["loss"] == 3
    assert by_card["players"] == ask("winter blue=9/6 --loss 3 --json").json["players"]


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
def test_bad_winter_arguments_give_one_sentence(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert answer.code == 2
    assert said in answer.err
