"""Find a lost card of any game, for somebody who knows only its name."""

from typing import Any, NamedTuple

from companion.data.deck import list_games, open_deck
from companion.errors import InputError
from companion.press.layout import pick
from companion.sentences import Sentence, say


class CardPlace(NamedTuple):
    title: Sentence | str  # the game, and its component if several have the card
    words: tuple[str, ...]  # of the command that prints cards there


def find_card_places(cards: str) -> list[CardPlace]:
    """The games, or components of games, that have cards of these names; an `InputError` if none has."""
    places, errors = list[CardPlace](), list[tuple[InputError, dict[str, Any]]]()
    for deck in map(open_deck, list_games()):
        game, titles = deck.name.capitalize(), deck.titles()
        try:
            pick(deck, (), [cards])
            places.append(CardPlace(game, (deck.name,)))
        except InputError as error:
            errors.append((error, details := dict(error.sentence.fields)))
            for part in details.get("parts", ()):
                title = say("{game}: {title}", game=game, title=titles[part])
                places.append(CardPlace(title, (deck.name, "--only", part)))
    if not places:
        raise max(errors, key=lambda error: "near" in error[1])[0]
    return places
