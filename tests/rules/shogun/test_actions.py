"""Actions and special cards by the names people type."""

import pytest

from companion.errors import InputError
from companion.rules.shogun.actions import ACTIONS, action_named, action_words
from companion.rules.shogun.special_cards import SPECIALS, special_named, special_words


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
    with pytest.raises(InputError, match="'combat-c' is no action"):
        action_named("combat-c")
    with pytest.raises(InputError, match=r"'\+2 rice' is no special card"):
        special_named("+2 rice")
