"""What the page of a photo tells beside its questions: cards that are missing, and what is no cube."""

# ruff: noqa: F401, F811 - fixtures of another module
from dataclasses import replace

from companion.sentences import say
from tests.web.seen_photos import reading
from tests.web.test_honshu_photo import app, friday, looker, phone, send, settle


def test_a_map_with_missing_cards_is_not_called_whole_until_completed(phone, looker) -> None:
    missing = say("12 of 13 cards were found; enter the rest.")
    looker.seen = replace(reading(cubes=(7,)), amiss=(missing,))
    aya = phone()
    page = send(aya)
    assert missing.translate() in page.text
    page = settle(aya, told="1.3 b")
    assert ("Incomplete map" in page.text, "Every square is known" in page.text) == (True, False)
    assert ("Take it as it is" in page.text, missing.translate() in page.text) == (True, True)
    page = settle(aya, square="-1.2", **{"is": "F"})
    assert missing.translate() not in page.text
    assert ("Every square is known" in page.text, "Take this map" in page.text) == (True, True)


def test_a_thing_that_is_no_cube_is_mentioned_beside_the_question(phone, looker) -> None:
    seen = reading(cubes=(7,))
    looker.seen = replace(seen, squares=tuple(replace(each, thing=each.only_cube) for each in seen.squares))
    assert "Something other than a cube is on 1 square" in send(phone()).text
