"""Pages of Shogun: the tower, rounds, winters, the board."""

from urllib.parse import urlencode

from companion.web.shogun import board, mending, setup, tower
from companion.web.shogun.rounds import hub, winter
from companion.web.visit import Page, Rehearsal

PAGES: tuple[Page, ...] = (
    *hub.PAGES,
    *winter.PAGES,
    *board.PAGES,
    *mending.PAGES,
    *setup.PAGES,
    *tower.PAGES,
)
"""Every page of Shogun."""

_FIGHT = {"kind": "battle", "who-attacks": "blue", "who-defends": "red", "attacker": "4", "defender": "3"}
_SEATED = {"seat": ("blue", "red", "yellow")}

REHEARSAL = Rehearsal(
    tables=("tower", "light", "full"),
    taps=(
        ("/new/shogun", {"name": "tower", "way": "tower", **_SEATED}),
        ("/t/tower/tower", {**_FIGHT, "attacker-is": "5"}),
        *(("/t/tower/tower", {**_FIGHT, "throw": "1"}) for _ in range(2)),
        ("/t/tower/tower", {**_FIGHT, "kind": "revolt", "throw": "1"}),
        ("/t/tower/undo", {"undo": ""}),
        ("/t/tower/undo", {"undo": ""}),
        ("/new/shogun", {"name": "light", "way": "light", **_SEATED}),
        ("/t/light/curtain", {"seat": "blue"}),
        ("/new/shogun", {"name": "full", "way": "fixed", **_SEATED}),
        ("/t/full/curtain", {"seat": "blue"}),
    ),
    asked=("/t/tower/tower?" + urlencode({**_FIGHT, "attacker": "6"}),),
)
