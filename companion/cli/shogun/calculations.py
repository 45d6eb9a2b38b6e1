"""Commands of Shogun that compute without a table: odds, results of throws, winters, bids, actions, points, set-ups."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer, describe_files
from companion.cli.answers import answer_command, print_answer
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.rules import split_at_sign
from companion.cli.shogun import reading
from companion.cli.table import ask_table, find_used_table, store_option
from companion.cli.voice import get_language, json_option
from companion.data.files import read_input, write_files
from companion.data.rows import parse_whole_number
from companion.data.shogun.facts import Side, facts
from companion.data.vocabulary import is_game_word
from companion.errors import InputError
from companion.play.shogun.fights import ThrowRevolt
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Battle, Revolt
from companion.rules.shogun.bids import parse_action, parse_bid, parse_special
from companion.rules.shogun.odds import PlannedThrow
from companion.rules.shogun.realm import COLOURS, GREEN, NEUTRAL, Belongings, Land, name_colour, parse_army_count
from companion.rules.shogun.score import parse_buildings, parse_finished_board
from companion.rules.shogun.tower import Ages, Guess, Inside
from companion.rules.shogun.winter import get_rice_loss
from companion.sentences import join_with_commas, say
from companion.service.shogun import odds as service
from companion.service.shogun.session import open_table, render_score_pad, score_finished_board
from companion.service.shogun.throws import describe_table_odds


@answer_command()
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE")
@click.option("--player", "colour", default="blue", metavar="COLOUR")
@reading.event_option
@click.option("--special", metavar="CARD")
@reading.number_option("--chests", most=999, default=15, metavar=None)
@reading.number_option("--rice", most=18, default=0, metavar=None)
@reading.number_option("--supply", most=62, default=30, metavar=None)
@reading.number_option("--armies", least=1, most=62, default=1, metavar=None)
@reading.number_option("--markers", most=42, default=0, metavar=None)
@click.option("--buildings", default="", metavar="KINDS")
@reading.side_option
@reading.ruling_option
def outcome(action: str, province: str, colour: str, **options: Any) -> Answer:
    """Work out what an action brings: castle, temple, theatre, rice, tax, five, three or one."""
    player = reading.parse_player(colour)
    return service.predict_action(
        parse_action(action),
        reading.parse_province(province),
        player,
        Land(player, options["armies"], parse_buildings(options["buildings"]), options["markers"]),
        Belongings(options["supply"], options["chests"], options["rice"]),
        side=Side(options["side"]),
        event=reading.parse_typed_event(options["event"]),
        special=None if options["special"] is None else parse_special(options["special"]),
        rulings=options["rulings"],
    )


@answer_command()
@click.argument("texts", nargs=-1, required=True, metavar="COLOUR=PROVINCES/RICE...")
@reading.number_option("--loss", most=18)
@reading.number_option("--event", least=1, most=12)
@click.option("--markers", multiple=True, metavar="PROVINCE=NUMBER")
@click.option("--seed", metavar="TEXT")
@click.option("--drawn", multiple=True, metavar="PROVINCE")
@reading.ruling_option
def winter(texts: Sequence[str], event: int | None, seed: str | None, **options: Any) -> Answer:
    """Work out a winter: rice lost, provinces fed, revolts and their green armies, provinces drawn."""
    hands = {player: _parse_hand(text) for player, text in reading.parse_player_values(texts).items()}
    if event is not None and options["loss"] is not None:
        raise InputError("Give the loss or the event card, not both.")
    loss = options["loss"] or 0
    if event is not None:
        loss = get_rice_loss(facts().events[event - 1], options["rulings"])
    provinces = [reading.parse_province(name) for name in options["drawn"]]
    return service.compute_winter(hands, loss, _parse_markers(options["markers"]), provinces, seed)


def _parse_hand(text: str) -> service.WinterHand:
    provinces, slash, rice = text.partition("/")
    names = [name for name in provinces.split(",") if name.strip()]
    if not slash or not names:
        raise InputError("'{text}' lacks provinces or rice; write PROVINCES/RICE, such as 9/6.", text=text)
    left = parse_whole_number(rice, 0, 18, what=say("Rice"))
    if provinces.strip().isdigit():
        return service.WinterHand(parse_whole_number(provinces, 0, 45, what=say("The number of provinces")), left)
    names_owned = tuple(reading.parse_province(name) for name in names)
    if len(set(names_owned)) != len(names_owned):
        raise InputError("A province is named twice: {names}.", names=join_with_commas(names_owned))
    return service.WinterHand(names_owned, left)


def _parse_markers(texts: Sequence[str]) -> dict[str, int]:
    markers: dict[str, int] = {}
    for text in texts:
        name, number = split_at_sign(text, "'{text}' has no number; write PROVINCE=NUMBER, such as Kai=1.")
        province = reading.parse_province(name)
        if province in markers:
            raise InputError("A province is named twice: {names}.", names=province)
        markers[province] = parse_whole_number(number, 0, 42, what=say("The number of revolt markers"))
    return markers


@answer_command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@reading.side_option
@reading.number_option("--players", least=3, most=5)
@reading.counts_option("--points")
@reading.counts_option("--chests")
@output_option("--pdf")
@overwrite_option
def score(file: Path, side: str, players: int | None, pdf: Path | None, overwrite: bool, **options: Any) -> Answer:
    """Count the points of a board typed as a small table: province, owner, buildings."""
    board = parse_finished_board(read_input(file), facts().board(Side(side)), players, str(file))
    earlier, purses = (reading.parse_amounts(options[name], 999) for name in ("points", "chests"))
    answer = score_finished_board(board, Side(side), earlier, purses)
    files = {pdf: render_score_pad([answer], {}, get_language(), str(date.today()))} if pdf else {}
    write_files(files, overwrite=overwrite)
    return replace(answer, lines=(*answer.lines, *describe_files(files)), files=tuple(files))


@answer_command()
@reading.number_option("--players", least=3, most=5, required=True)
@reading.side_option
@click.option("--fixed", is_flag=True)
def setup(players: int, side: str, fixed: bool) -> Answer:
    """List what to lay out: cards to leave out, chests, army groups, the fixed set-up."""
    return service.describe_setup(Side(side), players, fixed)


@answer_command()
@click.argument("texts", nargs=-1, required=True, metavar="COLOUR=BID...")
@reading.counts_option("--chests")
@click.option("--seed", metavar="TEXT")
@reading.ruling_option
def bids(texts: Sequence[str], chests: Sequence[str], seed: str | None, rulings: Rulings) -> Answer:
    """Rank the revealed bids: 0 to 4 for a chest card, a province, or none."""
    names = {card.province for card in facts().cards}
    bids_by_player = {player: parse_bid(text, names) for player, text in reading.parse_player_values(texts).items()}
    purses = reading.parse_amounts(chests, 999)
    return service.rank_revealed_bids(bids_by_player, purses, seed, rulings)


_OWN_TOWER = ("fresh", "trays", "lodged", "players", "throws", "rulings", "preset", "parameters", "presets")
"""Options that set a tower or rulings of their own, and so cannot be used with a table."""


@click.command(cls=SpokenCommand)
@click.option("--attacker", metavar="COLOUR=NUMBER")
@click.option("--defender", metavar="COLOUR=NUMBER")
@click.option("--owner", metavar="COLOUR=NUMBER")
@click.option("--table", metavar="TABLE")
@click.option("--fresh", is_flag=True)
@reading.markers_option
@reading.winter_option
@reading.counts_option("--tray", "trays")
@click.option("--lodged", default="", metavar="AGES")
@reading.number_option("--players", least=3, most=5, default=4)
@reading.number_option("--throws", most=1000, default=30)
@reading.attack_card_option
@reading.defence_card_option
@reading.event_option
@reading.castle_option
@reading.temple_option
@click.option("--survivors", is_flag=True)
@click.option("--curve", is_flag=True)
@output_option("--svg")
@overwrite_option
@reading.ruling_option
@reading.tower_options
@store_option
@json_option
def odds(table: str | None, store: Path | None, as_json: bool, **options: Any) -> None:
    """Show the exact odds of an attack or a revolt: win, tie, lose, and how many armies survive."""
    details: dict[str, Any] = {"survivors": options["survivors"]}
    revolt = reading.is_revolt(options)
    if revolt and (options["curve"] or options["svg"]):
        raise InputError("The curve is about attacks: how many armies to send.")
    fight, greens = reading.parse_fight(options)
    if not revolt:
        details |= {"greens": greens, "curve": options["curve"], "language": get_language()}
        details |= {"picture": options["svg"], "overwrite": options["overwrite"]}
    lodged = parse_lodged_ages(options["lodged"], options["players"], options["throws"])
    tower = PlannedThrow(reading.parse_tower(options), {}, reading.parse_cube_counts(options["trays"]), lodged)
    rulings, option = options["rulings"], reading.find_typed_option(_OWN_TOWER)
    if table and option:
        raise InputError("A table has its own tower, rulings and seed; {option} goes without a table.", option=option)
    name = table or (None if option else find_used_table(store, "shogun"))
    if name:
        ask_table(open_table(store, name), lambda session: describe_table_odds(session, fight, **details), as_json)
    elif isinstance(fight, ThrowRevolt):
        print_answer(service.answer_revolt_odds(fight.rising, tower, rulings, **details), as_json)
    else:
        details |= {"tower": tower, "rulings": rulings}
        print_answer(service.compute_attack_odds(fight.attack, fight.markers, **details), as_json)


def parse_lodged_ages(text: str, players: int = 4, throws: int = 30) -> Inside:
    """Parse cubes inside the tower by age in throws, such as ``blue=1,1,4 green=3,7``; ``?`` is an unknown age."""
    if is_game_word("shogun", "unknown", text):
        return Guess(players, throws)
    ages: dict[str, tuple[float | None, ...]] = {}
    for part in text.split():
        fault = "'{text}' does not name lodged cubes; write COLOUR=AGE,AGE such as blue=1,1,4, or unknown."
        name, listed = split_at_sign(part, fault)
        words = [word.strip() for word in listed.split(",") if word.strip()]
        what = say("The age of a lodged cube")
        colour_ages = tuple(None if each == "?" else parse_whole_number(each, 1, 10_000, what=what) for each in words)
        reading.add_colour(ages, reading.parse_cube_colour(name), name, colour_ages)
    return Ages({colour: ages[colour] for colour in COLOURS if colour in ages})


@answer_command()
@click.option("--attacker", metavar="COLOUR=NUMBER")
@click.option("--defender", metavar="COLOUR=NUMBER")
@click.option("--owner", metavar="COLOUR=NUMBER")
@reading.number_option("--green", most=99)
@reading.markers_option
@reading.counts_option("--other", "others")
@click.option("--winter", is_flag=True)
@reading.number_option("--held-back", most=62, default=0, show_default=False)
@reading.ruling_option
def judge(green: int | None, held_back: int, winter: bool, **options: Any) -> Answer:
    """Judge a tray: who wins, who loses what, where the cubes go, what becomes of the province."""
    rulings = options["rulings"]
    if green is not None and rulings["green-short"] != "unlimited":
        parse_army_count(str(green), GREEN)
    other, markers = reading.parse_cube_counts(options["others"]), options["markers"]
    fight: Battle | Revolt
    if reading.is_revolt(options):
        owner, armies = reading.parse_forces(options["owner"], 0)
        fighting = {owner: armies}
        fight = Revolt(owner, markers, winter)
    else:
        if winter:
            raise InputError("There are no attacks in winter; --winter goes with --owner.")
        if held_back and rulings["defender-throws-all"] == "yes":
            raise InputError("The defender throws all armies of the province (ruling defender-throws-all=yes).")
        attacker, first = reading.parse_forces(options["attacker"], 0)
        defender, second = reading.parse_defender(options["defender"], 0)
        fight = Battle(attacker, defender, markers, held_back)
        fighting = {attacker: first, defender: second or 0}
        if fighting.pop(NEUTRAL, None) is not None:
            if None not in (green, second) and green != second:
                message = "The green armies in the tray are given twice: {first} and {second}."
                raise InputError(message, first=green, second=second)
            green = second if green is None else green
    for colour in other:
        if colour in fighting or colour == GREEN:
            message = "'{colour}' is among the others although it is in the fight; green has its own option."
            raise InputError(message, colour=name_colour(colour))
    return service.judge_tray({**fighting, **other, GREEN: green or 0}, fight, rulings)
