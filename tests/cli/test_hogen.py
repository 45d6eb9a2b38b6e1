"""The command of Hogen as people and scripts use it: words, JSON, exit codes."""

import re
from pathlib import Path

import pytest

from tests.cli.hogen_player import Player

LOG = """players 3
me A
hand Minamoto1 Taira2 Fujiwara3
rallied Taira4
palace Minamoto2 Taira1 Fujiwara4 Tachibana3
"""


def test_deduce_json_has_the_documented_keys(hogen: Player, tmp_path: Path) -> None:
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


def test_deduce_explains_its_answer_in_words(hogen: Player, tmp_path: Path) -> None:
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
        ("call B Taira 2\ncall C rank 1\n", "row 7: 'call C rank 1' is impossible. B has called Taira of rank 2"),
        ("call E rank 2\n", "row 6, column 6: 'E' is not a seat; expected A, B, C."),
        ("answer B lays Taira9 takes Taira1\n", "row 6, column 15: 'Taira9' is not a samurai"),
        ("ruling take-back=perhaps\n", "row 6, column 8: The ruling take-back cannot be 'perhaps'"),
    ],
)
def test_deduce_exits_2_for_an_impossible_log(hogen: Player, tmp_path: Path, lines: str, says: str) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOG + lines, encoding="utf-8")
    assert says in hogen("deduce", str(file), code=2)
    assert "Erreur" in hogen("deduce", str(file), code=2, language="fr")


def test_every_documented_line_of_a_hogen_log_can_be_read(hogen: Player, tmp_path: Path) -> None:
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


def test_deduce_errors_are_short_and_free_of_control_characters(hogen: Player, tmp_path: Path) -> None:
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
