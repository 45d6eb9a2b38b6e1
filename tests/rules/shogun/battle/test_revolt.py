"""Revolts: more armies than the farmers, or all is lost."""

import pytest

from companion.rules.shogun.battle import Revolt, Uprising, Verdict, gather_revolt_forces, resolve_revolt
from tests.rules.shogun.realms import choose_rulings

MIKAWA = Revolt("red", 2)


def describe_line(verdict: Verdict, name: str) -> str:
    return verdict.lines[name].translate() if name in verdict.lines else ""


def test_the_booklets_revolt_in_mikawa_is_put_down() -> None:
    """The booklet's example: the second marker is laid, 4 armies and 2 green are thrown."""
    assert gather_revolt_forces(Uprising("red", 4, 2), {}).cubes == {"red": 4, "green": 2}
    assert resolve_revolt({"red": 3, "green": 1}, Revolt("red", 1, winter=True)).added_markers == 0
    verdict = resolve_revolt({"red": 3, "green": 1}, MIKAWA)
    assert (verdict.winner, verdict.survivors, verdict.to_supply) == ("owner", {"red": 2}, {"red": 1, "green": 1})
    assert (verdict.province, verdict.owner, verdict.added_markers) == ("held", "red", 1)
    assert describe_line(verdict, "result") == "Red puts the revolt down, 3 to 1."
    assert describe_line(verdict, "markers") == "One more revolt marker is laid into the province."
    assert "yielded is kept" in describe_line(verdict, "yield")


def test_what_is_left_when_a_revolt_is_put_down_is_a_ruling() -> None:
    assert resolve_revolt({"red": 3, "green": 1}, MIKAWA).survivors == {"red": 2}
    verdict = resolve_revolt({"red": 3, "green": 1, "blue": 1}, MIKAWA, choose_rulings(put_down="all"))
    assert verdict.survivors == {"red": 3}
    assert verdict.to_supply == {"green": 1}
    assert verdict.stays_in_tray == {"blue": 1}
    lost = resolve_revolt({"red": 1, "green": 1}, MIKAWA, choose_rulings(put_down="all"))
    assert (lost.survivors, lost.to_supply) == ({}, {"red": 1, "green": 1})


@pytest.mark.parametrize(
    ("tray", "winner", "to_supply", "stays"),
    [
        ({"red": 2, "green": 2}, "tie", {"red": 2, "green": 2}, {}),
        ({"red": 1, "green": 2}, "revolt", {"red": 1, "green": 2}, {}),
        ({"green": 1}, "revolt", {"green": 1}, {}),
        ({}, "tie", {}, {}),
        ({"blue": 3}, "tie", {}, {"blue": 3}),
    ],
)
def test_an_owner_with_equal_armies_loses_a_revolt(
    tray: dict[str, int], winner: str, to_supply: dict[str, int], stays: dict[str, int]
) -> None:
    verdict = resolve_revolt(tray, MIKAWA)
    assert (verdict.winner, verdict.to_supply, verdict.stays_in_tray) == (winner, to_supply, stays)
    assert (verdict.province, verdict.owner, verdict.survivors, verdict.added_markers) == ("neutral", None, {}, 0)
    assert "goes to the pile" in describe_line(verdict, "card")


def test_the_booklets_winter_revolt_in_kai_throws_three_green() -> None:
    """The booklet's example: one marker and two more from the revolt table make three green."""
    assert gather_revolt_forces(Uprising("purple", 2, 1, winter=2), {}).cubes == {"purple": 2, "green": 3}
