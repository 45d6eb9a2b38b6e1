"""``companion shogun setup``: what to lay out."""

import pytest

from tests.cli.asking import Asking


@pytest.mark.parametrize("players", [3, 4, 5])
def test_setup_lists_the_fixed_set_up_of_each_player(ask: Asking, players: int) -> None:
    answer = ask(f"setup --players {players} --fixed --json").json["fixed"]
    assert list(answer) == list("ABCDE"[:players])
    assert all(len(places) == {3: 9, 4: 8, 5: 7}[players] for places in answer.values())
    said = ask(f"setup --players {players} --fixed").out
    for places in answer.values():
        for place in places:
            assert f"{place['province']} {place['armies']}" in said


def test_setup_names_what_is_unconfirmed_about_the_moon_side(ask: Asking) -> None:
    said = ask("setup --players 3 --side moon").out
    assert "under the pile" in said
    assert "by elimination" in said
    assert "not confirmed" in said
    assert "Izu – Shima" in said
    assert "not confirmed" not in ask("setup --players 3").out


def test_setup_answers_in_french(ask: Asking) -> None:
    said = ask("setup --players 3", lang="fr").out
    assert "Écartées à trois joueurs\u00a0: Awa-Boso, Echigo, Iwami" in said
    assert "18 coffres" in said or "18 en coffres" in said


def test_bad_setup_arguments_give_one_sentence(ask: Asking) -> None:
    assert "Missing option '--players'" in ask("setup").err
    answer = ask("setup --players 6")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
