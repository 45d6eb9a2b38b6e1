"""What is answered to somebody who asks for a rule."""

import pytest

from companion.errors import Refused
from companion.play.games import GAMES
from companion.rules.rulings import Rulings, load_rulings
from companion.service.rules import MOST_NEAR, describe_rule, find_rule, look_up_rules


def test_a_rule_is_shown_with_rulings_and_related_rules() -> None:
    lines = [str(line) for line in look_up_rules(["Shogun", "tie", "tower"]).lines]
    assert lines[0] == "Shogun: A tie in a battle"
    assert any(line.startswith("Source: ") for line in lines)
    assert any(line.startswith("Companion: ") for line in lines)
    assert "  * tie=supply: To the supplies." in lines
    assert any(line.startswith("    tie=tower: ") for line in lines)
    assert "See also:" in lines


def test_the_ruling_in_force_is_marked_with_a_star() -> None:
    rule = find_rule("shogun", "tie")
    assert rule is not None
    lines = [str(line) for line in describe_rule(rule, Rulings(load_rulings("shogun"), {"tie": "tower"}))]
    assert "    tie=supply: To the supplies." in lines
    assert any(line.startswith("  * tie=tower: ") for line in lines)


def test_without_words_all_rules_are_listed_by_chapter() -> None:
    lines = [str(line) for line in look_up_rules([]).lines]
    for game in GAMES:
        assert [line for line in lines if line.startswith(f"{game.capitalize()}: ")]
    assert "  A tie in a battle" in lines
    assert lines.count("  Laying a card") + lines.count("Honshu: Laying a card") == 1


def test_what_companion_does_is_said_with_its_commands() -> None:
    lines = [str(line) for line in look_up_rules(["shogun", "castle"]).lines]
    does = "Companion says what it costs and whether you can build it."
    assert f"Companion: {does} For example 'companion shogun outcome castle Aki'." in lines


def test_a_search_lists_a_few_related_rules_or_is_refused() -> None:
    assert len(look_up_rules(["card"]).data["rules"]) <= len(GAMES) + MOST_NEAR
    with pytest.raises(Refused, match="No rule found for 'zzzzqqqq'"):
        look_up_rules(["zzzzqqqq"])
