"""Keys of a style whose effect would be lost are refused, and their harmless values passed over."""

from pathlib import Path

import pytest

from companion.errors import DeckError
from tests.press.drawings import part
from tests.press.face.drawing.test_parts import get_only_trace, path


@pytest.mark.parametrize(
    "style",
    [
        "mix-blend-mode:normal",
        "isolation:auto",
        *(f"{key}:none" for key in ("filter", "marker", "marker-start", "marker-mid", "marker-end")),
        "vector-effect:none",
    ],
)
def test_only_values_without_effect_are_allowed_for_unsupported_styles(tmp_path: Path, style: str) -> None:
    assert str(get_only_trace(part(tmp_path, path(id="p", style=style)))) == str(
        get_only_trace(part(tmp_path, path(id="p")))
    )
    key, _, _ = style.partition(":")
    with pytest.raises(DeckError, match="would be lost"):
        part(tmp_path, path(id="p", style=f"{key}:other"))
