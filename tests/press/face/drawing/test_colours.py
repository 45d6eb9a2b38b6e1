"""Colours of art files, by name or by numbers."""

from pathlib import Path

import pytest
from PIL import ImageColor

from companion.errors import DeckError
from companion.press.frame.drawing import Trace
from tests.press.drawings import part
from tests.press.face.drawing.test_parts import path


def test_colours_are_named_as_pillow_names_them(tmp_path: Path) -> None:
    """And told by ``rgb()`` and ``hsl()`` likewise; the press needs no Pillow for it."""
    given = [*ImageColor.colormap, "Red", "rgb(1, 20,255)", "rgb(10%,55%,99%)", "hsl(197,33%,61%)"]
    drawn = part(tmp_path, f'<g id="p">{"".join(path(fill=each) for each in given)}</g>').traces
    told = ["#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(each)) for each in given]
    assert [trace.fill for trace in drawn if isinstance(trace, Trace)] == told
    for wrong in ("rgb(1,2)", "rgba(1)", "hsv(1,2%,3%)"):
        with pytest.raises(DeckError, match="is not a colour"):
            part(tmp_path, f'<g id="p">{path(fill=wrong)}</g>')


def test_colours_may_be_translucent_or_told_by_another_key(tmp_path: Path) -> None:
    told = {
        "#12345680": ("#123456", 128 / 255),
        "#f008": ("#ff0000", 136 / 255),
        "rgb(300 0 0 / 50%)": ("#ff0000", 0.5),
    }
    told |= {"hsla(480, 100%, 50%, .25)": ("#00ff00", 0.25), "currentColor": ("#0000ff", 1.0)}
    body = "".join(path(fill=each) for each in told)
    drawn = part(tmp_path, f'<g id="p" color="blue">{body}</g>').traces
    assert [(trace.fill, trace.opacity) for trace in drawn if isinstance(trace, Trace)] == [*told.values()]
