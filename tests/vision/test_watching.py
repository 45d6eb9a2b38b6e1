"""A film of a map is read frame by frame: what a hand or glare hides in one, another shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from companion.data.honshu.cards import load_cards
from companion.rules.honshu.map.board import Position
from companion.vision.eyes import Spot
from companion.vision.honshu import watching
from companion.vision.honshu.eyes_here import eyes_here
from companion.vision.honshu.map_reading import read_map, read_views
from companion.vision.honshu.reading import How, Reading
from companion.vision.honshu.recovery.belonging import parts
from companion.vision.honshu.recovery.cubes import Standing
from companion.vision.honshu.recovery.evidence import Sight
from companion.vision.honshu.recovery.geometry import Cell, Pose, cells_of
from companion.vision.honshu.recovery.layers import Layers, Top, covering
from companion.vision.honshu.telling import View
from companion.vision.honshu.watching import PROOFS, Watch, Watched
from tests.vision.judged import judge, squares_in_truth
from tests.vision.photos import Generated
from tests.vision.photos.film import film
from tests.vision.test_photos import likeness

FILM = 105
"""A film on whose first frame two cards are missing; its third is blurred, and its sixth shows a hand."""


class Kept(Watch):
    """A watch that keeps what each frame showed, for tests that put the same frames together otherwise."""

    def __init__(self) -> None:
        super().__init__(eyes_here())
        self.shown = list[View]()

    def add(self, view: View, seals: Sequence[Any] = ()) -> Watched:
        self.shown.append(view)
        return super().add(view, seals)


@cache
def filmed() -> tuple[list[Generated], list[Watched], list[View]]:
    """A film, what was known after each of its frames, and the views of those that showed a map."""
    frames, watch = list(islice(film(FILM, 10), 6)), Kept()
    return frames, [watch.look(each.photo) for each in frames], watch.shown


def told(reading: Reading | None) -> Mapping[Position, tuple[str | None, int, bool | None]]:
    """The squares that are told without a doubt, by where they lie in truth."""
    squares = squares_in_truth(reading, filmed()[0][0].truth) if reading else {}
    return {place: (each.card, each.square, each.cube) for place, each in squares.items() if not each.doubt}


def together(*views: View) -> Reading:
    """The reading of frames put together as those of a film are."""
    return read_views(views, 13, PROOFS)


def changed(view: View, **more: Any) -> View:
    return view._replace(seen=replace(view.seen, **more))


def of_others(view: View, count: int) -> View:
    """A view of some cards as if they were others."""
    faces = {face: (face + 30) % 60 for face in list(view.seen.poses)[:count]}
    seen = view.seen
    own = {(faces[face], square): value for (face, square), value in seen.strength.items() if face in faces}
    tops = {
        cell: top._replace(face=faces[top.face])
        for cell, top in seen.layers.tops.items()
        if top.face in faces
    }
    return changed(
        view,
        poses={faces[face]: pose for face, pose in seen.poses.items() if face in faces},
        card_planes={faces[face]: plane for face, plane in seen.card_planes.items() if face in faces},
        strength=own,
        layers=Layers(tops, {}),
    )._replace(
        lights={
            (faces[face], square): light for (face, square), light in view.lights.items() if face in faces
        }
    )


def misread(view: View) -> tuple[View, Cell]:
    """A view that reads a square as the one that lies under it, and where."""
    seen = view.seen
    for cell, squares in covering(seen.poses).items():
        top = seen.layers.tops[cell]
        below = [each for each in squares if each != top[:2]]
        if top.how is How.READ and top.strength == 1 and below:
            wrong = Top(*below[0], How.READ, 0.9)
            strength = {**seen.strength, below[0]: 0.9, top[:2]: 0.0}
            layers = Layers({**seen.layers.tops, cell: wrong}, seen.layers.above)
            return changed(view, strength=strength, layers=layers), cell
    raise AssertionError("no card lies on another")


def test_a_film_shows_one_map_and_a_hand_that_moves() -> None:
    frames = filmed()[0]
    assert {each.photo.shape for each in frames} == {(720, 1280, 3)}
    places = [{(cell["r"], cell["c"], cell["card"]) for cell in each.truth["cells"]} for each in frames]
    assert all(each == places[0] for each in places)
    fits = [
        likeness(each, cell)
        for each in frames[::3]
        for cell in each.truth["cells"]
        if not cell["cube"] and all(0 < x < 1280 and 0 < y < 720 for x, y in cell["corners"])
    ]
    assert np.median(fits) > 0.6
    assert min(fits) < 0.2  # under the hand
    again = next(film(FILM, 10))
    assert (again.jpeg, again.truth) == (frames[0].jpeg, frames[0].truth)


def test_frames_are_put_together_until_all_is_known() -> None:
    frames, known, views = filmed()
    assert [str(each.counted) for each in known[:2]] == ["11 of 13 cards", "13 of 13 cards"]
    assert [each.complete for each in known] == [False, False, False, False, True, True]
    assert known[-1].frames == (1, 2, 4, 5)
    judged = judge(known[-1].reading, frames[0].truth)
    assert (judged.exact, judged.lie, judged.doubts, judged.cubes[1:]) == (True, False, 0, (0, 0))
    assert not any(judge(each.reading, frames[0].truth).lie for each in known)
    assert not any(read_views([view]).complete for view in views)
    assert all(each.seals for number, each in enumerate(known, 1) if number in known[-1].frames)


def test_a_frame_that_shows_nothing_is_told_and_does_no_harm() -> None:
    known = filmed()[1]
    assert [each.remark is None for each in known] == [True, True, False, True, True, False]
    assert str(known[2].remark).startswith("No map can be read here; hold the phone still")
    assert known[2].reading == known[1].reading
    nothing = Watch(eyes_here()).look(np.full((720, 1280, 3), 128, np.uint8))
    assert (nothing.reading, nothing.frames, str(nothing.counted)) == (None, (), "0 of 13 cards")
    assert nothing.remark is not None
    assert not nothing.complete


def test_more_frames_never_make_it_worse() -> None:
    for before, after in pairwise(told(each.reading) for each in filmed()[1]):
        assert before.items() <= after.items()


def test_the_order_of_frames_does_not_matter() -> None:
    views = filmed()[2]
    for seed in range(4):
        watch = Watch(eyes_here())
        every = [watch.add(view) for view in Random(seed).sample(views, len(views))]
        assert told(every[-1].reading) == told(filmed()[1][-1].reading)


def test_one_frame_alone_tells_the_squares_of_a_photo_of_it() -> None:
    frames, known, views = filmed()
    alone, first = read_views(views[:1]), known[0].reading
    assert first is not None
    plain: Any = {"doubt": True, "how": How.READ, "cube": None, "only_cube": False}
    both = [[replace(each, **plain) for each in known.squares] for known in (first, alone)]
    assert both[0] == both[1]
    assert first.cards == alone.cards
    assert told(first).items() <= told(alone).items()
    photo = told(read_map([frames[0].photo]))  # which is looked at more closely
    assert all(photo[place] == each for place, each in told(alone).items() if place in photo)


def test_another_map_is_told_and_does_no_harm() -> None:
    views, watch = filmed()[2], Watch(eyes_here())
    before = [watch.add(view) for view in views][-1]
    other = watch.add(of_others(views[0], 13))
    assert str(other.remark) == "This is another map than before; film one."
    assert other.reading == before.reading
    apart = watch.add(of_others(views[0], 3))
    assert str(apart.remark).startswith("This hangs together with nothing known yet")
    assert apart.reading == before.reading
    assert watch.add(views[0]).remark is None


def test_parts_that_a_later_frame_joins_are_put_together() -> None:
    views = filmed()[2]
    whole = max(views, key=lambda view: len(view.seen.poses))
    faces = list(whole.seen.poses)
    one, other = part(whole, faces[:4]), part(whole, faces[4:])
    watch = Watch(eyes_here())
    assert len(watch.add(one).frames) == len(watch.add(other).frames) == 1
    assert watch.add(whole).frames == (1, 2, 3)


def part(view: View, faces: Sequence[int]) -> View:
    """A view of some of its cards alone."""
    seen = view.seen
    tops = {cell: top for cell, top in seen.layers.tops.items() if top.face in faces}
    return changed(view, poses={face: seen.poses[face] for face in faces}, layers=Layers(tops, {}))


def test_what_is_kept_of_a_long_film_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_MOST", 8)
    views, watch = filmed()[2], Watch(eyes_here())
    other = of_others(views[0], 13)
    for _ in range(3):
        for view in views:
            known = watch.add(view)
        watch.add(other)
    assert len(watch._views) == 8
    assert told(known.reading) == told(filmed()[1][-1].reading)


def test_most_frames_outvote_one_that_misreads_a_square() -> None:
    views = filmed()[2]
    wrong, cell = misread(views[0])
    assert told(together(*views, wrong)) == told(together(*views))
    sure = {(each.card, each.square) for each in read_views([views[0], wrong]).squares if not each.doubt}
    for top in (views[0].seen.layers.tops[cell], wrong.seen.layers.tops[cell]):
        assert (load_cards()[top.face].name, top.square) not in sure


def test_a_card_that_two_photos_see_elsewhere_is_not_told() -> None:
    view = filmed()[2][0]
    face = next(iter(view.seen.poses))
    pose = view.seen.poses[face]
    beside = changed(view, poses={**view.seen.poses, face: pose._replace(column=pose.column + 1)})
    name = load_cards()[face].name
    assert name in {card.card for card in read_views([view]).cards}
    for both in ([view, beside], [beside, view]):
        assert name not in {card.card for card in read_views(both).cards}


def with_card(view: View, face: int, pose: Pose, *, below: bool = False) -> View:
    """A view that shows one card more, all of whose squares it reads that are not below others."""
    seen, own = view.seen, [(face, square) for square in range(6)]
    tops = {cell: Top(face, square, How.READ, 1.0) for square, cell in enumerate(cells_of(pose))}
    return changed(
        view,
        poses={**seen.poses, face: pose},
        strength={**seen.strength, **dict.fromkeys(own, 1.0)},
        card_planes={**seen.card_planes, face: next(iter(seen.card_planes.values()))},
        layers=Layers(
            {**tops, **seen.layers.tops} if below else {**seen.layers.tops, **tops}, seen.layers.above
        ),
    )._replace(lights={**view.lights, **dict.fromkeys(own, next(iter(view.lights.values())))})


def strange() -> int:
    """A card that the film does not show."""
    return next(each for each in range(60) if all(each not in view.seen.poses for view in filmed()[2]))


def test_a_card_that_one_frame_sees_beside_a_whole_map_is_none() -> None:
    views = filmed()[2]
    false = with_card(views[-1], strange(), Pose(40, 40, 0))
    assert told(together(*views, false)) == told(together(*views))
    assert together(*views, false).complete
    assert str(read_views([*views, false]).notes[0]).endswith("lies beside the map and is left out.")


def beyond(view: View) -> Pose:
    """Where a card may lie that covers one square at the edge of a map."""
    row, column = max(view.seen.layers.tops)
    return Pose(row, column, 0)


def test_a_card_all_of_whose_squares_others_read_otherwise_is_none() -> None:
    views = filmed()[2]
    view = max(views, key=lambda each: len(each.seen.layers.tops))
    known = {cell for cell, top in view.seen.layers.tops.items() if top.how is How.READ}
    poses = (Pose(row, column, turn) for row, column in sorted(known) for turn in range(4))
    pose = next(each for each in poses if known.issuperset(cells_of(each)))
    false = with_card(view, strange(), pose)
    assert len(read_views([*views, false], 14, PROOFS).cards) == 13


def test_one_frame_that_sees_more_cards_does_not_doubt_a_film() -> None:
    views = filmed()[2]
    whole = max(views, key=lambda each: len(each.seen.poses))
    more = with_card(whole, strange(), beyond(whole), below=True)
    assert together(*views, more).complete
    for each in (read_views([more]), together(more, more, more)):
        assert "More than 13 cards" in str([str(doubt) for doubt in each.doubts])
        assert any(load_cards()[strange()].name in rival.without for rival in each.rivals)


def test_a_hand_over_a_place_is_no_cube_where_another_frame_sees_the_place() -> None:
    views = filmed()[2]
    cubes = {(each.card, each.square): each.cube for each in together(*views).squares}
    faces = {card.name: face for face, card in enumerate(load_cards())}
    view, own, outline = next(
        (view, own, each.outlines[0] or ())
        for view in views
        for each in read_views([view]).squares
        if each.how is How.READ and cubes[each.card, each.square] is each.cube is False
        for own in [(faces[str(each.card)], each.square)]
        if view.lights[own].stands and each.outlines[0]
        if all(20 < x < 1260 and 20 < y < 700 for x, y in each.outlines[0])
    )
    hidden = view._replace(lights={**view.lights, own: view.lights[own]._replace(stands=Standing.CUBE)})

    def cube(number: int, proofs: int, seen: View = hidden) -> bool | None:
        squares = read_views([seen] * number, 13, proofs).squares
        return next(each.cube for each in squares if (faces[str(each.card)], each.square) == own)

    assert [cube(number, PROOFS) for number in (1, 2, 3)] == [None, None, True]
    cut = int(sum(x for x, _ in outline) / 4 + 3), 720  # a photo that cuts the place off, not its middle
    bare = hidden._replace(lights={**view.lights, own: view.lights[own]._replace(stands=Standing.BARE)})
    assert [cube(1, 1, each) for each in (hidden, bare)] == [True, False]
    assert {cube(1, 1, each._replace(size=cut)) for each in (hidden, bare)} == {None}
    assert told(together(*views, hidden, hidden)) == told(together(*views))


def unread(view: View, own: tuple[int, int]) -> View:
    """A view that shows a square under glare: of the light on it nothing is known."""
    seen = view.seen
    tops = {
        cell: top._replace(how=How.INFERRED, strength=0.0) if top[:2] == own else top
        for cell, top in seen.layers.tops.items()
    }
    return changed(view, strength={**seen.strength, own: 0.0}, layers=Layers(tops, seen.layers.above))


def test_nothing_is_inferred_from_a_card_that_few_frames_show() -> None:
    """It may be none, and the thirteenth may be the one that lies there."""
    views = filmed()[2] * PROOFS
    alone = {
        squares[0]
        for view in views
        for squares in covering(view.seen.poses).values()
        if len(squares) == 1 and view.lights[squares[0]].stands is None  # no cube stands there
    }
    own = max(alone, key=lambda each: sum(each[0] in view.seen.poses for view in views))
    hidden = [unread(view, own) for view in views]
    name = load_cards()[own[0]].name

    def doubted(*views: View) -> bool:
        reading = together(*views)
        assert len(reading.cards) == 13
        (found,) = (each for each in reading.squares if (each.card, each.square) == (name, own[1]))
        assert found.how is How.INFERRED
        return found.doubt

    assert not doubted(*hidden)
    poses = max((view.seen.poses for view in views), key=len)
    other = next(
        face
        for face in poses
        if face != own[0] and len(parts({each: poses[each] for each in poses if each != face})) == 1
    )
    less = [part(view, [face for face in view.seen.poses if face != other]) for view in hidden]
    for number in range(1, PROOFS + 1):
        shown = [with_card(less[0], strange(), beyond(less[0]), below=True)] * number
        assert doubted(*shown, *less[number:]) is (number < PROOFS)


@pytest.mark.parametrize("seed", range(6))
def test_a_shadow_a_finger_or_glare_in_one_frame_does_no_harm(seed: int) -> None:
    """Painted over a frame that shows much, wherever it falls."""
    frames, _, views = filmed()
    random, photo = np.random.default_rng(seed), frames[4].photo.astype(np.float32)
    high, wide = photo.shape[:2]
    down, across = np.mgrid[:high, :wide].astype(np.float32)
    for amount, width in ((-0.6, 60), (1.0, 25), (-1.0, 12)):  # of a shadow, glare and a finger
        (x, y), turn = (
            random.uniform((0.2 * wide, 0.2 * high), (0.8 * wide, 0.8 * high)),
            random.uniform(0, np.pi),
        )
        off = np.abs((across - x) * np.sin(turn) - (down - y) * np.cos(turn))
        share = np.clip(2 - off / width, 0, 1)[..., None]
        photo = photo * (1 + min(amount, 0) * share) + 255 * max(amount, 0) * share
    watch = Kept()
    watch.look(np.clip(photo, 0, 255).astype(np.uint8))
    before, after = together(*views), together(*views, *watch.shown)
    assert told(before).items() <= told(after).items()
    assert judge(after, frames[0].truth) == judge(before, frames[0].truth)
    first = Watch(eyes_here())
    every = [first.add(view) for view in [*watch.shown, *views]]
    assert every[-1].complete
    assert not any(judge(each.reading, frames[0].truth).lie for each in every)


def test_a_seal_whose_middle_no_photo_shows_is_not_sought() -> None:
    class Eyes:
        def sought(self, _: object, spots: Sequence[Spot]) -> list[float]:
            return [spot.patch.plane[2] for spot in spots]

    sight = Sight(cast("Any", Eyes()), None, (1280, 720))
    planes = [(1.0, 0.0, x, 0.0, 1.0, 300.0, 0.0, 0.0, 1.0) for x in (-40.0, 100.0, 1300.0, 700.0)]
    found = cast("list[float | None]", sight.any_codes([(plane, 0) for plane in planes], 4.0))
    assert [each is None for each in found] == [True, False, True, False]
    assert found[1] is not None
    assert found[3] is not None
    assert found[3] - found[1] == 600
