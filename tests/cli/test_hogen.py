"""The command of Hogen as people and scripts use it: words, JSON, exit codes."""

import re
from pathlib import Path

import pytest

from tests.cli.commands import Call
from tests.data.test_hogen import OPENING

ANSWERED = "call B rank 2\npass C\nanswer A lays Taira2 takes Minamoto2\n"


def deduce(call: Call, more: str, *words: str, code: int = 0) -> str:
    Path("log.txt").write_text(OPENING + more, encoding="utf-8")
    result = call("hogen", "deduce", "log.txt", *words)
    assert result.code == code, result
    return result.out + result.err


def test_deduce_gives_a_program_the_chance_of_each_samurai(call: Call) -> None:
    deduce(call, "")
    answer = call("hogen", "deduce", "log.txt", "--json").json
    assert (answer["worlds"], answer["certain"], len(answer["calls"])) == (1120, {}, 12)
    assert set(answer["rallied"]) == {"B", "C"}
    assert answer["rallied"]["B"]["Minamoto3"] == pytest.approx(1 / 8)
    assert sum(answer["rallied"]["C"].values()) == pytest.approx(1)
    assert answer["best_call"] == answer["calls"][0]["call"]
    output = deduce(call, "accused A B=Taira3 C=Fujiwara1 wrong\nsaw C Fujiwara2\n")
    assert "Certain: C has rallied Fujiwara 2." in output
    answer = call("hogen", "deduce", "log.txt", "--json").json
    assert (answer["certain"], answer["best_call"]) == ({"C": "Fujiwara2"}, None)


def test_deduce_explains_its_answer_in_words(call: Call) -> None:
    english = deduce(call, ANSWERED)
    assert english.startswith("240 possibilities are left.\n")
    assert "Your best calls" in english
    assert re.search(r"nobody answers in \d+% of the possibilities", english)
    assert deduce(call, ANSWERED, "--ui-lang", "fr").startswith("Il reste 240 possibilités.\n")
    # 12.5 and 37.5 of 100 are rounded alike.
    assert set(re.findall(r"(\d+)%", deduce(call, "").split("Nothing")[0])) == {"13", "38"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("call B Taira 2\ncall C rank 1\n", "row 7: 'call C rank 1' is impossible. B has called Taira of rank 2"),
        ("ruling take-back=perhaps\n", "row 6, column 8: The ruling take-back cannot be 'perhaps'"),
        ("call B \x1b[31mTaira\x07\x9b2J 2\n", "\ufffd[31mTaira\ufffd\ufffd2J 2"),
    ],
)
def test_deduce_exits_2_for_an_impossible_log(call: Call, lines: str, says: str) -> None:
    said = deduce(call, lines, code=2)
    assert says in said
    assert said.rstrip("\n").isprintable()


def test_a_line_of_a_million_letters_is_refused_in_a_short_sentence(call: Call) -> None:
    said = deduce(call, "call B " + "a" * 1_000_000, "--ui-lang", "fr", code=2)
    assert len(said) < 1_400
    assert "ligne 6" in said


@pytest.mark.parametrize("asked", ["clan Taira", "rank 2", "Taira 2"])
def test_every_documented_line_of_a_hogen_log_can_be_read(call: Call, asked: str) -> None:
    """The accusation stands where A is active; what it proves hangs on no turn, so it is read."""
    lines = f"call B {asked}\npass C\nanswer A lays Taira2 takes Minamoto2\naccused B A=Taira2 C=Fujiwara1 wrong\n"
    left = [int(deduce(call, each).split()[0]) for each in (lines, f"{lines}call C rank 4\n")]
    assert left[0] > left[1] > 0


def test_a_ruling_decides_what_a_log_may_say(call: Call) -> None:
    taken_back = "call B rank 2\npass C\nanswer A lays Taira2 takes Taira2\n"
    assert deduce(call, taken_back, "--ruling", "take-back=yes").startswith("240 ")
