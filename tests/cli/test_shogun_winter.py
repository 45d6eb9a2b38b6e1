"""``companion shogun winter``: reckoned for anybody, and step by step at a table."""

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


def in_winter(ask: Asking, mode: str, bids: str = "blue=1 yellow=0 red=0") -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask(f"setup friday {mode} --season autumn --events 2,7")
    ask("round friday lay --specials chest,rice,six,attack,defence")
    ask("round friday event --card 2")
    ask(f"bids friday {bids}")
    while (game := ask("round friday --json").json["game"])["stage"] == "choice":
        free = next(card for card in game["specials"] if card not in game["taken"].values())
        assert ask(f"take friday {game['player']} {free}").code == 0
    assert ask("round friday end --pass").code == 0


def test_a_winter_on_a_kept_board(ask: Asking) -> None:
    in_winter(ask, "--fixed --letters ABC")
    begun = ask("winter friday --json").json
    assert all(need["missing"] == 9 and need["revolts"] == 3 for need in begun["players"].values())
    assert begun["game"]["player"] == begun["game"]["order"][0]
    early = ask("winter friday")
    assert early.code == 1
    assert "The revolts come first" in early.out
    thrown = 0
    while (game := ask("round friday --json").json["game"])["player"] is not None:
        province = game["revolts"][game["player"]]["provinces"][-1]
        if not thrown:
            assert 0 < ask(f"winter friday --revolt {province} --odds-only --json").json["win"] < 1
        answer = ask(f"winter friday --revolt {province} --json").json
        assert answer["in"]["green"] >= 3 or answer["notes"]
        thrown += 1
    assert thrown == 9
    assert ask("winter friday --revolt Kai").out == "No revolt of winter is left.\n"
    counted = ask("winter friday --json").json
    provinces = {
        p: len(v["provinces"]) for p, v in ask("round friday --json").json["board"]["players"].items()
    }
    assert counted["points"] == counted["total"] == provinces
    assert counted["ranking"] is None
    assert (counted["game"]["year"], counted["game"]["season"]) == (2, "spring")
    assert len(counted["game"]["open_events"]) == 4
    assert ask("verify friday").code == 0


def test_the_end_of_a_game_names_the_shogun(ask: Asking) -> None:
    in_winter(ask, "--fixed --year 2")
    ask("winter friday")
    while (game := ask("round friday --json").json["game"])["player"] is not None:
        ask(f"winter friday --revolt {game['revolts'][game['player']]['provinces'][0]} --still")
    said = ask("winter friday", lang="fr").out
    assert "\n1. " in said
    assert "La partie est finie." in said
    # Whoever asks later is told the places too, and the end only once.
    later = ask("round friday").lines
    assert later[0] == "The game is over."
    assert [line[:3] for line in later[1:4]] == [line[:3] for line in said.splitlines() if line[1:3] == ". "]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("winter", "Say whose provinces and rice"),
        ("winter blue=9", "write PROVINCES/RICE"),
        ("winter blue=9/99", "'99' was not expected"),
        ("winter blue=46/0", "'46' was not expected"),
        ("winter blue=Kai,Kay/0", "'Kay' is not a province"),
        ("winter blue=Kai,Kai/0", "named twice"),
        ("winter green=3/3", "belong to no player"),
        ("winter blue=9/6 --loss 3 --event 6", "not both"),
        ("winter blue=9/6 --revolt Kai", "--revolt needs a table"),
        ("winter blue=Kai,Aki,Omi,Izu,Hida/0 --drawn Kai", "provinces of Blue are drawn: 2."),
        ("winter blue=2/2 --markers Kai", "write PROVINCE=NUMBER"),
        ("winter friday", "There are no tables yet"),
        ("winter friday --loss 3", "--loss goes without a table"),
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
        ("winter red=Kai/0 --odds-only", "--odds-only needs a table."),
        ("winter red=Kai/0 --out blue=2", "--out needs a table."),
    ],
)
def test_nothing_typed_is_passed_over(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_each_step_of_a_table_takes_its_own_options(ask: Asking) -> None:
    in_winter(ask, "--fixed --letters ABC")
    for line, said in (
        ("winter friday --events 1,2,3,4", "--events does not belong"),
        ("winter friday --markers Kai=1", "--markers goes without a table"),
        ("winter friday --revolt Kai --drawn Kai", "--drawn does not belong"),
        ("winter friday --revolt Kai blue=3/2", "go without a table"),
    ):
        answer = ask(line)
        assert (answer.code, said in answer.err) == (2, True), answer
    assert ask("winter friday").code == 0
    assert "--drawn does not belong" in ask("winter friday --drawn Suruga").err


def test_winter_goes_in_the_turn_order_of_autumn(ask: Asking) -> None:
    in_winter(ask, "--fixed --letters ABC", "blue=0 yellow=2 red=1")
    order = ask("round friday --json").json["game"]["order"]
    assert order == ["yellow", "red", "blue"]
    said = [line for line in ask("winter friday").lines if "provinces to feed" in line]
    assert [line.split(":")[0].lower() for line in said] == order


def test_winter_says_what_the_card_takes_and_what_was_there(ask: Asking) -> None:
    said = ask("winter blue=3/1 yellow=3/9 --loss 3").out
    assert "Blue: the card takes 3 rice, 1 of it was there and none is left; provinces to feed: 3." in said
    assert "Yellow: 9 rice, less 3 is 6; provinces to feed: 3." in said
    assert "la carte prend 3 riz, il y en avait 1" in ask("winter blue=3/1 --loss 3", lang="fr").out
