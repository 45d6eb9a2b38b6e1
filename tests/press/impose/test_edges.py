"""Which cards may share a cut."""

import pytest

from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import Matrix, circle, line, rect
from companion.press.impose import gang
from companion.press.impose.gang import can_share_cuts, find_plain_edge, find_plain_edges
from tests.press.cards import card, cards, face


def test_a_plain_ground_is_a_plain_edge_whatever_lies_inside() -> None:
    plain = face("plain", 58, 87, 3, "#112233")
    assert find_plain_edge(plain) == "#112233"
    inside = Frame("in", 58, 87, (*plain.items, Shape(circle(29, 40, 20), fill="#ff0000")), 3)
    assert find_plain_edge(inside) == "#112233"
    assert find_plain_edge(Frame("bare", 58, 87, (Text("x", 29, 40, 9),))) == "#ffffff"


def test_shapes_over_the_cut_leave_no_plain_edge() -> None:
    ground = face("plain", 58, 87, 3, "#112233").items[0]
    for over in (
        Shape(circle(0, 40, 5), fill="#ff0000"),
        Shape(line(10, 0.5, 20, 0.5), stroke="#ff0000", width=0.3),
        Shape(rect(0, 0, 58, 87), fill="#ff0000"),
        Shape(rect(-3, -3, 64, 93, 4), fill="#ff0000"),
        Use(Frame("icon", 10, 10, (Shape(rect(0, 0, 10, 10), fill="#00ff00"),)), Matrix.translate(52, 20)),
    ):
        assert find_plain_edge(Frame("over", 58, 87, (ground, over), 3)) is None
    covered = Frame("covered", 58, 87, (Shape(circle(0, 40, 5), fill="#ff0000"), ground), 3)
    assert find_plain_edge(covered) == "#112233"
    nested = Frame("nested", 58, 87, (Use(covered, Matrix.translate(58, 87).then(Matrix.translate(-58, -87))),), 3)
    assert find_plain_edge(nested) == "#112233"


def test_a_drawing_is_a_picture_where_it_reaches_the_edge() -> None:
    ground = face("plain", 58, 87, 3, "#112233").items[0]
    drawing = Drawing.from_traces("a.svg flag", (Trace("M0 0L20 0L20 20L0 20Z", "#ff0000"),))
    inside, over = Matrix.translate(19, 30), Matrix.translate(40, 30)
    assert find_plain_edge(Frame("inside", 58, 87, (ground, Use(drawing, inside)), 3)) == "#112233"
    assert find_plain_edge(Frame("over", 58, 87, (ground, Use(drawing, over)), 3)) is None
    assert find_plain_edge(Frame("cut", 58, 87, (ground, Use(drawing, over, rect(40, 30, 9, 9))), 3)) == "#112233"
    turned = inside.then(Matrix.translate(-29, -40)).then(Matrix.rotate(90)).then(Matrix.scale_by(3))
    assert find_plain_edge(Frame("large", 58, 87, (Use(drawing, turned.then(Matrix.translate(29, 40))),), 3)) is None


def test_cards_share_cuts_when_fronts_are_alike_and_backs_are_alike() -> None:
    alike = [card(number, 58, 87, 3, colour="#aabbcc") for number in range(4)]
    assert can_share_cuts(find_plain_edges(alike))
    assert not can_share_cuts(find_plain_edges([*alike, card(9, 58, 87, 3, colour="#aabbcd")]))
    assert not can_share_cuts(find_plain_edges(cards(2)))
    assert not can_share_cuts(find_plain_edges([*alike, card(9, 58, 87, 3, back=False, colour="#aabbcc")]))


def test_fronts_are_not_looked_at_where_their_back_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr(gang, "find_plain_edge", lambda frame: looked_at.append(frame.name))
    back = face("back", 58, 87, 3, "#112233")
    pieces = [each._replace(back=back) for each in cards(30)]
    assert find_plain_edges(pieces) == [None] * 30
    assert looked_at == ["back"]


def test_shapes_in_the_ground_colour_may_run_over_the_cut() -> None:
    ground = face("plain", 58, 87, 3, "#112233").items[0]
    same = Shape(circle(0, 40, 5), fill="#112233")
    assert find_plain_edge(Frame("same", 58, 87, (ground, same), 3)) == "#112233"
    rim = Shape(circle(0, 40, 5), fill="#112233", stroke="#ffffff", width=0.3)
    assert find_plain_edge(Frame("rim", 58, 87, (ground, rim), 3)) is None
    assert find_plain_edge(Frame("white", 58, 87, (Shape(circle(0, 40, 5), fill="#ffffff"),))) == "#ffffff"
