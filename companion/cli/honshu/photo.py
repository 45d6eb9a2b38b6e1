"""``companion honshu photo``: a finished map read from a photo of it, and what it brings."""

import re
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.honshu.placing import card_option, ruling_option, rulings_from
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.voice import current
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.service.honshu.photo import score_photo
from companion.vision.honshu.reading import MAP_CARDS


@answer_command("photo")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@card_option
@ruling_option
@output_option("-o", "--output")
@output_option("--annotate")
@click.option("--cards", type=click.IntRange(1, MAP_CARDS), metavar="N")
@click.option("--without", metavar="CARDS")
@overwrite_option
def photo_command(
    images: tuple[Path, ...],
    card: int | None,
    rulings: tuple[str, ...],
    output: Path | None,
    annotate: Path | None,
    cards: int | None,
    without: str | None,
    overwrite: bool,
) -> Answer:
    """Read a finished map from a photo, and score it."""
    if len(images) > 1:
        raise InputError("A map is read from one photo; {number} were given.", number=len(images))
    if annotate is not None and annotate != STANDARD_OUTPUT and annotate.suffix.lower() != ".png":
        raise InputError("'{file}' is written as a PNG; let its name end in .png.", file=str(annotate))
    return score_photo(
        images[0],
        card,
        rulings_from(rulings),
        current(),
        cards=cards or MAP_CARDS,
        without=[] if without is None else re.split(r"[\s,]+", without.strip()),
        output=output,
        annotate=annotate,
        overwrite=overwrite,
    )
