"""The tower alone: two taps of armies and one button; the odds are told while the numbers change."""

from functools import partial
from itertools import islice

from starlette.responses import Response

from companion.data.shogun import facts
from companion.play.shogun.by_hand import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import ThrowAttack
from companion.play.shogun.views import view
from companion.rules.shogun.battle.muster import CASTLE_EVENT, NEUTRAL_EVENT, TEMPLE_EVENT
from companion.rules.shogun.realm import ARMIES, COLOURS, GREEN, NEUTRAL, daimyo
from companion.rules.shogun.round.bids import event_words
from companion.service.playing import play
from companion.service.shogun.throws import fight_odds, odds_by_armies, throws_made, told_throw
from companion.web.shogun.page import called, led_on, page
from companion.web.shogun.tower.choice import BATTLE, CUBES, MOST_MARKERS, REVOLT, Choice, again, counts_of
from companion.web.visit import PLAYERS, WATCHERS, Page, Visit

_SLOTS = 8
_HISTORY = 12
_EVENTS = {each: event_words(each) for each in (NEUTRAL_EVENT, CASTLE_EVENT, TEMPLE_EVENT)}
_WORDS = {colour: daimyo(colour) for colour in COLOURS}


async def tower(visit: Visit) -> Response:
    """The page of the tower."""
    here = visit.table
    made = visit.house.once(here)
    seen = made[view] if view in made else made.setdefault(view, view(here.state))
    choice = Choice.read(visit, seen.real_tower)
    elsewhere = led_on(visit, "", **(choice.query if visit.form.fields and visit.playing else {}))
    if elsewhere is not None:
        return elsewhere
    odds, slots = None, {}
    kept = seen.game is not None
    known = choice.defender == NEUTRAL or choice.defenders
    if choice.kind == BATTLE and not kept and known:
        first = max(choice.armies - 1, 0) // _SLOTS * _SLOTS + 1
        fight = choice.fight
        assert isinstance(fight, ThrowAttack)  # it is a battle
        slots = odds_by_armies(here, fight, range(first, min(first + _SLOTS, ARMIES + 1)))
        odds = slots.get(choice.armies)
    elif choice.kind == REVOLT and choice.complete and not kept:
        odds = fight_odds(here, choice.fight)
    return page(
        visit,
        "tower",
        seen=seen,
        choice=choice,
        odds=odds,
        slots=slots,
        kept=kept,
        players=seen.players,
        names={colour: called(visit, colour) for colour in (*seen.players, GREEN)},
        words=_WORDS,
        chooses=here.state.rulings["defender-throws-all"] == "chooses",
        events=_EVENTS,
        provinces=sorted({card.province for card in facts().cards}),
        most=ARMIES,
        most_markers=MOST_MARKERS,
        throws=lambda: islice(throws_made(here), _HISTORY),
        told=partial(told_throw, here),
        again=again(visit),
        CUBES=CUBES,
    )


async def throw_chosen(visit: Visit) -> Response:
    """Throw what was chosen; any other button of the form only changes the choice."""
    here = visit.table
    choice = Choice.read(visit, here.state.real_tower)
    if not visit.form.has("throw"):
        return visit.go("tower", **choice.query)
    request = choice.request
    visit.do(lambda: play(here, request))
    return visit.go("thrown")


async def by_hand(visit: Visit) -> Response:
    """The page on which tray and inside are put right, and which tower is thrown."""
    seen = view(visit.table.state, visit.seat)
    return page(visit, "by-hand", seen=seen, colours=(*seen.players, GREEN), most=ARMIES)


async def put_right(visit: Visit) -> Response:
    """Put the tray or the inside right, or go over to the other tower."""
    here, form = visit.table, visit.form
    colours = (*here.state.players, GREEN)
    if form.has("step") or any(form.has(f"{name}-{c}-is") for name in ("tray", "inside") for c in colours):
        return visit.go(
            "by-hand",
            **{
                f"{name}-{c}": n
                for name in ("tray", "inside")
                for c, n in counts_of(form, name, colours).items()
            },
        )
    if form.has("real-tower"):
        real = form.choice("real-tower", ("yes", "no")) == "yes"
        visit.do(lambda: play(here, ChooseTower(real)))
        return visit.go("tower")
    name = "inside" if form.has("put-inside") else "tray"
    counts = {colour: count for colour, count in counts_of(form, name, colours).items() if count}
    request = CorrectInside(counts, form.has("fell")) if name == "inside" else CorrectTray(counts)
    visit.do(lambda: play(here, request))
    return visit.go("tower")


PAGES = (
    Page("/t/{table}/tower", tower, throw_chosen, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/by-hand", by_hand, put_right, who=PLAYERS, game="shogun"),
)
"""The tower, and what is put right by hand."""
