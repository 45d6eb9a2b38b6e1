"""``companion rules``, and ``--list-rulings`` wherever a ruling can be given."""

import pytest

from tests.cli.commands import Call


def test_rules_are_found_by_ordinary_words(call: Call) -> None:
    result = call("rules", "tie", "tower").out
    assert result.startswith("Shogun: A tie in a battle\n")
    assert "* tie=supply" in result
    assert call("rules", "HONSHU", "lake").out.startswith("Honshu: Lakes\n")
    assert call("rules", "how", "do", "I", "play", "Hogen?").out.startswith("Hogen: Your first game of Hogen\n")
    assert "Shogun" not in call("rules", "Hogen").out
    assert call("rules", "zzzzqqqq").code == 1


@pytest.mark.parametrize(
    "command", ["honshu score", "shogun play", "shogun judge", "shogun bids", "shogun winter", "hogen deduce"]
)
def test_rulings_are_listed_without_other_arguments(call: Call, command: str) -> None:
    result = call(*command.split(), "--list-rulings")
    assert result.out.endswith("* marks the answer in use.\n")
    known = call(*command.split(), "--list-rulings", "--json").json["rulings"]
    other = f"{known[0]['ruling']}={list(known[0]['options'])[1]}"
    assert f"    {other}: " in result.out
    assert f"  * {other}: " in call(*command.split(), "--list-rulings", "--ruling", other).out
