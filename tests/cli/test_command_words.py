"""What the files of ``templates/commands`` say is said: each word belongs to a command that is there."""

import click
import pytest

from companion.cli.lazy import SHARED, SpokenCommand, load_command_words
from companion.play.games import GAMES
from tests.cli.commands import ALL

COMMANDS = {each._help_key[1]: each for each in ALL.values() if isinstance(each, SpokenCommand)}


def test_every_command_has_words() -> None:
    assert len(ALL) > 30
    assert len(COMMANDS) == len(ALL)


def list_options(command: SpokenCommand) -> dict[str, click.Option]:
    found = command.get_params(click.Context(command))
    return {max(each.opts, key=len): each for each in found if isinstance(each, click.Option)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_line(name: str) -> None:
    command = COMMANDS[name]
    command.get_help(click.Context(command))
    assert [option for option, each in list_options(command).items() if not each.help] == []


@pytest.mark.parametrize("whose", [SHARED, *GAMES])
def test_command_words_name_only_existing_commands_and_options(whose: str) -> None:
    described = load_command_words(whose, "options")
    for name, lines in described.items():
        if name != SHARED:
            assert COMMANDS[name]._help_key == (whose, name)
            assert lines.keys() <= list_options(COMMANDS[name]).keys()
    theirs = [each for each in COMMANDS.values() if whose in (SHARED, each._help_key[0])]
    assert described.get(SHARED, {}).keys() <= {option for each in theirs for option in list_options(each)}
    there = {name for name, each in COMMANDS.items() if each._help_key[0] == whose}
    for kind in ("examples", "helps"):
        assert set() < load_command_words(whose, kind).keys() - {SHARED} <= there
