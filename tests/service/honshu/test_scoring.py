"""Scored maps as answers: said in any language, drawn where it is asked for."""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from companion.data.catalogue import language
from companion.data.honshu.map import parse_map
from companion.errors import OutputError
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.sentences import ENGLISH
from companion.service.honshu.scoring import (
    build_scored_map,
    render_map_pdf,
    render_map_svg,
    score_maps,
    write_pictures,
)
from tests.goldens import read_golden

MAPS = [("Anna", parse_map("F F -")), ("Ben", parse_map("F F - -")), ("Lisa", parse_map("T"))]


@pytest.mark.parametrize(("code", "title"), [("en", "Honshu: 4 points"), ("fr", "Honshu\u00a0: 4 points")])
def test_pictures_of_scores_use_the_given_language(code: str, title: str, tmp_path: Path) -> None:
    found = build_scored_map(*MAPS[0], None, DEFAULT_RULINGS)
    assert title in render_map_svg(found, language(code))
    assert render_map_pdf(found, language(code)).startswith(b"%PDF")
    svg, pdf = tmp_path / "map.svg", tmp_path / "map.pdf"
    assert score_maps(MAPS[:1], language=language(code), svg=svg, pdf=pdf).files == (svg, pdf)
    assert title in svg.read_text(encoding="utf-8")


def test_a_map_is_drawn_with_every_line_of_its_score() -> None:
    found = build_scored_map("Aya", parse_map("F F T\nb* n* L\nB3 N2 L\nL . T"), 6, DEFAULT_RULINGS)
    drawn = re.sub(r"(?s)<style.*?</style>|<defs.*?</defs>", "", render_map_svg(found, language("fr")))
    parts = re.findall(r"<title>[^<]*|>[^<>]+</text>|fill=\"none\"[^>]*stroke=\"[^\"]*", drawn)
    text = "\n".join(parts) + "\n"
    assert text == read_golden("honshu-answers-drawn.txt", text)


def test_a_page_holds_the_whole_map_and_a_picture_is_cropped() -> None:
    found = build_scored_map(*MAPS[0], None, DEFAULT_RULINGS)
    svg = render_map_svg(found, language("en"))
    (height,) = re.findall(r'height="([\d.]+)mm"', svg)
    with pikepdf.open(BytesIO(render_map_pdf(found, language("en")))) as document:
        (page,) = document.pages
        assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [210, 297]
    assert float(height) < 200


def test_a_picture_is_not_overwritten_unasked(tmp_path: Path) -> None:
    svg, found = tmp_path / "map.svg", build_scored_map(*MAPS[0], None, DEFAULT_RULINGS)
    svg.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError):
        score_maps(MAPS[:1], svg=svg)
    with pytest.raises(OutputError):
        write_pictures(found, ENGLISH, svg)
    assert score_maps(MAPS[:1], svg=svg, overwrite=True).files == (svg,)
    assert write_pictures(found, ENGLISH, svg) == (svg,)  # our own
