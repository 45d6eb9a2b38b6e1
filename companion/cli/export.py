"""``companion export``: the cards of a deck as single pictures."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json, spoken
from companion.sentences import say_count

__all__ = ["export"]


@click.command("export", cls=SpokenCommand)
@click.argument("game", metavar="GAME|DECK.toml")
@click.option("--to", "kind", type=click.Choice(["svg", "png"]), required=True, help="Kind of picture.")
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; may be repeated.")
@click.option("--lang", metavar="LANGUAGE", help="Language of the cards: en, fr; yours by default.")
@click.option("--with-bleed", is_flag=True, help="Show what is drawn beyond the cut.")
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, help="Resolution of PNG pictures.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("output"), help="Folder to write to."
)
@json_option
def export(
    game: str,
    kind: str,
    only: tuple[str, ...],
    lang: str | None,
    with_bleed: bool,
    dpi: int,
    output: Path,
    as_json: bool,
) -> None:
    """Write a game's cards as pictures for other tools.

    \b
    companion export honshu --to svg --only map-cards
    companion export honshu --to png --dpi 150 --lang fr
    """
    from companion.data.files import write_bytes
    from companion.data.games import open_deck
    from companion.errors import InputError
    from companion.press.pictures import faces, png, svg_picture
    from companion.press.pieces import chosen, pieces

    deck = open_deck(game)
    lang = lang or spoken(deck.languages)
    folded = [component.name for component in chosen(deck, only) if component.net]
    if only and folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=", ".join(folded)
        )
    folder = output / f"{deck.name}-{lang}-{kind}"
    written = []
    for name, frame in faces(pieces(deck, lang, only)):
        picture = svg_picture(frame, with_bleed) if kind == "svg" else png(frame, with_bleed, dpi)
        write_bytes(folder / f"{name}.{kind}", picture)
        written.append(f"{name}.{kind}")
    if as_json:
        speak_json({"folder": str(folder), "files": written})
    else:
        speak(
            say_count(
                "One picture is written to {folder}.",
                "{count} pictures are written to {folder}.",
                len(written),
                folder=str(folder),
            )
        )
