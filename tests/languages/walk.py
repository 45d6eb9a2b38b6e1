"""Cards, commands and pages in one language, as a process of its own sees them: what each says, as JSON.

The folder of ``COMPANION_FILES`` says which languages there are, so nothing is patched. A walk through a part
sees the cards of one game and a third of the pages, in ``make test-all`` everything; and all commands, for
one needs another.
"""

import io
import json
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from companion.cli.main import run
from companion.data.deck import list_games, open_deck
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.web.app import list_pages
from companion.web.context import HOST_ONLY
from tests.choice import pick
from tests.cli.commands import ALL
from tests.cli.test_json_page import LINES, NOES
from tests.languages.altered_language import CODE
from tests.web.app_browser import House
from tests.web.test_words import ELSEWHERE, make_tables

MORE = """
--version
print honshu --only order-cards -o more --overwrite --cut-lines
print hogen --list
print shogun --only tower -o tower
printer sheet -o sheet
export honshu --to contact --only order-cards -o contact.pdf
deck new own
deck new own-tiles --like tiles
check own
print own -o own-out
print own --lang en -o own-out
shogun play --table kyoto --players blue,yellow,red --seed y
shogun play --table kyoto
nonsense
print --sides x
shogun odds --attacker
table doctor --port 1
"""
TYPED = "help\nnonsense\n?\nblue castle\n\n"


def run_line(line: str) -> tuple[int, str]:
    text, code = io.StringIO(), 0
    sys.stdin = io.StringIO(TYPED)
    with redirect_stdout(text), redirect_stderr(text):
        try:
            run(["--ui-lang", CODE, *shlex.split(line)])
        except SystemExit as left:
            code = int(left.code or 0)
    return code, text.getvalue()


def run_commands() -> dict[str, tuple[int, str]]:
    helps = [f"{name} --help".strip() for name in ALL]
    lines = [line for text in (LINES, *NOES.values(), MORE) for line in text.strip().splitlines()]
    return {line: run_line(line) for line in (*helps, *lines)}


def read_cards(among: list[str]) -> dict[str, list[str]]:
    said = {}
    for game in among:
        for piece in lay_out(open_deck(game), CODE):
            for frame in filter(None, (piece.front, piece.back)):
                said[frame.name] = [item.text for item, _ in frame.walk() if isinstance(item, Text)]
    return said


def fetch_pages(parts: int) -> dict[str, tuple[int, str]]:
    """Every page of every table, or one of so many, for whoever may open it."""
    house, said = House(), {}
    make_tables(house.shelf)
    shown = [page for page in list_pages() if page.show is not None and not ELSEWHERE.search(page.path)]
    for page in pick(shown, -(-len(shown) // parts)):
        role = "host" if page.role == HOST_ONLY else "player"
        client = house.join(role, headers={"accept-language": f"{CODE},fr;q=0.5"})
        for name in house.app_state.tables.names() if "{" in page.path else ("",):
            answer = client.get(page.path.replace("{table}", name))
            said[f"{page.path} {name}"] = answer.status_code, answer.text
    return said


if __name__ == "__main__":
    parts = int(sys.argv[2])
    among = pick(list(list_games()), -(-len(list_games()) // parts))
    walked = {"cards": read_cards(among), "commands": run_commands(), "pages": fetch_pages(parts)}
    lacking = run_line(f"check --languages --lang {CODE} --json")
    Path(sys.argv[1]).write_text(json.dumps({**walked, "lacking": lacking}), "utf-8")
