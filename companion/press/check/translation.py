"""Words of a table in one language alone: in another such a card would be printed without them."""

from collections.abc import Collection, Iterator

from companion.data.deck import Deck
from companion.press.face.pieces import chosen
from companion.sentences import Sentence, say


def untranslated(deck: Deck, language: str, only: Collection[str] = ()) -> Iterator[tuple[str, Sentence]]:
    """The cards that lack a text in a language, each once; a column without a language stands in for all."""
    for component in chosen(deck, only):
        others = [code for code in component.languages if code != language]
        for id, fields in {card.id: card.fields for card in component.cards}.items() if others else ():
            for column, text in fields.items():
                name, _, code = column.rpartition(".")
                mine = f"{name}.{language}"
                if text and code in others and not fields.get(mine, "") and name not in fields:
                    told = say(
                        "'{column}' is empty, and '{other}' is '{text}'", column=mine, other=column, text=text
                    )
                    yield f"{deck.name}/{component.name}/{id}", told
                    break
