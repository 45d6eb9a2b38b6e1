"""The command with which players seal and open their words; in a terminal it walks them all through."""

import sys
from collections.abc import Sequence
from functools import partial

import click

from companion.answers import Answer
from companion.cli.answers import tell
from companion.cli.shogun.reading import pairs, player_named, typed_words
from companion.cli.table_commands import table_command
from companion.cli.voice import parted, said, speak
from companion.errors import InputError, Refused
from companion.play.shogun.trust.sealed_words import OpenWords, sealed_and_silent
from companion.rules.shogun.realm import daimyo
from companion.sentences import Sentence, say
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, seal_words


@table_command()
@click.argument("words", nargs=-1, metavar="[COLOUR=WORD]...")
@click.option("--open", "opens", is_flag=True)
@click.option("--without", default="", metavar="COLOUR,...")
def word(words: Sequence[str], opens: bool, without: str) -> object:
    """Seal a word of each player, then open them all: they are mixed into the seed."""
    if without and not opens:
        raise InputError("Who says no word is told when the others are opened: --open --without.")
    silent = tuple(player_named(name) for name in typed_words(without))
    if words or silent:
        for text in words:
            if "=" not in text:
                raise InputError(
                    "'{text}' is not a word of a player; write COLOUR=WORD, such as blue=tea.", text=text
                )
        read = pairs(words)
        return OpenWords(tuple(read.items()), silent) if opens else partial(seal_words, words=read)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError(
            "Write COLOUR=WORD for each player, such as blue=tea; in a terminal they are asked for."
        )
    return _walk


def _walk(here: ShogunSession) -> Answer:
    """Everybody seals a word unseen, then all are opened."""
    speak(say("The seed is sealed under: {commitment}", commitment=here.state.seal.commitment))
    silent = []
    for player in sealed_and_silent(here.state)[1]:
        typed = _unseen(player)
        if not typed:
            silent.append(player)
            continue
        answer = seal_words(here, {player: typed})
        if not answer.yes:
            return answer
        tell(Answer(lines=answer.lines[:1]))
    waiting = sealed_and_silent(here.state)[0]
    if not waiting:
        raise Refused("Nobody seals a word.")
    speak(say("All words are sealed. Now they are opened."))
    words = [
        (player, _ask(say("{player}, your word once more", player=daimyo(player)))) for player in waiting
    ]
    return play(here, OpenWords(tuple(words), tuple(silent)))


def _unseen(player: str) -> str:
    """A word typed twice without being shown; empty for none."""
    while True:
        once = _ask(say("{player}, your word (unseen; Enter for none)", player=daimyo(player)), unseen=True)
        if not once or once == _ask(say("The same again"), unseen=True):
            return once
        speak(say("These were two different words."))


def _ask(question: Sentence, unseen: bool = False) -> str:
    typed: str = click.prompt(parted(said(question)), default="", show_default=False, hide_input=unseen)
    return typed.strip()
