"""What is answered about Honshu: maps scored, said and drawn, cards held over a map, laid and advised, tricks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain
from pathlib import Path

import pikepdf
import pytest

from companion.answers import Answer
from companion.data.catalogue import language
from companion.data.honshu.cards import Colour
from companion.data.honshu.map import get_symbol, parse_map
from companion.data.honshu.placements import BOTTOM, cards_by_name, parse_laying, parse_plays
from companion.errors import InputError, Refused
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.play.honshu.hands import PlayTrick
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.rules.honshu.board import DEFAULT_RULINGS, RULINGS, Position
from companion.rules.rulings import Rulings
from companion.service.honshu.placing import (
    advise_card,
    advise_places,
    describe_current_round,
    describe_round,
    hold_card,
    judge_last_trick,
    judge_pairs,
    judge_plays,
    judge_trick,
    place_cards,
)
from companion.service.honshu.scoring import (
    build_scored_map,
    list_scoring_cards,
    render_map_pdf,
    render_map_svg,
    score_maps,
    score_seat,
    score_table,
)
from companion.service.playing import play
from companion.service.rules import list_rulings
from companion.service.session import Session
from tests.goldens import name_case, read_golden
from tests.play.honshu import moves
from tests.play.honshu.moves import begin, take_in
from tests.service.answer_text import format_answers

PLAIN = parse_map("F F T\nb* n* L\nB3 N2 L")
LAID = "A1 0 0 0\n50 2 0 0\n17 -2 1 0\n"
WHOLE = {
    *("a map", "another winner elsewhere", "cubes that go", "advice with a scoring card"),
    *("of three", "of two, cubes removed", "round 1 of 2", "one map", "the trick", "the round"),
}
"""The answers of which all values are written, beside their words."""
YELLOW = [name for name, card in cards_by_name().items() if "y" in map(get_symbol, chain(*card.squares))]


def ask_scores(_: Path) -> Iterator[tuple[str, Answer]]:
    yield "a map", score_maps([("Aya", PLAIN)])
    yield "with a scoring card", score_maps([("Aya", PLAIN)], 4)
    yield "an odd one", score_maps([("Aya", parse_map("F . F\n\nT"))])
    two = ("Aya", parse_map("F F -")), ("Bo", parse_map("F F - -")), ("Chen", parse_map("T"))
    yield "ranked", score_maps(two)
    yield "a shared win", score_maps([two[0], ("Dai", two[0][1])])
    yield "a shared second place", score_maps([two[1], ("Dai", parse_map("F -")), ("Eve", parse_map("F -"))])
    lakes = ("Aya", parse_map("L L L")), ("Bo", parse_map("F F F F F"))
    yield "another winner elsewhere", score_maps(lakes, 4)
    fallow = ("Aya", parse_map("L L L -"))
    yield "a winner by fallow elsewhere", score_maps([fallow, ("Bo", parse_map("F F F F F F"))], 4)
    yield "a shared win elsewhere", score_maps([lakes[0], ("Bo", parse_map("F F F F F F"))], 4)
    yield "with another ruling", score_maps(lakes, 4, Rulings(RULINGS, {"lake-card": "added"}))
    yield "too many cubes together", score_maps([("Aya", parse_map("y* " * 6)), ("Bo", parse_map("y* " * 7))])
    yield "every ruling", list_rulings(DEFAULT_RULINGS)


def ask_placements(_: Path) -> Iterator[tuple[str, Answer]]:
    laid = parse_laying(LAID, "laid.txt")
    yield "laid", place_cards(laid)
    yield "no start province", place_cards(parse_laying("50 0 0 0\n", "laid.txt"))
    yield "a lake covered", place_cards(parse_laying("A1 0 0 0\n41 2 0 0\n29 3 1 90 under 41\n", "laid.txt"))
    yield "cubes that go", place_cards(parse_laying("A1 0 0 0\n41 1 0 0\n7 2 0 180\n", "laid.txt"))
    many = "\n".join(f"{name} 0 {3 * at} 0" for at, name in enumerate(YELLOW[:12]))
    yield "a pool that is short", replace(place_cards(parse_laying(many, "laid.txt")), outcome=None)
    yield (
        "a start province that was laid over",
        place_cards(parse_laying("50 2 0 0\nA1 0 0 0\n", "laid.txt", is_stack=True)),
    )
    yield "a stack", place_cards(parse_laying("A1 0 0 0\n50 5 5 0\n", "laid.txt", is_stack=True))
    yield "apart", place_cards(parse_laying("A1 0 0 0\n50 5 5 0\n", "laid.txt"))
    cards = cards_by_name()
    yield "advice", advise_places(laid, [cards["33"], cards["5"]])
    yield "advice with a scoring card", advise_places(laid, [cards["33"]], 4, number=2)
    yield (
        "advice for a map with a slip",
        advise_places(parse_laying("A1 0 0 0\n50 5 5 0\n", "laid.txt"), [cards["33"]], number=1),
    )
    yield "a cube is spent", advise_places(laid, [cards["29"]], cubes_spent=[Colour.BLUE], number=1)
    yield "more cubes than there are", advise_places(laid, [cards["29"]], cubes_spent=[Colour.BLUE] * 3)
    yield "a card that lies there", advise_places(laid, [cards["50"]])
    yield "a start province", advise_places(laid, [cards["A2"]])


def ask_tricks(_: Path) -> Iterator[tuple[str, Answer]]:
    yield "of three", judge_trick(parse_plays(["11", "29+b", "Mary=57"]))
    yield "of three without cubes", judge_plays(parse_plays(["11", "29", "57"]), 3)
    yield "two colours", judge_trick(parse_plays(["11+y", "29+b", "57"]))
    yield "of two", judge_pairs((*parse_plays(["12", "47"]),))  # type: ignore[arg-type]
    yield "of two, cubes removed", judge_pairs((*parse_plays(["Aya=12+bg", "Bo=47"]),), (5, 33))  # type: ignore[arg-type]
    yield "of two, the pair told", judge_plays(parse_plays(["12", "47", "5", "33"]), 2)
    yield "of two, no pair", judge_plays(parse_plays(["12", "47"]), 2)
    for number, players in ((1, 2), (1, 3), (4, 5), (12, 4)):
        yield f"round {number} of {players}", describe_round(number, players)


def ask_standings(folder: Path) -> Iterator[tuple[str, Answer]]:
    session = moves.begin(folder / "t.sqlite", "friday", {"blue": "Aya", "red": "Bo"}, 4)
    yield "the first round", describe_current_round(view(session.state))
    play(session, LayCard("blue", "A1", 0, 0))
    play(session, LayCard("blue", "50", 2, 0))
    play(session, PlayTrick(("12+bg", "47", "5", "33"), ("red", "blue")))
    yield "one map", score_table(view(session.state))
    yield "the trick", judge_last_trick(view(session.state))
    yield "the round", describe_current_round(view(session.state))
    play(session, LayCard("red", "B3", 0, 0))
    three = moves.begin(folder / "t.sqlite", "three", {"blue": "Aya", "red": "Bo", "yellow": "Chen"}, None)
    for number in range(1, 13):
        cards = str(number), str(number + 12), str(number + 35)
        assert play(three, PlayTrick(cards, tuple(view(three.state).order))).yes
    yield "all rounds are played", describe_current_round(view(three.state))
    three.close()
    alone = moves.begin(folder / "t.sqlite", "alone", {"blue": "Aya"}, None)
    yield "no tricks of one", describe_current_round(view(alone.state))
    alone.close()
    play(session, EndGame())
    yield "at the end", score_table(view(session.state))
    yield "in words", Answer(list_scoring_cards("fr"))
    session.close()


@pytest.mark.parametrize("asked", [ask_scores, ask_placements, ask_tricks, ask_standings])
def test_honshu_answers_match_the_golden_files(
    asked: Callable[[Path], Iterator[tuple[str, Answer]]], tmp_path: Path
) -> None:
    text, name = format_answers(dict(asked(tmp_path)), tmp_path, WHOLE), name_case(asked)
    assert text == read_golden(f"honshu-answers-{name}.txt", text)


def test_maps_without_a_square_have_no_score(tmp_path: Path) -> None:
    session = moves.begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya", "red": "Bo"}, 4)
    with pytest.raises(Refused, match="No map has a square yet"):
        score_table(view(session.state))
    play(session, LayCard("blue", "50", 0, 0))
    found = score_seat(view(session.state), "blue")
    assert found is not None
    assert (found.name, found.card, found.score.total) == ("Aya", 4, 6)
    assert score_seat(view(session.state), "red") is None
    session.close()


def test_cards_that_lie_apart_suggest_a_stack_and_no_card_makes_no_map() -> None:
    apart = place_cards(parse_laying("A1 0 0 0\n50 5 5 0\n", "laid.txt"))
    assert apart.negative
    assert apart.lines[0].remedies == ("stack",)  # type: ignore[union-attr]
    assert place_cards(parse_laying("A1 0 0 0\n", "laid.txt")).lines[0].remedies == ()  # type: ignore[union-attr]
    assert place_cards(parse_laying("5 0 0 0 under 17\n", "laid.txt")).data["grid"] == []
    assert judge_trick(parse_plays(["11", "29"])).remedies == ("two players",)


CARDS = "A1 0 0 0\n50 2 0 0"
TYPED = "T T\nF F\nT T"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session[HonshuState]]:
    with begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya"}, None) as opened:
        yield opened


def list_levels(session: Session[HonshuState], at: Position, under: str | None = None) -> list[tuple[str | None, str]]:
    held = hold_card(view(session.state), "blue", "33", at, under=under)
    return [(name, str(words)) for name, words in held.levels]


def test_a_card_may_lie_on_top_and_beneath_whatever_leaves_it_in_sight(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    assert list_levels(session, (1, 0)) == [(None, "on top"), ("50", "under 50")]  # under A1 nothing of it is seen
    assert list_levels(session, (-2, 0)) == [(None, "on top"), ("A1", "under A1")]  # 50 lies elsewhere
    assert list_levels(session, (1, 1)) == [(None, "on top"), ("50", "under 50"), ("A1", "under A1")]
    assert list_levels(session, (20, 20)) == [(None, "on top")]


def test_the_depth_of_an_unseen_card_is_listed(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    named = [(None, "on top"), ("50", "under 50"), ("A1", "under A1")]
    assert list_levels(session, (1, 0), "A1") == named
    assert list_levels(session, (1, 0), BOTTOM) == [*named[:2], (BOTTOM, "at the bottom")]
    assert list_levels(session, (1, 0), "no card") == named[:2]
    assert take_in(session, "blue", TYPED).yes  # squares without a card
    assert list_levels(session, (1, 1)) == [(None, "on top"), (BOTTOM, "at the bottom")]
    assert list_levels(session, (0, 0)) == [(None, "on top")]


def test_a_held_card_lists_what_it_covers_hides_and_may_not(session: Session[HonshuState]) -> None:
    assert take_in(session, "blue", CARDS).yes
    seen = view(session.state)
    upright = hold_card(seen, "blue", "33", (3, 1))
    assert (str(upright.placement), upright.rows, upright.legal, upright.reasons) == ("33 3 1 0", 3, True, ())
    assert [each.position for each in upright.squares] == [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)]
    assert [each.symbol for each in upright.squares] == ["-", "Y4", "-", "F", "L", "g"]
    assert not any(each.is_hidden or each.fault for each in upright.squares)
    beneath = hold_card(seen, "blue", "33", (3, 1), under="50")
    assert [each.is_hidden for each in beneath.squares] == [True, False, True, False, False, False]
    turned = hold_card(seen, "blue", "33", (3, 1), 90)
    assert (turned.rows, len(turned.squares), str(turned.placement)) == (2, 6, "33 3 1 90")
    apart = hold_card(seen, "blue", "33", (20, 20))
    assert not apart.legal
    assert "overlaps no earlier card" in str(apart.reasons[0])
    assert hold_card(seen, "blue", "33", (3, 1), under="no card").placement.under is None
    assert len(advise_card(seen, "blue", "33").data["best"]) == 3
    assert advise_card(seen, "blue", "B1").refused is not None
    with pytest.raises(InputError, match="'45' is not a turn"):
        hold_card(seen, "blue", "33", turn=45)
    with pytest.raises(InputError):
        hold_card(seen, "blue", "61")


def test_a_card_is_first_held_where_it_covers_least(session: Session[HonshuState]) -> None:
    first = hold_card(view(session.state), "blue", "A1")
    assert (str(first.placement), first.legal, first.faults) == ("A1 0 0 0", True, {})
    assert take_in(session, "blue", "T T T\nF F F\nT T T").yes
    for turn in (0, 90, 180, 270):
        held = hold_card(view(session.state), "blue", "33", turn=turn)
        below = view(session.state).get_map("blue").pile.list_symbols().keys()
        covered = {each.position for each in held.squares} & below
        assert (held.legal, len(covered)) == (True, 1)


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
