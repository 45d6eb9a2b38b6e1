"""Ink for machines that cut: the lines of a sheet as plain paths in mm, which their programs read."""

from collections.abc import Iterable

from companion.data.outputs import marked
from companion.press.frame.frame import Frame, Item, Shape

HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">\n'
)


def cut_lines_svg(sheet: Frame) -> str:
    """The lines of a sheet as an SVG document of its size: a layer with the marks, a layer with the cuts."""
    parts = [HEAD.format(width=sheet.width, height=sheet.height)]
    for role in dict.fromkeys(item.role for item in sheet.items if isinstance(item, Shape)):
        parts.append(f'<g id="{role}" inkscape:groupmode="layer" inkscape:label="{role}">\n')
        parts += _paths(role, sheet.items)
        parts.append("</g>\n")
    return marked("".join([*parts, "</svg>\n"]))


def _paths(role: str, items: Iterable[Item]) -> Iterable[str]:
    shapes = [item for item in items if isinstance(item, Shape) and item.role == role]
    for number, shape in enumerate(shapes, 1):
        line = f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"' if shape.stroke else ""
        drawn = " ".join(
            letter + " ".join(f"{each + 0.0:.4f}".rstrip("0").rstrip(".") for each in at)
            for letter, at in shape.outline
        )
        yield f'<path id="{role}-{number}" fill="{shape.fill or "none"}"{line} d="{drawn}"/>\n'
