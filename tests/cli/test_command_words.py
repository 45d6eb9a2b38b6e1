"""What the files of ``templates/commands`` say is said: each word belongs to a command that is there."""

from collections.abc import Iterator

import click
import pytest

from companion.cli.lazy import SHARED, SpokenCommand, load_command_words
from companion.cli.main import companion
from companion.play.games import GAMES


def walk_commands(command: click.Command) -> Iterator[SpokenCommand]:
    """A command, and all those below it."""
    assert isinstance(command, SpokenCommand)
    yield command
    for name in command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ():
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        yield from walk_commands(inner)


COMMANDS = {each._help_key[1]: each for each in walk_commands(companion)}


def options(command: SpokenCommand) -> dict[str, click.Option]:
    """The options of a command by their longest names."""
    found = command.get_params(click.Context(command))
    return {max(each.opts, key=len): each for each in found if isinstance(each, click.Option)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_line(name: str) -> None:
    command = COMMANDS[name]
    command._add_option_help(click.Context(command))
    assert [option for option, each in options(command).items() if not each.help] == []


@pytest.mark.parametrize("whose", [SHARED, *GAMES])
def test_command_words_name_only_existing_commands_and_options(whose: str) -> None:
    told = load_command_words(whose, "options")
    for name, lines in told.items():
        if name != SHARED:
            assert COMMANDS[name]._help_key == (whose, name)
            assert lines.keys() <= options(COMMANDS[name]).keys()
    theirs = [each for each in COMMANDS.values() if whose in (SHARED, each._help_key[0])]
    assert told.get(SHARED, {}).keys() <= {option for each in theirs for option in options(each)}
    there = {name for name, each in COMMANDS.items() if each._help_key[0] == whose}
    typed, helped = (load_command_words(whose, "examples").keys() - {SHARED}, load_command_words(whose, "helps").keys())
    assert typed <= there
    assert helped <= there
    assert typed
    assert helped


@pytest.mark.parametrize("name", COMMANDS)
def test_a_docstring_is_the_first_paragraph_of_a_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help is not None
    assert "\n\n" not in command.help
    more = load_command_words(command._help_key[0], "helps").get(name, "")
    told = " ".join(command.get_help(click.Context(command)).split())
    for paragraph in (command.help, *more.split("\n\n")):
        assert paragraph.startswith("\b") or " ".join(paragraph.split()) in told


def test_an_option_of_one_command_is_explained_before_that_of_all() -> None:
    check, export = COMMANDS["export:check"], COMMANDS["export:export"]
    for command in (check, export):
        command._add_option_help(click.Context(command))
    assert options(check)["--lang"].help == "Only this language."
    assert options(export)["--lang"].help == "Language of the cards: {languages}; yours by default."
