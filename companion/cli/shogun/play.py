"""``companion shogun play``, the tower at a prompt; and ``attack`` and ``revolt``, a throw from a command line."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import Any

import click

from companion.answers import Answer
from companion.cli import table as tables
from companion.cli.answers import print_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.main import run_action
from companion.cli.outputs import combine_options
from companion.cli.prompt import Prompt, can_ask
from companion.cli.shogun import reading
from companion.cli.shogun.lines import (
    HELP,
    LEAVE,
    SHORTEST,
    TowerPrompt,
    complete_line,
    describe_lines,
    describe_sample,
    find_command,
    parse_line,
)
from companion.cli.voice import begin_answer_lines, begin_prompt, confirm, json_option, speak, to_text, wrap_to_width
from companion.errors import CompanionError, InputError, NoTables
from companion.play.game import describe_outcome
from companion.play.shogun.fights import ThrowRevolt
from companion.play.shogun.standing import describe_log, find_next_action
from companion.rules.shogun.realm import ARMIES, DAIMYO, INSIDE, NEUTRAL, OPEN, name_player, name_players
from companion.sentences import join_with_commas, say
from companion.service.kept_tables import choose_table_name
from companion.service.playing import play as play_request
from companion.service.shogun.session import ShogunSession, begin_table, describe_tower, fill_fresh_tower, open_table
from companion.service.shogun.throws import odds_before_throw

_BEGINNING = ("seed", "preset", "parameters", "presets", "rulings", "inside")
"""Options that are only for a new table."""


@click.command(cls=SpokenCommand)
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--table", metavar="TABLE")
@click.option("--players", metavar="COLOUR,COLOUR,...")
@click.option("--seed", metavar="TEXT")
@click.option("--inside", type=click.Choice(INSIDE), default=OPEN, show_default=True)
@reading.tower_options
@reading.ruling_option
@tables.store_option
@json_option
def play(lines: tuple[str, ...], table: str | None, store: Path | None, as_json: bool, **options: Any) -> None:
    """Throw cubes into the tower at a prompt, one line a battle; the table is saved."""
    begin_answer_lines()
    if (name := _choose_table(table, store, as_json, bool(lines), options)) is None:
        return
    is_live = can_ask() and not lines
    with tables.open_for_command(open_table(store, name)) as session:
        prompt = TowerPrompt(session.state.players)
        if is_live:
            print_lines(describe_tower(session))
            speak("? lists what you can type, Ctrl-D exits.")
    with suppress(KeyboardInterrupt):  # Ctrl-C exits, as Ctrl-D does
        _play_lines(lines, prompt, name, store, as_json)
    if is_live:
        with tables.open_for_command(open_table(store, name)):  # raises if it is gone
            words = tables.format_table_words(name)
            speak("The table is kept; go on with: companion shogun play --table {table}", table=words)


def _choose_table(
    table: str | None, store: Path | None, as_json: bool, has_lines: bool, values: Mapping[str, Any]
) -> str | None:
    """The name of the table to play at, which is new if players are named; ``None`` if the user exits."""

    def begin(players: str) -> str:
        name = table or choose_table_name(store, "shogun")
        colours, tower = _parse_colours(players), reading.parse_tower(values)
        options = {key: values[key] for key in ("seed", "inside", "rulings")}
        opened = begin_table(store, name, colours, tower, **options)
        tables.ask_table(opened, lambda session: describe_outcome(session, session.history.get_transition(1)), as_json)
        return name

    if values["players"] is not None:
        return begin(values["players"])
    if option := reading.find_typed_option(_BEGINNING):
        raise InputError("{option} begins a table; name its players with --players.", option=option)
    colours = [to_text(name_player(each)) for each in DAIMYO]
    prompt, used, no_tables = Prompt(lambda before: colours), None, None
    question = say("Which colours play? (such as byr, for blue, yellow and red)")
    try:
        used = tables.get_used_table(table, store, "shogun")
        if table or has_lines or not prompt.is_live:
            return used
        question = say("Enter goes on; or which colours begin another? (such as byr)")
    except NoTables as error:
        error.remedy, no_tables = "begin", error
        if has_lines:
            raise
    help = say("3 to 5 of {colours}, or their first letters.", colours=join_with_commas(colours))
    while line := prompt.ask(question, help):
        try:
            return begin(line)
        except CompanionError as error:
            prompt.refuse(error, line)
    if no_tables and not prompt.is_live:
        raise no_tables
    return None if line is None else used


def _parse_colours(text: str) -> list[str]:
    words = reading.split_words(text)
    if len(words) == 1:
        with suppress(InputError):
            return [reading.parse_player(words[0])]
        words = list(words[0])
    return [reading.parse_player(word) for word in words]


def _play_lines(lines: tuple[str, ...], prompt: TowerPrompt, table: str, store: Path | None, as_json: bool) -> None:
    """Run lines: those of the command line, or else of a pipe or typed at a prompt."""
    reader = Prompt(lambda before: complete_line(before, prompt), lines)
    if not lines:
        begin_prompt()
    while (line := reader.ask(_describe_turn(table, store, prompt) if reader.is_live else "")) is not None:
        if _is_command(line, LEAVE):
            break
        if not line and not lines:
            continue
        question = say("No more throws can be made after this. Reveal the seed?")
        if reader.is_live and _is_command(line, "reveal") and not confirm(question):
            continue
        code, is_over = _play_line(line, prompt, table, store, as_json)
        if code and not reader.is_live:
            if is_over:  # only its answer was not written, so it must not be sent again
                speak("Line {number} was carried out, but nothing after it.", err=True, number=reader.number)
            elif len(lines) != 1:
                reader.warn_unplayed_lines()
            raise click.exceptions.Exit(code)
        if code == 130:
            break
        if code:
            reader.beginning = line


def _is_command(line: str, command: str) -> bool:
    """True if a line begins with a command; false for a mistyped line."""
    with suppress(InputError):
        return bool(line.split()) and find_command(line.split()) == command
    return False


def _describe_turn(table: str, store: Path | None, prompt: TowerPrompt) -> str:
    """What is due, with an example of a line, as the text before what is typed."""
    with tables.open_for_command(open_table(store, table)) as session:
        due = find_next_action(session.state).words
    return f"{to_text(due)} ({describe_sample(SHORTEST, prompt)})> "


def _play_line(line: str, prompt: TowerPrompt, table: str, store: Path | None, as_json: bool) -> tuple[int, bool]:
    """Run one line; its exit code, and true if it was done."""
    words, is_over = line.split(), False

    def act() -> None:
        nonlocal is_over
        if not words:
            raise InputError("A line is empty; write one such as b4 y3.")
        if find_command(words) == HELP:
            for sentence in describe_lines(prompt):
                click.echo(wrap_to_width(to_text(sentence)))
            return
        request = parse_line(line, prompt)
        with tables.open_for_command(open_table(store, table)) as session:
            answer = request(session) if callable(request) else play_request(session, request)
            is_over = answer.yes
            tables.print_table_answer(session, answer, as_json)

    return run_action(act, as_json), is_over


def fight_command(parse_name: Callable[[], None]) -> click.Command:
    """Make a command that throws one fight: at the last used table, or in a fresh tower if there is none."""

    @wraps(parse_name)
    def run(store: Path | None, as_json: bool, **options: Any) -> None:
        table, seed, odds_only, asks_trust = (options[each] for each in ("table", "seed", "odds_only", "trust"))
        if table and seed is not None:
            flag = "--seed"
            raise InputError("A table has its own tower, rulings and seed; {option} goes without a table.", option=flag)
        fight, greens = reading.parse_fight(options)
        if greens is not None:
            raise InputError("The event decides how many green armies defend; name the defender neutral.")
        province = reading.parse_province(options["province"]) if options["province"].strip() else ""
        supply, out = reading.parse_cube_counts(options["supplies"]), reading.parse_out(options["out"])
        fight = replace(fight, province=province, supply=supply, out=out)

        def throw(table: ShogunSession) -> Answer:
            answer = odds_before_throw(table, fight) if odds_only else play_request(table, fight)
            return replace(answer, brief=()) if asks_trust else answer

        name = table or (tables.find_used_table(store, "shogun") if seed is None else None)
        if name:
            tables.ask_table(open_table(store, name), throw if odds_only or asks_trust else fight, as_json)
        elif options["out"]:
            raise InputError("--{option} needs a table.", option="out")
        else:
            sides: Iterable[str] = (
                (fight.rising.owner,)
                if isinstance(fight, ThrowRevolt)
                else (fight.attack.attacker, fight.attack.defender)
            )
            session = fill_fresh_tower(tuple(side for side in sides if side != NEUTRAL), seed)
            tables.ask_table(session, lambda opened: _throw_in_fresh_tower(opened, throw), as_json)

    add_options = combine_options(
        click.option("--table", metavar="TABLE"),
        click.option("--seed", metavar="TEXT"),
        click.option("--odds-only", is_flag=True),
        click.option("--trust", is_flag=True),
    )
    return json_option(tables.store_option(click.command(parse_name.__name__, cls=SpokenCommand)(add_options(run))))


def _throw_in_fresh_tower(table: ShogunSession, throw: Callable[[ShogunSession], Answer]) -> Answer:
    """Throw a fight in a tower that is not saved; the answer has its seed, but no event of a table."""
    answer = throw(table)
    if not answer.yes:
        return answer
    seed, logged = table.state.seal.seed, describe_log(table.history.steps[-1])
    first = say("In a fresh tower, filled for {players}:", players=name_players(table.state.players))
    last = say("No table keeps this tower; --seed {seed} repeats it, throw and all.", seed=quote(seed))
    lines = (line for line in answer.lines if line not in logged)
    omitted = {key: None for key in ("table", "event", "hash") if key in answer.document}
    return replace(
        answer,
        outcome={**answer.document, **omitted, "seed": seed},
        lines=(first, *lines, last),
        brief=(first, *answer.brief, last) if answer.brief else (),
        remedies=("keep tower",),
    )


_fight_options = combine_options(
    click.option("--province", default="", metavar="NAME"),
    reading.markers_option,
    reading.event_option,
    reading.castle_option,
    reading.defence_card_option,
    reading.counts_option("--supply", "supplies"),
    reading.counts_option("--out"),
)


@fight_command
@click.option("--attacker", required=True, metavar="COLOUR=NUMBER")
@click.option("--defender", required=True, metavar="COLOUR=NUMBER")
@reading.number_option("--from", "leaving", most=ARMIES)
@reading.number_option("--defending", most=ARMIES)
@reading.attack_card_option
@reading.temple_option
@_fight_options
def attack() -> None:
    """Attack a province: both armies and all that lies in the tray go into the tower."""


@fight_command
@click.option("--owner", required=True, metavar="COLOUR=NUMBER")
@reading.winter_option
@_fight_options
def revolt() -> None:
    """Throw a revolt: all armies of the owner, and a green one for each revolt marker."""
