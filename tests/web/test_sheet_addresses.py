"""Where the pictures of sheets are: an address for each sheet, and none beyond."""

from re import findall

import pytest

from companion.service.opened_tables import OpenTables
from tests.web.test_printing import HOGEN, player


@pytest.mark.parametrize("kind", ["sheet", "large", "whole"])
def test_there_are_pictures_from_the_first_sheet_to_the_last(tables: OpenTables, kind: str) -> None:
    with player(tables) as client:
        (first, *_, last) = findall(
            r'src="(/print/[^"]+/sheet/\d+)"', client.get("/print", params=HOGEN).text
        )
        look = first.removesuffix("/sheet/0")
        assert last == f"{look}/sheet/5"

        def answer(look: str, number: str) -> int:
            return client.get(f"{look}/{kind}/{number}").status_code

        assert [answer(look, number) for number in ("0", "5")] == [200, 200]
        for number in ("6", "-1", "10000", "٣", "x"):
            assert answer(look, number) == 404, number
        assert answer("/print/0123456789abcdef", "0") == 404
