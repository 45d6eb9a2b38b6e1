"""``companion table log`` and ``undo``: what happened, in order, and what was taken back."""

import pytest

from tests.cli.asking import Asking


def test_every_event_is_a_line(friday: Asking) -> None:
    friday("attack --table friday --attacker blue=4 --defender yellow=3 --province Kozuke")
    friday.play("tray g1")
    friday("table undo friday")
    answer = friday("table log friday")
    lines = answer.out.splitlines()
    assert [line[:5] for line in lines[:4]] == ["  1. ", "  2. ", "  3. ", "  4. "]
    assert "Blue, Yellow and Red" in lines[0]
    assert "Kozuke: Blue attacks Yellow. Out came" in lines[1]
    assert lines[2].startswith("  3. Undone: The tray is corrected: ")
    assert lines[3] == "  4. Event 3 is undone."


def test_an_undone_throw_keeps_its_outcome(friday: Asking) -> None:
    friday("attack --table friday --attacker blue=4 --defender yellow=3")
    stood = friday("table log friday --json").json["history"][1]
    undone = friday("table undo friday --json").json
    told = friday("table log friday --json").json
    assert told["history"][1] == {**stood, "undone": True}
    assert undone["text"] == stood["text"]
    assert told["hash"] == undone["hash"]
    friday("table undo friday --redo")
    assert friday("table log friday --json").json["history"][1] == stood


@pytest.mark.parametrize(("lang", "named"), [("en", "Undone: Throw 1: "), ("fr", "Annulé\u00a0: Jet 1")])
def test_undo_names_what_it_undid(friday: Asking, lang: str, named: str) -> None:
    friday("attack --table friday --attacker blue=4 --defender yellow=3")
    assert named in friday("table undo friday", lang=lang).out


def test_undo_promises_the_same_throw_only_for_companions_tower(friday: Asking) -> None:
    again = "the same cubes thrown again come out the same"
    friday.play("b4 y3")
    assert again in friday("table undo friday").out
    friday.play("b4 y3 out b3 y1")
    assert again not in friday("table undo friday").out
