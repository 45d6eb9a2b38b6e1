"""The rules in our words: whole, and found by what people type."""

import re

import click
import pytest

from companion.cli.main import companion
from companion.data.catalogue import LANGUAGES, language
from companion.data.rulebook import FIRST, rulebook, search_rules
from companion.play.games import GAMES
from companion.rules.rulings import Rulings, load_rulings


@pytest.mark.parametrize("game", GAMES)
def test_rule_names_are_unique_and_every_ruling_belongs_to_a_rule(game: str) -> None:
    rules = rulebook(game)
    names = {rule.name for rule in rules}
    assert len(names) == len(rules)
    assert {name for rule in rules for name in rule.see} <= names
    assert {name for rule in rules for name in rule.rulings} == {ruling.name for ruling in load_rulings(game)}


QUOTED = re.compile(r"['«„]\s?(companion [^'»“]+?|--[^'»“]+?)\s?['»“]")
TYPED = re.compile(r"companion [a-z]|(?<![-\w])--[a-z]|[\w-]+=\w|['«„]\s?(?:advise|attack|deduce|odds|out|place)\b")
"""What only a command line is typed with."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_command_that_a_rule_names_exists(game: str, code: str) -> None:
    commands = [rule.command.translate(language(code)) for rule in rulebook(game) if rule.command is not None]
    quoted = [text for command in commands for text in QUOTED.findall(command)]
    assert len(quoted) > 5
    for text in quoted:
        words = text.split()
        command, context = companion, click.Context(companion, info_name="companion")
        for word in words[1:] if words[0] == "companion" else ():
            found = command.get_command(context, word) if isinstance(command, click.Group) else None
            if found is None:
                break
            command, context = found, click.Context(found, parent=context, info_name=word)
        assert words[0] != "companion" or command is not companion, text
        known = {name for each in command.get_params(context) for name in each.opts}
        for name, value in zip(words, [*words[1:], ""], strict=True):
            if name == "--ruling":
                ruling, _, chosen = value.partition("=")
                Rulings(load_rulings(game), {ruling: chosen})
            elif name.startswith("--") and command is not companion:
                assert name in known, text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_only_the_command_of_a_rule_names_what_is_typed(game: str, code: str) -> None:
    """Pages show everything else."""
    reader = language(code)
    for rule in rulebook(game):
        shown = (rule.chapter, rule.title, rule.text, rule.source, rule.does, rule.example)
        assert [text for each in shown if each and TYPED.search(text := each.translate(reader))] == []
        assert rule.command is None or TYPED.search(rule.command.translate(reader))
    for ruling in load_rulings(game):
        for sentence in (ruling.question, *dict(ruling.options).values()):
            assert not TYPED.search(sentence.translate(reader))


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_found_by_its_title(game: str) -> None:
    for rule in (each for each in rulebook(game) if each.name != FIRST):
        answers, others = search_rules(str(rule.title), (game,))
        assert rule in [*answers, *others][:2]


@pytest.mark.parametrize(
    ("typed", "game", "name"),
    [
        ("what happens in a tie", "honshu", "tie"),
        ("village", "shogun", "castle"),
        ("reovlt", "shogun", "revolt"),
        ("same call again", "hogen", "failed"),
    ],
)
def test_ordinary_words_find_a_rule(typed: str, game: str, name: str) -> None:
    answers, others = search_rules(typed, (game,))
    assert name in [rule.name for rule in (*answers, *others)][:3]


def list_answers(question: str) -> list[str]:
    return [f"{rule.game} {rule.name}" for rule in search_rules(question, GAMES)[0]]


def test_a_question_that_fits_several_games_is_answered_for_each() -> None:
    assert list_answers("neutral province") == ["shogun neutral"]
    for question in ("who wins", "qui gagne ?", "Wer gewinnt?"):
        assert set(list_answers(question)) == {"honshu tie", "shogun end", "hogen accuse"}
    for question in ("a tie", "en cas d'égalité", "bei Gleichstand"):
        assert {"honshu tie", "shogun tie"} <= set(list_answers(question))
    assert set(list_answers("how many players")) == {"honshu components", "shogun components", "hogen cards"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Honshū: lake", "honshu lake"),
        ("Shôgun, combien de riz en hiver", "shogun winter"),
        ("wer beginnt bei Hogen", "hogen setup"),
        ("can I attack my own province", "shogun move"),
        ("pas assez de riz", "shogun winter-revolts"),
        ("Reisernte", "shogun rice"),
    ],
)
def test_a_game_that_is_named_anywhere_is_searched_alone(question: str, answer: str) -> None:
    assert list_answers(question)[0] == answer


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "question",
    [
        "how do I play {}", "set up {}", "How do you set {} up?", "teach {}", "what is {}", "{} rules",
        "comment jouer à {} ?", "installer {}", "explique-moi {}", "les règles de {}", "c'est quoi, {}",
        "wie spielt man {}", "{} aufbauen", "Wie baut man {} auf?", "erklär mir {}", "was ist {}",
    ],
)  # fmt: skip
def test_who_asks_how_a_game_is_played_is_shown_the_first_game(question: str, game: str) -> None:
    assert list_answers(question.format(game.capitalize())) == [f"{game} first-game"]
    for asked in ("who starts {}", "qui commence à {} ?", "wer fängt bei {} an"):
        assert "first-game" not in str(list_answers(asked.format(game)))


@pytest.mark.parametrize("typed", ["", "  ", "?!", "zzzzqqqq", "\x00", "'; --", "x" * 5000])
def test_searching_for_no_word_finds_no_rule(typed: str) -> None:
    assert search_rules(typed, GAMES) == ([], [])
