"""Frames of a film that show no map, or one amiss: what is said of them, and what is not believed."""

import pytest

from companion.data.honshu.cards import load_cards
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.recovery import seals
from companion.vision.honshu.telling import View
from companion.vision.honshu.watching import Watch
from tests.vision.test_watching import beyond, changed, filmed, strange, together, with_card


def test_a_film_by_a_camera_that_mirrors_is_told_as_mirrored() -> None:
    watch = Watch(eyes_here())
    for number in (1, 0):
        known = watch.look(filmed()[0][number].photo[:, ::-1].copy())
        assert (str(known.remark)[:20], known.reading) == ("This camera mirrors ", None)


def test_a_frame_with_more_seals_than_cards_have_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seals, "_MOST", 9)
    known = Watch(eyes_here()).look(filmed()[0][1].photo)
    assert (known.seals, str(known.remark)) == ((), "Two maps are in sight; film one.")


def test_a_false_seal_is_not_told_because_its_card_seems_to_show_another() -> None:
    view, own = filmed()[2][0], (strange(), 5)
    plain = with_card(view, strange(), beyond(view), below=True)
    tops = {
        cell: top._replace(strength=0.65) if top.face == strange() and top[:2] != own else top
        for cell, top in plain.seen.layers.tops.items()
    }
    seeming = changed(plain, layers=plain.seen.layers._replace(tops=tops))
    name = load_cards()[strange()].name

    def sure(false: View) -> set[int]:
        squares = together(view, false).squares
        return {each.square for each in squares if each.card == name and not each.doubt}

    assert sure(plain) >= {2, 3, 5}  # two such seals in one frame are hardly both false
    assert 5 not in sure(seeming)
