"""A winter at a table: the draw, one revolt after the other, the points, the new year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.answers import tell_lines
from companion.cli.shogun.asking import read_numbers, read_province, refuse
from companion.cli.shogun.keeping import do
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.shogun.throwing import as_throw, read_out, tell_odds, tell_throw
from companion.cli.voice import speak, speak_json
from companion.errors import InputError
from companion.rules.shogun.cubes import GREEN, armies
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.scoring import Place, final_ranking, score_board
from companion.rules.shogun.winter.hunger import Hunger
from companion.service.session import Session
from companion.service.shogun.hunger import Larder
from companion.service.shogun.score import ranking_data, ranking_lines, score_lines
from companion.service.shogun.standing import calendar_lines, game_data, next_lines, seat_lines
from companion.table.shogun.fights import asked_winter_revolt
from companion.table.shogun.kept import Refused, calendar_of
from companion.table.shogun.rounds import campaign_at
from companion.table.shogun.state import ShogunState
from companion.table.shogun.views import as_known, view

__all__ = ["winter_at_table"]

_STEPPING = ("event", "markers", "drawn", "revolt", "out", "odds_only", "still", "events")


def winter_at_table(
    name: str, typed: Mapping[str, Larder], as_json: bool, options: Mapping[str, Any]
) -> None:
    """Do the next step of a table's winter.

    Args:
        name: The table.
        typed: Provinces and rice by player, where the board is not kept.
        as_json: Whether a program asks.
        options: The options as typed.
    """
    for option in ("loss", "seed"):
        if options[option] is not None:
            raise InputError(
                "A table knows its loss and seed; --{option} goes without a table.", option=option
            )
    with joined(options["store"], name) as table:
        calendar = calendar_of(table.state.kept)
        if options["revolt"] is not None:
            _only(("revolt", "out", "odds_only", "still"), typed, options)
            _revolt(table, as_json, options)
        elif calendar is not None and calendar.stage == Stage.REVOLTS:
            _only(("events",), typed, options)
            _points(table, as_json, options)
        else:
            _only(("event", "drawn"), {}, options)
            _begin(table, typed, as_json, options)


def _only(expected: Sequence[str], typed: Mapping[str, Larder], options: Mapping[str, Any]) -> None:
    """Refuse what was said and does not belong to this step; nothing that was typed is passed over."""
    for option in _STEPPING:
        if option not in expected and options[option] not in (None, (), False):
            raise InputError(
                "--{option} does not belong to this step of winter.", option=option.replace("_", "-")
            )
    if typed:
        raise InputError("Provinces and rice do not belong to this step of winter.")


def _begin(
    table: Session[ShogunState], typed: Mapping[str, Larder], as_json: bool, options: Mapping[str, Any]
) -> None:
    if isinstance(table.state.kept, Campaign) and typed:
        raise InputError("This table keeps its board; provinces and rice are known.")
    if isinstance(table.state.kept, Campaign) and options["event"] is not None:
        raise InputError("This table keeps its board; the fourth event card is known.")
    drawn = [read_province(name) for name in options["drawn"]]
    asked: dict[str, Any] = {
        "players": {
            player: {"provinces": list(each.names) or each.provinces, "rice": each.rice}
            for player, each in typed.items()
        },
        "drawn": _by_owner(table.state, typed, drawn) if drawn else None,
        "event": options["event"],
    }
    event = do(table, "winter", asked, as_json)
    if as_json:
        speak_json(
            {
                "table": table.name,
                "event": event.number,
                "players": event.result["needs"],
                "drawn": event.result["drawn"],
                "game": game_data(view(table.state)),
            }
        )
        return
    calendar = calendar_of(table.state.kept)
    assert calendar is not None  # winter is told only where rounds are kept
    for player in calendar.order or calendar.players:
        need = event.result["needs"][player]
        for line in Hunger(**need).lines(player):
            speak(line)
        if not isinstance(table.state.kept, Campaign):
            for province in event.result["drawn"].get(player, ()):
                speak(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need["greens"]}),
                )
    tell_lines(next_lines(view(table.state)))


def _by_owner(state: ShogunState, typed: Mapping[str, Larder], drawn: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for province in drawn:
        for player in state.players:
            if isinstance(state.kept, Campaign):
                owned = state.kept.realm.owned(player)
            else:
                owned = typed[player].names if player in typed else ()
            if province in owned:
                found.setdefault(player, []).append(province)
                break
        else:
            raise InputError("Nobody owns {province}.", province=province)
    return found


def _revolt(table: Session[ShogunState], as_json: bool, options: Mapping[str, Any]) -> None:
    province = read_province(options["revolt"])
    before = as_known(table.state) if options["odds_only"] else table.state
    try:
        campaign = campaign_at(before)
        player = campaign.revolting or before.players[0]
        asked = asked_winter_revolt(before, player, province, read_out(options["out"]))
    except Refused as refused:
        refuse(refused.illegal, as_json)
    if options["odds_only"]:
        tell_odds(before, "revolt", asked, as_json)
        return
    event = do(table, "revolt", asked, as_json)
    step = table.history.step(event.number)
    if as_json:
        speak_json({**as_throw(table.name, step), "game": game_data(view(table.state))})
        return
    tell_throw(step, options["still"])
    speak_log(table)
    tell_lines(next_lines(view(table.state)))


def _points(table: Session[ShogunState], as_json: bool, options: Mapping[str, Any]) -> None:
    opened = None if options["events"] is None else read_numbers(options["events"])
    before = table.state.kept
    event = do(table, "points", {"open": opened}, as_json)
    kept = table.state.kept
    seen = view(table.state)
    realm = kept.realm if isinstance(kept, Campaign) else None
    calendar = calendar_of(kept)
    assert calendar is not None  # a draft has no winter
    ranking: tuple[Place, ...] = ()
    if realm is not None and calendar.stage == Stage.OVER:
        ranking = final_ranking(realm)
    if as_json:
        speak_json(
            {
                "table": table.name,
                "event": event.number,
                **event.result,
                "ranking": ranking_data(ranking) or None,
                "game": game_data(seen),
            }
        )
        return
    if isinstance(before, Campaign) and realm is not None:
        scores = score_board(before.realm.board, before.realm.lands, before.realm.players)
        earlier = {player: seat.points for player, seat in before.realm.seats.items()}
        tell_lines(score_lines(scores, earlier if any(earlier.values()) else {}))
        tell_lines(seat_lines(seen))
    if ranking:
        tell_lines(ranking_lines(ranking))
    tell_lines(calendar_lines(seen))
    if calendar.stage != Stage.OVER:
        tell_lines(next_lines(seen))
