"""A finished game written as one page that holds all it needs, from the command line."""

from pathlib import Path

from starlette.requests import Request

from companion.answers import Answer, catch_refusals
from companion.data.files import write_text
from companion.sentences import say
from companion.service.kept_tables import OpenTables
from companion.service.session import StoreOrShelf, open_shelf
from companion.table.shelf import Shelf
from companion.web.app import make_app
from companion.web.context import PageContext
from companion.web.form import Form, quote_table_name
from companion.web.rendering import Pages
from companion.web.tables.replay import render_film


def build_film(shelf: Shelf, table: str, language: str) -> str:
    """Render the replay of a finished game as one page, in a language; refused while it is not over."""
    heads = [(b"accept-language", language.encode())]
    scope = {"type": "http", "path": "/", "path_params": {"table": quote_table_name(table)}, "headers": heads}
    app_state = make_app(OpenTables(shelf)).state.app_state
    return render_film(PageContext(Request(scope), app_state, Pages().render_page, None, Form()))


@catch_refusals
def write_film(store: StoreOrShelf, table: str, output: Path, overwrite: bool, language: str) -> Answer:
    """Write the replay of a finished game as one page."""
    with open_shelf(store, create=False) as shelf:
        page = build_film(shelf, table, language)
    write_text(output, page, overwrite=overwrite, private=True)
    line = say("{file} shows the game at the table {table} again; it needs no network.", file=str(output), table=table)
    return Answer({"table": table, "file": output, "bytes": len(page.encode())}, (line,), files=(output,))
