"""What the page of a board costs, in calls of functions: a cost that creeps in is noticed."""

from functools import partial

from tests.calls import count_calls
from tests.web.app_browser import House
from tests.web.browser.moments import MOMENTS


def test_a_page_of_the_board_costs_no_more_calls() -> None:
    house, example = House(), MOMENTS["board-draft"]
    example.make(house.shelf, "draft")
    aya, bo = house.join(), house.join()
    for phone, seat in zip((aya, bo), example.seats, strict=False):
        phone.sit("draft", seat, seat)
    assert 'class="b-land"' in aya.get("/t/draft/board").text
    look = partial(bo.get, "/t/draft/board")
    assert count_calls(look) < 1.1 * 16_756  # it is made for this seat
    assert count_calls(look) < 1.1 * 841  # and kept
