"""Samurai typed with a blank, commands that are named to be typed next, and the history for programs."""

import re
import shlex

import pytest

from companion.cli.main import run
from companion.data.hogen.log import read_log
from tests.cli.hogen_player import Player
from tests.cli.test_hogen import LOG


def apart(text: str) -> str:
    return re.sub(r"(Minamoto|Taira|Fujiwara|Tachibana)(\d)", r"\1 \2", text)


def test_a_samurai_is_read_with_a_blank_wherever_one_is_typed(hogen: Player) -> None:
    hogen("deal", "friday", "--players", "Aya,Bo,Chen", "--seed", "test", "--ruling", "take-back=yes")
    for seat in "ABC":
        card = hogen.json("show", "friday", "--seat", seat)["own"]["hand"][0]
        words = apart(card).split() if seat == "A" else [apart(card)]  # quoted or not
        assert hogen.json("rally", "friday", *words, "--seat", seat)["laid"][-1] == seat
    for _ in range(20):
        now = hogen.json("show", "friday")
        if now["phase"] == "answer":
            break
        own = hogen.json("show", "friday", "--seat", now["active"])["own"]
        hogen("call", "friday", *own["may_call"][-1].split())
    own = hogen.json("show", "friday", "--seat", now["asked"])["own"]
    words = apart(f"{own['may_lay'][0]} {own['may_take'][0]}").split()
    assert "Name both samurai" in hogen("answer", "friday", *words[:2], code=2)
    assert own["may_lay"][0] in hogen.json("answer", "friday", *words)["palace"]
    after = hogen.json("show", "friday")
    others = [seat for seat in "ABC" if seat != after["active"]]
    rallied = [hogen.json("show", "friday", "--seat", seat)["own"]["rallied"] for seat in others]
    accused = [apart(f"{seat}={card}") for seat, card in zip(others, rallied, strict=True)]
    assert hogen.json("accuse", "friday", accused[0], *accused[1].split())["right"]


def test_a_palace_and_a_log_are_read_with_blanks(hogen: Player) -> None:
    palace = "minamoto 2, Taira 1 Fujiwara4\tTachibana  3"
    begun = hogen.json("referee", "izu", "--players", "3", "--palace", palace)
    assert begun["palace"] == ["Minamoto2", "Taira1", "Fujiwara4", "Tachibana3"]
    whole = LOG + "call B Taira 2\npass C\nanswer A lays Taira2 takes Minamoto2\n"
    whole += "accused A B=Taira3 C=Fujiwara1 wrong\nsaw C Fujiwara2\n"
    read, again = read_log(whole, "log.txt"), read_log(apart(whole), "log.txt")
    assert (read.opening, [each.event for each in read.events]) == (
        again.opening,
        [each.event for each in again.events],
    )


def test_the_next_command_names_table_and_store_as_they_are_typed(
    hogen: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = hogen("deal", "game one", "--players", "3")
    line = next(line for line in told.splitlines() if "companion hogen play" in line)
    words = shlex.split(line.partition("companion ")[2])
    assert words == ["hogen", "play", "game one", "--store", str(hogen.store)]
    monkeypatch.setenv("COMPANION_STORE", str(hogen.store))
    run(["--ui-lang", "en", "hogen", "deal", "two", "--players", "3"])
    assert "companion hogen play two\n" in hogen.capsys.readouterr().out


def test_who_accused_wrongly_is_told_where_to_look(dealt: Player) -> None:
    accuser = dealt.json("show", "friday")["active"]
    others = [seat for seat in "ABC" if seat != accuser]
    rallied = [dealt.json("show", "friday", "--seat", seat)["own"]["rallied"] for seat in others]
    told = dealt("accuse", "friday", f"{others[0]}={rallied[1]}", f"{others[1]}={rallied[0]}", code=1)
    words = shlex.split(re.search(r"companion (hogen show .*)", told)[1])
    assert words == ["hogen", "show", "friday", "--store", str(dealt.store), "--seat", accuser]


def test_the_history_is_there_for_programs(dealt: Player) -> None:
    own = dealt.json("show", "friday", "--seat", dealt.json("show", "friday")["active"])["own"]
    dealt("call", "friday", *own["may_call"][0].split())
    dealt("undo", "friday")
    shown = dealt.json("show", "friday", "--history")
    assert [event["event"] for event in shown["history"]] == list(range(1, 11))
    shown["history"] = [event for event in shown["history"] if event["kind"] != "look"]
    kinds = [event["kind"] for event in shown["history"]]
    assert kinds == ["new", "rally", "rally", "rally", "call", "undo"]
    assert shown["history"][1]["lines"] == ["Aya has laid a samurai face down."]
    assert shown["history"][5]["lines"][0].startswith("Taken back: a call by")
    assert "history" not in dealt.json("show", "friday")


def test_the_table_used_last_is_meant_in_every_move(hogen: Player) -> None:
    """Words that can only be a samurai, a call or an accusation are not the name of a table."""
    hogen("deal", "taira", "--players", "Aya,Bo,Chen", "--seed", "old")
    hogen("deal", "friday", "--players", "Aya,Bo,Chen", "--seed", "test")
    hands = {seat: hogen.json("show", "friday", "--seat", seat)["own"]["hand"] for seat in "ABC"}
    for seat, hand in hands.items():
        words = [hand[0][:-1], hand[0][-1]] if seat == "B" else [hand[0]]
        assert "At the table friday:" in hogen("rally", *words, "--seat", seat)
    now = hogen.json("show", "friday")
    active, palace = now["active"], now["palace"]
    others = [seat for seat in "ABC" if seat != active]
    rank = next(hands[seat][1][-1] for seat in others)
    called = hogen("call", "rank", rank, code=0 if rank in {card[-1] for card in palace} else 1)
    assert "At the table friday:" in called
    asked = hogen.json("show", "friday")
    if asked["phase"] == "answer":
        page = hogen.json("show", "friday", "--seat", asked["asked"])["own"]
        assert "At the table friday:" in hogen("answer", page["may_lay"][0], page["may_take"][0])
        active = hogen.json("show", "friday")["active"]
    others = [seat for seat in "ABC" if seat != active]
    hogen("accuse", *(f"{seat}={hands[seat][0]}" for seat in others))
    assert hogen.json("show", "friday")["phase"] != hogen.json("show", "taira")["phase"] == "rally"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("rally", "Tiara4", "--seat", "A"), "'Tiara4' is not"),
        (("call", "Taira"), "'Taira' is not a call"),
        (("call", "friday"), "'friday' is not a call"),
        (("call", "clan", "Tiara"), "is not a call"),
        (("answer", "Bo"), "There is no table 'Bo'"),
        (("answer", "friday", "Taira2"), "Name both samurai"),
        (("accuse", "friday"), "'friday' accuses nobody"),
        (("accuse", "Bo=Taira9", "Chen=Taira1"), "'Taira9' is not"),
    ],
)
def test_a_slip_is_not_played_at_a_table(dealt: Player, words: tuple[str, ...], why: str) -> None:
    before = dealt.json("show", "friday", "--history")
    assert why in dealt(*words, code=2)
    assert dealt.json("show", "friday", "--history") == before
