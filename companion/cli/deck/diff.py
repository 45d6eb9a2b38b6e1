"""``companion diff``: a page with the cards of a deck that look otherwise than before."""

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.answers import Answer, written
from companion.cli.answers import answer_command
from companion.cli.outputs import GAME_OR_FILE, folder_option, overwrite_option
from companion.cli.voice import current
from companion.sentences import listed, say, say_count

if TYPE_CHECKING:
    from companion.service.press.differences import Change


@answer_command("diff")
@click.argument("deck", metavar="DECK", type=GAME_OR_FILE)
@click.argument("old", metavar="[OLD]", required=False, type=GAME_OR_FILE)
@click.option("--lang", metavar="LANGUAGE")
@folder_option
@overwrite_option
def diff(deck: str, old: str | None, lang: str | None, output: Path, overwrite: bool) -> Answer:
    """Show which cards of a deck look otherwise than before: old, new, and what moved."""
    from companion.data.files import write_together
    from companion.errors import InputError
    from companion.paths import STANDARD_OUTPUT
    from companion.service.press.deck_opening import open_given
    from companion.service.press.differences import differences

    if output == STANDARD_OUTPUT:
        raise InputError("A page is a file; name one, or a folder.")
    named, new = output.suffix == ".html", open_given(deck)
    file = output if named else output / f"{new.name}-diff.html"
    found = list(differences(new, old, lang or current().code, (file.parent, Path("output"))))
    if not found:
        return Answer({"changes": []}, (say("No card looks otherwise."),))
    write_together({file: _page(new.name, found)}, overwrite=overwrite, folders=not named)
    told = say_count("[One face looks|{count} faces look] otherwise.", len(found))
    data = [
        {"cards": list(map(str, each.cards)), "new": each.old is None, "gone": each.new is None}
        for each in found
    ]
    return Answer({"file": file, "changes": data}, (*written([file]), told), files=(file,))


def _page(title: str, found: Sequence["Change"]) -> bytes:
    """The page, in the language of the reader."""
    from jinja2 import Environment, FileSystemLoader

    from companion.data.outputs import MADE_PICTURE
    from companion.paths import assets, templates

    words = current()
    changes = [
        (
            listed(change.cards).said(words),
            ["" if each is None else b64encode(each).decode() for each in change.pictures],
        )
        for change in found
    ]
    heads = [each.said(words) for each in (say("as it was"), say("as it is"), say("what moved"))]
    style = (assets() / "web" / "diff.css").read_text("utf-8")
    pages = Environment(loader=FileSystemLoader(templates() / "web"), autoescape=True)
    page = pages.get_template("diff.html")
    own = {"mark": MADE_PICTURE, "style": style, "code": words.code}
    return str(page.render(title=title, heads=heads, changes=changes, **own)).encode()
