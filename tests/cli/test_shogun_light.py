"""A family that keeps the board itself: a whole game in light mode, and what it may forget."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cli.asking import Asking
from tests.goldens import kept

HASH = re.compile(r"\b[0-9a-f]{64}\b|\b([0-9a-f]{4} ){3}[0-9a-f]{4}\b")
HANDS = {
    "blue": "Kai,Aki,Omi,Izu,Hida/6",
    "yellow": "Kozuke,Shinano,Mino,Settsu/9",
    "red": "Bingo,Noto,Kaga/0",
}
BOARD = "Kai blue castle\nAki blue\nOmi yellow castle temple theatre\nMino yellow\nNoto red\n"
OWN = ("tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre")


class Family:
    """Blue, Yellow and Red with the board on the table, at one keyboard.

    Attributes:
        told: Every command and what came of it, without hashes.
    """

    def __init__(self, ask: Asking) -> None:
        self.ask = ask
        self.told: list[str] = []

    def __call__(self, line: str) -> None:
        answer = self.ask(line)
        self.told += [f"$ companion shogun {line}", HASH.sub("(hash)", answer.out), answer.err]
        assert answer.code == 0, (line, answer)

    def game(self) -> Any:
        return self.ask("round friday --json").json["game"]

    def round(self, own: bool) -> None:
        """One round; the cards are Companion's, or their own."""
        self(
            "round friday lay"
            + (f" --actions {','.join(OWN[:5])} --specials six,attack,chest,rice,defence" if own else "")
        )
        self("round friday event" + (f" --card {self.game()['open_events'][0]}" if own else ""))
        self("bids friday blue=2 yellow=2 red=Noto")
        while self.game()["stage"] == "choice":
            game = self.game()
            free = next(card for card in ("attack", "defence", "six") if card not in game["taken"].values())
            self(f"take friday {game['player']} {free}")
        for number, _ in enumerate(OWN):
            game = self.game()
            assert game["action"] == game["actions"][number]
            assert sum(each is not None for each in game["actions"]) == min(5 + number, 10)
            if game["action"].startswith("combat"):
                self.combat(game["order"])
            due = own and number < 5
            self("round friday next" + (f" --turned {OWN[5 + number]}" if due and number < 4 else ""))

    def combat(self, order: list[str]) -> None:
        line = f"attack friday --attacker {order[0]}=4 --defender {order[1]}=3 --province Mino --still"
        if self.game()["event"] in (4, 6):
            assert self.ask(line).code == 2
            line += " --no-castle --no-temple"
        self(line)

    def winter(self, own: bool, counted: str) -> None:
        drawn = " --drawn Bingo --drawn Noto" if own else ""
        hands = " ".join(f"{player}={hand}" for player, hand in HANDS.items())
        self(f"winter friday {hands}{drawn}")
        for province in re.findall(r"^  (\w+) revolts: ", self.told[-2], re.M):
            owner = next(player for player, hand in HANDS.items() if province in hand)
            self(f"revolt friday --owner {owner}=3 --markers 1 --province {province} --still")
        self(f"winter friday {counted}")


def play(ask: Asking, board: Path) -> Iterator[str]:
    family = Family(ask)
    family("new friday --players blue,yellow,red --seed kabuto")
    family("setup friday --light")
    for own, counted in (
        (False, "--points 'blue=21 yellow=25 red=18' --events 3,4,8,10"),
        (True, f"--board {shlex.quote(str(board))} --chests 'blue=3 yellow=1 red=0'"),
    ):
        for _ in range(3):
            family.round(own)
        family.winter(own, counted)
    family("luck friday")
    family("verify friday")
    yield from (text.replace(str(board), "board.txt").rstrip("\n") for text in family.told if text)


def test_a_whole_light_game_from_begin_to_final_score(ask: Asking, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD, encoding="utf-8")
    text = "\n".join(play(ask, board)) + "\n"
    assert text == kept("shogun-light-game.txt", text)


def acting(ask: Asking, *, event: int = 1) -> None:
    """A light round in its first action: Purple holds +1 attack and Red +1 defence."""
    for line in (
        "new friday --players purple,yellow,red --seed kabuto",
        "setup friday --light --events 1,4,5,6",
        "round friday lay",
        f"round friday event --card {event}",
        "bids friday purple=3 yellow=2 red=1",
        "take friday purple attack",
        "take friday yellow six",
        "take friday red defence",
    ):
        assert ask(line).code == 0, line


def test_cards_held_are_thrown_without_being_said(ask: Asking) -> None:
    acting(ask)
    said = ask("attack friday --attacker purple=4 --defender red=3 --still --trust").out
    assert "Purple throws 1 army more (special card, +1 attack)." in said
    assert "Red throws 1 army more (special card, +1 defence)." in said
    thrown = ask("attack friday --attacker purple=4 --defender neutral --json").json["in"]
    assert (thrown["purple"] >= 5, thrown["green"] >= 1) == (True, True)
    refused = ask("attack friday --attacker yellow=4 --defender red=3 --attack-card")
    assert (refused.code, "Yellow does not hold +1 attack this round." in refused.out) == (1, True)
    assert ask("attack friday --attacker purple=4 --defender yellow=3 --defence-card").code == 1
    assert "n’a pas" in ask("attack friday --attacker yellow=4 --defender red=3 --attack-card", lang="fr").out
    ask("round friday end")
    assert "+1 attack" not in ask("attack friday --attacker purple=4 --defender yellow=3 --still --trust").out
    assert ask("verify friday").code == 0


def test_the_event_in_force_counts_without_being_said(ask: Asking) -> None:
    acting(ask, event=4)
    fight = "attack friday --attacker yellow=4 --defender purple=3"
    for command in (fight, f"{fight} --odds-only"):
        asked = ask(command)
        assert (asked.code, asked.out) == (2, "")
        assert "with a castle throws one army more. Whether one stands there must be said." in asked.err
        assert "--no-castle" in asked.err
    assert (
        "Purple throws 1 army more (event, castle attacked)." in ask(f"{fight} --castle --still --trust").out
    )
    assert "more" not in ask(f"{fight} --no-castle --still --trust").out
    assert ask("attack friday --attacker yellow=4 --defender neutral").code == 0
    assert "is given twice" in ask(f"{fight} --castle --no-castle").err
    other = ask(f"{fight} --event 6 --temple")
    assert (other.code, "Another event is in force, 4:" in other.out) == (1, True)


def test_a_temple_is_protected_in_light_mode_too(ask: Asking) -> None:
    acting(ask, event=6)
    fight = "attack friday --attacker yellow=4 --defender purple=3"
    assert ask(fight).code == 2
    refused = ask(f"{fight} --temple")
    assert (refused.code, "A temple protects the province" in refused.out) == (1, True)
    assert ask(f"{fight} --no-temple").code == 0


def test_cards_six_to_ten_turn_up_and_the_tenth_action_ends_the_round(ask: Asking) -> None:
    acting(ask)
    hidden = []
    for number in range(1, 11):
        answer = ask("round friday next --json").json
        hidden.append(answer.get("turned"))
        if number < 10:
            assert answer["game"]["actions"].index(answer["game"]["action"]) == number
    assert None not in hidden[:5]
    assert hidden[5:] == [None] * 5
    assert (answer["game"]["season"], answer["game"]["stage"]) == ("summer", "lay")
    refused = ask("round friday next")
    assert (refused.code, "were not laid here" in refused.out) == (1, True)
    ask("undo friday")
    assert ask("round friday --json").json["game"]["season"] == "spring"
    assert ask("verify friday").code == 0


def test_players_of_their_own_cards_tell_what_they_turn_up(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    ask("setup friday --light")
    assert ask("round friday lay --actions tax,castle,a,five").code == 2
    assert ask("round friday lay --actions tax,castle,a,five,rice").code == 0
    passed = ask("round friday next --turned temple").lines
    assert passed[0] == "Passed over, as nobody told it: the event is drawn, once all have planned."
    assert "companion table undo" in passed[-1]
    ask("undo friday")
    asked = ask("round friday next")
    assert (asked.code, "Say which action card was turned up." in asked.err) == (2, True)
    assert "--turned" in asked.err
    again = ask("round friday next --turned tax")
    assert (again.code, "lies there already: collect taxes." in again.out) == (1, True)
    assert "Retournée" in ask("round friday suivant --turned théâtre", lang="fr").out
    for action in ("temple", "combat-b", "three"):
        assert ask(f"round friday next --turned {action}").code == 0
    # The last card can be no other.
    assert "Turned up: place 1 army and move." in ask("round friday next").out
    assert "face down any more" in ask("round friday next --turned one").out


def test_a_card_that_was_dealt_is_not_guessed(ask: Asking) -> None:
    acting(ask)
    answers = {ask(f"round friday next --turned {action}").out for action in OWN}
    assert answers == {"These action cards were dealt here and are turned up here.\n"}
    assert ask("round friday lay --turned tax").code == 2
    ask("new other --players blue,yellow,red")
    ask("setup other --fixed --letters ABC")
    ask("round other lay")
    refused = ask("round other next")
    assert (refused.code, "companion shogun act" in refused.out) == (1, True)


def test_the_winter_knows_its_green_armies_and_keeps_the_points(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("setup friday --light --season autumn --year 2")
    ask("round friday end")
    said = ask("winter friday blue=Kai,Aki,Omi/0 yellow=3/18 red=4/18 --event 6")
    assert "--points or --board" in said.out
    drawn = re.findall(r"^  (\w+) revolts: ", said.out, re.M)
    spared = next(name for name in ("Kai", "Aki", "Omi") if name not in drawn)
    for line, why in (
        ("revolt friday --owner yellow=3 --markers 1", "No province of Yellow revolts this winter."),
        ("revolt friday --owner blue=3 --markers 1 --winter 3", ": 2, not 3."),
        (f"revolt friday --owner blue=3 --province {spared}", f"{spared} was not drawn"),
    ):
        refused = ask(line)
        assert (refused.code, why in refused.out) == (1, True), line
    thrown = ask(f"revolt friday --owner blue=3 --markers 1 --province {drawn[0]} --json").json
    assert thrown["in"]["green"] == 3
    for wrong in ("--points blue=3", "--points blue=3,yellow=2,red=1 --board x.txt", "--points pink=3"):
        assert ask(f"winter friday {wrong}").code == 2
    ended = ask("winter friday --points blue=30,yellow=30,red=12 --chests blue=1,yellow=4,red=0 --json").json
    assert [each["player"] for each in ended["ranking"]] == ["yellow", "blue", "red"]
    assert "The points of a winter were not told here." in ask("round friday").out


def test_the_score_before_a_winter_is_told_where_points_are_told(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    assert "'companion shogun setup' lets a table keep its game." in ask("score --table friday").out
    ask("setup friday --light")
    told = ask("score --table friday").out
    assert "'companion shogun winter' with --points or --board tells the points." in told
