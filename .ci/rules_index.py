"""Write the words in which rules are sought beside the rules of each game: ``make commands``."""

from companion.data.rulebook import KEPT, told
from companion.paths import assets
from companion.play.games import GAMES

if __name__ == "__main__":
    for game in GAMES:
        (assets() / "games" / game / KEPT).write_text(told(game), encoding="utf-8")
