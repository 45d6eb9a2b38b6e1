"""The rules in our words: whole, and found by what people type."""

import re

import click
import pytest

from companion.cli.main import companion
from companion.data.catalogue import LANGUAGES, language
from companion.data.rulebook import rulebook, search_rules
from companion.play.games import GAMES
from companion.rules.rulings import Rulings
from companion.service.rules import get_rulings


@pytest.mark.parametrize("game", GAMES)
def test_rule_names_are_unique_and_every_ruling_belongs_to_a_rule(game: str) -> None:
    rules = rulebook(game)
    names = {rule.name for rule in rules}
    assert len(names) == len(rules)
    assert {name for rule in rules for name in rule.see} <= names
    assert {name for rule in rules for name in rule.rulings} == {ruling.name for ruling in get_rulings(game)}


QUOTED = re.compile(r"['«„]\s?(companion [^'»“]+?|--[^'»“]+?)\s?['»“]")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_command_that_a_rule_names_exists(game: str, code: str) -> None:
    quoted = [text for rule in rulebook(game) for text in QUOTED.findall(rule.does.translate(language(code)))]
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
                Rulings(get_rulings(game), {ruling: chosen})
            elif name.startswith("--") and command is not companion:
                assert name in known, text


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_found_by_its_title(game: str) -> None:
    for rule in rulebook(game):
        assert rule in search_rules(str(rule.title), (game,))[:2]


@pytest.mark.parametrize(
    ("typed", "game", "name"),
    [
        ("tie tower", "shogun", "tie"),
        ("what happens in a tie", "honshu", "tie"),
        ("can I cover a lake?", "honshu", "lake-covered"),
        ("village", "shogun", "castle"),
        ("shake", "shogun", "shake"),
        ("reovlt", "shogun", "revolt"),
        ("how many chests do we start with", "shogun", "shares"),
        ("province card bid", "shogun", "bid-province"),
        ("same call again", "hogen", "failed"),
    ],
)
def test_ordinary_words_find_a_rule(typed: str, game: str, name: str) -> None:
    assert name in [rule.name for rule in search_rules(typed, (game,))][:3]


def test_the_best_match_of_all_games_comes_first() -> None:
    best, *_ = search_rules("neutral province", GAMES)
    assert (best.game, best.name) == ("shogun", "neutral")
    assert {rule.game for rule in search_rules("tie", GAMES)} >= {"honshu", "shogun"}


@pytest.mark.parametrize("typed", ["", "  ", "?!", "zzzzqqqq", "\x00", "'; --", "x" * 5000])
def test_searching_for_no_word_finds_no_rule(typed: str) -> None:
    assert search_rules(typed, GAMES) == []
