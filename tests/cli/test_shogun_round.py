"""``companion shogun round``, ``take``, ``act`` and ``outcome``: a round as players go through it."""

import pytest

from tests.cli.asking import Asking

NO_BOARD = (
    "This table does not keep its board.\n"
    "'companion shogun attack' tells a battle, 'companion shogun revolt' a revolt.\n"
)


def acting(ask: Asking, *, mode: str = "--fixed --letters ABC") -> None:
    """A table in its first actions: Blue, Yellow, Red, in this order; tax first."""
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask(f"setup friday {mode} --events 7,1,8,2")
    ask(
        "round friday lay --actions tax,combat-a,castle,five,rice,temple,combat-b,three,one,theatre"
        " --specials chest,attack,defence,six,rice"
    )
    ask("round friday event --card 7")
    assert ask("bids friday blue=3 yellow=2 red=0").code == 0
    for player, card in (("blue", "'+1 chest'"), ("yellow", "attack"), ("red", "défense")):
        assert ask(f"take friday {player} {card}").code == 0


def test_settsu_at_the_command_line(ask: Asking) -> None:
    answer = ask("outcome tax Settsu --event 7 --special chest --json").json
    assert (answer["done"], answer["chests"], answer["markers"], answer["revolt"]) == (True, 6, 1, None)
    assert answer["lines"][0] == "The event makes 5 of 7."
    said = ask("outcome impôt settsu --event 7 --special coffre", lang="fr").out
    assert "La carte spéciale ajoute 1 à 5\u00a0: 6." in said


def test_one_army_is_no_armies(ask: Asking) -> None:
    assert "Blue has no army in the supply" in ask("outcome one Aki --supply 0").out
    assert "Bleu n’a aucune armée dans sa réserve" in ask("outcome one Aki --supply 0", lang="fr").out


def test_mikawa_at_the_command_line(ask: Asking) -> None:
    answer = ask("outcome tax Mikawa --markers 1 --armies 4 --json").json
    assert answer["revolt"] == {"green": 2, "thrown": {"blue": 4, "green": 2}}
    assert (
        "Into the tower go 4 blue armies and 2 green armies"
        in ask("outcome tax Mikawa --markers 1 --armies 4").out
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("castle Omi --chests 3", {"done": True, "chests": -3, "buildings": ["castle"]}),
        ("castle Omi --chests 2", {"done": False, "chests": 0, "buildings": []}),
        ("theatre Omi --event 1 --markers 2", {"done": True, "markers": 1}),
        ("five Aki --special six --event 12", {"armies": 6, "chests": -3}),
        ("five Aki --special six --event 12 --ruling six-armies=4", {"armies": 4}),
        ("five Aki --supply 2", {"done": False, "armies": 0}),
        ("five Aki --supply 2 --ruling short-action=partial", {"done": True, "armies": 2, "chests": -3}),
        ("rice Kai --event min-rice --special riz", {"rice": 5}),
        ("rice Kaga --rice 17", {"rice": 5, "seat": {"chests": 15, "rice": 18, "supply": 30, "points": 0}}),
        ("tax Settsu --rice 17", {"rice": 0, "chests": 7}),
    ],
)
def test_outcomes(ask: Asking, line: str, expected: dict[str, object]) -> None:
    answer = ask(f"outcome {line} --json").json
    assert {key: answer[key] for key in expected} == expected


def test_a_round_laid_and_shown(ask: Asking) -> None:
    acting(ask)
    game = ask("round friday --json").json["game"]
    assert (game["stage"], game["player"], game["action"], game["event"]) == ("actions", "blue", "tax", 7)
    assert game["actions"][5:] == [None] * 5
    assert game["order"] == ["blue", "yellow", "red"]
    said = ask("round friday").out
    assert " > 1. collect taxes" in said
    assert "5 action cards are face down." in said
    assert "Next: Blue, collect taxes." in said


def test_actions_change_the_board(ask: Asking) -> None:
    acting(ask)
    taxed = ask("act friday blue tax Suruga --json").json
    # At most 5, and +1.
    assert taxed["seat"]["chests"] == 15 + 6
    attacked = ask("act friday yellow combat-a Yamato --to Settsu --armies 4 --pass --json").json
    assert attacked["throw"]["in"]["yellow"] == 5
    assert attacked["throw"]["in"]["red"] == 3
    assert attacked["throw"]["verdict"]["winner"] in ("attacker", "defender", "tie")
    assert attacked["game"]["player"] == "red"
    shown = ask("show friday --json").json
    for colour in ("blue", "yellow", "red"):
        inside = shown["tower"].get(colour, 0) + shown["tray"].get(colour, 0)
        assert shown["supply"][colour] + shown["board"][colour] + inside == 62
    assert "Settsu" in ask("luck friday").out
    assert ask("verify friday").code == 0


def test_an_action_in_words_and_french(ask: Asking) -> None:
    acting(ask)
    assert ask("act friday blue tax Suruga").lines[0] == "The event makes 5 of 7."
    said = ask(
        "act friday jaune combat-a Yamato --to Settsu --armies 4 --pass --still --trust", lang="fr"
    ).out
    assert "Jaune attaque Settsu depuis Yamato avec 4 armées." in said
    assert said.count("Jaune jette 1 armée de plus") == 1
    assert "Ensuite\u00a0: Rouge, combat ou mouvement A." in said


def test_a_real_tower_is_entered(ask: Asking) -> None:
    acting(ask)
    answer = ask("act friday yellow combat-a Yamato --to Settsu --armies 4 --pass --out yellow=4 --json").json
    assert answer["throw"]["verdict"]["province"] == "conquered"
    assert ask("round friday --json").json["board"]["provinces"]["Settsu"]["armies"] == 4


def test_odds_before_a_turn(ask: Asking) -> None:
    acting(ask)
    odds = ask("act friday yellow combat-a Yamato --to Settsu --armies 4 --pass --odds-only --json").json
    assert 0 < odds["win"] < 1
    assert ask("round friday --json").json["game"]["player"] == "blue"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("act friday yellow tax Suruga", "Suruga is not Yellow's."),
        ("act friday blue combat-a Suruga --to Aki --armies 2", "Aki is not a neighbour of Suruga"),
        ("act friday blue combat-a Suruga --to Kai --armies 5", "One army must stay behind"),
        ("act friday blue one Suruga --to Kai --armies 1", "only moves between one's own"),
        ("take friday blue six", "This is not the moment to take a special card."),
        ("round friday lay", "This is not the moment to lay cards."),
        ("winter friday", "This is not the moment for winter."),
        ("attack friday --attacker blue=3 --defender red=2", "come from its actions and winters"),
    ],
)
def test_what_the_rules_forbid_is_a_no(ask: Asking, line: str, said: str) -> None:
    acting(ask)
    answer = ask(line)
    assert said in answer.out + answer.err
    assert answer.code == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("act friday blue tax Kay", "'Kay' is not a province"),
        ("act friday blue dance Kai", "'dance' is not an action"),
        ("act friday pink tax Kai", "'pink' is not a colour"),
        ("act friday blue combat-a Suruga --to Kai", "needs both --to and --armies"),
        ("act friday blue tax Suruga --to Kai --armies 1", "Armies move in the actions"),
        ("act friday blue tax Suruga --out blue=1", "Nothing is thrown in this turn"),
        ("act friday black tax Kai", "Black does not play at this table."),
        ("take friday blue seven", "'seven' is not a special card"),
        ("round friday event --actions tax", "go with the step lay"),
        ("round friday lay --pass", "--pass goes with the step end."),
        ("round friday lay --card 3", "goes with the step event"),
        ("round friday lay --specials six,six", "Every card lies there once"),
        ("outcome combat-a Kai", "Battles are not foreseen"),
        ("outcome tax Kai --event 13", "'13' is not an event"),
        ("outcome tax Kai --buildings c,t", "building sites in Kai: 1"),
    ],
)
def test_bad_input_is_one_sentence(ask: Asking, line: str, said: str) -> None:
    acting(ask)
    answer = ask(line)
    assert said in answer.err + answer.out
    assert answer.code in (1, 2)


def test_a_turn_without_a_fight_is_foretold(ask: Asking) -> None:
    acting(ask)
    assert "Blue takes 6 chests from Suruga." in ask("act friday blue tax Suruga --odds-only").out
    assert "from Suruga" not in ask("log friday").out


def test_nothing_is_kept_before_the_set_up(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    assert ask("round friday").code == 1
    assert ask("round friday lay").code == 1
    assert "companion shogun setup" in ask("round friday lay").out


def test_undo_takes_board_and_cards_back(ask: Asking) -> None:
    acting(ask)
    before = ask("round friday --json").json
    ask("act friday blue tax Suruga")
    ask("undo friday")
    assert ask("round friday --json").json == before


@pytest.mark.parametrize(
    "command",
    [
        "attack friday --attacker blue=4 --defender yellow=3",
        "revolt friday --owner blue=4 --markers 2",
        "throw friday --attacker blue=4 --defender yellow=3 --out blue=2",
    ],
)
def test_a_kept_board_refuses_a_plain_battle_and_names_the_command(ask: Asking, command: str) -> None:
    acting(ask)
    refused = ask(command)
    assert refused.code == 1
    assert "companion shogun act" in refused.out
    assert "its actions and winters" in ask(f"{command} --json").json["refused"]


def test_a_table_without_rounds_refuses_to_show_one(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    for step in ("show", "lay", "event", "end"):
        answer = ask(f"round friday {step}")
        assert (answer.code, "companion shogun setup" in answer.out) == (1, True), step


def test_turns_are_passed_over_only_when_asked(ask: Asking) -> None:
    acting(ask)
    # Blue's tax is first; Red's combat is the sixth turn.
    before = ask("round friday --json").json
    refused = ask("act friday red combat-a pass")
    assert refused.code == 1
    passed = "collect taxes (all); combat or move A (Blue, Yellow)"
    assert refused.lines == [
        f"Nothing is done: these turns were not told: {passed}.",
        "If they were blanks, add --pass.",
    ]
    assert "refused" in ask("act friday red combat-a pass --json").json
    assert ask("round friday --json").json == before
    assert f"Passed over as blanks: {passed}." in ask("act friday red combat-a pass --pass").lines[0]
    assert "Passed" not in ask("act friday blue castle pass").out


def test_a_round_ends_early_only_when_asked(ask: Asking) -> None:
    acting(ask)
    ask("act friday red tax pass --pass")
    refused = ask("round friday end")
    assert refused.code == 1
    # One action is over, so the sixth card was turned; what lies face down is not told.
    assert "temple (all); actions still face down.\nIf" in refused.out
    assert "theatre" not in refused.out + ask("round friday end", lang="fr").out
    ended = ask("round friday end --pass")
    assert (ended.code, "Year 1, summer." in ended.out) == (0, True)
    assert "build a temple (all); actions still face down" in ended.lines[0]


def test_a_program_is_told_what_was_passed_over(ask: Asking) -> None:
    acting(ask)
    answer = ask("act friday yellow tax pass --pass --json").json
    assert answer["passed"] == [{"player": "blue", "action": "tax"}]


def test_a_province_is_put_right_once(ask: Asking) -> None:
    acting(ask)
    answer = ask("correct friday Kai=blue,3 kai=red,4")
    assert (answer.code, answer.out) == (2, "")
    assert "A province is named twice: Kai." in answer.err


def test_names_as_shown_and_french_steps_are_typed(ask: Asking) -> None:
    acting(ask)
    assert " > 1. collect taxes (tax)" in ask("round friday").lines
    assert " > 1. lever des impôts (impôt)" in ask("round friday", lang="fr").lines
    assert ask("act friday blue 'collect taxes' Suruga").code == 0
    assert ask("act friday jaune 'lever des impôts' pass", lang="fr").code == 0
    assert ask("round friday finir --pass", lang="fr").code == 0
    assert ask("round friday poser", lang="fr").code == 0
    assert ask("round friday voir", lang="fr").code == 0


def test_the_table_of_cubes_names_their_colours(ask: Asking) -> None:
    acting(ask)
    said = ask("show friday", lang="fr").out
    assert all(f" {name} " in said for name in ("bleu", "jaune", "rouge", "vert"))
