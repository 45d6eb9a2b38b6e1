"""Short lines of the prompt, and the requests they stand for: those of the commands they are short for."""

import shlex

import click
import pytest

from companion.cli.shogun import shogun
from companion.cli.shogun.prompt.play import completed
from companion.cli.shogun.prompt.typed import read_line
from companion.cli.shogun.throws import Thrown
from companion.cli.voice import choose_early
from companion.errors import InputError
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.fights.fight import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt, WinterRevolt
from companion.play.shogun.telling.awaited import DRAFT, THROWS, Awaited
from companion.play.shogun.winter import BeginWinter, CountPoints
from companion.rules.shogun.battle.muster import Attack

TOWER = Awaited(THROWS, ("blue", "yellow", "red"), 1)
MANY = Awaited(THROWS, ("black", "blue", "purple", "red"), 1)
COMBAT = Awaited(
    "actions",
    ("blue", "yellow", "red"),
    1,
    "yellow",
    "combat-a",
    ("Kozuke", "Shinano", "Shimosa"),
    (("Shinano", "Kai", 3), ("Shinano", "Kozuke", 3), ("Shimosa", "Kozuke", 2), ("Kozuke", "Shinano", 1)),
)
CASTLE = Awaited("actions", ("blue", "yellow", "red"), 1, "red", "castle", ("Omi", "Owari"))
CHOICE = Awaited("choice", ("blue", "yellow", "red"), 1, "red")


def asked_by(line: str) -> object:
    """The request of a command of which the table was left out; none where it only runs."""
    name, *words = shlex.split(line)
    if name in ("bids", "winter"):
        return STEPS.get(line)
    command = shogun.get_command(click.Context(shogun), name)
    context = command.make_context(name, ["", *words])
    typed = {key: value for key, value in context.params.items() if key not in ("table", "store", "as_json")}
    read = getattr(command.callback, "__wrapped__", None)
    asked = None if read is None else read(**typed)
    return (
        Thrown(asked, still=False)
        if isinstance(asked, ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn)
        else asked
    )


STEPS = {
    "bids blue=3 yellow=Kozuke red=0": RevealBids({"blue": "3", "yellow": "Kozuke", "red": "0"}),
    "bids blue=3 yellow=Kozuke red=none": RevealBids({"blue": "3", "yellow": "Kozuke", "red": "none"}),
    "winter --revolt Aki": Thrown(WinterRevolt("Aki")),
    "winter --revolt Kai": Thrown(WinterRevolt("Kai")),
}


@pytest.mark.parametrize(
    ("line", "now", "command"),
    [
        ("b4 y3", TOWER, "attack --attacker blue=4 --defender yellow=3"),
        ("blue 4 yellow 3", TOWER, "attack --attacker blue=4 --defender yellow=3"),
        ("b4y3", TOWER, "attack --attacker blue=4 --defender yellow=3"),
        ("b4y3 out b3y1", TOWER, "throw --attacker blue=4 --defender yellow=3 --out 'blue=3 yellow=1'"),
        (
            "bleu=4 j3 koz m2 castle e7",
            TOWER,
            "attack --attacker blue=4 --defender yellow=3 --markers 2 --event 7 --province Kozuke --castle",
        ),
        ("b4 n", TOWER, "attack --attacker blue=4 --defender neutral"),
        ("blu4 r2 out blu1 red2", MANY, "throw --attacker blue=4 --defender red=2 --out 'blue=1 red=2'"),
        ("b4 y3 out nothing", TOWER, "throw --attacker blue=4 --defender yellow=3 --out nothing"),
        (
            "lay tax cas a fiv ric tem combat-b thr one the",
            Awaited("lay", TOWER.players, 1),
            "round lay --actions tax,castle,combat-a,five,rice,temple,combat-b,three,one,theatre",
        ),
        (
            "poser impôt 5 3 1 b six att def che ric",
            Awaited("lay", TOWER.players, 1),
            "round lay --actions tax,five,three,one,combat-b --specials six,attack,defence,chest,rice",
        ),
        (
            "lay --specials six,attack,chest,rice,defence",
            Awaited("lay", TOWER.players, 1),
            "round lay --specials six,attack,chest,rice,defence",
        ),
        (
            "lay cas tem the ric tax fiv thr one a b",
            Awaited("lay", TOWER.players, 1),
            "round lay --actions castle,temple,theatre,rice,tax,five,three,one,combat-a,combat-b",
        ),
        (
            "b=Kai,Aki/6 y7/8 r0/0 e7",
            Awaited("winter", TOWER.players, 1),
            "winter blue=Kai,Aki/6 yellow=7/8 red=0/0 --event 7",
        ),
        ("b4 y3 --still", TOWER, "attack --attacker blue=4 --defender yellow=3 --still"),
        ("revolt b4 m2 w3", TOWER, "revolt --owner blue=4 --markers 2 --winter 3"),
        ("throw b3 r2", TOWER, "throw --in 'blue=3 red=2'"),
        ("odds b6 y3", TOWER, "attack --attacker blue=6 --defender yellow=3 --odds-only"),
        ("odds revolt b4 m1", TOWER, "revolt --owner blue=4 --markers 1 --odds-only"),
        ("tray g2 b+1 r-1", TOWER, "tray green=2 blue=+1 red=-1"),
        ("tray empty", TOWER, "tray empty"),
        ("inside g-1 --into-tray", TOWER, "inside green=-1 --into-tray"),
        ("tower real", TOWER, "tower real"),
        ("word b=tea", TOWER, "word blue=tea"),
        ("word", TOWER, "word"),
        ("u", TOWER, "undo"),
        ("redo", TOWER, "undo --redo"),
        ("luck --json", TOWER, "luck --json"),
        ("4 shi koz", COMBAT, "SHINANO OR SHIMOSA"),
        ("2 shin koz", COMBAT, "act yellow combat-a Shinano --to Kozuke --armies 2"),
        ("2 kai", COMBAT, "act yellow combat-a Shinano --to Kai --armies 2"),
        (
            "2 shim koz out y2 b1",
            COMBAT,
            "act yellow combat-a Shimosa --to Kozuke --armies 2 --out 'yellow=2 blue=1'",
        ),
        ("2 kai d3", COMBAT, "act yellow combat-a Shinano --to Kai --armies 2 --defending 3"),
        ("und", TOWER, "undo"),
        ("sco", COMBAT, "score"),
        ("", COMBAT, "act yellow combat-a pass"),
        ("odds kai", COMBAT, "act yellow combat-a Shinano --to Kai --odds-only"),
        ("odds 2 shin koz", COMBAT, "act yellow combat-a Shinano --to Kozuke --armies 2 --odds-only"),
        ("om", CASTLE, "act red castle Omi"),
        ("kai", CASTLE, "act red castle Kai"),
        ("pass", CASTLE, "act red castle pass"),
        ("", CASTLE, "act red castle pass"),
        ("s", CHOICE, "take red six"),
        ("a", CHOICE, "take red attack"),
        ("attack", CHOICE, "take red attack"),  # which is a command as well
        ("take y def", CHOICE, "take yellow defence"),
        ("b3 y koz r0", Awaited("bids", TOWER.players, 1), "bids blue=3 yellow=Kozuke red=0"),
        ("b3 y=koz r none", Awaited("bids", TOWER.players, 1), "bids blue=3 yellow=Kozuke red=none"),
        ("", Awaited("lay", TOWER.players, 1), "round lay"),
        ("", Awaited("event", TOWER.players, 1), "round event"),
        ("7", Awaited("event", TOWER.players, 1), "round event --card 7"),
        ("", Awaited("revolts", TOWER.players, 1, "red", None, ("Aki", "Kai")), "winter --revolt Aki"),
        ("k", Awaited("revolts", TOWER.players, 1, "red", None, ("Aki", "Kai")), "winter --revolt Kai"),
        ("koz 5", Awaited(DRAFT, TOWER.players, 1, "red", None, ("Kozuke",)), "draft red Kozuke 5"),
        ("pile 2", Awaited(DRAFT, TOWER.players, 1, "red", None, ("Kozuke",)), "draft red pile 2"),
    ],
)
def test_a_line_asks_what_its_command_asks(line: str, now: Awaited, command: str) -> None:
    if command.isupper():
        with pytest.raises(InputError, match="Shinano Kozuke, Shimosa Kozuke"):
            read_line(line, now)
    else:
        asked = read_line(line, now)
        assert asked == (shlex.split(command) if isinstance(asked, list) else asked_by(command))


@pytest.mark.parametrize(
    ("line", "now", "why"),
    [
        ("b4 y3", MANY, "'b' may be black, blue; type a letter more."),
        ("b4", TOWER, "Say who attacks whom with how many, such as blue 4 yellow 3 Kozuke."),
        ("tary g2", TOWER, "did you mean tray?"),
        ("zzz 4", TOWER, "'zzz' is not a colour of cubes; expected black"),
        ("shin koz", COMBAT, "Say how many armies go"),
        ("2 iyo", COMBAT, "No armies can go to Iyo now."),
        ("", TOWER, "There is nothing that Enter alone could mean here"),
        ("", Awaited("bids", TOWER.players, 1), "There is nothing that Enter alone could mean here"),
        ("b4 y3 out", TOWER, "Say what came out of the real tower, or nothing."),
        ("bids b", TOWER, "What of b?"),
        ("4 shi koz", TOWER, "whose armies stand where; say it, such as blue 4 yellow 3 Kozuke."),
    ],
)
def test_a_slip_is_one_sentence(line: str, now: Awaited, why: str) -> None:
    with pytest.raises(InputError) as slip:
        read_line(line, now)
    assert why in str(slip.value)


def test_enter_alone_goes_on_with_a_winter() -> None:
    assert read_line("", Awaited("winter", TOWER.players, 1)) == BeginWinter()
    assert read_line("", Awaited("revolts", TOWER.players, 1)) == CountPoints()


def test_french_beginnings_win_in_french() -> None:
    """``b`` is black or blue in English; in French only ``bleu`` begins so."""
    choose_early(["--ui-lang", "fr"])
    assert read_line("b4 n3", MANY) == Thrown(ThrowAttack(Attack("blue", 4, "black", 3)))
    assert read_line("plateau", MANY) == ["round"]


def test_tab_offers_what_fits() -> None:
    assert {"Kozuke", "odds", "undo"} <= set(completed("", COMBAT))
    assert set(completed("4 ", COMBAT)) == {"Shinano", "Shimosa", "Kozuke", "Kai"}
    assert set(completed("4 shin ", COMBAT)) == {"Kai", "Kozuke"}
    assert {"blue", "yellow", "green"} <= set(completed("tray ", TOWER))
    assert {"castle", "combat-b", "six"} <= set(completed("lay tax ", Awaited("lay", TOWER.players, 1)))
