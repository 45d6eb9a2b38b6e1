"""``companion language``: a language that lasts, for messages, help and prints."""

from pathlib import Path

import pytest

from tests.cli.commands import Call

KEPT = "companion/language"


def test_a_language_lasts_until_the_system_is_followed_again(call: Call, tmp_path: Path) -> None:
    assert call("language").out == "The language is English (en), the system's.\n"
    assert call("language", "fr").out == "Langue\u00a0: Français (fr), choisie par vous.\n"
    assert (tmp_path / KEPT).read_text() == "fr\n"
    assert call("language", "--json").json == {"version": 1, "language": "fr", "chosen": True}
    assert call().out.startswith("Usage\u00a0:")
    assert call("shogun", "play", "show").err.startswith("Erreur")
    assert call("language", "system").out == "The language is English (en), the system's.\n"
    assert call().out.startswith("Usage: ")


def test_the_ui_lang_option_overrides_the_chosen_language(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call("language", "fr")
    assert call("--ui-lang", "en", "--help").out.startswith("Usage: companion")
    result = call("language", "en", "--ui-lang", "fr").out
    assert result.startswith("Langue\u00a0: English (en)")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert call("language").out == "The language is English (en), your choice.\n"
    assert call("language", "system").out.startswith("Langue\u00a0: Français (fr), celle")


@pytest.mark.parametrize("kept", [b"xx\n", b"", b"\xff", b"fr en"])
def test_a_damaged_language_file_is_ignored(call: Call, tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / KEPT).write_bytes(kept)
    assert call("language").out == "The language is English (en), the system's.\n"


def test_prints_are_in_the_chosen_language(call: Call, tmp_path: Path) -> None:
    call("language", "fr")
    result = call("print", "hogen", "--cards", "Taira 1", "--json")
    assert result.code == 0
    assert all("-fr-" in file["file"] for file in result.json["files"]), result.json
