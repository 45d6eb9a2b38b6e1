"""The folders of assets and templates: the user's own where one is named, and never two mixed."""

from pathlib import Path

import pytest

from companion import paths
from companion.errors import DeckError


def test_a_folder_that_is_named_and_holds_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever translates would otherwise read the old words, and wonder."""
    monkeypatch.setenv("COMPANION_FILES", str(tmp_path))
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(paths, "_find_root", paths._find_root.__wrapped__)  # what was found before is kept
    assert paths.templates() == tmp_path / "templates"
    with pytest.raises(DeckError, match="The folder assets is missing"):
        paths.assets()
