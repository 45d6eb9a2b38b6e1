"""A map as text: pasted in, or copied out and sent to somebody."""

from starlette.responses import Response

from companion.play.honshu.taking import TakeText, cards_text
from companion.web.honshu.common import mine, on_my_map, seen
from companion.web.pages import SEATED, Page
from companion.web.visit import Visit


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    map_ = mine(visit, now)
    return visit.page(
        "honshu/typed.html",
        seen=now,
        map=map_,
        text=f"{map_.map}\n" if map_.squares else "",
        cards=cards_text(visit.table.state.maps[map_.seat]) if map_.squares else None,
    )


async def _act(visit: Visit) -> Response:
    visit.form.text("text")  # not longer than is read
    text = "\n".join(visit.form.all("text")[-1:]).replace("\r", "")
    on_my_map(visit, lambda seat: TakeText(seat, text))
    return visit.go("squares")


PAGES = (Page("/t/{table}/text", _show, _act, who=SEATED, game="honshu"),)  # the map as text
