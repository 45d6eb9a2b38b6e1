"""Write the search index of each game's rules, next to them: ``make commands``."""

from companion.data.rulebook import INDEX_FILE, format_rule_index
from companion.paths import assets
from companion.play.games import GAMES

if __name__ == "__main__":
    for game in GAMES:
        (assets() / "games" / game / INDEX_FILE).write_text(format_rule_index(game), encoding="utf-8")
