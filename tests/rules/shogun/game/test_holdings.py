"""What players own where the board lies on the table: what actions cost and bring, cards handed over."""

from companion.data.shogun import facts
from companion.rules.shogun.game.holdings import Holding, carried, handed, short
from companion.rules.shogun.round.events import NO_EVENT
from companion.rules.shogun.rulings import RULINGS

CARD = next(card for card in facts().cards if card.province == "Kai")
DEFAULTS = {ruling.name: ruling.default for ruling in RULINGS}
BEFORE = Holding(("Aki", "Kai"), 3, 17)


def after(action: str) -> Holding:
    holding, lines = carried("blue", BEFORE, action, CARD, NO_EVENT, None, DEFAULTS)
    assert lines
    return holding


def test_actions_pay_and_bring_without_a_board() -> None:
    assert after("tax").chests == 3 + CARD.chests
    assert after("rice").rice == 18  # where the track ends
    assert after("castle").chests == 0
    assert after("five").chests == 0
    assert after("combat-a") == BEFORE
    assert short("blue", Holding((), 2), "castle") is not None
    assert short("blue", BEFORE, "castle") is None


def test_a_card_changes_hands_and_who_told_nothing_is_told_nothing_of() -> None:
    assert handed({"blue": BEFORE}, "Kai", "red") == {"blue": Holding(("Aki",), 3, 17)}
    both = handed({"blue": BEFORE, "red": Holding((), 0)}, "Kai", "red")
    assert both["red"].provinces == ("Kai",)
