"""A deck begun on the page of a watch: it lies beside the one before it, and is watched from then on."""

from pathlib import Path

import pytest

from companion.errors import InputError, OutputError
from companion.web.serving.watch_process import DeckWatchProcess


def test_a_watch_without_a_deck_begins_one_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with DeckWatchProcess("") as watch:
        assert (watch.look({}).name, watch.places) == ("", ())
        with pytest.raises(InputError, match="there is no deck yet"):
            watch.edit("open_sheet", "")
        for name in ("../foxes", "a/b", "", ".", "nul", ".foxes"):
            with pytest.raises(OutputError):
                watch.begin_deck(name, "tcg", "band", "")
        assert sorted(tmp_path.iterdir()) == []
        watch.begin_deck("foxes", "tcg", "band", "title\nFox\nWolf")
        assert [row[0] for row in watch.edit("open_sheet", "").rows] == ["Fox", "Wolf"]
        assert [card.name for card in watch.look({}).cards] == ["1", "2"]
        watch.begin_deck("wolves", "poker", "frame", "")
        assert watch.look({}).name == "wolves"
    assert {each.name for each in tmp_path.iterdir()} == {"foxes", "wolves", "home"}
