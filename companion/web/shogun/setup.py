"""A table of Shogun made: the tower alone, or the whole game and how it begins."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import Side, facts
from companion.data.shogun.towers import TowerPreset, own_presets_file, read_presets, shipped_presets
from companion.errors import CompanionError, InputError
from companion.paths import own_folder
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.start import LONGEST_TEXT, MODES, MixWords, SetUp, words_are_open
from companion.play.shogun.views import view
from companion.rules.shogun.realm import ARMIES, BUILDINGS, COLOURS, DAIMYO, MARKERS, Land, daimyo
from companion.rules.shogun.round.bids import CHEST_CARDS, NO_BID, bid_named
from companion.rules.shogun.round.stages import ROUNDS, Season, season_words
from companion.rules.shogun.rulings import INSIDE, OPEN, RULINGS
from companion.rules.shogun.score import MOST_AMOUNTS, FinishedBoard, check_sites
from companion.rules.shogun.setup import DRAWN, prepare
from companion.rules.shogun.winter import rice_lost
from companion.service.playing import carry_out
from companion.service.session import Keeping
from companion.service.shogun.board_map import bare_map, board_map
from companion.service.shogun.odds import Hand, rank_revealed_bids, reckon_winter
from companion.service.shogun.session import ShogunSession, begin_table, score_finished_board
from companion.table.shelf import check_names
from companion.web.people import LONGEST_NAME
from companion.web.shogun.page import Touch, called, page
from companion.web.shogun.tower import counts_of
from companion.web.visit import PLAYERS, Page, Visit


def land_of(visit: Visit, province: str) -> Land:
    """The land of a province as it was typed; empty where nobody owns it."""
    form = visit.form
    owner = form.choice(f"owner-{province}", ("", *DAIMYO), "")
    if not owner:
        return Land()
    return Land(
        owner,
        form.number(
            f"armies-{province}", 1, ARMIES, 1 if form.has("then") else None
        ),  # no point hangs on them
        tuple(kind for kind in BUILDINGS if form.has(f"{kind}-{province}")),
        form.number(f"markers-{province}", 0, MARKERS, 0),
    )


def amounts_of(visit: Visit, player: str) -> Amounts:
    """What a player owns as it was typed; what is left out is none where nothing but points is counted."""
    form, told = visit.form, {}
    for what, most in MOST_AMOUNTS.items():
        given = form.has(name := f"{what}-{player}") or form.has("then")
        told[what] = form.number(name, 0, most, 0) if given else None
    return Amounts(**told)


def opened_events(visit: Visit) -> tuple[int, ...] | None:
    """The event cards that players have opened from their own; nothing where Companion shuffles."""
    ticked = visit.form.all("open")
    return tuple(event.number for event in facts().events if str(event.number) in ticked) or None


async def _put_right(visit: Visit) -> Response:
    seen = view(visit.table.state, visit.seat)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    chosen = drawn.province(visit.form.text("province"))
    touch = {
        each.name: Touch.on(visit, {"province": each.name}, "chosen" if each == chosen else "")
        for each in drawn.provinces
    }
    return page(
        visit, "correct", map=drawn, touch=touch, chosen=chosen, owned=seen.owned, players=seen.players
    )


async def _correct(visit: Visit) -> Response:
    province = visit.form.text("province")
    seen = view(visit.table.state)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    if visit.form.has("step") or visit.form.has("reckon"):
        return _counted(visit, province)
    there = drawn.province(province)
    lands = {} if there is None else {province: land_of(visit, province)}
    told = {player: amounts_of(visit, player) for player in seen.owned}
    seats = {
        player: amounts
        for player, amounts in told.items()
        if any(
            getattr(amounts, what) not in (None, getattr(seen.owned[player], what)) for what in MOST_AMOUNTS
        )
    }
    if there is not None and lands[province] == there.land:
        lands = {}
    if not lands and not seats:
        raise InputError("Nothing is changed yet.")
    visit.play(lambda: CorrectBoard(lands, seats))
    return visit.go("board", look=province) if lands else visit.go("board")


def _counted(visit: Visit, province: str) -> Response:
    """Back to the page with all that was typed, after a tap on one of its numbers."""
    kept = {name: sent[-1] for name, sent in visit.form.fields.items() if "-" in name}
    for what in ("armies", "markers"):
        kept |= {f"{what}-{name}": str(n) for name, n in counts_of(visit.form, what, (province,)).items()}
    return visit.go("correct", province=province, stepped=1, **kept)


_BIDS, _WINTER, _POINTS = "bids", "winter", "points"
_DRAWN = (_BIDS, _WINTER)  # what may be drawn by lot


async def reckon(visit: Visit) -> Response:
    """The page of reckonings, with what was asked for, if anything was."""
    here: ShogunSession = visit.table
    form = visit.form
    if here.state.game is not None:
        return visit.go()
    asked = next((each for each in (_BIDS, _WINTER, _POINTS) if form.has(each)), "")
    if asked in _DRAWN and not form.has("seed"):  # drawn once for an address, whoever looks at it again
        sent = {name: values[-1] for name, values in form.fields.items() if any(values)}
        return visit.go("reckon", **sent, seed=secrets.token_hex(8))
    players = view(here.state).players
    answers: dict[str, Answer] = {}
    try:
        side = Side(form.choice("side", tuple(Side), Side.SUN))
        if asked == _BIDS:
            answers[asked] = _rank(visit, players)
        elif asked:
            answers[asked] = _hunger(visit, side) if asked == _WINTER else _score(visit, side)
        for each in answers.values():
            visit.problem = each.refused or visit.problem
    except CompanionError as error:
        side, visit.problem = Side.SUN, error.whole
    return page(
        visit,
        "reckon",
        players=players,
        board=bare_map(side, players),
        answers={name: each for name, each in answers.items() if each.yes},
        chest_cards=CHEST_CARDS,
        no_bid=str(NO_BID),
        losses=[(event.number, rice_lost(event, here.state.rulings)) for event in facts().events],
    )


def _rank(visit: Visit, players: tuple[str, ...]) -> Answer:
    """The order in which special cards are chosen."""
    names = {card.province for card in facts().cards}
    bids = {player: bid_named(visit.form.text(f"bid-{player}", str(NO_BID)), names) for player in players}
    return rank_revealed_bids(bids, {}, visit.form.text("seed"), visit.table.state.rulings)


def _hunger(visit: Visit, side: Side) -> Answer:
    """The hunger of everybody; of those whose provinces are named, the provinces that revolt."""
    form, lands = visit.form, _lands(visit, side)
    hands = {}
    for player in visit.table.state.players:
        owned = tuple(name for name, land in lands.items() if land.owner == player)
        provinces = owned or form.number(f"provinces-{player}", 0, 45, 0)
        hands[player] = Hand(provinces, form.number(f"rice-{player}", 0, 18, 0))
    if not any(hand.provinces for hand in hands.values()):
        raise InputError("Say first whose each province is, or how many each player has.")
    left = form.number("event", 0, 12, 0)
    loss = rice_lost(facts().events[left - 1], visit.table.state.rulings) if left else 0
    return reckon_winter(hands, loss, {}, (), form.text("seed"))


def _score(visit: Visit, side: Side) -> Answer:
    """The points of the board as it was told."""
    lands, players = _lands(visit, side), visit.table.state.players
    if not lands:
        raise InputError("Say first whose each province is.")
    found = FinishedBoard(lands, players, _amounts(visit, "points"), _amounts(visit, "chests"))
    return score_finished_board(found, side, {}, {})


def _lands(visit: Visit, side: Side) -> dict[str, Land]:
    """The provinces that somebody owns, as they were told."""
    board, players = facts().board(side), visit.table.state.players
    told = {name: land_of(visit, name) for name in board.in_play(len(players))}
    lands = {name: land for name, land in told.items() if land.owner in players}
    for name, land in lands.items():
        check_sites(board, name, land.buildings)
    return lands


def _amounts(visit: Visit, what: str) -> dict[str, int]:
    """The points or chests of each player, as far as they were told."""
    return {
        player: visit.form.number(f"{what}-{player}", 0, 999, 0)
        for player in visit.table.state.players
        if visit.form.has(f"{what}-{player}")
    }


TOWER, WAYS = "tower", ("tower", *MODES)
"""What a table plays: the tower alone, or the whole game in one of the modes of its set-up."""

_NOT_SHUFFLED = (TOWER, "board")  # those for which nothing is shuffled when a table is made

EXTRA_ROUTES = 3  # sea routes besides those of the map that a form has room for
_SEA_ROUTES = tuple(f"{end}sea-{place}" for place in range(EXTRA_ROUTES) for end in ("", "to-"))
_CHOSEN = ("way", "side", "routes", "route", "letters", "first", "open", "year", "season", *_SEA_ROUTES)
"""Fields of a set-up, as they go along to the page of the words."""


async def _new(visit: Visit) -> Response:
    return page(
        visit,
        "new",
        **_choices(),
        colours=DAIMYO,
        towers=tuple(_towers(visit)),
        rulings=RULINGS,
        longest=LONGEST_NAME,
        start=("blue", "yellow", "red", "", ""),
        named=[(colour, daimyo(colour)) for colour in DAIMYO],
        cubes=COLOURS,
        most=ARMIES,
        proposed=visit.house.tables.free_name("Shogun"),
    )


def _choices() -> dict[str, Any]:
    """The choices when a game begins to be kept."""
    return {
        "routes": _routes(),
        "extra": range(EXTRA_ROUTES),
        "provinces": sorted({card.province for card in facts().cards}),
        "seasons": [(each, season_words(each)) for each in ROUNDS],
        "events": facts().events,
    }


def _towers(visit: Visit) -> Mapping[str, TowerPreset]:
    """The towers that come with the game, and those of whoever's laptop it is."""
    file = None if visit.alone or own_folder("config") is None else own_presets_file()
    return {**shipped_presets(), **(read_presets(file) if file is not None and file.exists() else {})}


def _routes() -> tuple[tuple[str, str], ...]:
    """The sea routes of the Moon side that nobody has confirmed."""
    return tuple(
        (each.a, each.b) for each in facts().borders if each.kind == "sea" and not each.moon_confirmed
    )


async def _make(visit: Visit) -> Response:
    form = visit.form
    players = tuple(colour for colour in form.all("seat") if colour)
    if any(colour not in DAIMYO for colour in players) or len({*players}) < len(players):
        raise InputError("Every player has a colour of their own.")
    if len(players) < 2:
        raise InputError("Choose the colours of two players at least.")
    called = zip(form.all("seat"), form.all("named"), strict=False)
    names = {colour: name for colour, name in called if name.strip()}
    check_names([*names.values()])
    way, towers = form.choice("way", WAYS, TOWER), _towers(visit)
    if way != TOWER:
        prepare(facts(), _side(visit), len(players), way == "fixed")  # refused before a table is made
    chosen = {each.name: form.choice(each.name, each.values, each.default) for each in RULINGS}
    preset = towers[form.choice("preset", tuple(towers), next(iter(towers)))]

    def begin(shelf: Keeping) -> None:
        here = begin_table(
            shelf,
            form.text("name"),
            players,
            preset,
            seed=form.text("seed") or None,
            rulings=chosen,
            inside=form.choice("inside", INSIDE, OPEN),
        )
        if way not in _NOT_SHUFFLED and not mixed:
            carry_out(here, _asked(visit, way))

    name, mixed = form.text("name"), form.has("words") and not form.has("then")
    visit.make_table(name, begin)
    if mixed:  # before anything is shuffled
        if visit.one_screen:
            visit.seat_everybody(name, names)
        along = {each: form.all(each) for each in _CHOSEN}
        return visit.go_to(f"{visit.url('words', name)}?{urlencode(along, doseq=True)}")
    if way != "board":
        return visit.go_begin(name, "seat", names)
    if form.has("then"):  # only its points are counted: whoever does that needs no other at a seat
        if not visit.host:
            own = visit.who.name or daimyo(players[0]).said(visit.language)
            visit.become(visit.house.people.sit(name, players[0], visit.who, own))
        return visit.go_to(visit.url("setup", name, then="score", side=_side(visit)))
    visit.seat_everybody(name, names)
    return visit.go_to(visit.url("setup", name))


def _side(visit: Visit) -> Side:
    return Side(visit.form.choice("side", tuple(Side), Side.SUN))


def _asked(visit: Visit, way: str) -> SetUp:
    """The set-up that was chosen."""
    form, side = visit.form, _side(visit)
    moon = side == Side.MOON and form.has("routes")
    removed = tuple(pair for pair in _routes() if "/".join(pair) not in form.all("route")) if moon else ()
    letters = (form.text("letters").upper() or DRAWN) if way == "fixed" else ""
    first = form.text("first") if way == "draft" else ""
    begun = way == "board"
    year = form.number("year", 1, 2, 1) if begun else 1
    season = Season(form.choice("season", tuple(ROUNDS), Season.SPRING)) if begun else Season.SPRING
    return SetUp(
        way,
        side,
        _added(visit),
        removed,
        first or None,
        opened_events(visit),
        year=year,
        season=season,
        letters=letters,
    )


def _added(visit: Visit) -> tuple[tuple[str, str], ...]:
    """The sea routes that a board has besides those of the map."""
    form = visit.form
    pairs = ((form.text(f"sea-{place}"), form.text(f"to-sea-{place}")) for place in range(EXTRA_ROUTES))
    found = tuple(pair for pair in pairs if any(pair))
    if not all(map(all, found)):
        raise InputError("A sea route joins two provinces: choose both.")
    return found


async def _ask_words(visit: Visit) -> Response:
    """The page on which each player may mix a word into the seed, before anything is thrown or shuffled."""
    here: ShogunSession = visit.table
    if not words_are_open(here.state):
        return visit.go()
    seen = view(here.state)
    chosen = [(name, value) for name in _CHOSEN for value in visit.form.all(name)]
    return page(visit, "words", seen=seen, said_words=dict(seen.words), chosen=chosen, longest=LONGEST_TEXT)


async def _mix_words(visit: Visit) -> Response:
    """Mix in the words that were said; a game that was chosen begins."""
    form, here = visit.form, visit.table
    words = tuple((player, form.text(f"word-{player}")) for player in here.state.players)
    said, way = tuple((player, word) for player, word in words if word), form.choice("way", WAYS, TOWER)

    def begin() -> None:
        if said:
            carry_out(here, MixWords(said))
        if way not in _NOT_SHUFFLED:
            carry_out(here, _asked(visit, way))

    visit.do(begin)
    if not form.has("way"):
        return visit.go("tower")
    if way == "board":
        return visit.go("setup")
    return visit.go("" if visit.one_screen else "lobby" if visit.host else "seat")


async def _choose(visit: Visit) -> Response:
    here: ShogunSession = visit.table
    seen = view(here.state)
    if seen.game is not None:
        return visit.go()
    return page(
        visit,
        "setup",
        **_choices(),
        players=seen.players,
        named=[(colour, called(visit, colour)) for colour in seen.players],
        board=bare_map(_side(visit), seen.players),
        told=visit.form.has("then") or visit.form.text("way") == "board",
    )


async def _begin(visit: Visit) -> Response:
    """The game of a table that only threw so far begins to be kept."""
    form = visit.form
    way = form.choice("way", WAYS[1:])
    request = _asked(visit, way)
    if way == "board" and not form.has("told"):
        chosen = {name: sent for name, sent in form.fields.items() if name not in ("token", "tap", "seen")}
        return visit.go_to(f"{visit.url('setup')}?{urlencode(chosen, doseq=True)}")
    if way == "board":
        players = view(visit.table.state).players
        lands = {each.name: land_of(visit, each.name) for each in bare_map(_side(visit), players).provinces}
        request = replace(
            request,
            lands={name: land for name, land in lands.items() if land != Land()},
            seats={player: amounts_of(visit, player) for player in players},
        )
    visit.play(lambda: request)
    return visit.go(form.choice("then", ("score",), "board"))


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/correct", _put_right, _correct, who=PLAYERS, game="shogun"),
    Page("/t/{table}/reckon", reckon, who=PLAYERS, game="shogun"),
    Page("/new/shogun", _new, _make, who=PLAYERS),
    Page("/t/{table}/words", _ask_words, _mix_words, who=PLAYERS, game="shogun"),
    Page("/t/{table}/setup", _choose, _begin, who=PLAYERS, game="shogun"),
)
