"""A family with a cardboard tower: what they forget, what falls out, what is inside."""

from tests.cli.asking import Asking

REAL = ("tower real", "inside b3 y2 r3 g4")
LINES = ("b4 y3", "revolt b4 m2", "throw b2")


def test_a_real_tower_needs_its_tray_told_before_a_throw(friday: Asking) -> None:
    assert friday.play(*REAL).code == 0
    assert "A real tower is thrown." in friday.play("show").out
    for line in LINES:
        refused = friday.play(line)
        assert refused.code == 1, line
        assert "throws a real tower, and what lies in its tray was not said" in refused.out
        assert "refused" in friday.play(line, more="--json").json
    assert "vraie tour" in friday.play("b4 y3", lang="fr").out
    assert friday.play("odds b4 y3").code == 0
    assert friday.play("b4 y3 out b3 y1", "revolt b4 m2 out nothing").code == 0
    switched = friday.play("tower companion", more="--json").json
    assert (switched["event"], switched["real_tower"]) == (6, False)
    assert friday.play("b4 y3").code == 0
    assert friday.play("tower companion").code == 1
    assert friday("table check friday").code == 0


def test_cubes_out_of_a_real_tower_are_judged(friday: Asking) -> None:
    lines = ("b4 y3 out b3 y1 g1", "b4y3 out nothing", "revolt r3 m2 out r2", "throw b3 out b2")
    battle, nothing, revolt, free = friday.play(*REAL, *lines, more="--json").objects[2:]
    assert (battle["verdict"]["winner"], battle["verdict"]["survivors"]) == ("attacker", {"blue": 1})
    assert nothing["out"] == {}
    assert revolt["verdict"]["winner"] == "owner"
    assert free["tray"] == {"blue": 2}
    assert "[real tower]" in friday.play("luck").out


def test_the_inside_of_a_real_tower_can_be_corrected(friday: Asking) -> None:
    friday.play("tower real", "inside b3 y2 g4 r0", "tray r1 g0")
    shown = friday.tower()
    assert shown["tower"] == {"blue": 3, "yellow": 2, "green": 4}
    assert (shown["tray"], shown["outside"]["red"]) == ({"red": 1}, 61)
    counted = friday.play("inside y0 g+1", more="--json").json
    assert (counted["added"], counted["removed"]) == ({"green": 1}, {"yellow": 2})
    assert counted["tower"] == {"blue": 3, "green": 5}
    again = friday.play("inside b3 y0")
    assert (again.code, "already holds exactly that" in again.out) == (1, True)
    assert friday.play("u", more="--json").code == 0
    assert friday.tower()["tower"] == shown["tower"]
    assert friday.play("inside empty", more="--json").json["tower"] == {}
    assert friday("table check friday").code == 0
