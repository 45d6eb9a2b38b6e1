"""``companion language``: a language that lasts, for messages and help."""

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.voice import follow_kept
from companion.data.catalogue import LANGUAGES, SYSTEM
from companion.service.languages import tell_language


@answer_command("language")
@click.argument("language", metavar="[LANGUAGE]", required=False, type=click.Choice([*LANGUAGES, SYSTEM]))
def language_command(language: str | None) -> Answer:
    """Tell the language of messages, help and prints, choose one that lasts, or follow the system again."""
    answer = tell_language(language)
    follow_kept()
    return answer
