"""Completion by Tab in three shells, down to files and games."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import companion
from tests.cli.commands import list_commands

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
        ("companion pri", "print printer"),
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
