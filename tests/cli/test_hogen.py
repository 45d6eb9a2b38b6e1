"""The commands of Hogen as people and scripts use them: words, JSON, exit codes."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cli.hogen_player import Player

LOG = """players 3
me A
hand Minamoto1 Taira2 Fujiwara3
rallied Taira4
palace Minamoto2 Taira1 Fujiwara4 Tachibana3
"""


def test_tables_are_listed_with_those_of_other_games(
    hogen: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that another game has taken is on the list, since no table of Hogen can have it."""
    hogen("deal", "heike", "--players", "Aya,Bo,Chen")
    run_shogun = ["shogun", "new", "friday", "--store", str(hogen.store), "--players", "blue,yellow,red"]
    with suppress(SystemExit):
        run(["--ui-lang", "en", *run_shogun])
    capsys.readouterr()
    told = hogen("tables")
    assert str(hogen.store) in told
    assert re.search(r"heike: \d+ events?\n", told)
    assert "friday: plays Shogun" in told
    assert "joue à Shogun" in hogen("tables", language="fr")
    assert [table["table"] for table in hogen.json("tables")["tables"]] == ["heike"]


def test_deal_tells_what_lies_open_and_nothing_else(hogen: Player) -> None:
    answer = hogen.json("deal", "friday", "--players", "Aya,Bo,Chen")
    assert set(answer) == {"version", "table", "players", "palace", "starts"}
    assert answer["players"] == {"A": "Aya", "B": "Bo", "C": "Chen"}
    assert len(answer["palace"]) == 4
    assert "companion hogen play saturday" in hogen("deal", "saturday", "--players", "4")
    assert "There is a table 'friday' already" in hogen("deal", "friday", "--players", "3", code=2)


def test_a_backup_that_fails_is_told_beside_the_answer(
    hogen: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    hogen.store.with_name("backups").write_text("in the way")
    run(
        [
            "--ui-lang",
            "en",
            "hogen",
            "deal",
            "friday",
            "--store",
            str(hogen.store),
            "--players",
            "3",
            "--json",
        ]
    )
    said = capsys.readouterr()
    assert json.loads(said.out)["table"] == "friday"
    assert said.err.startswith("No backup could be made: ")
    assert hogen.json("show", "friday")["phase"] == "rally"


def test_two_tables_are_not_dealt_alike(hogen: Player) -> None:
    tables = []
    for name in "one", "two", "three":
        hogen("deal", name, "--players", "4")
        tables.append(hogen.json("show", name, "--seat", "A")["own"]["hand"])
    assert len(set(map(str, tables))) > 1


def test_a_call_is_open_or_not_and_the_table_hears_only_the_open_one(dealt: Player) -> None:
    caller = dealt.json("show", "friday")["active"]
    own = dealt.json("show", "friday", "--seat", caller)["own"]
    before = dealt.json("show", "friday")
    closed = "clan " + own["rallied"][:-1]
    refused = dealt("call", "friday", *closed.split(), code=1)
    assert refused == "This call is not open to you; choose another.\n"
    assert dealt.json("call", "friday", *closed.split(), code=1) == {
        "version": 1,
        "refused": "This call is not open to you; choose another.",
    }
    assert dealt("call", "friday", *closed.split(), code=1, language="fr") == (
        "Cet appel ne vous est pas permis\u00a0; choisissez-en un autre.\n"
    )
    assert dealt.json("show", "friday") == before
    heard = dealt.json("call", "friday", *own["may_call"][0].split())
    assert set(heard) == {"version", "legal", "passed", "asked"}
    assert heard["legal"]


def test_an_answer_swaps(dealt: Player) -> None:
    asked = None
    while asked is None:
        caller = dealt.json("show", "friday")["active"]
        call = dealt.json("show", "friday", "--seat", caller)["own"]["may_call"][0]
        asked = dealt.json("call", "friday", *call.split())["asked"]
    own = dealt.json("show", "friday", "--seat", asked)["own"]
    foreign = next(card for card in dealt.json("show", "friday", "--seat", caller)["own"]["hand"])
    assert dealt("answer", "friday", own["may_lay"][0], foreign, code=1)
    answer = dealt.json("answer", "friday", own["may_lay"][0], own["may_take"][0])
    assert answer["active"] == asked
    assert own["may_lay"][0] in answer["palace"]
    assert own["may_take"][0] in dealt.json("show", "friday", "--seat", asked)["own"]["hand"]
    assert dealt.json("undo", "friday") == {
        "version": 1,
        "undone": "answer",
        "active": caller,
        "phase": "answer",
    }
    assert dealt.json("undo", "friday", "--redo")["redone"] == "answer"
    assert "Taken back: an answer by" in dealt("undo", "friday")
    dealt("undo", "friday")
    names = dealt.json("show", "friday")["players"]
    history = dealt("show", "friday", "--history").splitlines()
    history = [line for line in history if not line.endswith("was looked at.")]
    assert history[:3] == [f"{name} has laid a samurai face down." for name in names.values()]
    assert history.count(f"Taken back: an answer by {names[asked]}") == 2
    assert history.count(f"Done again: an answer by {names[asked]}") == 1
    assert f"Taken back: a call by {names[caller]}" in history


def test_an_accusation(dealt: Player) -> None:
    accuser = dealt.json("show", "friday")["active"]
    others = [seat for seat in "ABC" if seat != accuser]
    rallied = {seat: dealt.json("show", "friday", "--seat", seat)["own"]["rallied"] for seat in "ABC"}
    wrong = [f"{others[0]}={rallied[others[1]]}", f"{others[1]}={rallied[others[0]]}"]
    answer = dealt.json("accuse", "friday", *wrong, code=1)
    assert answer["legal"]
    assert not answer["right"]
    assert dealt.json("show", "friday", "--seat", accuser)["own"]["saw"] == {s: rallied[s] for s in others}
    assert dealt.json("show", "friday", "--seat", others[0])["own"]["saw"] == {}
    assert "nothing to undo" in dealt("undo", "friday", code=1)
    after = dealt.json("show", "friday")
    right = [f"{after['players'][s]}={rallied[s]}" for s in "ABC" if s != after["active"]]
    assert "All is right." in dealt("accuse", "friday", *right)
    assert dealt.json("show", "friday")["winner"] == after["active"]


def test_a_seat_deduces_from_its_own_log(dealt: Player, tmp_path: Path) -> None:
    file = tmp_path / "aya.txt"
    dealt("log", "friday", "--seat", "Aya", "-o", str(file))
    assert dealt.json("deduce", str(file))["worlds"] == 1120
    text = file.read_text(encoding="utf-8")
    assert dealt("log", "friday", "--seat", "Aya") == text
    assert dealt.json("log", "friday", "--seat", "Aya") == {"version": 1, "seat": "A", "log": text}


def test_the_referee_keeps_its_counsel(hogen: Player) -> None:
    hogen("referee", "friday", "--players", "Aya,Bo,Chen", "--starts", "Bo")
    for seat, card in {"Aya": "Taira4", "Bo": "Taira4", "Chen": "Minamoto3"}.items():
        last = hogen("rally", "friday", card, "--seat", seat)
    assert "Two players have told the same rallied samurai" in last
    for seat, card in {"Aya": "Taira4", "Bo": "Fujiwara1", "Chen": "Minamoto3"}.items():
        hogen("rally", "friday", card, "--seat", seat)
    assert "not open to you" in hogen.json("call", "friday", "rank", "1", code=1)["refused"]
    assert hogen.json("call", "friday", "rank", "4")["asked"] == "C"
    told = hogen("answer", "friday", code=2)
    assert "say who answers" in told
    assert "Give --seat NAME, or --nobody." in told
    assert hogen.json("answer", "friday", "--seat", "Aya")["passed"] == ["C"]
    hogen("call", "friday", "rank", "1")
    assert hogen.json("answer", "friday", "--nobody")["active"] == "A"
    assert hogen.json("accuse", "friday", "Bo=Fujiwara1", "Chen=Minamoto3")["winner"] == "A"


def test_deduce_answers_as_promised(hogen: Player, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG, encoding="utf-8")
    answer = hogen.json("deduce", str(file))
    assert {"worlds", "rallied", "certain"} <= set(answer)
    assert answer["worlds"] == 1120
    assert set(answer["rallied"]) == {"B", "C"}
    assert answer["rallied"]["B"]["Minamoto3"] == pytest.approx(1 / 8)
    assert sum(answer["rallied"]["C"].values()) == pytest.approx(1)
    assert answer["certain"] == {}
    assert len(answer["calls"]) == 12
    assert answer["best_call"] == answer["calls"][0]["call"]
    file.write_text(LOG + "accused A B=Taira3 C=Fujiwara1 wrong\nsaw C Fujiwara2\n", encoding="utf-8")
    answer = hogen.json("deduce", str(file))
    assert answer["certain"] == {"C": "Fujiwara2"}
    assert answer["rallied"]["C"] == {"Fujiwara2": 1.0}
    assert answer["best_call"] is None
    assert "Certain: C has rallied Fujiwara 2." in hogen("deduce", str(file))


def test_deduce_in_words(hogen: Player, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG + "call B rank 2\npass C\nanswer A lays Taira2 takes Minamoto2\n", encoding="utf-8")
    english = hogen("deduce", str(file))
    assert english.startswith("240 possibilities are left.\n")
    assert "Your best calls" in english
    assert re.search(r"nobody answers in \d+% of the possibilities", english)
    assert "All possibilities are held equally likely" in english
    french = hogen("deduce", str(file), language="fr")
    assert french.startswith("Il reste 240 possibilités.\n")
    assert "Vos meilleurs appels" in french
    file.write_text(LOG, encoding="utf-8")
    # 12.5 and 37.5 of 100 are rounded alike.
    assert set(re.findall(r"(\d+)%", hogen("deduce", str(file)).split("Nothing")[0])) == {"13", "38"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("call B rank 2\npass C\npass A\n", "row 8: no possibility is left after 'pass A'"),
        ("call B Taira 2\ncall C rank 1\n", "row 7: 'call C rank 1' cannot be. B has called Taira of rank 2"),
        ("call E rank 2\n", "row 6, column 6: 'E' is not a seat; expected A, B, C."),
        ("answer B lays Taira9 takes Taira1\n", "row 6, column 15: 'Taira9' is not a samurai"),
        ("ruling take-back=perhaps\n", "row 6, column 8: The ruling take-back cannot be 'perhaps'"),
    ],
)
def test_a_log_that_cannot_be_leaves_with_2(hogen: Player, tmp_path: Path, lines: str, says: str) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG + lines, encoding="utf-8")
    assert says in hogen("deduce", str(file), code=2)
    assert "Erreur" in hogen("deduce", str(file), code=2, language="fr")


def test_the_notation_works_as_it_is_shown(hogen: Player, tmp_path: Path) -> None:
    """The accusation stands where A is active; what it proves hangs on no turn, so it is read."""
    file = tmp_path / "log.txt"
    shown = "pass C\nanswer A lays Taira2 takes Minamoto2\naccused B A=Taira2 C=Fujiwara1 wrong\n"
    left = {}
    for call in "clan Taira", "rank 2", "Taira 2":
        file.write_text(f"{LOG}call B {call}\n{shown}call C rank 4\n", encoding="utf-8")
        left[call] = hogen.json("deduce", str(file))["worlds"]
        file.write_text(f"{LOG}call B {call}\n{shown}", encoding="utf-8")
        answer = hogen.json("deduce", str(file))
        assert answer["worlds"] > left[call]
        assert answer["active"] is None
    file.write_text(f"{LOG}call B rank 2\n{shown}accused B A=Taira3 C=Fujiwara2 wrong\n", encoding="utf-8")
    assert "row 10: " in hogen("deduce", str(file), code=2)
    file.write_text(f"{LOG}call B rank 2\n{shown.replace('pass C', 'pass C' + chr(10) + 'pass A')}")
    assert "row 8: " in hogen("deduce", str(file), code=2)


def test_an_error_quotes_little_and_steers_no_terminal(hogen: Player, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG + "call B " + "a" * 1_000_000, encoding="utf-8")
    said = hogen("deduce", str(file), code=2, language="fr")
    assert len(said) < 1_400
    assert "ligne 6" in said
    assert "les rangs vont de 1 à 4" in said
    file.write_text(LOG + "call B \x1b[31mTaira\x07\x9b2J 2\n", encoding="utf-8")
    said = hogen("deduce", str(file), code=2)
    assert "\ufffd[31mTaira\ufffd\ufffd2J 2" in said
    assert said.rstrip("\n").isprintable()


def test_a_ruling_decides_what_a_log_may_say(hogen: Player, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG + "call B rank 2\npass C\nanswer A lays Taira2 takes Taira2\n", encoding="utf-8")
    assert "was just laid" in hogen("deduce", str(file), code=2)
    assert hogen.json("deduce", str(file), "--ruling", "take-back=yes")["worlds"] == 240


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("show", "friday", "--seat", "Dai"),
            "'Dai' sits at no seat of this table; there sit A Aya, B Bo, C Chen.",
        ),
        (("call", "friday", "clan", "Tokugawa"), "'clan Tokugawa' is not a call"),
        (("rally", "friday", "Taira7", "--seat", "A"), "'Taira7' is not a samurai"),
        (("accuse", "friday", "Bo"), "'Bo' accuses nobody"),
        (("accuse", "friday", "Bo=Taira1", "B=Taira2"), "Bo is named twice."),
        (("answer", "friday", "Taira1"), "Name both samurai"),
        (("deal", "sunday", "--players", "5"), "Hogen takes 3 or 4 players, not 5."),
        (
            ("referee", "sunday", "--players", "A,B,C,D,Eva", "--starts", "Eva"),
            "Hogen takes 3 or 4 players, not 5.",
        ),
        (("deal", "sunday", "--players", "Aya,Bo"), "Hogen takes 3 or 4 players, not 2."),
        (("show", "sunday"), "There is no table 'sunday'; there is friday."),
        (("play", "friday"), "needs a terminal"),
    ],
)
def test_what_cannot_be_meant_leaves_with_2(dealt: Player, words: tuple[str, ...], says: str) -> None:
    assert says in dealt(*words, code=2)
