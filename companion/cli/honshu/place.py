"""``companion honshu place``: cards laid one by one into a map, each step judged."""

from __future__ import annotations

import click

from companion.cli.honshu.asking import ruling_option, rulings_from
from companion.cli.honshu.drawing import colours_shown, styled
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, said, speak_json
from companion.data.files import read_given
from companion.data.honshu.cards import CARD_COLUMNS, CARD_ROWS, CUBES_A_COLOUR
from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.honshu.placements import Placement, read_placements, read_stack
from companion.rules.honshu.placing.laying import Judged, Step, judge
from companion.rules.honshu.placing.pile import Pile
from companion.rules.honshu.placing.stacking import order_of_laying
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say, say_count

__all__ = ["place", "pool", "read_laid"]


def read_laid(file: str, rulings: Rulings, stack: bool = False) -> tuple[Placement, ...]:
    """The placements in a file, in an order in which they can have been laid.

    Args:
        file: Its name, or ``-``. A JSON document holds a stack.
        rulings: What the table plays by.
        stack: Whether lines tell the cards from bottom to top.
    """
    text = read_given(file)
    if text.lstrip().startswith("{"):
        return order_of_laying(read_stack(text, file), rulings)
    placements = read_placements(text, file)
    return order_of_laying(placements, rulings) if stack else placements


def pool(pile: Pile) -> dict[str, int]:
    """Cubes of each colour, by letter, that are not on the map; below 0 where anything serves as a cube."""
    held = pile.cubes_held()
    return {letter: CUBES_A_COLOUR - held[colour] for letter, colour in COLOUR_LETTERS.items()}


@click.command("place", cls=SpokenCommand)
@click.argument("file", metavar="FILE")
@ruling_option
@click.option("--stack", is_flag=True, help="The lines tell the cards from bottom to top, not as laid.")
@json_option
@click.pass_context
def place(ctx: click.Context, file: str, rulings: tuple[str, ...], stack: bool, as_json: bool) -> None:
    """Lay cards one by one into a map and judge each step.

    One card a line, in the order laid: CARD ROW COL TURN [under CARD | bottom] [spent COLOUR...]. CARD is 1
    to 60, or A1 to B6 for the start province; ROW COL is its top left corner once turned; TURN is 0, 90, 180
    or 270 degrees clockwise. The map that is printed can be piped into 'score -'.

    \b
    companion honshu place laid.txt
    companion honshu place laid.txt | companion honshu score -
    companion honshu place laid.txt --ruling covering=strict --json
    """
    chosen = rulings_from(rulings)
    judged = judge(read_laid(file, chosen, stack), chosen)
    if as_json:
        speak_json(_as_json(judged))
    else:
        _tell(judged, stack)
    ctx.exit(0 if judged.legal else 1)


def _as_json(judged: Judged) -> dict[str, object]:
    map_ = judged.pile.map()
    return {
        "legal": judged.legal,
        "grid": map_.grid if map_ else [],
        "origin": list(judged.pile.origin),
        "steps": [
            {
                "card": step.placement.card.name,
                "legal": step.legal,
                "why": " ".join(said(why) for why in step.why) or None,
                "covered": [list(square) for square in step.covered],
                "visible": [list(square) for square in step.visible],
                "lost": list(step.lost_colours),
                "short": [list(square) for square in step.short],
                "placement": str(step.placement),
            }
            for step in judged.steps
        ],
        "pool": pool(judged.pile),
        "warnings": [said(warning) for warning in _warnings(judged)],
    }


def _tell(judged: Judged, stack: bool) -> None:
    colours = colours_shown()
    across = max(len(str(step.placement)) for step in judged.steps)
    for number, step in enumerate(judged.steps, start=1):
        told = " · ".join(said(part) for part in _account(step))
        click.echo(f"# {number:>2}  {step.placement!s:<{across}}  {told}".rstrip())
        for why in step.why:
            text = said(say("NOT ALLOWED: {why}", why=why))
            click.echo("#     " + styled(text, colours, fg="red", bold=True), color=colours)
    left = ", ".join(f"{count} {letter}" for letter, count in pool(judged.pile).items())
    click.echo("# " + said(say("pool: {cubes}", cubes=left)))
    for warning in _warnings(judged):
        click.echo("# " + said(warning))
    if not judged.legal and not stack and _apart(judged):
        click.echo("# " + said(say("If the lines tell how the cards lie, from bottom to top, add --stack.")))
    map_ = judged.pile.map()
    if map_ is not None:
        row, column = judged.pile.origin
        click.echo("# " + said(say("top left corner: row {row}, column {column}", row=row, column=column)))
        click.echo(str(map_))


def _account(step: Step) -> list[Sentence]:
    told = [say_count("{count} square in sight", "{count} squares in sight", len(step.visible))]
    if step.covered:
        told.append(say_count("covers {count} square", "covers {count} squares", len(step.covered)))
    if step.lost:
        told.append(say("lost to the pool: {cubes}", cubes=" ".join(step.lost_colours)))
    if step.short:
        told.append(
            say_count(
                "the pool is short of {count} cube; the owner chooses which square stays empty",
                "the pool is short of {count} cubes; the owner chooses which squares stay empty",
                len(step.short),
            )
        )
    return told


def _warnings(judged: Judged) -> list[Sentence]:
    first = judged.steps[0].placement.card
    if first.series == "map":
        return [say("The first card, {card}, is no start province; a map begins with one.", card=first.name)]
    return []


def _apart(judged: Judged) -> bool:
    """Whether a card was laid that touches nothing."""
    return any(
        not step.legal and not step.covered and len(step.visible) == CARD_ROWS * CARD_COLUMNS
        for step in judged.steps[1:]
    )
