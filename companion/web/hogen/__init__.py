"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from companion.web.hogen import beginning, table
from companion.web.visit import Page, Rehearsal

PAGES: tuple[Page, ...] = (*table.PAGES, *beginning.PAGES)
"""Every page of Hogen."""

REHEARSAL = Rehearsal(
    tables=("hogen",),
    taps=(
        (
            "/new/hogen",
            {"table": "hogen", "deduction": "1", "player-A": "A", "player-B": "B", "player-C": "C"},
        ),
        *(
            each
            for move, field in (("rally", "card"), ("call", "call"), ("answer", "lays"))
            for seat in "ABC"
            for each in (("/t/hogen/curtain", {"seat": seat}), (f"/t/hogen/{move}", {field: "", "takes": ""}))
        ),
    ),
)
