"""Battles and revolts: which armies are thrown, and how the tray is judged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from companion.data.vocabulary import say_phrase
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun import realm
from companion.rules.shogun.tower import Tower
from companion.sentences import Sentence, say

LOST_BY_ALL = {
    "card": say("The province card goes to the pile; an action planned with it is lost."),
    "province": say("Buildings, markers and armies leave it: the province is neutral."),
}
"""What happens to a province that its owner loses and nobody wins, in sentences."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a tray was judged; the four counts of cubes add up to those in the tray."""

    winner: str  # ``attacker``, ``defender`` or ``tie``; after a revolt ``owner``, ``revolt`` or ``tie``
    strengths: tuple[int, int]  # of attacker and defender; after a revolt of owner and farmers
    survivors: Mapping[str, int]  # cubes that go from the tray into the province
    to_supply: Mapping[str, int]
    stays_in_tray: Mapping[str, int]  # cubes that go in with the next throw
    into_tower: Mapping[str, int]  # cubes put into the tower as just lodged (ruling ``tie=tower``)
    province: str  # ``conquered``, ``held`` or ``neutral``
    owner: str | None  # of the province from now on; ``None`` when neutral
    added_markers: int = 0
    held_back: int = 0  # armies not thrown that stay in the province; those of a loser go to the supply
    lines: Mapping[str, Sentence] = field(default_factory=dict)
    """What happened, by topic: ``strength``, ``green``, ``result``, ``losses``, ``survivors``, ``held-back``,
    ``yield``, ``card``, ``province``, ``markers`` or ``tray``."""

    @property
    def json_fields(self) -> tuple[str, ...]:
        """The names of the fields given as JSON; the last two only if they are not empty."""
        extras = (name for name in ("into_tower", "added_markers") if getattr(self, name))
        return ("winner", "survivors", "to_supply", "stays_in_tray", "province", *extras)


def clear_tray(tower: Tower, verdict: Verdict) -> tuple[tuple[realm.Cube, ...], tuple[realm.Cube, ...], Tower]:
    """Clear the tray; returns cubes for the province, cubes for the supplies, and the tower with the rest.

    Of each colour the lowest numbers survive, the next go to the supply.
    """
    goals = (verdict.survivors, verdict.to_supply, verdict.into_tower, verdict.stays_in_tray)
    heaps: list[list[realm.Cube]] = [[] for _ in goals]
    for colour in realm.COLOURS:
        cubes = realm.select_cubes(colour, tower.tray)
        counts = [goal.get(colour, 0) for goal in goals]
        if sum(counts) != len(cubes):
            raise InputError("The verdict does not fit the cubes in the tray.")
        for heap, count in zip(heaps, counts, strict=True):
            heap += cubes[:count]
            cubes = cubes[count:]
    survivors, to_supply, into_tower, in_tray = heaps
    return tuple(survivors), tuple(to_supply), tower.with_lodged(into_tower).with_tray(in_tray)


def describe_strengths(attackers: Mapping[str, int], defenders: Mapping[str, int]) -> Sentence:
    return say(
        "Fighting: {attackers} against {defenders}.",
        attackers=realm.describe_armies(attackers),
        defenders=realm.describe_armies(defenders),
    )


def describe_destination(
    place: str, counts: Mapping[str, int], words: Callable[..., Sentence] = realm.describe_armies
) -> Sentence:
    """Where cubes of a tray go, in words: ``supply``, ``tower``, ``province`` or back to ``tray``."""
    cubes = words(counts)
    return {
        "supply": say("To the supplies: {cubes}.", cubes=cubes),
        "tower": say("Into the tower, as just lodged: {cubes}.", cubes=cubes),
        "province": say("Into the province: {cubes}.", cubes=cubes),
        "tray": say("In the tray stay: {cubes}.", cubes=cubes),
    }[place]


def drop_zeros(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by colour in the order of the colours, without zeros."""
    return {colour: counts[colour] for colour in realm.COLOURS if counts.get(colour)}


_say = partial(say_phrase, "shogun", "battle")


@dataclass(frozen=True, slots=True)
class Battle:
    """The two sides that fight over a province."""

    attacker: str
    defender: str  # the owner's colour, or ``NEUTRAL``: then the farmers defend
    markers: int = 0
    held_back: int = 0  # armies of the defender that were not thrown (ruling ``defender-throws-all=chooses``)

    def __post_init__(self) -> None:
        if self.attacker == self.defender:
            raise Refused(
                "Attacker and defender are the same player: {player}.", player=realm.name_player(self.attacker)
            )
        if self.attacker in (realm.GREEN, realm.NEUTRAL):
            raise Refused("The farmers attack nobody; name a player as attacker.")
        if self.defender == realm.GREEN:
            raise Refused("Green armies defend only where nobody does; name the defender neutral.")
        if self.defender == realm.NEUTRAL and (self.markers or self.held_back):
            raise Refused("A neutral province has neither revolt markers nor armies of its own.")
        if (least := min(self.markers, self.held_back)) < 0:
            raise InputError("Markers and armies are counted from 0, not from {number}.", number=least)


def has_green_help(battle: Battle, rulings: Rulings = realm.DEFAULTS) -> bool:
    """True when green armies help the owner: the province has few enough revolt markers (ruling ``green-help``)."""
    return battle.defender != realm.NEUTRAL and battle.markers <= int(rulings["green-help"])


def resolve_battle(tray: Mapping[str, int], battle: Battle, rulings: Rulings = realm.DEFAULTS) -> Verdict:
    """Judge a tray after a battle; cubes of players not in the battle stay in it.

    The side with more armies wins and loses as many as the other has; green armies that help the defender
    are lost first and never stay in a province. Equal sides are a tie, and so is a defence of nothing but
    green armies in an owned province: the province becomes neutral. The rulings are ``tie``, ``green-help``
    and ``defender-throws-all``.
    """
    neutral = battle.defender == realm.NEUTRAL
    green = tray.get(realm.GREEN, 0)
    helpers = green if has_green_help(battle, rulings) else 0
    attackers = tray.get(battle.attacker, 0)
    armies = green if neutral else tray.get(battle.defender, 0)
    defence = armies + helpers
    in_tray = drop_zeros(
        {
            colour: count
            for colour, count in tray.items()
            if colour not in (battle.attacker, battle.defender) and (colour != realm.GREEN)
        }
        | {realm.GREEN: 0 if neutral else green - helpers}
    )
    only_green = not neutral and armies == 0 and defence > attackers
    survivors: dict[str, int] = {}
    owner: str | None
    if attackers > defence:
        winner, province, owner = "attacker", "conquered", battle.attacker
        survivors = {battle.attacker: attackers - defence}
    elif defence > attackers and not only_green:
        winner = "defender"
        province, owner = ("neutral", None) if neutral else ("held", battle.defender)
        survivors = {} if neutral else {battle.defender: min(armies, defence - attackers)}
    else:
        winner, province, owner = "tie", "neutral", None
    defender = realm.GREEN if neutral else battle.defender
    fighters = {battle.attacker: attackers, defender: armies}
    if not neutral:
        fighters[realm.GREEN] = helpers
    losses = drop_zeros({colour: count - survivors.get(colour, 0) for colour, count in fighters.items()})
    lodging = winner == "tie" and rulings["tie"] == "tower"
    defenders = {colour: count for colour, count in fighters.items() if colour != battle.attacker}
    lines = {"strength": describe_strengths({battle.attacker: attackers}, defenders)}
    if helpers:
        lines["green"] = _say("green helps", defender=realm.name_player(battle.defender))
    elif in_tray.get(realm.GREEN):
        lines["green"] = _say("green helps nobody")
    lines["result"] = _describe_result(battle, winner, attackers, defence, only_green)
    if losses:
        lines["losses"] = describe_destination("tower" if lodging else "supply", losses)
    if survivors:
        lines["survivors"] = describe_destination("province", survivors)
    lines |= _describe_consequences(battle, winner)
    if in_tray:
        lines["tray"] = describe_destination("tray", in_tray)
    return Verdict(
        winner=winner,
        strengths=(attackers, defence),
        survivors=survivors,
        to_supply={} if lodging else losses,
        stays_in_tray=in_tray,
        into_tower=losses if lodging else {},
        province=province,
        owner=owner,
        held_back=battle.held_back if winner == "defender" else 0,
        lines=lines,
    )


def _describe_result(battle: Battle, winner: str, attackers: int, defence: int, only_green: bool) -> Sentence:
    counts = {"attackers": attackers, "defence": defence}
    attacker, defender = realm.name_player(battle.attacker), realm.name_player(battle.defender)
    match winner:
        case "attacker":
            return _say("attacker wins", player=attacker, **counts)
        case "defender" if battle.defender == realm.NEUTRAL:
            return _say("farmers hold", **counts)
        case "defender":
            return _say("defender holds", player=defender, **counts)
        case _ if only_green:
            return _say("only green", player=defender, **counts)
        case _:
            return _say("tie", **counts)


def _describe_consequences(battle: Battle, winner: str) -> dict[str, Sentence]:
    """The sentences on armies held back, the province card, buildings and markers."""
    attacker, defender = realm.name_player(battle.attacker), realm.name_player(battle.defender)
    lines = {}
    if battle.held_back:
        lines["held-back"] = _say("held back stay" if winner == "defender" else "held back go")
    match winner:
        case "attacker" if battle.defender == realm.NEUTRAL:
            lines["card"] = _say("card from the stack", player=attacker)
            lines["province"] = _say("province taken", player=attacker)
        case "attacker":
            lines["card"] = _say("card given", player=defender, winner=attacker)
            lines["province"] = _say("buildings stay")
        case _ if battle.defender == realm.NEUTRAL:
            lines["province"] = _say("stays neutral")
        case "defender":
            lines["province"] = _say("all stays", player=defender)
        case _:
            lines |= LOST_BY_ALL
    return lines


@dataclass(frozen=True, slots=True)
class Revolt:
    """A revolt in a player's province."""

    owner: str
    markers: int = 1  # in the province, including the one just laid
    winter: bool = False

    def __post_init__(self) -> None:
        if self.owner in (realm.GREEN, realm.NEUTRAL):
            raise Refused("The farmers revolt against a player; name the province's owner.")
        if self.markers < 0:
            raise InputError("Markers and armies are counted from 0, not from {number}.", number=self.markers)


def resolve_revolt(tray: Mapping[str, int], revolt: Revolt, rulings: Rulings = realm.DEFAULTS) -> Verdict:
    """Judge a tray after a revolt; all green armies in it count for the revolt, other players' cubes stay.

    The owner needs more armies than the farmers; a tie is not enough. The losers and all green armies go to
    the supplies, even under the ruling ``tie=tower``, which is about battles only. The ruling ``put-down``
    says whether an owner who wins loses as many armies as green ones came out.
    """
    armies, green = tray.get(revolt.owner, 0), tray.get(realm.GREEN, 0)
    in_tray = drop_zeros({c: n for c, n in tray.items() if c not in (revolt.owner, realm.GREEN)})
    is_held = armies > green
    left = armies if rulings["put-down"] == "all" else armies - green
    survivors = drop_zeros({revolt.owner: left}) if is_held else {}
    losses = drop_zeros({revolt.owner: armies - survivors.get(revolt.owner, 0), realm.GREEN: green})
    player = realm.name_player(revolt.owner)
    lines = {"strength": describe_strengths({realm.GREEN: green}, {revolt.owner: armies})}
    if is_held:
        lines["result"] = _say("revolt put down", player=player, owner=armies, green=green)
    elif armies == green:
        lines["result"] = _say("revolt by a tie", green=green, owner=armies)
    else:
        lines["result"] = _say("revolt succeeds", green=green, owner=armies)
    if losses:
        lines["losses"] = describe_destination("supply", losses)
    if not revolt.winter:
        lines["yield"] = _say("yield kept")
    if is_held:
        lines["survivors"] = describe_destination("province", survivors)
        lines["province"] = _say("province kept", player=player)
        lines["markers"] = _say("no marker" if revolt.winter else "one marker")
    else:
        lines |= LOST_BY_ALL
    if in_tray:
        lines["tray"] = describe_destination("tray", in_tray)
    return Verdict(
        winner="owner" if is_held else "tie" if armies == green else "revolt",
        strengths=(armies, green),
        survivors=survivors,
        to_supply=losses,
        stays_in_tray=in_tray,
        into_tower={},
        province="held" if is_held else "neutral",
        owner=revolt.owner if is_held else None,
        added_markers=1 if is_held and not revolt.winter else 0,
        lines=lines,
    )


_say_forces = partial(say_phrase, "shogun", "forces")

NEUTRAL_EVENT = "neutral_green=2"
"""The event under which two green armies defend a neutral province, as ``events.csv`` names its effect."""

CASTLE_EVENT = "castle_defender=+1"
"""The event under which the owner of an attacked castle throws one army more."""

TEMPLE_EVENT = "temple_protected=1"  # the event under which provinces with a temple cannot be attacked


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is declared."""

    attacker: str
    armies: int  # those that attack; declared before the throw, at least 1
    defender: str  # the owner's colour, or ``NEUTRAL``
    defenders: int = 0  # in the province; 0 when neutral
    leaving: int | None = None  # armies in the province they come from, if known; one must stay there
    thrown_by_defender: int | None = None  # with the ruling ``defender-throws-all=chooses``; ``None`` for all
    attack_card: bool = False
    defence_card: bool = False
    event: str = ""  # the rule of the event in force
    castle: bool = False
    temple: bool = False


@dataclass(frozen=True, slots=True)
class Uprising:
    """A revolt before the throw."""

    owner: str
    armies: int
    markers: int  # including the new one
    winter: int | None = None
    """Green armies that the revolt table adds in winter; ``None`` outside winter."""
    defence_card: bool = False
    event: str = ""  # the rule of the event in force
    castle: bool = False


@dataclass(frozen=True, slots=True)
class Forces:
    """The cubes that are thrown, without those in the tray, which go in too."""

    cubes: Mapping[str, int]
    from_supply: Mapping[str, int]  # the part of them that comes from the supplies
    held_back: int = 0  # armies of the defender that are not thrown
    notes: tuple[Sentence, ...] = ()  # on what was added or skipped


def gather_attack_forces(attack: Attack, supply: Mapping[str, int], rulings: Rulings = realm.DEFAULTS) -> Forces:
    """Gather the armies of an attack; ``supply`` is by colour, and a colour missing from it has enough."""
    _check_army_count(attack.armies, attack.attacker)
    if attack.attacker == attack.defender:
        raise Refused("Attacker and defender are the same player: {player}.", player=realm.name_player(attack.attacker))
    if attack.temple and attack.event == TEMPLE_EVENT:
        raise Refused("A temple protects the province this round: it may not be attacked.")
    if attack.leaving is not None and attack.armies >= attack.leaving:
        raise Refused(_say_forces("stays behind", attack.leaving, most=max(attack.leaving - 1, 0)))
    gathering = _Gathering(supply, rulings)
    gathering.add(attack.attacker, attack.armies)
    if attack.attack_card:
        gathering.add_one(attack.attacker, _say_forces("attack"))
    if attack.defender == realm.NEUTRAL:
        gathering.add_green(2 if attack.event == NEUTRAL_EVENT else 1)
        return gathering.build_forces()
    _check_army_count(attack.defenders, attack.defender)
    defenders = attack.defenders
    if attack.thrown_by_defender is not None:
        if rulings["defender-throws-all"] == "yes" and attack.thrown_by_defender != attack.defenders:
            raise Refused("The defender throws all armies of the province (ruling defender-throws-all=yes).")
        defenders = attack.thrown_by_defender
        if not 0 <= defenders <= attack.defenders:
            raise Refused(_say_forces("too many", attack.defenders, thrown=defenders))
    gathering.add(attack.defender, defenders)
    if attack.event == CASTLE_EVENT and attack.castle:
        gathering.add_one(attack.defender, _say_forces("castle"))
    if attack.defence_card:
        gathering.add_one(attack.defender, _say_forces("defence"))
    return gathering.build_forces(attack.defenders - defenders)


def gather_revolt_forces(uprising: Uprising, supply: Mapping[str, int], rulings: Rulings = realm.DEFAULTS) -> Forces:
    """Gather the armies of a revolt: all of the owner's, and one green army for each marker.

    In winter no card and no event is in force, and the revolt table adds green armies. A colour missing from
    ``supply`` has enough.
    """
    _check_army_count(uprising.armies, uprising.owner)
    green = uprising.markers + (uprising.winter or 0)
    if uprising.markers < 0 or (uprising.winter or 0) < 0 or green < 1:
        raise InputError("A revolt needs at least one marker, or the green armies of winter.")
    gathering = _Gathering(supply, rulings)
    gathering.add(uprising.owner, uprising.armies)
    if uprising.winter is None and rulings["revolt-defence"] == "yes":
        if uprising.event == CASTLE_EVENT and uprising.castle:
            gathering.add_one(uprising.owner, _say_forces("castle"))
        if uprising.defence_card:
            gathering.add_one(uprising.owner, _say_forces("defence"))
    gathering.add_green(green)
    return gathering.build_forces()


def gather_reported_attack(
    attack: Attack, markers: int, outside: Mapping[str, int], supplies: Mapping[str, int], rulings: Rulings
) -> Forces:
    """Gather the armies of an attack as players report it, with no board to check it against.

    Armies on the board cannot come from a supply, and neither can the one that stays behind. ``outside`` are
    the cubes neither inside the tower nor in the tray; ``supplies`` those in the supplies, if players gave them.
    """
    if not 0 <= markers <= realm.MARKERS:
        raise InputError("expected 0 to {most} revolt markers, not {number}.", most=realm.MARKERS, number=markers)
    left = dict(outside)
    if attack.leaving is None and left[attack.attacker] <= attack.armies <= realm.ARMIES:
        # The same sentence however many are missing: the number left would reveal how many are inside.
        raise Refused(_say_forces("not outside", attack.armies))
    left[attack.attacker] -= attack.armies + 1
    if attack.defender not in (realm.NEUTRAL, attack.attacker):
        left[attack.defender] -= attack.defenders
    return gather_attack_forces(attack, _limit_supplies(left, supplies), rulings)


def gather_reported_revolt(
    uprising: Uprising, outside: Mapping[str, int], supplies: Mapping[str, int], rulings: Rulings
) -> Forces:
    """Gather the armies of a revolt as players report it; see ``gather_reported_attack``."""
    left = {**outside, uprising.owner: outside[uprising.owner] - uprising.armies}
    return gather_revolt_forces(uprising, _limit_supplies(left, supplies), rulings)


def _limit_supplies(left: Mapping[str, int], supplies: Mapping[str, int]) -> dict[str, int]:
    return {colour: max(0, min(count, supplies.get(colour, count))) for colour, count in left.items()}


def _check_army_count(count: int, colour: str) -> None:
    if not 1 <= count <= realm.ARMIES:
        raise InputError(_say_forces("range", count, player=realm.name_player(colour), most=realm.ARMIES))


class _Gathering:
    """The cubes gathered for a throw, and what is left of the supplies."""

    def __init__(self, supply: Mapping[str, int], rulings: Rulings) -> None:
        self._supply = dict(supply)
        self._rulings = rulings
        self._cubes: dict[str, int] = {}
        self._from_supply: dict[str, int] = {}
        self._notes: list[Sentence] = []

    def add(self, colour: str, count: int) -> None:
        """Add armies that stand on the board."""
        self._cubes[colour] = self._cubes.get(colour, 0) + count

    def _draw_from_supply(self, colour: str, count: int) -> int:
        left = self._supply.get(colour, count)
        count_drawn = min(count, max(left, 0))
        if colour in self._supply:
            self._supply[colour] = left - count_drawn
        if count_drawn:
            self.add(colour, count_drawn)
            self._from_supply[colour] = self._from_supply.get(colour, 0) + count_drawn
        return count_drawn

    def add_one(self, colour: str, note: Sentence) -> None:
        """Add one more army from the supply; it is skipped when there is none."""
        player = realm.name_player(colour)
        if self._draw_from_supply(colour, 1):
            self._notes.append(_say_forces("one more", player=player, why=note))
        else:
            self._notes.append(_say_forces("none left", player=player, why=note))

    def add_green(self, count: int) -> None:
        """Add green armies; the ruling ``green-short`` says what happens when they run out."""
        if self._rulings["green-short"] == "unlimited":
            self._supply.pop(realm.GREEN, None)
        count_drawn = self._draw_from_supply(realm.GREEN, count)
        if count_drawn < count:
            self._notes.append(_say_forces("green", count_drawn, wanted=count))

    def build_forces(self, held_back: int = 0) -> Forces:
        return Forces(dict(self._cubes), dict(self._from_supply), held_back, tuple(self._notes))
