"""Which cards may share a cut."""

from companion.press.frame.frame import Frame, Shape, Text, Use, circle, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.impose.edges import plain_edge, share_cuts
from tests.press.cards import card, cards, face


def test_a_plain_ground_is_a_plain_edge_whatever_lies_inside() -> None:
    plain = face("plain", 58, 87, 3, "#112233")
    assert plain_edge(plain) == "#112233"
    inside = Frame("in", 58, 87, (*plain.items, Shape(circle(29, 40, 20), fill="#ff0000")), 3)
    assert plain_edge(inside) == "#112233"
    assert plain_edge(Frame("bare", 58, 87, (Text("x", 29, 40, 9),))) == "#ffffff"


def test_what_runs_over_the_cut_spoils_the_edge() -> None:
    ground = face("plain", 58, 87, 3, "#112233").items[0]
    for over in (
        Shape(circle(0, 40, 5), fill="#ff0000"),
        Shape(line(10, 0.5, 20, 0.5), stroke="#ff0000", width=0.3),
        Shape(rect(0, 0, 58, 87), fill="#ff0000"),
        Shape(rect(-3, -3, 64, 93, 4), fill="#ff0000"),
        Use(Frame("icon", 10, 10, (Shape(rect(0, 0, 10, 10), fill="#00ff00"),)), Matrix.moved(52, 20)),
    ):
        assert plain_edge(Frame("over", 58, 87, (ground, over), 3)) is None
    covered = Frame("covered", 58, 87, (Shape(circle(0, 40, 5), fill="#ff0000"), ground), 3)
    assert plain_edge(covered) == "#112233"
    nested = Frame("nested", 58, 87, (Use(covered, Matrix.moved(58, 87).then(Matrix.moved(-58, -87))),), 3)
    assert plain_edge(nested) == "#112233"


def test_cards_share_cuts_when_fronts_are_alike_and_backs_are_alike() -> None:
    alike = [card(number, 58, 87, 3, colour="#aabbcc") for number in range(4)]
    assert share_cuts(alike)
    assert not share_cuts([*alike, card(9, 58, 87, 3, colour="#aabbcd")])
    assert not share_cuts(cards(2))
    assert not share_cuts([*alike, card(9, 58, 87, 3, back=False, colour="#aabbcc")])
