"""What a phone does before anybody taps: all that a first tap would wait for."""

import asyncio

from companion.web.pocket.inside import rehearse

PLAYED = {
    "/t/tower/thrown",
    "/t/tower/luck",
    "/t/tower/history",
    "/t/full/board",
    "/t/honshu/squares",
    "/t/honshu/card",
    "/t/honshu/score",
    "/t/waves",
    "/t/waves/card?turn=90",
    "/t/hogen",
    "/t/hogen/sheet",
    "/t/hogen/heard",
}


def test_a_rehearsal_plays_every_game_and_sees_the_pages_of_its_seats() -> None:
    async def run_rehearsal() -> list[str]:
        return [done async for done in rehearse("static")]

    done = asyncio.run(run_rehearsal())
    assert {f"200 {path}" for path in PLAYED} <= set(done)
    taps = done[done.index("200 /t/tower/tower") : done.index("200 /t/honshu/seat")]
    assert not [each for each in taps if each[:3] not in ("200", "no ")]
