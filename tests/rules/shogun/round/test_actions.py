"""Actions and special cards by the names people type."""

import pytest

from companion.data.catalogue import language
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.rules.shogun.round.bids import (
    ACTIONS,
    SPECIALS,
    action_named,
    action_typed,
    action_words,
    event_named,
    special_named,
    special_words,
)


@pytest.mark.parametrize(
    ("typed", "action"),
    [("Château", "castle"), ("Nô", "theatre"), ("impôt", "tax"), (" Combat A ", "combat-a"), ("5", "five")],
)
def test_an_action_as_people_write_it(typed: str, action: str) -> None:
    assert action_named(typed) == action


@pytest.mark.parametrize(
    ("typed", "special"),
    [
        ("+1 Défense", "defence"),
        ("6 armées", "six"),
        ("6 armies", "six"),
        ("+1 chest", "chest"),
        ("riz", "rice"),
    ],
)
def test_a_special_card_as_people_write_it(typed: str, special: str) -> None:
    assert special_named(typed) == special


def test_every_name_is_understood_and_told() -> None:
    assert [action_named(name) for name in ACTIONS] == list(ACTIONS)
    assert [special_named(name) for name in SPECIALS] == list(SPECIALS)
    assert len({str(action_words(name)) for name in ACTIONS}) == len(ACTIONS)
    assert len({str(special_words(name)) for name in SPECIALS}) == len(SPECIALS)


def test_what_is_no_name() -> None:
    with pytest.raises(InputError, match="'combat-c' is not an action"):
        action_named("combat-c")
    with pytest.raises(InputError, match=r"'\+2 rice' is not a special card"):
        special_named("+2 rice")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_what_the_screen_shows_can_be_typed(code: str) -> None:
    """In the player's language: the name of an action or card, and the word beside it."""
    spoken = language(code)
    for name in ACTIONS:
        assert action_named(action_words(name).said(spoken)) == name
        assert action_named(action_typed(name).said(spoken)) == name
    for name in SPECIALS:
        assert special_named(special_words(name).said(spoken)) == name
        assert special_named(vocabulary("shogun", "special").word(name).said(spoken)) == name


def test_a_slip_is_met_with_a_guess() -> None:
    with pytest.raises(InputError, match=r"did you mean castle\?") as slip:
        action_named("castel")
    assert "vouliez-vous dire château" in slip.value.sentence.said(language("fr"))
    with pytest.raises(InputError, match=r"did you mean attack\?"):
        special_named("+1 atack")
    with pytest.raises(InputError, match=r"did you mean temple\?"):
        event_named("temples", facts().events)
    assert event_named("max-coffres", facts().events) == event_named("max-chests", facts().events)
