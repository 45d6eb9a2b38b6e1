"""The round that is played, and its trick: who puts down what, who chooses first."""

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS
from companion.errors import InputError
from companion.play.honshu.tricks import PlayTrick, TakeTrickBack
from companion.rules.honshu.tricks import MAP_CARDS, PLAYERS
from companion.service.honshu.tricks import last_trick, round_now
from companion.service.playing import play
from companion.web.honshu.common import seen
from companion.web.honshu.grid import face_of
from companion.web.visit import WATCHERS, Page, Visit

_NUMBERS = frozenset(map(str, range(1, MAP_CARDS + 1)))  # of map cards, as they are typed


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    return visit.page(
        "honshu/tricks.html",
        seen=now,
        guide=round_now(now).lines,
        last=last_trick(now).lines if now.tricks else (),
        plays=not now.played and not now.over and len(now.order) in PLAYERS,
        cubes=[(letter, colour) for letter, colour in COLOUR_LETTERS.items()],
        two=len(now.order) == 2,
        faces=_faces(visit),
    )


def _faces(visit: Visit) -> dict[str, list[tuple[str, int]]]:
    """The squares of each card whose number is typed, by its field."""
    typed = {name: sent[-1].strip() for name, sent in visit.form.fields.items() if sent}
    cards = {name: card for name, card in typed.items() if name.startswith(("card-", "pile-"))}
    return {name: face_of(card) for name, card in cards.items() if card in _NUMBERS}


async def _act(visit: Visit) -> Response:
    table, form = visit.table, visit.form
    if form.has("undo"):
        visit.do(lambda: play(table, TakeTrickBack()))
        return visit.go("tricks")
    now = seen(visit)
    order = now.order
    if not now.tricks and len(order) > 2:
        places = {form.number(f"place-{seat}", 1, len(order), 0): seat for seat in order}
        if len(places) < len(order) or 0 in places:
            raise InputError("Say who has order card 1, 2 and so on; each is there once.")
        order = tuple(places[place] for place in sorted(places))
    plays = [_play(visit, seat, two=len(order) == 2) for seat in order]
    if len(order) == 2 and (form.has("pile-1") or form.has("pile-2")):
        plays += [str(form.number(f"pile-{at}", 1, 60)) for at in (1, 2)]
    told = None if table.state.order else order
    visit.do(lambda: play(table, PlayTrick(tuple(plays), told)))
    return visit.go("tricks")


def _play(visit: Visit, seat: str, two: bool) -> str:
    """The play of a player, as it is typed at the prompt: ``29+b``."""
    card = visit.form.number(f"card-{seat}", 1, 60)
    letters = (*COLOUR_LETTERS, "")
    cubes = [visit.form.choice(f"cube-{seat}", letters, "")]
    if two:
        cubes.append(visit.form.choice(f"cube2-{seat}", letters, ""))
    return "+".join([str(card), *(cube for cube in cubes if cube)])


PAGES = (Page("/t/{table}/tricks", _show, _act, who=WATCHERS, game="honshu", still=True),)  # round and trick
