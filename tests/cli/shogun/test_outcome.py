"""``companion shogun outcome``: what an action brings."""

import pytest

from tests.cli.asking import Asking


def test_outcome_answers_the_booklets_tax_in_settsu(ask: Asking) -> None:
    answer = ask("outcome tax Settsu --event 7 --special chest --json").json
    assert (answer["done"], answer["chests"], answer["markers"], answer["revolt"]) == (True, 6, 1, None)
    assert answer["lines"][0] == "The event changes 7 to 5."
    said = ask("outcome impôt settsu --event 7 --special coffre", lang="fr").out
    assert "La carte spéciale ajoute 1 à 5\u00a0: 6." in said


def test_outcome_answers_the_booklets_revolt_in_mikawa(ask: Asking) -> None:
    answer = ask("outcome tax Mikawa --markers 1 --armies 4 --json").json
    assert answer["revolt"] == {"green": 2, "thrown": {"blue": 4, "green": 2}}
    assert "Into the tower go 4 blue armies and 2 green armies" in ask("outcome tax Mikawa --markers 1 --armies 4").out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("castle Omi --chests 3", {"done": True, "chests": -3, "buildings": ["castle"]}),
        ("five Aki --supply 2 --ruling short-action=partial", {"done": True, "armies": 2, "chests": -3}),
        ("rice Kaga --rice 17", {"rice": 5, "seat": {"chests": 15, "rice": 18, "supply": 30, "points": 0}}),
    ],
)
def test_outcome_takes_the_board_from_its_options(ask: Asking, line: str, expected: dict[str, object]) -> None:
    answer = ask(f"outcome {line} --json").json
    assert {key: answer[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("outcome combat-a Kai", "Battles cannot be worked out here"),
        ("outcome tax Kai --event 13", "'13' is not an event"),
        ("outcome tax Kai --buildings c,t", "building sites in Kai: 1"),
    ],
)
def test_bad_outcome_arguments_give_one_sentence(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert said in answer.err + answer.out
    assert answer.code in (1, 2)
