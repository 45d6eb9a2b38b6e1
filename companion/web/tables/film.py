"""A game that is over written as one page with everything within, for whoever has no page open."""

from pathlib import Path

from starlette.requests import Request

from companion.answers import Answer, answering
from companion.data.files import write_text
from companion.sentences import say
from companion.service.kept_tables import OpenTables
from companion.service.session import Keeping, shelf_of
from companion.table.shelf import Shelf
from companion.web.app import make_app
from companion.web.form import Form, path_name
from companion.web.rendering import Pages
from companion.web.tables.replay import film
from companion.web.visit import Visit


def whole_film(shelf: Shelf, table: str, language: str) -> str:
    """A game that is over, from its first event on, in a language; refused for one that is not over."""
    heads = [(b"accept-language", language.encode())]
    scope = {"type": "http", "path": "/", "path_params": {"table": path_name(table)}, "headers": heads}
    house = make_app(OpenTables(shelf)).state.house
    return film(Visit(Request(scope), house, Pages().drawn, None, Form()))


@answering
def write_film(store: Keeping, table: str, output: Path, overwrite: bool, language: str) -> Answer:
    """A game that is over, written as one page."""
    with shelf_of(store, create=False) as shelf:
        page = whole_film(shelf, table, language)
    write_text(output, page, overwrite=overwrite, private=True)
    line = say(
        "{file} shows the game at the table {table} again; it needs no network.",
        file=str(output),
        table=table,
    )
    return Answer({"table": table, "file": output, "bytes": len(page.encode())}, (line,), files=(output,))
