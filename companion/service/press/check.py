"""Looking a deck over before any paper is spent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.data.deck import Deck
from companion.errors import CompanionError
from companion.press.check.preflight import Fault, examine, examine_names
from companion.press.face.pieces import chosen
from companion.press.layout import lay_out
from companion.sentences import Sentence, say, say_count
from companion.service.answer import Answer

__all__ = ["answer_faults", "check", "preflight"]


def check(deck: Deck, languages: Sequence[str] = (), only: Collection[str] = ()) -> Answer:
    """What would print wrong of a deck; the answer is a no where anything would.

    Args:
        deck: The deck.
        languages: Codes of its editions; all when empty.
        only: Names of components, or none for all.

    Raises:
        InputError: For a component that the deck does not have.
    """
    found = [(code, fault) for code in languages or deck.languages for fault in preflight(deck, code, only)]
    if found:
        return answer_faults(found)
    return Answer([], (say("{deck} is ready to print.", deck=deck.name),))


def preflight(deck: Deck, language: str, only: Collection[str] = ()) -> list[Fault]:
    """Lay a deck out in a language and look every face over.

    A deck that cannot be laid out at all, since a text does not fit or a word is missing, gives that
    as its only fault.

    Raises:
        InputError: For a component that the deck does not have.
    """
    chosen(deck, only)
    try:
        pieces = list(lay_out(deck, language, only))
    except CompanionError as error:
        return [Fault(deck.name, "layout", error.sentence)]
    return [*examine_names(deck, language, only), *examine(pieces)]


def answer_faults(found: Sequence[tuple[str, Fault]], remedies: Iterable[str] = ()) -> Answer:
    """Faults, each with the language it was found in, as the answer no."""
    return Answer(
        [{"lang": code, "card": each.card, "rule": each.rule, "text": each.sentence} for code, each in found],
        (
            *(_line(code, each) for code, each in found),
            say_count("One thing would print wrong.", "{count} things would print wrong.", len(found)),
        ),
        negative=True,
        remedies=tuple(remedies),
    )


def _line(code: str, fault: Fault) -> Sentence:
    if fault.rule == "layout":  # an error's own sentence, with its full stop
        return say("{card} ({lang}): {fault}", card=fault.card, lang=code, fault=fault.sentence)
    return say("{card} ({lang}): {fault}.", card=fault.card, lang=code, fault=fault.sentence)
