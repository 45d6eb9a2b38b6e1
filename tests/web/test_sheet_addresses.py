"""Where the pictures of sheets are: an address for each sheet, and none beyond."""

from re import findall

import pytest

from companion.service.kept_tables import OpenTables
from tests.web.test_printing import HOGEN, SlowPress, player


@pytest.mark.parametrize("kind", ["sheet", "large", "whole"])
def test_sheet_pictures_exist_only_from_the_first_to_the_last_sheet(tables: OpenTables, kind: str) -> None:
    with player(tables) as client:
        (first, *_, last) = findall(r'src="(/print/[^"]+/sheet/\d+)"', client.get("/print", params=HOGEN).text)
        look = first.removesuffix("/sheet/0")
        assert last == f"{look}/sheet/5"

        def answer(look: str, number: str) -> int:
            return client.get(f"{look}/{kind}/{number}").status_code

        assert [answer(look, number) for number in ("0", "5")] == [200, 200]
        for number in ("6", "-1", "10000", "٣", "x"):
            assert answer(look, number) == 404, number
        assert answer("/print/0123456789abcdef", "0") == 404


def test_there_is_no_picture_of_a_sheet_that_is_not_laid_out_yet(
    tables: OpenTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.printing._PATIENCE", 0.0)
    press = SlowPress()
    with player(tables, press=press) as client:
        assert "data-wait" in client.get("/print", params=HOGEN).text
        (task,) = press.begun
        assert client.get(f"/print/{task.wish.fingerprint}/sheet/0").status_code == 404
        assert client.portal is not None
        client.portal.call(press.go.set)
