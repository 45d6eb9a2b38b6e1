"""Cards laid and advised as answers: a no with its data, a refusal, and what may mend it."""

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import cards_by_name, parse_laying, parse_plays
from companion.service.honshu.placing import AdvisedPlacement, LaidMap, advise_places, judge_trick, place_cards

LAID = parse_laying("A1 0 0 0\n50 2 0 0\n", "laid.txt")


def test_a_laid_map_is_a_figure() -> None:
    answer = place_cards(LAID)
    (figure,) = answer.lines
    assert answer.yes
    assert isinstance(figure, LaidMap)
    assert figure.map.grid == ["- -", "b* n*", "- F", "- F", "T T"]
    assert figure.remedies == ()


def test_a_card_that_lies_apart_may_be_told_from_the_bottom_up() -> None:
    answer = place_cards(parse_laying("A1 0 0 0\n50 5 5 0\n", "laid.txt"))
    (figure,) = answer.lines
    assert answer.negative
    assert isinstance(figure, LaidMap)
    assert figure.remedies == ("stack",)
    assert "overlaps no earlier card" in str(figure.steps[1][2][0])


def test_where_no_card_could_be_laid_there_is_no_map() -> None:
    answer = place_cards(parse_laying("5 0 0 0 under 17\n", "laid.txt"))
    (figure,) = answer.lines
    assert isinstance(figure, LaidMap)
    assert figure.map.rows == ()
    assert isinstance(answer.data, dict)
    assert answer.data["grid"] == []


def test_impossible_advice_is_refused() -> None:
    cards = cards_by_name()
    answer = advise_places(LAID, [cards["33"]], number=2)
    assert [isinstance(line, AdvisedPlacement) for line in answer.lines] == [False, True, True]
    for refused in (
        advise_places(LAID, [cards["50"]]),
        advise_places(LAID, [cards["A2"]]),
        advise_places(LAID, [cards["33"]], spent=[Colour.YELLOW]),
    ):
        assert refused.refused is not None
        assert refused.lines == ()


def test_a_trick_of_two_names_what_to_do() -> None:
    answer = judge_trick(parse_plays(["11", "29"]))
    assert answer.refused is not None
    assert answer.document == {"refused": answer.refused}
    assert answer.remedies == ("two players",)
