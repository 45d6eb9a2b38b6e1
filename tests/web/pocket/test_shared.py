"""One phone for everybody: all sit down at once; a curtain falls only where something is hidden."""

import re

from tests.web.pocket.test_inside import BATTLE, Phone


def open_table(phone: Phone, game: str, **form: str | list[str]) -> str:
    """A table opened; the path of the page that comes."""
    answered = phone.tap(f"/new/{game}", **form)
    assert answered.status == 200, answered.body.decode()
    return answered.path


def test_a_tower_is_thrown_at_once() -> None:
    phone = Phone()
    shown = open_table(phone, "shogun", name="moon", way="tower", seat=["blue", "red"], named=["Aya", "Bo"])
    assert shown == "/t/moon/tower"
    thrown = phone.tap(shown, **BATTLE, throw="1")
    assert thrown.path == "/t/moon/thrown"
    page = thrown.body.decode()
    assert "Aya" in page
    assert "Bo" in page
    assert "Hand on" not in page


def test_names_tell_players_apart() -> None:
    phone = Phone()
    form = {"name": "moon", "way": "tower", "seat": ["blue", "red"], "named": ["Aya", "aya"]}
    refused = phone.tap("/new/shogun", **form)
    assert refused.status == 422
    assert 'value="aya"' in refused.body.decode()
    assert ("table", "moon", "") not in phone.rows


def test_plans_are_made_behind_a_curtain() -> None:
    phone = Phone()
    shown = open_table(phone, "shogun", name="moon", way="fixed", seat=["blue", "red", "yellow"])
    assert shown == "/t/moon/curtain"
    assert "Everything is hidden" in phone.ask("GET", shown).body.decode()


def test_opened_again_in_the_middle_of_a_plan_the_curtain_comes_first() -> None:
    phone = Phone()
    open_table(phone, "shogun", name="moon", way="fixed", seat=["blue", "red", "yellow"])
    open_table(phone, "honshu", table="inn", **{"player-blue": "Aya", "player-red": "Bo"})
    for table, asked in (("moon", "/t/moon/plan"), ("inn", "/t/inn/score")):
        phone.tap(f"/t/{table}/curtain", seat="red")
        assert "curtain" not in phone.ask("GET", asked).path
        phone.open()  # as when another tab has written: nobody has opened the page anew
        assert "curtain" not in phone.ask("GET", asked).path
        phone.pocket.draw_curtains(asked)
        hidden = table == "moon"
        assert ("curtain" in phone.ask("GET", asked).path) == hidden
    phone.tap("/t/moon/curtain", seat="red")
    phone.pocket.draw_curtains("/")
    assert "curtain" in phone.ask("GET", "/t/moon/plan").path


def test_every_hand_is_dealt_behind_the_curtain() -> None:
    phone = Phone()
    names = {"player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}
    assert open_table(phone, "hogen", table="heike", **names) == "/t/heike/curtain"
    hands = []
    for seat in "ABC":
        page = phone.tap("/t/heike/curtain", seat=seat).body.decode()
        hands.append(set(re.findall(r'value="([A-Z]\w+\d)"', page)))
        handed = phone.ask("GET", "/t/heike/curtain").body.decode()
        assert f'class="act" name="seat" value="{"BCA"["ABC".index(seat)]}"' in handed
    assert all(hands)
    assert not hands[0] & hands[1] | hands[1] & hands[2] | hands[0] & hands[2]


def test_a_honshu_seat_is_chosen_with_one_tap_on_a_shared_phone() -> None:
    phone = Phone()
    shown = open_table(phone, "honshu", table="inn", **{"player-blue": "Aya", "player-red": "Bo"})
    assert shown == "/t/inn/curtain"
    page = phone.ask("GET", shown).body.decode()
    assert "Everything is hidden" not in page
    assert page.count('name="seat"') == 2
    assert phone.tap(shown, seat="red").path.startswith("/t/inn")


def test_a_throw_repeated_after_reopening_gives_the_same_cubes() -> None:
    """Killed before the throw was kept, it is thrown anew from the same seed: the same cubes come."""
    phone = Phone()
    open_table(phone, "shogun", name="moon", way="tower", seat=["blue", "red"])
    before = dict(phone.rows)
    trays = set()
    for _ in range(3):
        phone.rows = dict(before)
        phone.open()
        phone.tap("/t/moon/tower", **BATTLE, throw="1")
        trays.add(phone.rows["event", "moon", 2])
    assert len(trays) == 1


def test_players_without_a_name_are_called_by_their_translated_colour() -> None:
    phone = Phone()
    open_table(phone, "shogun", name="moon", way="tower", seat=["blue", "red"])
    phone.tap("/settings", language="fr")
    page = phone.ask("GET", "/").body.decode()
    assert "Bleu" in page
    assert "blue," not in page
    assert "https" not in phone.ask("GET", "/settings").body.decode()
