"""A family with a cardboard tower: what they forget, what falls out, what is inside."""

from tests.cli.asking import Asking

FIGHT = "attack friday --attacker blue=4 --defender yellow=3"


def begin_with_real_tower(ask: Asking, inside: str, more: str = "") -> None:
    """A table that throws a real tower, with so much inside."""
    for line in (
        f"new friday --players blue,yellow,red{more}",
        "tower friday real",
        f"inside friday {inside}",
    ):
        assert ask(line).code == 0, line


def test_a_forgotten_tray_is_asked_for_and_a_change_of_tower_is_an_event(ask: Asking) -> None:
    begin_with_real_tower(ask, "blue=3 yellow=2 red=3 green=4")
    assert "A real tower is thrown." in ask("show friday").out
    for line in (FIGHT, "revolt friday --owner blue=4 --markers 2", "throw friday --in blue=2"):
        refused = ask(line)
        assert refused.code == 1, line
        assert "throws a real tower, and what lies in its tray was not said" in refused.out
        assert "--out nothing" in refused.out
        assert "refused" in ask(f"{line} --json").json
    assert "vraie tour" in ask(FIGHT, lang="fr").out
    assert 0 < ask(f"{FIGHT} --odds-only --json").json["win"] < 1
    assert ask(f'{FIGHT} --out "blue=3 yellow=1"').code == 0
    assert ask("revolt friday --owner blue=4 --markers 2 --out nothing").code == 0
    switched = ask("tower friday companion --json").json
    assert (switched["event"], switched["real_tower"]) == (6, False)
    assert ask(FIGHT).code == 0
    assert ask("tower friday companion").code == 1
    assert "--out" in ask("tower friday real").out
    assert ask(FIGHT).code == 1
    assert ask("verify friday").code == 0


def test_the_inside_is_put_right(ask: Asking) -> None:
    begin_with_real_tower(ask, "blue=3 yellow=2 green=4 red=0")
    ask("tray friday red=1")
    shown = ask("show friday --json").json
    assert shown["tower"] == {"blue": 3, "yellow": 2, "green": 4}
    assert (shown["tray"], shown["outside"]["red"]) == ({"red": 1}, 61)
    assert "From the tower into the tray: 1 blue army." in ask("inside friday blue=-1 --into-tray").out
    counted = ask("inside friday bleu=3 jaune=0 --json", lang="fr").json
    assert (counted["added"], counted["removed"]) == ({"blue": 1}, {"yellow": 2})
    assert counted["tower"] == {"blue": 3, "green": 4}
    assert counted["tray"] == {"blue": 1, "red": 1}
    again = ask("inside friday blue=3 yellow=0")
    assert (again.code, "holds just that already" in again.out) == (1, True)
    ask("undo friday")
    ask("undo friday")
    assert ask("show friday --json").json["tower"] == shown["tower"]
    assert ask("inside friday blue=x").code == 2
    assert ask("inside friday empty --json").json["tower"] == {}
    assert ask("verify friday").code == 0


def test_cubes_are_typed_by_the_beginnings_of_their_colours(ask: Asking) -> None:
    begin_with_real_tower(ask, "b=3 y=2 g=4 r=0")
    ask("tray friday r=1")
    shown = ask("inside friday y=0 gr=+1 --json").json
    assert (shown["tower"], shown["tray"]) == ({"blue": 3, "green": 5}, {"red": 1})
    assert ask("tray friday ro=2 v=1 --json", lang="fr").code == 2  # violet or vert
    assert ask("tray friday ro=2 ve=1 --json", lang="fr").json["tray"] == {"red": 2, "green": 1}
    thrown = ask('attack friday --attacker b=4 --defender y=3 --out "b=2 y=2 g=1" --json')
    assert thrown.code == 0
    assert ask('odds --attacker b=4 --defender y=3 --lodged "b=1,1 g=2" --json').code == 0


def test_a_table_that_is_not_told_the_inside_is_not_told_by_putting_it_right(ask: Asking) -> None:
    begin_with_real_tower(ask, "blue=3 yellow=0 red=0 green=2", " --inside hidden")
    answer = ask("inside friday blue=5 --json").json
    assert (answer["added"], answer["removed"], answer["tower"]) == (None, None, None)
    assert ask("inside friday blue=5").lines[0] == "The inside of the tower is put right."
    assert "There are not 9 green cubes inside" in ask("inside friday green=-9").out


def test_what_only_a_real_tower_has(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    refused = ask("inside friday blue=1")
    assert (refused.code, "companion shogun tower" in refused.out) == (1, True)
    assert "throws a real tower already" not in ask("tower friday real").out
    assert ask("tower friday real").code == 1
