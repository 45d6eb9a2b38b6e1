"""The players' words at a table: sealed by everybody, then opened together and mixed into the seed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers import Answer, Told, answering
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.words import OpenWords, SealWords, seal_word
from companion.play.shogun.views import view
from companion.rules.shogun.cubes import daimyo, daimyos
from companion.sentences import Sentence, say
from companion.service.shogun.standing import cubes_data, cubes_figure, shown_hash
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.table.history import Step


def sealed_and_silent(here: ShogunSession) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players whose sealed word waits to be opened, and those who have neither sealed nor said one."""
    seal = here.state.seal
    spoken = {**seal.sealed, **dict(seal.words)}
    return seal.waiting, tuple(player for player in here.state.players if player not in spoken)


def sealed_under(here: ShogunSession) -> Sentence:
    """The hash of the seed, which stands before any word is said."""
    return say("The seed is sealed under: {commitment}", commitment=view(here.state).commitment)


@answering
def seal_words(here: ShogunSession, words: Sequence[tuple[str, str]]) -> Answer:
    """Seal players' words: the log holds a slow hash of each, and no word."""
    commitment = here.state.seal.commitment
    seals = {colour: seal_word(word, commitment, colour) for colour, word in words}
    return tell_sealed(here, here.do(SealWords(seals)))


def tell_sealed(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """Whose words were sealed by an event, and whose are not yet."""
    seals = step.request.seals
    waiting, silent = sealed_and_silent(here)
    lines: list[Told] = [
        say("{player}'s word is sealed: {hash}.", player=daimyo(player), hash=shown_hash(sealed))
        for player, sealed in seals.items()
    ]
    if silent:
        lines.append(say("Not sealed yet: {players}.", players=daimyos(silent)))
    data = {
        "table": here.name,
        "sealed": {player: here.state.seal.sealed[player] for player in waiting},
        "silent": list(silent),
        "hash": step.event.hash,
    }
    remedies = ("word", "open words") if silent else ("open words",)
    return Answer(data, (*lines, *log_told(step)), remedies=remedies)


@answering
def open_words(here: ShogunSession, words: Sequence[tuple[str, str]], without: Sequence[str] = ()) -> Answer:
    """Open all sealed words together and mix them into the seed; the tower is filled anew.

    Args:
        here: The table.
        words: Every sealed word, as it was sealed.
        without: The players who say none.
    """
    return tell_opened(here, here.do(OpenWords(tuple(words), tuple(without))))


def tell_opened(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """The words that are mixed into the seed after an event, and the tower filled anew."""
    seen = view(step.after)
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("{player}'s word is mixed in: {word}", player=daimyo(player), word=word)
        for player, word in seen.words
    ]
    if figure is not None and not seen.filled_by_hand:
        lines += [say("The tower has been filled anew:"), figure]
    data = {
        "table": here.name,
        "words": [list(each) for each in seen.words],
        **cubes_data(seen),
        "hash": step.event.hash,
    }
    return Answer(data, (*lines, *log_told(step)))
