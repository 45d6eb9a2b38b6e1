"""Looking a deck over before any paper is spent."""

from collections.abc import Collection, Iterable, Sequence

from companion.answers import Answer
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Deck
from companion.errors import InputError
from companion.press.check.preflight import Fault, as_faults, examine, examine_names
from companion.press.layout import Found, lay_out
from companion.sentences import Sentence, say, say_count


def check(deck: Deck, languages: Sequence[str] = (), only: Collection[str] = ()) -> Answer:
    """The faults of a deck in some or all of its languages; a negative answer where there are any."""
    found: list[tuple[str | None, Fault]] = [
        (None, fault) for fault in as_faults((deck.name, each) for each in deck.faults)
    ]
    for code in languages or deck.languages or LANGUAGES[:1]:
        found += [(code, fault) for fault in preflight(deck, code, only)]
    if found:
        return answer_faults(found)
    return Answer({"faults": ()}, (say("{deck} is ready to print.", deck=deck.name),))


def preflight(deck: Deck, language: str, only: Collection[str] = ()) -> list[Fault]:
    """Lay a deck out in a language and look every face over."""
    found: list[Found] = []
    try:
        deck.words(language)
    except InputError as error:
        return list(as_faults([(deck.name, error)]))
    pieces = list(lay_out(deck, language, only, found=found))
    return [*as_faults(found), *examine_names(deck, language, only), *examine(pieces)]


def answer_faults(found: Sequence[tuple[str | None, Fault]], remedies: Iterable[str] = ()) -> Answer:
    """Faults, each with the language it was found in where it is one of the words, as a negative answer."""
    data = [each._replace(language=code) for code, each in found]
    last = say_count("One thing would print wrong.", "{count} things would print wrong.", len(found))
    lines = (*(_line(code, each) for code, each in found), last)
    return Answer({"faults": data}, lines, negative=True, remedies=tuple(remedies))


def _line(code: str | None, fault: Fault) -> Sentence:
    card = fault.card if code is None else say("{card} ({lang})", card=fault.card, lang=code)
    if fault.rule == "deck":  # an error's own sentence, with its full stop
        return say("{card}: {fault}", card=card, fault=fault.text)
    return say("{card}: {fault}.", card=card, fault=fault.text)
