"""The players' words: each is sealed before any is shown, then all are opened and mixed into the seed.

The hash of the seed is shown first, so the seed cannot be chosen to fit the words. A sealed word stands in
the log as a slow hash and is typed once more when it is opened: nobody can choose theirs to
fit the others', as long as one of these is only in its player's head. They are mixed in the players' order,
whoever was first to seal or to open. The salt is the hash of the seed and the colour, so no two seals of any
tables can be tried at once. Opening fills the tower anew, which is why it comes before the first
throw, and never after an undo.
"""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.answers import Answer, Told
from companion.errors import InputError, Refused
from companion.play.game import shown_hash, table_data
from companion.play.shogun.start import Words, fill_anew, one_line, with_words
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import cubes_figure, log_told
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.realm import daimyo, daimyos
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body

_COST = 2**16  # scrypt's cost: with blocks of 8, one word takes 64 MB and about a quarter of a second to try
_HEXADECIMAL = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class SayWords:
    """Mix players' words into the seed one after the other, as older programs did."""

    words: Words


@dataclass(frozen=True, slots=True)
class SealWords:
    """Seal players' words before any is shown: by colour the slow hash of each, in hexadecimal."""

    seals: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenWords:
    """Open all sealed words and mix them into the seed."""

    words: Words
    without: tuple[str, ...] = ()


def seal_word(word: str, commitment: str, colour: str) -> str:
    """The seal of a player's word, with the hash of the seed: scrypt, slow on purpose, in hexadecimal."""
    one_line(word)
    text, room = unicodedata.normalize("NFC", word).encode(), 2 * 128 * 8 * _COST
    salt = f"{commitment} {colour}".encode()
    return hashlib.scrypt(text, salt=salt, n=_COST, r=8, p=1, maxmem=room, dklen=32).hex()


def _play_said(state: ShogunState, request: SayWords, recorded: Body | None) -> Played[ShogunState]:
    """Words that were said one after the other, as at the tables of older programs."""
    if state.numbering > 1:
        raise Refused("Words are sealed before any is shown.", remedy="word")
    _before_throws(state)
    return fill_anew(state, with_words(state.seal, state.players, request.words), recorded)


def _play_seal(state: ShogunState, request: SealWords, recorded: Body | None) -> Played[ShogunState]:
    _before_throws(state)
    seal = state.seal
    if seal.sealed and not seal.waiting:
        raise Refused("The words of this table have been opened; no more can be sealed.")
    if not request.seals:
        raise InputError("Nobody seals a word.")
    for colour, sealed in request.seals.items():
        state.player(colour)
        if colour in {**seal.sealed, **dict(seal.words)}:
            raise Refused("{player} has sealed a word already.", player=daimyo(colour))
        if len(sealed) != 64 or not _HEXADECIMAL.issuperset(sealed):
            raise InputError("A sealed word is a hash of 64 hexadecimal digits.")
    return Played({}, replace(state, seal=replace(seal, sealed={**seal.sealed, **request.seals})))


def _play_open(state: ShogunState, request: OpenWords, recorded: Body | None) -> Played[ShogunState]:
    _before_throws(state)
    seal, words = state.seal, dict(request.words)
    if not seal.waiting:
        raise Refused("No sealed word waits to be opened.", remedy="word")
    for colour in (*words, *request.without):
        if state.player(colour) in words and colour not in seal.sealed:
            raise Refused("{player} has not sealed a word.", player=daimyo(colour))
        if colour in request.without and colour in seal.sealed:
            raise Refused("{player} has sealed a word.", player=daimyo(colour))
    silent = [each for each in state.players if each not in {**seal.sealed, **dict(seal.words)}]
    undecided = [each for each in silent if each not in request.without]
    if undecided:
        raise Refused(
            "{players} may still seal a word; opened are all at once, when nobody else will.",
            remedy="without",
            players=daimyos(undecided),
        )
    missing = [each for each in seal.waiting if each not in words]
    if missing:
        raise Refused(
            "All sealed words are opened at once; missing is that of {players}.", players=daimyos(missing)
        )
    if recorded is None or not seal.known:
        for colour, word in words.items():
            if seal_word(word, seal.commitment, colour) != seal.sealed[colour]:
                raise Refused("That is not the word {player} sealed.", player=daimyo(colour))
    in_order = tuple((each, words[each]) for each in state.players if each in words)
    return fill_anew(state, with_words(seal, state.players, in_order), recorded)


def _before_throws(state: ShogunState) -> None:
    tower, by_hand = state.tower, state.filled_by_hand
    if tower.throws or (not by_hand and (tower.tray or any(not each.from_fill for each in tower.lodged))):
        raise Refused("Words are said before the first throw; this table has begun.")
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")


def sealed_and_silent(state: ShogunState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players whose sealed word waits to be opened, and those who have neither sealed nor said one."""
    spoken = {**state.seal.sealed, **dict(state.seal.words)}
    return state.seal.waiting, tuple(player for player in state.players if player not in spoken)


def _tell_sealed(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    state = step.after
    waiting, silent = sealed_and_silent(state)
    lines: list[Told] = [
        say("{player}'s word is sealed: {hash}.", player=daimyo(player), hash=shown_hash(sealed))
        for player, sealed in step.request.seals.items()
    ]
    if silent:
        lines.append(say("Not sealed yet: {players}.", players=daimyos(silent)))
    sealed = {player: state.seal.sealed[player] for player in waiting}
    data = table_data(here, sealed=sealed, silent=silent, hash=hash_told(step))
    remedies = ("word", "open words") if silent else ("open words",)
    return Answer(data, (*lines, *log_told(step)), remedies=remedies)


def _tell_opened(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The words that are mixed into the seed, and the tower filled anew."""
    seen = view(step.after)
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("{player}'s word is mixed in: {word}", player=daimyo(player), word=word)
        for player, word in seen.words
    ]
    if figure and not seen.filled_by_hand:
        lines += [say("The tower has been filled anew:"), *figure]
    data = table_data(here, words=seen.words, **seen.cubes, hash=hash_told(step))
    return Answer(data, (*lines, *log_told(step)))


def _said_line(step: Step[ShogunState]) -> Sentence:
    players = daimyos(colour for colour, _ in step.event.asked["words"])
    return say("Words are mixed into the seed: {players}.", players=players)


KINDS: tuple[EventKind[ShogunState], ...] = tuple(
    EventKind(name, request, play, tell, line, undoable=False, redraws=True)
    for name, request, play, tell, line in (
        ("word", SayWords, _play_said, _tell_opened, _said_line),
        ("seal", SealWords, _play_seal, _tell_sealed, lambda step: say("Words are sealed.")),
        ("open", OpenWords, _play_open, _tell_opened, lambda step: say("Sealed words are opened.")),
    )
)
"""Words said, sealed and opened; what was seen of them stays seen."""
