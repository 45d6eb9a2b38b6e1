"""The steps of the paper tower show it painted, as it is printed."""

from companion.data.catalogue import language
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.frame.frame import Use
from companion.press.games.shogun.assembly import model_pages


def test_the_last_step_shows_keep_roof_and_tray() -> None:
    steps = model_pages(parse_paper("a4"), open_deck("shogun").words("en"), language("en"), 8)[0].frame
    pictures = [use.frame for use in steps.items if isinstance(use, Use)]
    painted = {use.frame.name.split("/")[0] for use in pictures[-1].items if isinstance(use, Use)}
    assert {"keep-front", "keep-side", "keep-roof", "keep-garden"} <= painted
    walls = [use.frame.name for use in pictures[-1].items if isinstance(use, Use)][-4:-1]
    assert all(wall.startswith("keep-floor/") for wall in walls)  # of the tray, before its ground
    for picture in pictures:
        for use in picture.items:
            assert not isinstance(use, Use) or use.clip
