"""Find a lost card of any game, for somebody who knows only its name."""

from typing import NamedTuple

from companion.data.deck import list_games, open_deck
from companion.press.card_names import CardSearch, find_game
from companion.sentences import Sentence, say


class CardPlace(NamedTuple):
    title: Sentence | str  # the game, and its component if several have the card
    game: str
    component: str | None = None


def find_card_places(cards: str) -> list[CardPlace]:
    """The games, or components of games, that have all cards of these names; an `InputError` if none has."""
    decks, names = [open_deck(game) for game in list_games()], cards.split(",")
    search, places = CardSearch(decks), list[CardPlace]()
    found = [{(card.game, card.component) for card in search.find(name)} for name in names]
    for deck in decks:
        game, titles = deck.name.capitalize(), deck.titles()
        if all(sum(each == deck.name for each, _ in keys) == 1 for keys in found):
            places.append(CardPlace(game, deck.name))
            continue
        for part in titles:
            if all((deck.name, part) in keys for keys in found):
                title = say("{game}: {title}", game=game, title=titles[part])
                places.append(CardPlace(title, deck.name, part))
    return places or [CardPlace("", find_game(names, ()).name)]  # raises the error of names that none has
