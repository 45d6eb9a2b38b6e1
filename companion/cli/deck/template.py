"""``companion deck template``: an SVG file to draw a face in."""

from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import FILE, output_option, overwrite_option
from companion.cli.printer import Measure
from companion.cli.voice import current, json_option


@click.command("template", cls=SpokenCommand)
@click.argument("given", metavar="DECK|SIZE", type=FILE)
@output_option("-o", "--output", help="The file; by default here, named after the component.")
@click.option("--only", metavar="COMPONENT", help="The component that is drawn; the first by default.")
@click.option("--bleed", type=Measure(0, 100), metavar="MM", help="How far colour runs beyond the cut.")
@click.option("--safe", type=Measure(0, 1000), metavar="MM", help="How far from the cut words stay.")
@click.option(
    "--trim", type=click.Choice(["box", "rounded", "circle", "hex"]), help="The line that is cut along."
)
@click.option("--corner", type=Measure(0, 1000), metavar="MM", help="Radius of rounded corners.")
@overwrite_option
@json_option
def template(given: str, output: Path | None, as_json: bool, **options: Any) -> None:
    """Write an SVG file to draw a face in, with lines for cut, bleed and safe zone.

    Of a deck it has a box for each column of the table, with the first card for a sample. Open it in
    Inkscape, or in any program that draws SVG in mm.

    \b
    companion deck template my-deck -o my-deck/faces/hero.svg
    companion deck template 63x88 --trim rounded -o card.svg
    """
    from companion.service.press.template import write_template

    tell(write_template(given, output, current(), **options), as_json)
