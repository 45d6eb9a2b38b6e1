"""Our own art is all lines and fills: nothing of it is a picture, stood in for or told of."""

import pytest

from companion.data.deck import open_deck
from companion.play.games import GAMES
from companion.press.frame.drawing import Scan, collect_notes
from companion.press.frame.frame import Frame
from companion.press.layout import lay_out


@pytest.mark.parametrize("game", GAMES)
def test_no_drawing_of_a_game_becomes_a_picture(game: str) -> None:
    waiting: list[Frame | None] = [
        face for piece in lay_out(open_deck(game), "en") for face in (piece.front, piece.back)
    ]
    seen: dict[int, Frame] = {}
    while waiting:
        frame = waiting.pop()
        if frame is not None and id(frame) not in seen:
            seen[id(frame)] = frame
            waiting += frame.nested_frames
    assert len(seen) > 20
    assert not [frame.name for frame in seen.values() if isinstance(frame, Scan)]
    assert not collect_notes(seen.values())
