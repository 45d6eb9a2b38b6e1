"""``companion shogun log`` and ``undo``: what happened, in order, and what was taken back."""

import pytest

from tests.cli.asking import Asking


@pytest.fixture
def friday(ask: Asking) -> Asking:
    assert ask("new friday --players blue,yellow,red --seed kabuto").code == 0
    return ask


def test_every_event_is_a_line(friday: Asking) -> None:
    friday("attack friday --attacker blue=4 --defender yellow=3 --province Kozuke")
    friday("tray friday green=1")
    friday("undo friday")
    answer = friday("log friday")
    lines = answer.out.splitlines()
    assert [line[:5] for line in lines[:4]] == ["  1. ", "  2. ", "  3. ", "  4. "]
    assert "Blue, Yellow and Red" in lines[0]
    assert "Kozuke: Blue attacks Yellow. Out came" in lines[1]
    assert lines[2].startswith("  3. Undone: The tray is put right: ")
    assert lines[3] == "  4. Event 3 is taken back."


def test_an_undone_throw_keeps_its_outcome(friday: Asking) -> None:
    friday("attack friday --attacker blue=4 --defender yellow=3")
    stood = friday("log friday --json").json["history"][1]
    undone = friday("undo friday --json").json
    told = friday("log friday --json").json
    assert told["history"][1] == {**stood, "undone": True}
    assert undone["text"] == stood["text"]
    assert told["hash"] == undone["hash"]
    friday("undo friday --redo")
    assert friday("log friday --json").json["history"][1] == stood


@pytest.mark.parametrize(("lang", "named"), [("en", "Taken back: Throw 1: "), ("fr", "Annulé\u00a0: Jet 1")])
def test_undo_names_what_it_undid(friday: Asking, lang: str, named: str) -> None:
    friday("attack friday --attacker blue=4 --defender yellow=3")
    assert named in friday("undo friday", lang=lang).out


def test_a_whole_year_goes_by_with_enter_and_is_told(ask: Asking) -> None:
    """Enter lays, draws, passes, throws the revolts of winter and counts; bids and cards are asked for.

    Every kind of event of a kept board has words of its own, in both languages.
    """
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("setup friday --fixed --letters ABC")
    season = "\n\nb0 y1 r2\ns\na\nd\n" + "\n" * 30
    assert ask("play friday", typed=3 * season).code == 0
    left = ask("play friday", typed="\n" * 40)
    assert left.code == 2
    assert "There is nothing that Enter alone could mean here" in left.err
    game = ask("round friday --json").json["game"]
    assert (game["year"], game["stage"]) == (2, "bids")
    ask("correct friday --chests blue=9")
    ask("undo friday")
    ask("undo friday --redo")
    ask("reveal friday --yes")
    for lang in ("en", "fr"):
        told = ask("log friday --json", lang=lang).json["history"]
        kinds = {each["kind"] for each in told}
        assert {"new", "setup", "lay", "event", "bids", "take", "act", "winter", "points", "correct"} <= kinds
        assert not [each for each in told if "of the kind" in each["text"] or "du genre" in each["text"]]
        assert len(ask("log friday", lang=lang).out.splitlines()) >= len(told)


def test_cards_that_lie_face_down_are_not_told(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("setup friday --fixed --letters ABC")
    ask("round friday lay")
    assert ask("log friday").out.splitlines()[2] == "  3. The cards of the round are laid."


def test_only_the_tower_of_the_companion_throws_again_as_it_threw(ask: Asking) -> None:
    again = "the same cubes thrown again come out the same"
    for out, said in (("", True), (" --out 'blue=3 yellow=1'", False)):
        ask(f"new table{said} --players blue,yellow,red --seed kabuto")
        ask(f"throw table{said} --attacker blue=4 --defender yellow=3{out}")
        assert (again in ask(f"undo table{said}").out) is said


@pytest.mark.parametrize(
    ("way", "lang", "told"),
    [
        ("--fixed", "fr", "Le plateau est suivi à partir d’ici, avec la mise en place fixe."),
        ("--draft", "en", "The board is kept from here on, beginning with a draft."),
    ],
)
def test_how_a_game_came_to_be_kept_is_told_in_words(friday: Asking, way: str, lang: str, told: str) -> None:
    friday(f"setup friday {way}")
    assert told in friday("log friday", lang=lang).out
