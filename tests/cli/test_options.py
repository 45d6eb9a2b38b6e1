"""What holds of the words of every command: nothing twice, a language anywhere, one sentence an error."""

import re
from pathlib import Path

import click
import polib
import pytest

from companion.cli.main import companion
from companion.data.honshu.cards import scoring_cards
from companion.errors import InputError
from companion.paths import templates
from companion.service.press import EXPORTS
from tests.cli.commands import ALL, Call, list_options

FIGHT = ["--attacker", "blue=4", "--defender", "yellow=3"]


CARD, BLEED = "Error: Invalid value for '--card': ", "Error: Invalid value for '--bleed': "
LAST_CARD = len(scoring_cards())
FRENCH = {entry.msgid: entry.msgstr for entry in polib.pofile(str(templates() / "locales/fr/click.po"))}


@pytest.mark.parametrize("name", ALL)
def test_an_option_with_one_value_is_refused_when_it_is_given_twice(name: str) -> None:
    command = ALL[name]
    for option in list_options(command):
        if option.is_flag:
            continue
        values = ["1"] * option.nargs
        for other in option.opts:
            words = [option.opts[0], *values, other, *values]
            said = ""
            try:
                command.make_context(name, words, parent=click.Context(companion))
            except (click.UsageError, InputError) as error:
                said = str(error)
            assert ("is given twice" in said and other in said) != option.multiple, (name, other)


def test_an_option_given_twice_is_named_in_one_sentence(call: Call) -> None:
    result = call("shogun", "odds", *FIGHT, "--attacker", "red=2")
    assert (result.code, result.out) == (2, "")
    assert result.err == "Error: '--attacker' is given twice; it takes one value.\n"
    result = call("print", "honshu", "-o", "a", "--output=b", "--ui-lang", "fr")
    assert "«\u00a0-o\u00a0» / «\u00a0--output\u00a0» est donnée deux fois" in result.err
    assert call("honshu", "round", "1", "--players", "3", "--json", "--json").json["hand"] == 6  # a flag does no harm


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (["shogun", "odds", *FIGHT, "--ruling", "tie=tower", "--ruling", "tie=both"], "tie"),
        (["shogun", "odds", *FIGHT, "--parameter", "p=0.7", "--parameter", "P=0.8"], "P"),
        (["shogun", "judge", *FIGHT, "--other", "red=1", "--other", "rouge=1"], "rouge"),
        (["shogun", "bids", "blue=3", "blue=2"], "blue"),
        (["honshu", "trick", "Jack=11", "Jack=12"], "Jack"),
    ],
)
def test_a_name_given_two_values_is_refused(call: Call, line: list[str], name: str) -> None:
    result = call(*line)
    assert result.code == 2
    assert name in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("at", [0, 1, 2, 5])
def test_the_language_stands_before_or_after_the_command(call: Call, at: int) -> None:
    line = ["honshu", "round", "1", "--players", "3"]
    assert "Chaque joueur a 6 cartes en main." in call(*line[:at], "--ui-lang", "fr", *line[at:]).out
    assert "Each player holds 6 cards" in call(*line).out


def test_the_language_holds_for_help_and_for_every_error(call: Call) -> None:
    assert "Affiche cette aide" in call("hogen", "deduce", "--help", "--ui-lang", "fr").out
    assert "is given twice" in call("--ui-lang", "en", "print", "honshu", "--ui-lang", "fr").err
    assert call("honshu", "round", "1", "--players", "3", "--ui-lang", "xx").code == 2
    for given in (["--ui-lang=fr"], ["--ui-lang", "fr"]):  # also where the words cannot be read as options
        assert "Error" not in call("print", "honshu", "--printr", "a", *given).err
    # After -- stand names, whatever they look like.
    assert "there is no such file" in call("honshu", "place", "--", "--ui-lang=fr").err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["print", "honshu", "--printr", "a"], "Error: There is no option '--printr'; did you mean '--printer'?\n"),
        (["table", "--tabel", "x"], "Error: There is no option '--tabel'. Try: companion table --help\n"),
        (["deck", "new"], "Error: 'FOLDER' is missing. Try: companion deck new --help\n"),
        (
            ["export", "honshu"],
            f"Error: '--to' is missing; choose {', '.join(EXPORTS)}. Try: companion export --help\n",
        ),
        (["honshu", "score", "--card", "99"], f"{CARD}99 is not in the range from 1 to {LAST_CARD}.\n"),
        (["print", "honshu", "--bleed", "-1"], BLEED + "-1.0 is not in the range 0 or more.\n"),
        (["honshu", "place", "a", "b"], "Error: Got unexpected extra argument (b)\n"),
    ],
)
def test_an_error_of_the_parser_is_one_sentence(call: Call, line: list[str], said: str) -> None:
    result = call(*line)
    assert (result.code, result.out, result.err) == (2, "", said)


def test_help_writes_number_ranges_in_both_languages(call: Call) -> None:
    english, french = (" ".join(call("print", "--help", *more).out.split()) for more in ((), ("--ui-lang", "fr")))
    assert "[from 0.05 to 2]" in english
    assert "[0 or more]" in english
    assert "[de 0,05 à 2]" in french


def test_a_group_without_a_command_lists_its_commands(call: Call) -> None:
    for words in ([], ["honshu"]):
        assert call(*words) == call(*words, "--help")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["honshu", "round", "1", "--players", "3"], 0),
        (["honshu", "place", "laid.txt"], 1),
        (["honshu", "score", "map.txt", "--card", "1", "--card", "2"], 2),
        (["shogun", "play", "--table", "friday", "--players", "blue,yellow,red"], 2),
        (["table", "check", "friday", "--head", "ffffffff"], 1),
        (["hogen", "deduce", "map.txt"], 2),
    ],
)
def test_an_exit_code_has_one_meaning(call: Call, line: list[str], code: int) -> None:
    """0 done, 1 the answer is no, 2 cannot be used; with --json there is one object, whatever the code."""
    Path("laid.txt").write_text("A1 0 0 0\n50 9 9 0\n")
    assert call("shogun", "play", "--table", "friday", "--players", "blue,yellow,red").code == 0
    plain = call(*line)
    assert plain.code == code, plain
    if code == 2:
        assert (plain.out, plain.err.count("Error: ")) == ("", 1)
    result = call(*line, "--json")
    assert result.code == code
    assert ("error" in result.json) == (code == 2)
    if code == 2:
        assert result.err == plain.err
        assert f"Error: {result.json['error']}\n" in result.err


@pytest.mark.parametrize("name", sorted(ALL))
def test_help_in_french_names_what_is_typed_in_french(name: str, call: Call) -> None:
    arguments = (each for each in ALL[name].params if each.metavar)
    typed = {word for each in arguments for word in re.findall("[A-Z]{3,}", str(each.metavar))}
    assert typed - FRENCH.keys() == set(), "to be said in click.po"
    usage = call(*name.split(), "--help", "--ui-lang", "fr").out
    assert ("--ui-lang [" in usage) == (not name), "it stands in the help of the whole alone"
    english = {word for word, french in FRENCH.items() if french != word}
    assert set(re.findall("[A-Z]{3,}", usage)) & english == set()
    assert [each for each in ("env var", "Options:", "x<", "x>", "<=", ">=", "None", "required") if each in usage] == []
