"""The pages that make a table of Shogun, set up its game, correct its board, and compute without one."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun.facts import Side, facts
from companion.data.shogun.towers import TowerPreset, load_presets, presets_file, read_presets
from companion.errors import CompanionError, InputError
from companion.paths import find_user_folder
from companion.play.shogun.corrections import Amounts, CorrectBoard
from companion.play.shogun.start import LONGEST_TEXT, MODES, MixWords, SetUp, can_mix_words
from companion.play.shogun.views import view
from companion.rules.shogun.bids import CHEST_CARDS, NO_BID, parse_bid
from companion.rules.shogun.realm import (
    ARMIES,
    BUILDINGS,
    COLOURS,
    DAIMYO,
    INSIDE,
    MARKERS,
    OPEN,
    RULINGS,
    Land,
    name_player,
)
from companion.rules.shogun.score import MOST_AMOUNTS, FinishedBoard, check_sites
from companion.rules.shogun.setup import DRAWN, prepare_game
from companion.rules.shogun.stages import ROUNDS, Season, name_season
from companion.rules.shogun.winter import get_rice_loss
from companion.service.playing import carry_out
from companion.service.session import StoreOrShelf
from companion.service.shogun.board_map import build_bare_map, build_board_map
from companion.service.shogun.odds import WinterHand, compute_winter, rank_revealed_bids
from companion.service.shogun.session import (
    ShogunSession,
    begin_table,
    list_winter_scores,
    render_score_pad,
    score_finished_board,
)
from companion.table.shelf import check_names
from companion.web.context import PLAYERS, WATCHERS, PageContext, WebPage
from companion.web.people import LONGEST_NAME
from companion.web.shogun.page import ProvinceLink, get_player_name, render_page
from companion.web.shogun.tower import read_counts
from companion.web.tables import send_score_pad


def read_land(context: PageContext, province: str) -> Land:
    """What is in a province, from the form; empty if nobody owns it."""
    form = context.form
    if not (owner := form.choice(f"owner-{province}", ("", *DAIMYO), "")):
        return Land()
    return Land(
        owner,
        form.number(f"armies-{province}", 1, ARMIES, 1 if form.has("then") else None),  # not needed for points
        tuple(kind for kind in BUILDINGS if form.has(f"{kind}-{province}")),
        form.number(f"markers-{province}", 0, MARKERS, 0),
    )


def read_amounts(context: PageContext, player: str) -> Amounts:
    """What a player owns, from the form; a missing field is ``None``, or 0 if only points are counted."""
    form, amounts = context.form, {}
    for kind, most in MOST_AMOUNTS.items():
        is_given = form.has(name := f"{kind}-{player}") or form.has("then")
        amounts[kind] = form.number(name, 0, most, 0) if is_given else None
    return Amounts(**amounts)


def read_open_events(context: PageContext) -> tuple[int, ...] | None:
    """The numbers of event cards that players have revealed themselves; ``None`` if Companion shuffles."""
    numbers = context.form.texts("open")
    return tuple(event.number for event in facts().events if str(event.number) in numbers) or None


async def _show_correction(context: PageContext) -> Response:
    seen = view(context.table.state, context.seat)
    board_map = build_board_map(seen)
    if board_map is None or not seen.possessions:
        return context.redirect()
    province = board_map.find_province(context.form.text("province"))
    touch = {
        each.name: ProvinceLink.make(context, {"province": each.name}, "chosen" if each == province else "")
        for each in board_map.provinces
    }
    return render_page(
        context, "correct", map=board_map, touch=touch, chosen=province, owned=seen.possessions, players=seen.players
    )


async def _correct_board(context: PageContext) -> Response:
    province = context.form.text("province")
    seen = view(context.table.state)
    board_map = build_board_map(seen)
    if board_map is None or not seen.possessions:
        return context.redirect()
    if context.form.has("step") or context.form.has("calculate"):
        return _redirect_with_counts(context, province)
    map_province = board_map.find_province(province)
    lands = {} if map_province is None else {province: read_land(context, province)}
    typed_amounts = {player: read_amounts(context, player) for player in seen.possessions}
    seats = {
        player: amounts
        for player, amounts in typed_amounts.items()
        if any(getattr(amounts, kind) not in (None, getattr(seen.possessions[player], kind)) for kind in MOST_AMOUNTS)
    }
    if map_province is not None and lands[province] == map_province.land:
        lands = {}
    if not lands and not seats:
        raise InputError("Nothing is changed yet.")
    context.play(lambda: CorrectBoard(lands, seats))
    return context.redirect("board", look=province) if lands else context.redirect("board")


def _redirect_with_counts(context: PageContext, province: str) -> Response:
    """Redirect to the same page with everything typed, after a tap on a button that changes a number."""
    fields = {name: values[-1] for name, values in context.form.fields.items() if "-" in name}
    for kind in ("armies", "markers"):
        fields |= {f"{kind}-{name}": str(n) for name, n in read_counts(context.form, kind, (province,)).items()}
    return context.redirect("correct", province=province, stepped=1, **fields)


_BIDS, _WINTER, _POINTS = "bids", "winter", "points"
_DRAWN = (_BIDS, _WINTER)  # computations that may draw lots


async def show_calculations(context: PageContext) -> Response:
    """Show the page that computes bids, a winter or points without a game, with the result if it was sent."""
    table: ShogunSession = context.table
    form = context.form
    if table.state.game is not None:
        return context.redirect()
    kind = next((each for each in (_BIDS, _WINTER, _POINTS) if form.has(each)), "")
    if kind in _DRAWN and not form.has("seed"):  # in the address, so that a reload draws the same
        values_sent = {name: values[-1] for name, values in form.fields.items() if any(values)}
        return context.redirect("calculate", **values_sent, seed=secrets.token_hex(8))
    players = view(table.state).players
    answers: dict[str, Answer] = {}
    try:
        side = Side(form.choice("side", tuple(Side), Side.SUN))
        if kind == _BIDS:
            answers[kind] = _rank_bids(context, players)
        elif kind:
            answers[kind] = _compute_hunger(context, side) if kind == _WINTER else _score_board(context, side)
        for each in answers.values():
            context.problem = each.refused or context.problem
    except CompanionError as error:
        side, context.problem = Side.SUN, error.message
    return render_page(
        context,
        "calculate",
        players=players,
        board=build_bare_map(side, players),
        answers={name: each for name, each in answers.items() if each.yes},
        chest_cards=CHEST_CARDS,
        no_bid=str(NO_BID),
        losses=[(event.number, get_rice_loss(event, table.state.rulings)) for event in facts().events],
    )


def _rank_bids(context: PageContext, players: tuple[str, ...]) -> Answer:
    names = {card.province for card in facts().cards}
    bids = {player: parse_bid(context.form.text(f"bid-{player}", str(NO_BID)), names) for player in players}
    return rank_revealed_bids(bids, {}, context.form.text("seed"), context.table.state.rulings)


def _compute_hunger(context: PageContext, side: Side) -> Answer:
    """The rice each player lacks and the revolts; for named provinces, also which of them revolt."""
    form, lands = context.form, _read_lands(context, side)
    hands = {}
    for player in context.table.state.players:
        names = tuple(name for name, land in lands.items() if land.owner == player)
        provinces = names or form.number(f"provinces-{player}", 0, 45, 0)
        hands[player] = WinterHand(provinces, form.number(f"rice-{player}", 0, 18, 0))
    if not any(hand.provinces for hand in hands.values()):
        raise InputError("First say whose each province is, or how many each player has.")
    left = form.number("event", 0, 12, 0)
    loss = get_rice_loss(facts().events[left - 1], context.table.state.rulings) if left else 0
    return compute_winter(hands, loss, {}, (), form.text("seed"))


def _score_board(context: PageContext, side: Side) -> Answer:
    lands, players = _read_lands(context, side), context.table.state.players
    if not lands:
        raise InputError("First say who owns each province.")
    board = FinishedBoard(lands, players, _read_numbers(context, "points"), _read_numbers(context, "chests"))
    return score_finished_board(board, side, {}, {})


async def _serve_pad(context: PageContext) -> Response:
    """Serve the score pad of the game, or of the board in the address at a table without one."""
    side = Side(context.form.choice("side", tuple(Side), Side.SUN))
    winters = list_winter_scores(context.table) or [_score_board(context, side)]
    names = {player: context.get_seat_name(player) for player in context.table.state.players}
    return send_score_pad(context, lambda day: render_score_pad(winters, names, context.language, day))


def _read_lands(context: PageContext, side: Side) -> dict[str, Land]:
    """The owned provinces in the form, with what is there."""
    board, players = facts().board(side), context.table.state.players
    lands_typed = {name: read_land(context, name) for name in board.list_provinces_in_play(len(players))}
    lands = {name: land for name, land in lands_typed.items() if land.owner in players}
    for name, land in lands.items():
        check_sites(board, name, land.buildings)
    return lands


def _read_numbers(context: PageContext, kind: str) -> dict[str, int]:
    """The points or chests of the players for whom the form has them."""
    return {
        player: context.form.number(f"{kind}-{player}", 0, 999, 0)
        for player in context.table.state.players
        if context.form.has(f"{kind}-{player}")
    }


TOWER, WAYS = "tower", ("tower", *MODES)
"""What a table plays: only the tower, or the whole game in one of the ways to set it up."""

_NOT_SHUFFLED = (TOWER, "board")  # ways for which nothing is shuffled when a table is made

EXTRA_ROUTES = 3  # fields of a form for sea routes that are not on the map
_SEA_ROUTES = tuple(f"{end}sea-{place}" for place in range(EXTRA_ROUTES) for end in ("", "to-"))
_CHOSEN = ("way", "side", "routes", "route", "letters", "first", "open", "year", "season", *_SEA_ROUTES)
"""Fields of a set-up, which the page of players' words passes on."""


async def _show_new(context: PageContext) -> Response:
    return render_page(
        context,
        "new",
        **_build_choices(),
        colours=DAIMYO,
        towers=tuple(_list_towers(context)),
        rulings=RULINGS,
        longest=LONGEST_NAME,
        start=("blue", "yellow", "red", "", ""),
        named=[(colour, name_player(colour)) for colour in DAIMYO],
        cubes=COLOURS,
        most=ARMIES,
        proposed=context.app_state.tables.choose_free_name("Shogun"),
    )


def _build_choices() -> dict[str, Any]:
    return {
        "routes": _list_routes(),
        "extra": range(EXTRA_ROUTES),
        "provinces": sorted({card.province for card in facts().cards}),
        "seasons": [(each, name_season(each)) for each in ROUNDS],
        "events": facts().events,
    }


def _list_towers(context: PageContext) -> Mapping[str, TowerPreset]:
    """The built-in tower presets, and those in the user's own file."""
    file = None if context.is_alone or find_user_folder("config") is None else presets_file()
    return {**load_presets(), **(read_presets(file) if file is not None and file.exists() else {})}


def _list_routes() -> tuple[tuple[str, str], ...]:
    """The sea routes that may not exist on the Moon side of the board, as nobody has confirmed them."""
    return tuple((each.a, each.b) for each in facts().borders if each.kind == "sea" and not each.moon_confirmed)


async def _make_table(context: PageContext) -> Response:
    form = context.form
    players = tuple(colour for colour in form.texts("seat") if colour)
    if any(colour not in DAIMYO for colour in players) or len({*players}) < len(players):
        raise InputError("Every player has a colour of their own.")
    if len(players) < 2:
        raise InputError("Choose the colours of at least two players.")
    seats = zip(form.texts("seat"), form.texts("named"), strict=False)
    names = {colour: name for colour, name in seats if name.strip()}
    check_names([*names.values()])
    way, towers = form.choice("way", WAYS, TOWER), _list_towers(context)
    if way != TOWER:
        prepare_game(facts(), _read_side(context), len(players), way == "fixed")  # raises before a table is made
    rulings = {each.name: form.choice(each.name, each.values, each.default) for each in RULINGS}
    preset = towers[form.choice("preset", tuple(towers), next(iter(towers)))]

    def begin(shelf: StoreOrShelf) -> None:
        seed, inside_view = form.text("seed") or None, form.choice("inside", INSIDE, OPEN)
        table = begin_table(shelf, name, players, preset, seed=seed, rulings=rulings, inside=inside_view)
        if way not in _NOT_SHUFFLED and not mixes_words:
            carry_out(table, _read_set_up(context, way))

    name, mixes_words = form.text("name"), form.has("words") and not form.has("then")
    context.make_table(name, begin, is_score=way == "board" and form.has("then"))
    if mixes_words:  # the words are mixed in before anything is shuffled
        if context.one_screen:
            context.seat_everybody(name, names)
        query = {each: form.texts(each) for each in _CHOSEN}
        return context.redirect_to_path(f"{context.url('words', name)}?{urlencode(query, doseq=True)}")
    if way != "board":
        return context.redirect_to_new_table(name, "seat", names)
    if form.has("then"):  # only points are counted, so only this visitor is seated
        if not context.is_host:
            host_name = context.user.name or name_player(players[0]).translate(context.language)
            context.set_visitor(context.app_state.people.sit(name, players[0], context.user, host_name))
        return context.redirect_to_path(context.url("setup", name, then="score", side=_read_side(context)))
    context.seat_everybody(name, names)
    return context.redirect_to_path(context.url("setup", name))


def _read_side(context: PageContext) -> Side:
    return Side(context.form.choice("side", tuple(Side), Side.SUN))


def _read_set_up(context: PageContext, way: str) -> SetUp:
    form, side = context.form, _read_side(context)
    moon = side == Side.MOON and form.has("routes")
    removed = tuple(pair for pair in _list_routes() if "/".join(pair) not in form.texts("route")) if moon else ()
    letters = (form.text("letters").upper() or DRAWN) if way == "fixed" else ""
    first = form.text("first") if way == "draft" else ""
    keeps_board = way == "board"
    year = form.number("year", 1, 2, 1) if keeps_board else 1
    season = Season(form.choice("season", tuple(ROUNDS), Season.SPRING)) if keeps_board else Season.SPRING
    routes, events = _read_sea_routes(context), read_open_events(context)
    return SetUp(way, side, routes, removed, first or None, events, year=year, season=season, letters=letters)


def _read_sea_routes(context: PageContext) -> tuple[tuple[str, str], ...]:
    """The sea routes in the form that are not on the map; raises if one has only one end."""
    form = context.form
    pairs = ((form.text(f"sea-{place}"), form.text(f"to-sea-{place}")) for place in range(EXTRA_ROUTES))
    routes = tuple(pair for pair in pairs if any(pair))
    if not all(map(all, routes)):
        raise InputError("A sea route joins two provinces: choose both.")
    return routes


async def _ask_words(context: PageContext) -> Response:
    """Show the page where each player can mix a word into the seed, before any throw or shuffle."""
    table: ShogunSession = context.table
    if not can_mix_words(table.state):
        return context.redirect()
    seen = view(table.state)
    fields = [(name, value) for name in _CHOSEN for value in context.form.texts(name)]
    return render_page(context, "words", seen=seen, said_words=dict(seen.words), chosen=fields, longest=LONGEST_TEXT)


async def _mix_words(context: PageContext) -> Response:
    """Mix the typed words into the seed, and begin the game that was chosen, if any."""
    form, table = context.form, context.table
    words = tuple((player, form.text(f"word-{player}")) for player in table.state.players)
    words_given, way = tuple((player, word) for player, word in words if word), form.choice("way", WAYS, TOWER)

    def begin() -> None:
        if words_given:
            carry_out(table, MixWords(words_given))
        if way not in _NOT_SHUFFLED:
            carry_out(table, _read_set_up(context, way))

    context.do(begin)
    if not form.has("way"):
        return context.redirect("tower")
    if way == "board":
        return context.redirect("setup")
    return context.redirect("" if context.one_screen else "lobby" if context.is_host else "seat")


async def _show_setup(context: PageContext) -> Response:
    table: ShogunSession = context.table
    seen = view(table.state)
    if seen.game is not None:
        return context.redirect()
    return render_page(
        context,
        "setup",
        **_build_choices(),
        players=seen.players,
        named=[(colour, get_player_name(context, colour)) for colour in seen.players],
        board=build_bare_map(_read_side(context), seen.players),
        told=context.form.has("then") or context.form.text("way") == "board",
    )


async def _begin_game(context: PageContext) -> Response:
    """Begin a game at a table that has only used the tower so far."""
    form = context.form
    way = form.choice("way", WAYS[1:])
    request = _read_set_up(context, way)
    if way == "board" and not form.has("told"):
        fields = {name: values for name, values in form.fields.items() if name not in ("token", "tap", "seen")}
        return context.redirect_to_path(f"{context.url('setup')}?{urlencode(fields, doseq=True)}")
    if way == "board":
        players = view(context.table.state).players
        provinces = build_bare_map(_read_side(context), players).provinces
        lands = {each.name: land for each in provinces if (land := read_land(context, each.name)) != Land()}
        request = replace(request, lands=lands, seats={player: read_amounts(context, player) for player in players})
    context.play(lambda: request)
    return context.redirect(form.choice("then", ("score",), "board"))


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/correct", _show_correction, _correct_board, role=PLAYERS, game="shogun"),
    WebPage("/t/{table}/calculate", show_calculations, role=PLAYERS, game="shogun"),
    WebPage("/t/{table}/pad.pdf", _serve_pad, role=WATCHERS, game="shogun", in_pocket=False),
    WebPage("/new/shogun", _show_new, _make_table, role=PLAYERS),
    WebPage("/t/{table}/words", _ask_words, _mix_words, role=PLAYERS, game="shogun"),
    WebPage("/t/{table}/setup", _show_setup, _begin_game, role=PLAYERS, game="shogun"),
)
