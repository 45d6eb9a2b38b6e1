"""Write the stems of the words of rules beside the files by which questions are read: ``make commands``."""

from companion.data.rulebook import format_stems
from companion.paths import assets
from companion.play.games import GAMES

if __name__ == "__main__":
    for file in (assets() / "questions").glob("*.toml"):
        kept = file.with_suffix(".json")
        kept.unlink(missing_ok=True)  # for a newer stemmer may find others
        kept.write_text(format_stems(GAMES, file.stem), encoding="utf-8")
