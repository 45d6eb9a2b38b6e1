"""``companion honshu photo``: a finished map read from photos of it, and what it brings."""

import re
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.honshu.inputs import card_option, ruling_option, rulings_from
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.table_commands import store_option
from companion.cli.voice import current
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.sentences import shortened
from companion.service.honshu.copy_learned import copy_kept, forget_copy
from companion.service.honshu.photo import MAP_CARDS, Grid, score_photos

_CORNER = re.compile(r"(-?\d{1,5}(?:\.\d+)?),(-?\d{1,5}(?:\.\d+)?)")
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})", re.IGNORECASE)


@answer_command("photo")
@click.argument("images", nargs=-1, metavar="IMAGE...", type=click.Path(path_type=Path))
@card_option
@ruling_option
@output_option("-o", "--output")
@output_option("--annotate")
@click.option("--cards", type=click.IntRange(1, MAP_CARDS), metavar="N")
@click.option("--without", metavar="CARDS")
@click.option("--corners", nargs=4, metavar="X,Y X,Y X,Y X,Y")
@click.option("--size", metavar="ROWSxCOLUMNS")
@click.option("--forget-copy", "forgetting", is_flag=True)
@store_option
@overwrite_option
def photo_command(
    images: tuple[Path, ...],
    card: int | None,
    rulings: tuple[str, ...],
    output: Path | None,
    annotate: Path | None,
    cards: int | None,
    without: str | None,
    corners: tuple[str, str, str, str] | None,
    size: str | None,
    forgetting: bool,
    store: Path | None,
    overwrite: bool,
) -> Answer:
    """Read a finished map from a photo, and score it."""
    if forgetting == bool(images):
        raise InputError("Name the photos that are to be read, or give --forget-copy without any.")
    if forgetting:
        return forget_copy(store)
    if corners is not None and (cards, without) != (None, None):
        raise InputError(
            "--cards and --without are for seals; with --corners, --size says how large the map is."
        )
    if annotate is not None and annotate != STANDARD_OUTPUT and annotate.suffix.lower() != ".png":
        raise InputError("'{file}' is written as a PNG; let its name end in .png.", file=str(annotate))
    return score_photos(
        images,
        card,
        rulings_from(rulings),
        current(),
        cards=cards or MAP_CARDS,
        without=[] if without is None else re.split(r"[\s,]+", without.strip()),
        grid=_grid(corners, size, store),
        output=output,
        annotate=annotate,
        overwrite=overwrite,
    )


def _grid(corners: tuple[str, str, str, str] | None, size: str | None, store: Path | None) -> Grid | None:
    """The grid of a map in its photo, as it was typed."""
    if corners is None and size is None:
        return None
    if corners is None or size is None:
        raise InputError("--corners and --size belong together.")
    one, two, three, four = map(_corner, corners)
    found = _SIZE.fullmatch(size)
    if found is None:
        raise InputError(
            "'{value}' is not a size; write ROWSxCOLUMNS, such as 8x9.", value=shortened(size, 20)
        )
    return Grid((one, two, three, four), int(found[1]), int(found[2]), copy_kept(store))


def _corner(text: str) -> tuple[float, float]:
    found = _CORNER.fullmatch(text)
    if found is None:
        raise InputError(
            "'{value}' is not a corner; write X,Y in pixels, such as 90,80.", value=shortened(text, 20)
        )
    return float(found[1]), float(found[2])
