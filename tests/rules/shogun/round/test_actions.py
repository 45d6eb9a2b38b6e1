"""Actions and special cards by the names people type."""

import pytest

from companion.data.catalogue import language
from companion.data.shogun.facts import facts
from companion.data.vocabulary import game_words, normalize_name, vocabulary
from companion.errors import InputError
from companion.rules.shogun.bids import (
    ACTIONS,
    SPECIALS,
    format_action,
    name_action,
    name_special,
    parse_action,
    parse_special,
)
from companion.rules.shogun.stages import parse_event


def test_actions_and_special_cards_are_read_as_people_write_them() -> None:
    actions = {"Château": "castle", "Nô": "theatre", "impôt": "tax", " Combat A ": "combat-a", "5": "five"}
    assert {typed: parse_action(typed) for typed in actions} == actions
    specials = {"+1 Défense": "defence", "6 armées": "six", "+1 chest": "chest", "riz": "rice"}
    assert {typed: parse_special(typed) for typed in specials} == specials


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_action_names_on_the_screen_can_be_typed(code: str) -> None:
    """In the player's language: the name of an action or card, as it is printed, and the word beside it."""
    spoken = language(code)
    for name in ACTIONS:
        assert parse_action(name_action(name).translate(spoken)) == name
        assert parse_action(format_action(name).translate(spoken)) == name
    for name in SPECIALS:
        assert parse_special(name_special(name).translate(spoken)) == name
        assert parse_special(vocabulary("shogun", "special").word(name).translate(spoken)) == name
    cards = game_words("shogun", code)
    for kind, names in (("action", map(name_action, ACTIONS)), ("special", map(name_special, SPECIALS))):
        printed = {normalize_name(cards[key]) for key in cards if key.startswith(f"{kind}.name.")}
        assert printed == {normalize_name(name.translate(spoken)) for name in names}


def test_a_mistyped_action_gets_a_guess() -> None:
    with pytest.raises(InputError, match=r"did you mean castle\?") as slip:
        parse_action("castel")
    assert "vouliez-vous dire château" in slip.value.sentence.translate(language("fr"))
    with pytest.raises(InputError, match=r"did you mean attack\?"):
        parse_special("+1 atack")
    with pytest.raises(InputError, match=r"did you mean temple\?"):
        parse_event("temples", facts().events)
    assert parse_event("max-coffres", facts().events) == parse_event("max-chests", facts().events)
