"""What the files of ``templates/commands`` say is there, what Tab completes, and remedies that can be done."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import click
import pytest

from companion.cli.answers import describe_remedies
from companion.cli.lazy import SHARED, SpokenCommand, load_command_words
from companion.cli.main import companion
from companion.play.games import GAMES
from tests.cli.commands import ALL, list_commands

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


SHELLS = {"bash": "complete ", "zsh": "compdef ", "fish": "complete "}
"""The shells that click knows, and the word with which each is told of a completion."""


def ask_completion(**variables: str) -> str:
    words = [sys.executable, "-m", "companion"]
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **variables}
    return subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_script_and_completes_a_command(shell: str) -> None:
    said = ask_completion(_COMPANION_COMPLETE=f"{shell}_source")
    assert f"_COMPANION_COMPLETE={shell}_complete" in said
    assert SHELLS[shell] in said
    at = "pri" if shell == "fish" else "1"  # fish gives the word itself
    said = ask_completion(_COMPANION_COMPLETE=f"{shell}_complete", COMP_WORDS="companion pri", COMP_CWORD=at)
    assert re.findall(r"\bprint(?:er)?(?=\s|$)", said)[:2] == ["print", "printer"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("companion --ui-lang fr shogun outc", "outcome"),
        ("companion print honshu --sides fr", "fronts"),
        ("companion honshu score ma", "a file"),
        ("companion table export friday --o", "--output --overwrite"),
    ],
)
def test_bash_completes_with_the_words_that_match(line: str, offered: str, tmp_path: Path) -> None:
    (tmp_path / "companion").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
    (tmp_path / "companion").chmod(0o755)
    asked = f"""
        eval "$(_COMPANION_COMPLETE=bash_source companion)"
        compopt() {{ [ "$2" != default ] || files="a file"; }}
        COMP_WORDS=({line}) COMP_CWORD={len(line.split()) - 1}
        $(complete -p companion | sed "s/.*-F \\([^ ]*\\).*/\\1/") companion
        echo "${{COMPREPLY[*]:-$files}}"
    """
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", asked], cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{offered}\n", "")


def test_every_word_that_is_a_file_is_completed_with_files() -> None:
    for name, command in list_commands(companion):
        for parameter in command.params:
            if re.search(r"\b(?:FILE|DECK|FOLDER|IMAGE)\b", parameter.metavar or ""):
                with command.make_context(name, [], resilient_parsing=True) as context:
                    kinds = {each.type for each in parameter.shell_complete(context, "ma")}
                assert kinds & {"file", "dir"}, (name, parameter.name)


PACKAGE = Path(__file__).parents[2] / "companion"


def test_every_remedy_is_explained_as_a_command() -> None:
    used = {
        word.value.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "remedy" and isinstance(word.value, ast.Constant) and word.value.value
    }
    assert {"restore", "keep elsewhere"} <= used
    assert len(describe_remedies(sorted(used))) == len(used)


def test_every_remedy_name_is_unique() -> None:
    """A printer that nobody has measured once asked for throws of a tower."""
    names = Counter(name for whose in (SHARED, *GAMES) for name in load_command_words(whose, "remedies").get("how", ()))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_last_backup_is_put_back_with_the_file_where_one_is_known() -> None:
    assert [line.translate() for line in describe_remedies(["restore", "head"], Path("my tables.sqlite"))] == [
        "Restore the last backup with: companion table restore --store 'my tables.sqlite'",
        "Only a hash you wrote down can show that nothing was cut off at the end; give it with --head.",
    ]
