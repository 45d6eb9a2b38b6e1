"""The pages of the tower: choose a fight, throw, look at throws, correct the cubes in the tower, check the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from starlette.responses import Response

import companion.web.shogun.page as page
from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused
from companion.play.game import format_hash, game_of
from companion.play.shogun.corrections import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import ThrowAttack, ThrowCubes, ThrowRevolt, declare_fight
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.views import find_visible_hash, list_visible_records, round_percents, view
from companion.rules.shogun.battle import CASTLE_EVENT, NEUTRAL_EVENT, TEMPLE_EVENT
from companion.rules.shogun.realm import ARMIES, COLOURS, GREEN, NEUTRAL, name_player
from companion.rules.shogun.stages import describe_event_rule
from companion.sentences import Sentence
from companion.service.kept_tables import check_open_table
from companion.service.shogun import throws
from companion.web.access import Form
from companion.web.context import PLAYERS, WATCHERS, PageContext, WebPage

BATTLE, REVOLT, CUBES = KINDS = "battle", "revolt", "cubes"  # cubes: thrown without a fight
MOST_MARKERS = 9
_TICKS = ("attack-card", "defence-card", "castle", "temple", "real")


@dataclass(frozen=True, slots=True)
class Choice:
    """The fight or cubes to throw, as chosen in the form."""

    kind: str
    attacker: str
    defender: str
    armies: int = 0  # the attacker's, or in a revolt the owner's; 0 if not chosen yet
    defenders: int = 0
    markers: int = 0
    winter: int | None = None  # green armies added to a revolt in winter; ``None`` for other revolts
    ticks: frozenset[str] = frozenset()
    event: str = ""
    province: str = ""
    # how many armies the defender throws, if they may choose; ``None`` for all
    thrown_by_defender: int | None = None
    cubes_out: Mapping[str, int] | None = None
    cubes: Mapping[str, int] | None = None

    @classmethod
    def from_form(cls, context: PageContext, real: bool) -> Choice:
        """The choice in the form; by default, the visitor attacks the next player, with no armies yet."""
        form, players = context.form, context.table.state.players
        kind = form.choice("kind", KINDS, BATTLE)
        seat = context.seat if context.seat in players else players[0]
        attacker = form.choice("who-attacks", players, seat)
        others = [each for each in players if each != attacker]
        defender = form.text("who-defends", others[0])
        province = form.text("province")[:40]
        colours = (*players, GREEN)
        ticks = {each for each in _TICKS if form.has(each)}
        event = form.text("event")
        last = None if form.has("kind") else _find_last_choice(context)
        if last is not None:  # nothing is chosen yet: take event and special cards of the last fight
            event, ticks = last.event, last.cards(attacker, defender)
        markers = _read_count(form, "markers", MOST_MARKERS, 1 if kind == REVOLT else 0)
        if real:
            ticks.add("real")
        return cls(
            kind=kind,
            attacker=attacker,
            defender=defender if defender in (*others, NEUTRAL) else others[0],
            armies=_read_count(form, "attacker"),
            defenders=_read_count(form, "defender"),
            markers=markers,
            winter=_read_count(form, "winter", MOST_MARKERS) if form.has("in-winter") else None,
            ticks=frozenset(ticks),
            event=event,
            province=province,
            thrown_by_defender=_read_count(form, "defending") if form.has("defending") else None,
            cubes_out=read_counts(form, "out", colours) if "real" in ticks else None,
            cubes=read_counts(form, "cubes", colours) if kind == CUBES else None,
        )

    @property
    def query(self) -> dict[str, object]:
        fields: dict[str, object] = {
            "kind": self.kind,
            "who-attacks": self.attacker,
            "who-defends": self.defender,
            "attacker": self.armies,
            "defender": self.defenders,
            "markers": self.markers,
            "event": self.event,
            "province": self.province,
        }
        if self.thrown_by_defender is not None:
            fields["defending"] = self.thrown_by_defender
        if self.winter is not None:
            fields |= {"in-winter": 1, "winter": self.winter}
        fields |= dict.fromkeys(sorted(self.ticks), 1)
        for name, counts in (("out", self.cubes_out), ("cubes", self.cubes)):
            fields |= {f"{name}-{colour}": count for colour, count in (counts or {}).items() if count}
        return {name: value for name, value in fields.items() if value != ""}

    def cards(self, attacker: str, defender: str) -> set[str]:
        """The special cards used in this fight that the same players can use in the next."""
        holds_off = self.attacker if self.kind == REVOLT else self.defender
        effects = {"attack-card": self.attacker == attacker, "defence-card": holds_off == defender}
        return {card for card, still in effects.items() if still and card in self.ticks}

    @property
    def is_complete(self) -> bool:
        return self.armies > 0 and (self.kind == REVOLT or self.defender == NEUTRAL or self.defenders > 0)

    @property
    def fight(self) -> ThrowAttack | ThrowRevolt:
        sides = [(self.attacker, self.armies), (self.defender, self.defenders)]
        sides = sides[:1] if self.kind == REVOLT else sides
        options: dict[str, Any] = {"defending": self.thrown_by_defender, "markers": self.markers, "winter": self.winter}
        return declare_fight(sides, self.ticks, self.event, province=self.province, **options)

    @property
    def request(self) -> ThrowAttack | ThrowRevolt | ThrowCubes:
        """The request for the throw; ``InputError`` if the choice is not complete."""
        if self.kind == CUBES:
            return ThrowCubes({c: n for c, n in (self.cubes or {}).items() if n}, out=self.cubes_out)
        if not self.is_complete:
            raise InputError("Choose how many armies fight on each side.")
        return replace(self.fight, out=self.cubes_out)


def read_counts(form: Form, name: str, colours: tuple[str, ...]) -> dict[str, int]:
    return {colour: _read_count(form, f"{name}-{colour}") for colour in colours}


def _read_count(form: Form, name: str, most: int = ARMIES, default: int = 0) -> int:
    """A number in the form, changed by its buttons ``+1`` and ``-1``, from 0 to ``most``."""
    text = form.text(f"{name}-is") or form.text(name)
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else default
    step = form.text("step")
    value += {f"{name}+1": 1, f"{name}-1": -1}.get(step, 0)
    return max(0, min(value, most))


def build_repeat_url(context: PageContext) -> str:
    """The address that chooses the last fight again; empty if there is none."""
    last = _find_last_choice(context)
    return "" if last is None else context.url("tower", None, **last.query)


def _find_last_choice(context: PageContext) -> Choice | None:
    """The last fight as a choice; ``None`` if there is none, or it was a turn of a whole game."""
    last = throws.find_last_fight(context.table)
    if last is None or last.order is not None or getattr(last, "hungry", None) is not None:
        return None
    if isinstance(last, ThrowRevolt):
        revolt = last.rising
        ticks = frozenset({"defence-card"} if revolt.defence_card else ())
        return Choice(REVOLT, revolt.owner, NEUTRAL, revolt.armies, 0, revolt.markers, ticks=ticks, event=revolt.event)
    attack = last.attack
    cards = {"attack-card": attack.attack_card, "defence-card": attack.defence_card}
    ticks = frozenset(card for card, is_played in cards.items() if is_played)
    sides = attack.attacker, attack.defender, attack.armies, attack.defenders
    return Choice(BATTLE, *sides, ticks=ticks, event=attack.event)


_SLOTS = 8
_HISTORY = 12
_EVENTS = {each: describe_event_rule(each) for each in (NEUTRAL_EVENT, CASTLE_EVENT, TEMPLE_EVENT)}


async def show_tower(context: PageContext) -> Response:
    table = context.table
    cache = context.app_state.get_cache(table)
    seen = cache[view] if view in cache else cache.setdefault(view, view(table.state))
    choice = Choice.from_form(context, seen.real_tower)
    query = choice.query if context.form.fields and context.is_playing else {}
    if (redirect := page.redirect_to_turn(context, "", **query)) is not None:
        return redirect
    odds, slots = None, {}
    keeps_board = seen.game is not None
    defence_known = choice.defender == NEUTRAL or choice.defenders
    if choice.kind == BATTLE and not keeps_board and defence_known:
        first = max(choice.armies - 1, 0) // _SLOTS * _SLOTS + 1
        fight = choice.fight
        assert isinstance(fight, ThrowAttack)  # as it is a battle
        slots = throws.compute_odds_by_armies(table, fight, range(first, min(first + _SLOTS, ARMIES + 1)))
        odds = slots.get(choice.armies)
    elif choice.kind == REVOLT and choice.is_complete and not keeps_board:
        odds = throws.compute_fight_odds(table, choice.fight)
    return page.render_page(
        context,
        "tower",
        seen=seen,
        choice=choice,
        odds=odds,
        slots=slots,
        kept=keeps_board,
        players=seen.players,
        names={colour: page.get_player_name(context, colour) for colour in (*seen.players, GREEN)},
        words={colour: name_player(colour) for colour in COLOURS},
        chooses=table.state.rulings["defender-throws-all"] == "chooses",
        events=_EVENTS,
        provinces=sorted({card.province for card in facts().cards}),
        most=ARMIES,
        most_markers=MOST_MARKERS,
        throws=lambda: islice(throws.list_throws(table), _HISTORY),
        told=partial(throws.describe_throw, table),
        again=build_repeat_url(context),
        CUBES=CUBES,
    )


async def throw_chosen(context: PageContext) -> Response:
    """Throw what is chosen; any other button of the form only changes the choice."""
    table = context.table
    choice = Choice.from_form(context, table.state.real_tower)
    if not context.form.has("throw"):
        return context.redirect("tower", **choice.query)
    request = choice.request
    context.play(lambda: request)
    return context.redirect("thrown")


async def show_correction(context: PageContext) -> Response:
    seen = view(context.table.state, context.seat)
    return page.render_page(context, "by-hand", seen=seen, colours=(*seen.players, GREEN), most=ARMIES)


async def correct_tower(context: PageContext) -> Response:
    """Correct the cubes in the tray or inside the tower, or change between the real and Companion's tower."""
    table, form = context.table, context.form
    colours = (*table.state.players, GREEN)
    if form.has("step") or any(form.has(f"{name}-{c}-is") for name in ("tray", "inside") for c in colours):
        return context.redirect(
            "by-hand",
            **{f"{name}-{c}": n for name in ("tray", "inside") for c, n in read_counts(form, name, colours).items()},
        )
    if form.has("real-tower"):
        real = form.choice("real-tower", ("yes", "no")) == "yes"
        context.play(lambda: ChooseTower(real))
        return context.redirect("tower")
    name = "inside" if form.has("put-inside") else "tray"
    counts = {colour: count for colour, count in read_counts(form, name, colours).items() if count}
    request = CorrectInside(counts, form.has("fell")) if name == "inside" else CorrectTray(counts)
    context.play(lambda: request)
    return context.redirect("tower")


async def verify(context: PageContext) -> Response:
    """Check the whole log by replaying it; the result is cached until the next event, as everybody may ask."""
    table, hash_typed = context.table, context.form.text("head")
    cache = {} if hash_typed else context.app_state.get_cache(table)
    if verify not in cache:
        cache[verify] = check_open_table(table, hash_typed or None)
    return page.render_page(
        context,
        "verify",
        answer=cache[verify],
        seen=view(table.state, context.seat),
        head=format_hash(find_visible_hash(table.history.steps[-1]) or ""),
        typed=hash_typed,
        may_open=_can_reveal_seed(context),
    )


async def reveal_seed(context: PageContext) -> Response:
    """Reveal the seed to everybody, which ends the throwing; the form must confirm it."""
    if not context.form.has("sure"):
        raise InputError("Say that the throwing is over: nothing more is thrown from this seed.")
    if not _can_reveal_seed(context):
        raise Refused("While the game goes on, only whoever opened the tables may reveal it; afterwards, everybody.")
    context.play(RevealSeed)
    return context.redirect("verify")


def _can_reveal_seed(context: PageContext) -> bool:
    """True for the host, or for any player when the game is over."""
    return context.is_host or (context.can_act and bool(game_of(context.table).final_ranks(context.table)))


async def show_records(context: PageContext) -> Response:
    """Show the public records of the log, with which a phone checks the throws itself."""
    table = context.table
    return page.render_page(context, "records", records=list_visible_records(table.history))


async def show_throw(context: PageContext) -> Response:
    """Show one throw; by default, the last one that was not undone."""
    table = context.table
    event = context.form.number("event", 1, page.LARGEST_EVENT, 0)
    query = Choice.from_form(context, table.state.real_tower).query if context.form.has("who-attacks") else {}
    if not event and (redirect := page.redirect_to_turn(context, "thrown", **query)) is not None:
        return redirect
    answer = throws.get_throw(table, event or None)
    if answer.refused is not None:
        return context.redirect("tower")
    data = answer.data
    odds, back = data.get("odds"), page.find_own_last(context) if data["last"] else None
    percents = None if odds is None else round_percents((odds["win"], odds["tie"], odds["lose"]))
    return page.render_page(
        context,
        "thrown",
        back=None if back is None else back.event,
        thrown=data,
        falls=page.compute_fall_time(context, data["event"]),
        fights=bool({*context.seats} & {*(data["sides"] or {}).values()}),
        percents=percents,
        seen=view(table.state, context.seat),
        again=build_repeat_url(context),
        chosen=query,
        plain=[each for each in answer.lines if isinstance(each, Sentence)],
    )


async def show_luck(context: PageContext) -> Response:
    luck = throws.describe_luck(context.table).data
    return page.render_page(context, "luck", luck=luck["players"], remarks=luck["remarks"])


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/tower", show_tower, throw_chosen, role=WATCHERS, game="shogun", is_cacheable=True),
    WebPage("/t/{table}/by-hand", show_correction, correct_tower, role=PLAYERS, game="shogun"),
    WebPage("/t/{table}/verify", verify, reveal_seed, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}/records", show_records, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}/thrown", show_throw, role=WATCHERS, game="shogun", is_cacheable=True),
    WebPage("/t/{table}/luck", show_luck, role=WATCHERS, game="shogun", is_cacheable=True),
)
