"""Commands that are found by name and imported only when called, with help in the player's language."""

import importlib
import importlib.util
import re
import sys
from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from companion.cli.click_words import HelpContext, placeholders
from companion.cli.voice import UI_LANGUAGE, UI_LANGUAGE_BELOW, given_twice, translated
from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.paths import templates
from companion.play.games import GAMES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SHARED = "shared"  # whose words are not of one game: in the place of a game's name


@cache
def command_words(whose: str, what: str) -> Mapping[str, Any]:
    """What a game, or ``SHARED``, says of commands: their ``helps``, ``options`` and so on, a file each."""
    return read_toml(templates() / "commands" / whose / f"{what}.toml")


def load_when_used(module: str) -> None:
    """Have a module of a package loaded when something of it is asked for, not where it is imported."""
    spec = importlib.util.find_spec(module)
    if module in sys.modules or spec is None or spec.loader is None:
        return
    spec.loader = importlib.util.LazyLoader(spec.loader)
    sys.modules[module] = waiting = importlib.util.module_from_spec(spec)
    package, _, name = module.rpartition(".")
    setattr(sys.modules[package], name, waiting)
    spec.loader.exec_module(waiting)


_TYPED = (
    "blue yellow red green neutral nothing y3 tea plum rain friday saturday cardboard office attic"
    " map.txt laid.txt board.txt evening.txt throws.txt my-log.txt my-deck cautious black again map.svg"
    " castle temple theatre map.jpg left.jpg right.jpg seen.png lake province evenings.csv"
)
"""What players name in their own words in the examples of a help."""


def _paragraphs(text: str) -> str:
    """Translate a help text paragraph by paragraph; of examples (marked ``\\b``) only what players name."""
    words, spoken = _TYPED.split(), translated(_TYPED).split()
    own = dict(zip(words, spoken if len(spoken) == len(words) else words, strict=True))
    names = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, own))})(?![\w-])((?:  +)?)")
    return "\n\n".join(
        names.sub(lambda found: own[found[1]].ljust(len(found[0]) if found[2] else 0), paragraph)
        if paragraph.lstrip().startswith("\b")
        else translated(" ".join(paragraph.split()))
        for paragraph in text.split("\n\n")
    )


class SpokenCommand(click.Command):
    """A command whose help is said in the player's language, and to which nothing is said twice."""

    context_class = HelpContext

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its arguments and options, and the one that every command has."""
        return [UI_LANGUAGE if ctx.parent is None else UI_LANGUAGE_BELOW, *super().get_params(ctx)]

    def make_parser(self, ctx: click.Context) -> Any:
        """A reader of what is typed; of an option with one value, none of two is passed over silently.

        One that may be repeated, with ``all`` among its choices, means that where none of them follows.
        """
        parser = super().make_parser(ctx)
        parser._long_opt |= parser._short_opt  # else click seeks names that are like "-o", and drops them
        read = parser.parse_args
        kinds = {form: each.obj.type for form, each in parser._long_opt.items() if each.obj.multiple}

        def read_once(args: list[str]) -> Any:
            for at, (each, after) in enumerate(pairwise([*args, ""])):
                known = getattr(kinds.get(each), "choices", ())
                if "all" in known and after not in known:
                    args[at] = f"{each}=all"
            typed, (*_, given) = {*args}, (answer := read(args))
            for option in given:
                single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
                both = all({*forms} & typed for forms in (option.opts, option.secondary_opts))
                if (single and given.count(option) > 1) or both:
                    raise given_twice(ctx, option)
            return answer

        parser.parse_args = read_once  # type: ignore[method-assign]
        return parser

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The parts of its usage line, placeholders said in the player's language."""
        return [placeholders(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write its first sentence, what else its help says, and examples below it."""
        if self.help:
            whose, name = self._known_as
            told = (cleandoc(self.help), command_words(whose, "helps").get(name, ""), self._examples())
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_paragraphs("\n\n".join(filter(None, told))))

    def _examples(self) -> str:
        """What is typed with it, and in place of ``{examples}`` what each game gives to be typed."""
        whose, name = self._known_as
        text: str = command_words(whose, "examples").get(name, "")
        if "{examples}" in text:
            of_games = [command_words(game, "examples").get(SHARED, "").splitlines() for game in GAMES]
            lines = [line for each in of_games for line in each if line.split()[1] == self.name]
            text = text.replace("{examples}", "\n".join(lines))
        return f"\b\n{text}" if text else ""

    @property
    def _known_as(self) -> tuple[str, str]:
        """Whose words its own are among, and its name there: where it lies below ``companion.cli``."""
        assert self.callback is not None
        module = self.callback.__module__.removeprefix("companion.cli.")
        first = module.partition(".")[0]
        return first if first in GAMES else SHARED, f"{module}:{self.callback.__name__}"

    def _explain(self, ctx: click.Context) -> None:
        """Have its options know their lines: its own, or those of every command that has them."""
        untold = [
            each for each in self.get_params(ctx) if isinstance(each, click.Option) and each.help is None
        ]
        if untold:  # else no file need be read
            whose, name = self._known_as
            own, everywhere = command_words(whose, "options"), command_words(SHARED, "options")[SHARED]
            lines = ChainMap(own.get(name, {}), own.get(SHARED, {}), everywhere)
            for option in untold:
                option.help = lines.get(max(option.opts, key=len))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """What may be typed next, options with their lines."""
        self._explain(ctx)
        return super().shell_complete(ctx, incomplete)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each with its translated line."""
        self._explain(ctx)
        rows = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue  # the usage line names the arguments, the description explains them
            help_text = getattr(parameter, "help", None)
            said = record[1].replace(help_text, translated(help_text), 1) if help_text else record[1]
            rows.append((record[0], said.replace("{languages}", ", ".join(LANGUAGES))))
        with formatter.section(translated("Options")):  # --help at least
            formatter.write_dl(rows)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help, for a list of commands."""
        if self.help and not self.short_help:
            return translated(" ".join(self.help.split()))
        return super().get_short_help_str(limit)


class SpokenGroup(SpokenCommand, click.Group):
    """A group of commands whose help is said in the player's language."""

    command_class = SpokenCommand
    group_class = type

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class LazyGroup(SpokenGroup):
    """A group whose commands are imported when called; its own help needs none of them.

    Args:
        commands_at: By name, ``"module:attribute"`` below ``companion.cli`` and its line in the list; by
            default those among its words.
        game: The game whose commands these are.
        first: The number of commands that most people want, which come first; the others stand under "More".
    """

    def __init__(
        self,
        *args: Any,
        commands_at: Mapping[str, tuple[str, str]] | None = None,
        game: str | None = None,
        first: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._given, self._first, self.game = commands_at, first, game

    @property
    def _commands_at(self) -> Mapping[str, tuple[str, str]]:
        if self._given is not None:
            return self._given
        listed: Mapping[str, tuple[str, str]] = command_words(self.game or SHARED, "commands")[str(self.name)]
        return listed

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order they are listed."""
        return list(self._commands_at)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; ``None`` for a name that is no command."""
        if cmd_name not in self._commands_at:
            return None
        module, attribute = self._commands_at[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(f"companion.cli.{module}"), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line a command from the summaries, importing nothing."""
        rows = [(name, translated(line)) for name, (_, line) in self._commands_at.items()]
        first = self._first or len(rows)
        with formatter.section(translated("Commands")):
            formatter.write_dl(rows[:first])
        if rows[first:]:
            with formatter.section(translated("More")):
                formatter.write_dl(rows[first:])
